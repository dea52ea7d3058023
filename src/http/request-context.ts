import { onBehalfOf } from "../../db/engine/request-id.ts";
import { exchangeOf } from "./exchange.ts";

/**
 * Executes work that asks engines: each call carries the identifier of the request. Around that work alone, since
 * the context that follows every promise costs the routes that ask none a tenth of their time.
 */
export function requestContext<Value>(request: Request, work: () => Value): Value {
  return onBehalfOf(exchangeOf(request).id, work);
}
