import type { Logger } from "pino";
import type { KeyGrant } from "../../db/keys/grant.ts";
import { exchangeOf } from "../http/exchange.ts";

/** What a customer changes in an account. */
type AccountAct = "key created" | "key replaced" | "key renamed" | "key revoked";

/**
 * Logs what a customer has just done with a key of the account: one line an act, once it is done.
 * @param key visible start of the key that was changed or created.
 */
export function logAccountAct(
  logger: Pick<Logger, "info">,
  request: Request,
  by: KeyGrant,
  act: AccountAct,
  key: string,
): void {
  logger.info({ id: exchangeOf(request).id, by: by.visibleStart, act, key }, "account act");
}
