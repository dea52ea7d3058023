import { createHash } from "node:crypto";
import { plainTag } from "./compression.ts";

/**
 * The strong ETag of a body: the hash of its bytes, because a body shows other documents' titles and statut, which
 * change without it (RFC 9110, 8.8.3).
 */
export function etagOf(body: string | Buffer): string {
  return `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
}

/**
 * Whether `If-None-Match` names this ETag of a plain body. The comparison is weak, and ignores the encoding in a tag:
 * the client has the same body, which a proxy may have compressed (RFC 9110, 13.1.2).
 */
export function isUnchanged(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((tag) => plainTag(tag.trim().replace(/^W\//, "")) === etag);
}
