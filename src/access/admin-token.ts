import { createHash, timingSafeEqual } from "node:crypto";

/**
 * Whether an `Authorization` header carries the operator's token. Hashes have one length, so that the comparison
 * takes the same time whatever was sent.
 */
export function isAdminToken(authorization: string | null, token: string): boolean {
  return timingSafeEqual(sha256(authorization ?? ""), sha256(`Bearer ${token}`));
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
