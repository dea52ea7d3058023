import { OperatorFault } from "./operator-fault.ts";

/** Every fault of the environment, each naming its variable and what is expected. */
export class ConfigError extends OperatorFault {
  override readonly name = "ConfigError";

  constructor(readonly faults: readonly string[]) {
    super(`Configuration invalide :\n${faults.map((fault) => `  - ${fault}`).join("\n")}`);
  }
}
