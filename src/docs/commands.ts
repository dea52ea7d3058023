import { exampleRequest, type Operation } from "./operations.ts";

/** The command that sends the example request of a route; `$CLE` holds the key. */
export function curlOf(operation: Operation, publicUrl: string): string {
  const { address, body } = exampleRequest(operation);
  return command([
    ...(operation.isPublic ? [] : [KEY]),
    ...(body === null ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body))}`]),
    quoted(publicUrl + address),
  ]);
}

/** The command that asks for an address of a keyed route. */
export function curlOfAddress(address: string, publicUrl: string): string {
  return command([KEY, quoted(publicUrl + address)]);
}

const KEY = '-H "X-API-Key: $CLE"';

function command([first = "", ...others]: readonly string[]): string {
  const line = ["curl", first, ...others].join(" ");
  return line.length <= MAX_LINE ? line : [`curl ${first}`, ...others].join(" \\\n  ");
}

const MAX_LINE = 76;

/** A word of a shell, as it is. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
