import type { FuzzRequest } from "./requests.ts";

/** A line of shell that sends the same bytes. */
export function toCurl(url: string, { method, address, headers, body }: FuzzRequest): string {
  const parts = ["curl", "-i", "-X", method, quote(url + address)];
  for (const [name, value] of Object.entries(headers)) parts.push("-H", quote(`${name}: ${value}`));
  if (body === null) return parts.join(" ");
  // Through printf, whose octal escapes carry any byte.
  return `printf ${quote(escapeBytes(Buffer.from(body)))} | ${parts.join(" ")} --data-binary @-`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function escapeBytes(bytes: Uint8Array): string {
  const characters = Array.from(bytes, (byte) => {
    const isPlain = byte >= 0x20 && byte < 0x7f && byte !== 0x25 && byte !== 0x5c;
    return isPlain ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, "0")}`;
  });
  return characters.join("");
}
