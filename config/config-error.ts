import { OperatorFault } from "./operator-fault.ts";

/** All the faults of the environment, each naming its variable and the expected value. */
export class ConfigError extends OperatorFault {
  override readonly name = "ConfigError";

  constructor(readonly faults: readonly string[]) {
    super(`Configuration invalide :\n${faults.map((fault) => `  - ${fault}`).join("\n")}`);
  }
}
