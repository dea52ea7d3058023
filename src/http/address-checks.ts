import { Elysia } from "elysia";
import { ApiError } from "./errors/api-error.ts";

/** Refuses what Elysia lets pass: a malformed percent-encoding, a repeated parameter. */
export const wellFormed = new Elysia({ name: "wellFormed" }).onTransform({ as: "scoped" }, ({ request }) => {
  checkAddress(request.url);
});

/** The longest URL accepted, host included: far beyond the longest query once encoded. */
export const MAX_URL_LENGTH = 8 * 1024;

/**
 * Checks an address before routing.
 * @throws {ApiError} `uri_too_long`, or `invalid_parameter` for a host that makes no valid URL.
 */
export function checkReachable({ url, headers }: Request): void {
  if (url.length > MAX_URL_LENGTH) throw new ApiError("uri_too_long", { limit: String(MAX_URL_LENGTH) });
  // Bun gives only the path, where Elysia would look for a host, and joins two hosts with a comma.
  if (url.startsWith("/") || headers.get("host")?.includes(",") === true)
    throw new ApiError("invalid_parameter", { reason: "L'en-tête Host est absent ou invalide." });
}

/** @throws {ApiError} `invalid_parameter` */
export function checkAddress(url: string): void {
  const query = queryOf(url);
  if (!isDecodable(url.slice(0, url.length - query.length)))
    throw new ApiError("invalid_parameter", { reason: "L'adresse porte un encodage « % » invalide." });
  checkQuery(query);
}

/** Returns what follows the first question mark, as sent. */
export function queryOf(url: string): string {
  const start = url.indexOf("?");
  return start === -1 ? "" : url.slice(start + 1);
}

function checkQuery(query: string): void {
  const seen = new Set<string>();
  for (const pair of query.split("&")) {
    if (pair === "") continue;
    const [rawName = "", rawValue = ""] = pair.split("=", 2);
    if (!isDecodable(rawName) || !isDecodable(rawValue)) {
      const reason = `Le paramètre « ${rawName} » porte un encodage « % » invalide : encodez la valeur en UTF-8.`;
      throw new ApiError("invalid_parameter", { reason });
    }
    const name = decodeURIComponent(rawName.replaceAll("+", " "));
    if (seen.has(name)) {
      throw new ApiError("invalid_parameter", {
        reason: `Le paramètre « ${name} » est donné plusieurs fois.`,
      });
    }
    seen.add(name);
  }
}

function isDecodable(encoded: string): boolean {
  try {
    decodeURIComponent(encoded);
    return true;
  } catch {
    return false;
  }
}
