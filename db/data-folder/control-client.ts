import { Type } from "@sinclair/typebox";
import { OperatorFault } from "../../config/operator-fault.ts";
import { hideCredentials } from "../../config/source-names.ts";
import { InvalidJson, type JsonParser, jsonParser } from "../engine/parse-json.ts";

/** A request to the admin routes of the service that owns a data folder. */
export interface ControlRequest {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Below `/admin`. */
  readonly path: string;
  readonly body?: object;
}

/** The service that owns the folder is gone, or refuses; the French message is the service's own when it sent one. */
export class ControlFault extends OperatorFault {
  override readonly name = "ControlFault";

  constructor(message: string, options?: ErrorOptions) {
    super(hideCredentials(message), options);
  }
}

const TIMEOUT_MS = 30_000;

const parseRefusal = jsonParser(Type.Object({ error: Type.Object({ message: Type.String() }) }));

/**
 * Sends a request to the service that owns a data folder, over its control socket. No token: only its user can open the
 * socket.
 * @param socket its path, from `findOwner`.
 * @param parse parses the response.
 * @throws {ControlFault} also when the response is not the one expected.
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
