import { createHash } from "node:crypto";
import { lstatSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OperatorFault } from "../../config/operator-fault.ts";

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
