/**
 * What every answer tells browsers. The API is not for them (docs/decisions.md, « Everywhere »: no CORS header), so
 * an answer opened in one is a text to read: nothing in it runs, loads, is framed, is guessed to be of another
 * type or is given to another site. A page with a policy of its own keeps it.
 */
const SECURITY_HEADERS = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
} as const;

/** A year; the subdomains are not ours to speak for. */
const TRANSPORT_SECURITY = "max-age=31536000";

const OVER_TLS = { ...SECURITY_HEADERS, "strict-transport-security": TRANSPORT_SECURITY } as const;

/** @param publicUrl in `https:`, it says that TLS stands before us. */
export function securityHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return publicUrl.startsWith("https:") ? OVER_TLS : SECURITY_HEADERS;
}
