import type { Logger } from "pino";
import { isSameSecret } from "../../db/engine/same-secret.ts";
import { type Arrival, type ClientAddress, peerAddress } from "../http/connections.ts";
import { ApiError } from "../http/errors/api-error.ts";
import { exchangeOf } from "../http/exchange.ts";
import { AttemptLimiter, MAX_WRONG_KEYS, refusalOfAttempt } from "./attempt-limiter.ts";

interface OperatorTokenDeps {
  readonly clientAddress: ClientAddress;
  readonly clock: () => Date;
  readonly logger: Pick<Logger, "warn">;
}

/**
 * Checks the operator's token, in the same way wherever it is presented. The check comes before the limit: the right
 * token is accepted whatever its address did; wrong ones are logged, and limited like wrong keys.
 */
export class OperatorToken {
  private readonly attempts: AttemptLimiter;

  constructor(
    private readonly token: string,
    private readonly deps: OperatorTokenDeps,
  ) {
    this.attempts = new AttemptLimiter(MAX_WRONG_KEYS, () => deps.clock().getTime());
  }

  /** Checks an `Authorization` header; its absence is not an attempt. @throws {ApiError} as `demand` does */
  demandBearer(arrival: Arrival): void {
    const header = arrival.request.headers.get("authorization") ?? "";
    if (!isSameSecret(header, `Bearer ${this.token}`)) throw this.refuse(header, arrival);
  }

  /** `presented` empty is no attempt. @throws {ApiError} `invalid_admin_token`, `too_many_tokens` for one too many */
  demand(presented: string, arrival: Arrival): void {
    if (!isSameSecret(presented, this.token)) throw this.refuse(presented, arrival);
  }

  private refuse(presented: string, { request, server }: Arrival): ApiError {
    if (presented === "") return new ApiError("invalid_admin_token");
    const { clientAddress, logger } = this.deps;
    const address = clientAddress(request, server);
    const shown = address ?? peerAddress(request, server);
    logger.warn({ id: exchangeOf(request).id, address: shown }, "wrong operator token");
    return refusalOfAttempt(this.attempts, address, new ApiError("invalid_admin_token"), "too_many_tokens");
  }
}
