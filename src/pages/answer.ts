import { RenderedAnswer, type RenderedBody, renderedText } from "../http/response/body.ts";
import type { Html } from "./jsx/runtime.ts";

/**
 * What a page may load: its stylesheet, and its icon, which lies in the page. Nothing runs, nothing frames it, and
 * its forms go nowhere else.
 */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const SHARED_FOR_A_MINUTE = "public, max-age=60";

export function renderPage(page: Html): RenderedBody {
  return renderedText(markupOf(page));
}

/** A page that may be shared for a minute, or the 304 that spares it. */
export function answerPage(
  page: RenderedBody,
  headers: Readonly<Record<string, string>> = pageHeaders(PAGE_POLICY),
): RenderedAnswer {
  return new RenderedAnswer(page, { ...headers, "cache-control": SHARED_FOR_A_MINUTE });
}

/** Sends a reader to the address that names the same thing properly. */
export function redirectTo(path: string, status: 303 | 308): Response {
  return new Response(null, { status, headers: { location: path } });
}

/** A page for this request alone: a refusal, or what only the operator sees. */
export function answerPrivatePage(page: Html, status = 200): Response {
  const headers = { ...pageHeaders(PAGE_POLICY), "cache-control": "no-store" };
  return new Response(markupOf(page), { status, headers });
}

/**
 * The headers of every page. The referrer stays inside the site: with none at all, browsers would send
 * `Origin: null` with forms, by which they are judged.
 * @param policy its Content-Security-Policy.
 */
export function pageHeaders(policy: string): Record<string, string> {
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy,
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
  };
}

function markupOf(page: Html): string {
  return `<!doctype html>${page.markup}`;
}
