import { ATTRIBUTION } from "../../../src/http/attribution.ts";
import type { FuzzRequest } from "./requests.ts";
import type { Operation } from "./specification.ts";

/** Codes of the docs/decisions.md, by status. */
const CODES: Readonly<Record<number, readonly string[]>> = {
  400: ["invalid_parameter", "invalid_query", "invalid_body"],
  401: ["missing_api_key", "invalid_api_key"],
  402: ["quota_exceeded"],
  403: ["semantic_not_allowed"],
  404: [
    ...["unknown_document", "edition_not_held", "document_withdrawn", "unknown_wording", "text_not_held"],
    ...["unknown_paragraph", "paragraph_reserved", "unknown_news", "article_not_cited", "law_not_cited"],
    ...["unknown_route", "unknown_table", "unknown_key", "attestation_unavailable", "law_text_not_held"],
  ],
  405: ["method_not_allowed"],
  409: ["too_many_keys", "last_key"],
  410: ["wording_erased"],
  413: ["payload_too_large"],
  414: ["uri_too_long"],
  429: ["rate_limited"],
};
const SUCCESSES = [200, 201, 304];
const REFUSALS = [400, 404, 413, 414];
/** A limit that was reached speaks before the parameters do. */
const LIMITS = [402, 403, 429];

/** An answer, read whole. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The address that was asked, as the client made it of the one given (`..` resolved). */
  readonly url: string;
}

/** What is wrong with an answer, or null. */
export function faultOf(request: FuzzRequest, answer: Answer): string | null {
  const { status, headers, text } = answer;
  if (status >= 500) return "a fault of the service";
  // Bun answers so, before us, an address and headers of more than 16 KB together.
  if (status === 431) return null;
  if (!headers.has("x-request-id")) return "no X-Request-Id";
  if (headers.get("x-content-type-options") !== "nosniff") return "no security headers";
  if (status === 204 || status === 304 || request.method === "HEAD") return judgeBodiless(request, answer);
  if (!isOf(request.operation, answer.url)) return null;
  if (headers.get("content-type") === "application/x-ndjson")
    return judgeLines(text) ?? judgeVerdict(request, status);
  if (headers.get("content-type") !== "application/json; charset=utf-8") return "not JSON";
  const body = parse(text);
  if (body?.["source"] !== ATTRIBUTION) return "no attribution";
  const code = codeOf(body);
  if (status >= 400 && !CODES[status]?.includes(code)) return `code ${code} with status ${status}`;
  if (request.method !== request.operation.method) return judgeOtherMethod(status);
  return judgeShape(request, answer, body, code) ?? judgeVerdict(request, status);
}

/** An export that was not cut: its first line has the attribution, its last one marks the end. */
function judgeLines(text: string): string | null {
  const lines = text.trimEnd().split("\n");
  if (parse(lines[0] ?? "")?.["source"] !== ATTRIBUTION) return "no attribution";
  return parse(lines.at(-1) ?? "")?.["fin"] === true ? null : "no last line";
}

function judgeBodiless(request: FuzzRequest, answer: Answer): string | null {
  const { status, headers, text } = answer;
  if (text !== "") return "a body where there is none";
  if (status === 204 && request.method !== "OPTIONS") return "204 to another method than OPTIONS";
  if (status === 204 && !headers.has("allow")) return "no Allow";
  const isDocumented = request.operation.answers.has(status) || status === 204;
  return isDocumented || !isOf(request.operation, answer.url) ? null : `${status} is not documented`;
}

function judgeOtherMethod(status: number): string | null {
  return [404, 405, 414].includes(status) ? null : "another method works";
}

/** The status is one that the operation documents, and the body matches its schema. */
function judgeShape({ operation }: FuzzRequest, answer: Answer, body: object, code: string): string | null {
  const { status, headers } = answer;
  if (code === "unknown_route") return "its route is unknown";
  const validate = operation.answers.get(status);
  if (validate === undefined) return `${status} is not documented`;
  if (validate === null) return `no body is documented for ${status}`;
  if ((status === 429 || status === 503) && !headers.has("retry-after")) return "no Retry-After";
  return validate(body) ? null : `not its schema: ${JSON.stringify(validate.errors)}`;
}

/** What must succeed does, what must be refused is, with the key that comes with it. */
function judgeVerdict({ operation, verdict, key }: FuzzRequest, status: number): string | null {
  if (operation.isKeyed && (key === "none" || key === "wrong"))
    return status === 401 || status === 414 ? null : `${status} with a key to refuse`;
  // One export a key at a time, and requests come several at once.
  const isBusy = operation.template === "/v1/export" && status === 429;
  const isLimited = isBusy || (operation.isKeyed && key === "limited" && LIMITS.includes(status));
  if (isLimited || verdict === null) return null;
  if (verdict === "valid")
    return [...SUCCESSES, 404, 409].includes(status) ? null : `${status} to a good request`;
  return REFUSALS.includes(status) ? null : `${status} to a bad request`;
}

/** Whether an address is one of the operation: an odd parameter may lead elsewhere. */
function isOf({ template }: Operation, url: string): boolean {
  const pattern = template.replace("{chemin}", ".*").replace(/\{\w+\}/g, "[^/]+");
  return new RegExp(`^${pattern}/?$`).test(new URL(url).pathname);
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null ? { ...body } : null;
  } catch {
    return null;
  }
}

function codeOf(body: Record<string, unknown>): string {
  const { error } = body;
  return typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
}
