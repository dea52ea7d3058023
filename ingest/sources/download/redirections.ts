import type { AllowedSources } from "../../../config/allowed-sources.ts";
import { IngestionFault } from "../../journal/fault.ts";
import { assertAllowed } from "../session.ts";
import { type Address, readAddress } from "./address.ts";
import { ServerWitness, type ShownServer } from "./server.ts";

/** Those with a location (RFC 9110, 15.4); 300 leaves the choice, 304 is no redirection. */
const REDIRECTIONS = new Set([301, 302, 303, 307, 308]);
const MAX_REDIRECTIONS = 10;

/**
 * Requests a file, and follows redirections where they are allowed; user and password are sent to their own server
 * alone.
 * @throws {IngestionFault} when one leads elsewhere, or there are too many.
 */
export async function getFollowing(
  address: Address,
  init: { readonly headers: Readonly<Record<string, string>>; readonly signal: AbortSignal },
  allowed: AllowedSources | null,
): Promise<{ readonly response: Response; readonly server: ShownServer }> {
  let current = address;
  for (let followed = 0; followed <= MAX_REDIRECTIONS; followed += 1) {
    const { url, authorization } = current;
    const witness = new ServerWitness();
    const response = await fetch(url, {
      ...init,
      tls: witness.tls,
      headers: authorization === null ? init.headers : { ...init.headers, Authorization: authorization },
      redirect: "manual",
      // Content-Length counts the bytes sent, before any decoding.
      decompress: false,
    });
    const location = REDIRECTIONS.has(response.status) ? response.headers.get("location") : null;
    if (location === null) return { response, server: witness.seen(url) };
    await response.body?.cancel();
    const next = readAddress(location, url);
    assertAllowed(allowed, next.url);
    const isSameServer = new URL(next.url).origin === new URL(url).origin;
    current = { url: next.url, authorization: next.authorization ?? (isSameServer ? authorization : null) };
  }
  throw new IngestionFault(`Plus de ${MAX_REDIRECTIONS} redirections : ${address.url}`);
}
