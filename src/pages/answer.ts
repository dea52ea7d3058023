import { RenderedAnswer, type RenderedBody, renderedText } from "../http/response/body.ts";
import type { Html } from "./jsx/runtime.ts";

/**
 * Allows a page its stylesheet and its inline icon. No script runs, no site may frame it, and its forms go nowhere
 * else.
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

/** A page that the next request may get better: nobody keeps it. */
export function answerProvisionalPage(page: RenderedBody): RenderedAnswer {
  return new RenderedAnswer(page, { ...pageHeaders(PAGE_POLICY), "cache-control": "no-store" });
}

/** Redirects a reader to the canonical address of the same thing. */
export function redirectTo(path: string, status: 303 | 308): Response {
  return new Response(null, { status, headers: { location: path } });
}

/** A page for this request only: a refusal, or one that only the operator sees. */
export function answerPrivatePage(page: Html, status = 200): Response {
  const headers = { ...pageHeaders(PAGE_POLICY), "cache-control": "no-store" };
  return new Response(markupOf(page), { status, headers });
}

/**
 * The headers of every page. The referrer is sent only within the site: without any, browsers would send `Origin:
 * null` with forms, whose origin is checked.
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
