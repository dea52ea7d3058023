import { Elysia } from "elysia";
import { ApiError } from "./errors.ts";

/** Refuses what Elysia lets pass: a malformed percent-encoding, a parameter given twice. */
export const wellFormed = new Elysia({ name: "wellFormed" }).onTransform({ as: "scoped" }, ({ request }) => {
  checkAddress(request.url);
});

/** @throws {ApiError} `invalid_parameter` */
export function checkAddress(url: string): void {
  const start = url.indexOf("?");
  const path = start === -1 ? url : url.slice(0, start);
  const query = start === -1 ? "" : url.slice(start + 1);
  if (!isDecodable(path))
    throw new ApiError("invalid_parameter", { reason: "L'adresse porte un encodage « % » invalide." });
  checkQuery(query);
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
