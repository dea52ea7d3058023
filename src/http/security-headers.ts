/**
 * Security headers of every answer. The API is not for browsers (docs/decisions.md, « Everywhere »: no CORS header),
 * so an answer opened in one is inert text: nothing in it runs, loads, is framed, is sniffed as another type or is
 * given to another site. A page with its own policy keeps it.
 */
const SECURITY_HEADERS = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
} as const;

/** A year; without `includeSubDomains`, because the subdomains are not ours. */
const TRANSPORT_SECURITY = "max-age=31536000";

const OVER_TLS = { ...SECURITY_HEADERS, "strict-transport-security": TRANSPORT_SECURITY } as const;

/** @param publicUrl in `https:`, HSTS is sent. */
export function securityHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return publicUrl.startsWith("https:") ? OVER_TLS : SECURITY_HEADERS;
}
