import { createHash } from "node:crypto";
import { lstatSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Type } from "@sinclair/typebox";
import { hideCredentials } from "../../config/allowed-sources.ts";
import { OperatorFault } from "../../config/operator-fault.ts";
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

/** `sun_path` is 104 bytes on macOS and the BSDs (108 on Linux), its final NUL included. */
const MAX_SOCKET_PATH_BYTES = 103;

const PRIVATE_FOLDER = 0o700;
const ANYONE_ELSE = 0o077;

/**
 * Where the service that owns the folder listens for commands: `control.sock` in it or, when that path is too long for
 * a socket, in this user's own folder below the temporary one, created if need be.
 * @param dataDir absolute path.
 * @throws {OperatorFault} when that temporary folder belongs to someone else.
 */
export function controlSocketPath(dataDir: string): string {
  const path = join(dataDir, "control.sock");
  if (Buffer.byteLength(path) <= MAX_SOCKET_PATH_BYTES) return path;
  const name = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  return join(privateFolder(join(tmpdir(), `doctrine-${name}`)), "control.sock");
}

/** The name is guessable: a folder created first by another user is not trusted. */
function privateFolder(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
  const found = lstatSync(folder);
  const isPrivate =
    found.isDirectory() && found.uid === process.getuid?.() && (found.mode & ANYONE_ELSE) === 0;
  if (!isPrivate)
    throw new OperatorFault(`Le dossier ${folder} n'est pas réservé à cet utilisateur : supprimez-le.`);
  return folder;
}
