import { Type } from "@sinclair/typebox";
import { OperatorFault } from "../../config/operator-fault.ts";
import { hideCredentials } from "../../config/source-names.ts";
import { InvalidJson, type JsonParser, jsonParser } from "../engine/parse-json.ts";

/** What is asked of the service that owns a data folder, of its admin routes. */
export interface ControlRequest {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Below `/admin`. */
  readonly path: string;
  readonly body?: object;
}

/** The service that owns the folder is gone, or refuses: the message, in French, is its own when it has one. */
export class ControlFault extends OperatorFault {
  override readonly name = "ControlFault";

  constructor(message: string, options?: ErrorOptions) {
    super(hideCredentials(message), options);
  }
}

const TIMEOUT_MS = 30_000;

const parseRefusal = jsonParser(Type.Object({ error: Type.Object({ message: Type.String() }) }));

/**
 * Asks the service that owns a data folder, over its control socket; no token, since only its user can open it.
 * @param socket its path, from `findOwner`.
 * @param parse what the answer is read by.
 * @throws {ControlFault} also when the answer is not the one expected.
 */
export async function askOwner<Answer>(
  socket: string,
  request: ControlRequest,
  parse: JsonParser<Answer>,
): Promise<Answer> {
  const { status, text } = await send(socket, request);
  if (status >= 400) throw refusalOf(status, text);
  const answer = parse(text);
  if (!(answer instanceof InvalidJson)) return answer;
  throw new ControlFault(
    "Le service en marche n'est pas de la version de cette commande : redémarrez-le, puis recommencez.",
  );
}

async function send(
  socket: string,
  { method, path, body }: ControlRequest,
): Promise<{ readonly status: number; readonly text: string }> {
  try {
    const response = await fetch(`http://localhost/admin${path}`, {
      unix: socket,
      method,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { "content-type": "application/json" },
      }),
    });
    return { status: response.status, text: await response.text() };
  } catch (cause) {
    throw new ControlFault(
      "Le service en marche ne répond pas sur son socket de contrôle, ou s'est arrêté : relancez la commande.",
      { cause },
    );
  }
}

function refusalOf(status: number, text: string): ControlFault {
  const refusal = parseRefusal(text);
  const isWorded = !(refusal instanceof InvalidJson);
  return new ControlFault(isWorded ? refusal.error.message : `Le service a refusé la demande (${status}).`);
}
