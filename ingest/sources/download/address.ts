import { displaySource } from "../../../config/source-names.ts";
import { IngestionFault } from "../../journal/fault.ts";

/** An address safe to show, and its credentials. */
export interface Address {
  /** Without user nor password. */
  readonly url: string;
  /** Value of `Authorization` for its server alone, or null. */
  readonly authorization: string | null;
}

/**
 * Separates user and password from an address (RFC 7617): what is requested, and logged, has none.
 * @throws {IngestionFault} when it is not an HTTP address.
 */
export function readAddress(written: string, base?: string): Address {
  const url = URL.parse(written, base);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new IngestionFault(`Adresse illisible : ${displaySource(written)}`);
  const { username, password } = url;
  if (username === "" && password === "")
    return { url: base === undefined ? written : url.href, authorization: null };
  const secret = Buffer.from(`${decode(username)}:${decode(password)}`).toString("base64");
  url.username = "";
  url.password = "";
  return { url: url.href, authorization: `Basic ${secret}` };
}

/** A password may contain a `%` that encodes nothing. */
function decode(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}
