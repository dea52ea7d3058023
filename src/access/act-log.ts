import type { Logger } from "pino";
import type { RecordAct } from "../../db/engine/operator-acts.ts";
import type { KeyGrant } from "../../db/keys/stored-key.ts";
import { type Arrival, type ClientAddress, peerAddress } from "../http/connections.ts";
import { exchangeOf } from "../http/exchange.ts";

type AccountAct = "key created" | "key replaced" | "key renamed" | "key revoked";

/** Logs, once done, what a customer did with a key of the account; `key`: visible start of the one changed or created. */
export function logAccountAct(
  logger: Pick<Logger, "info">,
  request: Request,
  by: KeyGrant,
  act: AccountAct,
  key: string,
): void {
  logger.info({ id: exchangeOf(request).id, by: by.visibleStart, act, key }, "account act");
}

/** Records what the operator who sent a request does. */
export type RecordFor = (arrival: Arrival) => RecordAct;

export interface OperatorLogDeps {
  readonly clientAddress: ClientAddress;
  readonly logger: Pick<Logger, "info">;
}

/** @param who what authorises the acts. */
export function operatorLog(
  { clientAddress, logger }: OperatorLogDeps,
  who: "token" | "dashboard session" | "control socket",
): RecordFor {
  return ({ request, server }) =>
    (act, details) => {
      const { id } = exchangeOf(request);
      const address = clientAddress(request, server) ?? peerAddress(request, server);
      logger.info({ id, who, act, ...details, address }, "operator act");
    };
}
