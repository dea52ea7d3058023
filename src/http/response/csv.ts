import Negotiator from "negotiator";
import { exchangeOf } from "../exchange.ts";
import { etagOf, RenderedBody } from "./body.ts";

import { ALREADY_RENDERED } from "./kept-bodies.ts";

/** Route hook, on transform, before the caching ones: the answer is CSV for who prefers it to JSON. */
export function asCsvToo({ request }: { readonly request: Request }): void {
  const negotiator = new Negotiator({ headers: { accept: request.headers.get("accept") ?? "*/*" } });
  const chosen = negotiator.mediaType(["application/json", "text/csv"]);
  exchangeOf(request).negotiated = chosen === "text/csv" ? "csv" : "json";
}

export function isCsvPreferred(request: Request): boolean {
  return exchangeOf(request).negotiated === "csv";
}

/** Has a CSV sent as the body of the answer, cached like another. */
export function answerCsv(request: Request, csv: string): Response {
  const exchange = exchangeOf(request);
  const plain = Buffer.from(csv);
  const etag = etagOf(plain);
  exchange.keptBody = exchange.keeping?.keep(plain, etag) ?? new RenderedBody(plain, etag);
  return ALREADY_RENDERED;
}
