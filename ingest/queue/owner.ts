import { IngestionFault } from "../journal/fault.ts";

const ANSWER_TIMEOUT_MS = 30_000;

/**
 * Asks the service that owns the data folder, over its control socket.
 * @param body makes it a POST.
 * @throws {IngestionFault} when it is gone, or in its words when it refuses
 */
export async function askOwner(socket: string, path: string, body?: object): Promise<unknown> {
  const asked =
    body === undefined
      ? {}
      : {
          method: "POST",
          body: JSON.stringify(body),
          headers: { "Content-Type": "application/json" },
        };
  const response = await fetch(`http://localhost${path}`, {
    ...asked,
    unix: socket,
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  }).catch((cause: unknown) => {
    throw new IngestionFault("Le service s'est arrêté ou ne répond plus : relancez la commande.", { cause });
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new IngestionFault(errorMessage(answer));
  return answer;
}

/** Number of what the service accepted to do. */
export function acceptedId(answer: unknown): number {
  if (isObject(answer) && typeof answer["id"] === "number") return answer["id"];
  throw new UnexpectedAnswer();
}

/** The service is of the same version as the command: this can only be a fault of ours. */
export class UnexpectedAnswer extends IngestionFault {
  constructor() {
    super("Le service a donné une réponse inattendue.");
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function errorMessage(answer: unknown): string {
  const error = isObject(answer) ? answer["error"] : null;
  return isObject(error) && typeof error["message"] === "string"
    ? error["message"]
    : "Le service a refusé la demande.";
}
