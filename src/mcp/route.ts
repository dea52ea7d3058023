import { createMcpHandler, originValidationResponse } from "@modelcontextprotocol/server";
import { Type as t } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { Elysia } from "elysia";
import type { Logger } from "pino";
import { authenticate, presentedKey } from "../access/api-key.ts";
import { admit, type LimitDeps } from "../access/rate-limit.ts";
import type { PeerSource } from "../http/connections.ts";
import { ApiError } from "../http/errors/api-error.ts";
import { type Exchange, exchangeOf, openInnerExchange } from "../http/exchange.ts";
import {
  demandBounded,
  MAX_BODY_BYTES,
  MAX_TEXT_BODY_BYTES,
  parseBounded,
  readBounded,
} from "../http/json-body.ts";
import { type AskApi, faultOf, openApi } from "./api.ts";
import { createMcpServer } from "./server.ts";

interface McpDeps extends LimitDeps {
  readonly clock: () => Date;
  readonly logger: Logger;
  readonly publicUrl: () => string;
  /** Calls the API itself, without the network. */
  readonly ask: (request: Request) => Promise<Response>;
}

/**
 * The MCP server over streamable HTTP. Each request is independent, whatever process answers it: there are no
 * sessions, hence no GET and no DELETE (405).
 */
export const mcp = (deps: McpDeps) =>
  new Elysia({ name: "mcp", normalize: false }).post(
    "/mcp",
    ({ request, server, set }) => answerMcp(deps, request, server, set.headers),
    { parse: "none", detail: { hide: true } },
  );

/**
 * Answers one protocol message under the caller's key. It is counted against the minute limit before anything else;
 * the requests that its tools make to the API are charged there.
 * @throws {ApiError} for the key, the minute limit and a body that is not a single message; other errors are answered
 * in the protocol's own terms.
 */
async function answerMcp(
  deps: McpDeps,
  request: Request,
  server: PeerSource | null,
  headers: Record<string, unknown>,
): Promise<Response> {
  // A browser sends the origin of the page it acts for: a page from elsewhere, even with its name bound to this
  // address, is refused.
  const foreign = originValidationResponse(request, [new URL(deps.publicUrl()).hostname]);
  if (foreign !== undefined) return foreign;
  const exchange = exchangeOf(request);
  const key = presentedKey(request.headers);
  const address = deps.clientAddress(request, server);
  exchange.clientAddress = address;
  exchange.grant = await authenticate(deps, key, () => address).catch((refusal) => {
    headers["www-authenticate"] = 'Bearer realm="API de la doctrine fiscale"';
    throw refusal;
  });
  const limit = await admit(deps.admissions, exchange, false, request.signal).then(
    () => null,
    (refusal: unknown) => ({ refusal }),
  );
  if (limit !== null) return await refuseCall(request, limit.refusal);
  const message = await readMessage(request);
  const api = openApi("http://localhost", key ?? "", askFor(deps, exchange, request.signal));
  const handler = createMcpHandler(() => createMcpServer(api, deps.clock), {
    // The tools never change: there is nothing to subscribe to.
    maxSubscriptions: 0,
    keepAliveMs: 0,
    onerror: (error) => deps.logger.debug({ id: exchange.id, err: error }, "mcp"),
  });
  const { body, parsed } = message;
  const answer = await handler.fetch(
    new Request(request.url, { method: "POST", headers: request.headers, body, signal: request.signal }),
    parsed === null ? {} : { parsedBody: parsed },
  );
  // Read to its end, so that what the tools were charged is known before the headers are sent.
  return new Response(await answer.arrayBuffer(), answer);
}

/**
 * Calls the API as the caller would: same key, same address, same request id. The message's count against the minute
 * limit covers the first request that it makes.
 */
function askFor(deps: McpDeps, exchange: Exchange, signal: AbortSignal): AskApi {
  let counted = exchange.admission;
  return async (asked) => {
    const request = new Request(asked, { signal });
    const inner = openInnerExchange(request, exchange, counted);
    counted = null;
    const response = await deps.ask(request);
    exchange.admission = inner.admission;
    return response;
  };
}

/** What a client posted. */
interface McpMessage {
  readonly body: Uint8Array<ArrayBuffer>;
  /** The body as JSON; null when it is not JSON, which the protocol refuses in its own terms. */
  readonly parsed: object | null;
}

const ToolCall = t.Object({ id: t.Union([t.String(), t.Number()]), method: t.Literal("tools/call") });

/** Tools and prompts that take a whole text, or as many references: messages for any other are short. */
const TAKING_TEXTS: ReadonlySet<string> = new Set([
  "check_citations",
  "check_references",
  "verifier_une_note",
]);
const PromptCall = t.Object({ method: t.Literal("prompts/get") });
const TextsGiven = t.Object({
  params: t.Object({ arguments: t.Optional(t.Record(t.String(), t.String())) }),
});
const Named = t.Object({ params: t.Object({ name: t.String() }) });

/** Bounds of a message: twice the members of two hundred references to check. What a client says of itself has levels. */
const BOUNDS = { levels: 16, members: 2_000 };
/** Bounds of one that names none of these: the library that answers it words each fault that it finds. */
const SHORT_BOUNDS = { levels: 16, members: 250 };

/**
 * Reads the single message of a request: the protocol has no batches since its revision 2025-06-18, and one would
 * count as a single request whatever its length.
 * @throws {ApiError} `payload_too_large` beyond 64 KiB, or 512 KiB for what takes a whole text, `invalid_body` for a batch or
 * one of too many members.
 */
async function readMessage(request: Request): Promise<McpMessage> {
  const body = await readBounded(request, MAX_TEXT_BODY_BYTES);
  const value = parseBounded(body, BOUNDS);
  const parsed = typeof value === "object" ? value : null;
  if (Array.isArray(parsed)) {
    const reason = "Les lots de messages ne sont pas acceptés : envoyez un message à la fois.";
    throw new ApiError("invalid_body", { reason });
  }
  const takesText = Value.Check(Named, parsed) && TAKING_TEXTS.has(parsed.params.name);
  if (!takesText) demandShort(body);
  demandTexts(parsed);
  const isJson = request.headers.get("content-type")?.includes("application/json") === true;
  return { body, parsed: isJson ? parsed : null };
}

/**
 * The answer to a tool call whose key has reached the minute limit: a tool result that models read, made without a
 * server. Any other message, and one that can't be read, is refused as elsewhere.
 */
async function refuseCall(request: Request, refusal: unknown): Promise<Response> {
  if (!(refusal instanceof ApiError && refusal.code === "rate_limited")) throw refusal;
  const message = await readMessage(request).catch(() => null);
  const call = message?.parsed;
  if (!Value.Check(ToolCall, call)) throw refusal;
  const { message: text } = faultOf(refusal.code, refusal.message);
  const result = { content: [{ type: "text", text }], isError: true };
  return Response.json({ jsonrpc: "2.0", id: call.id, result });
}

/** @throws {ApiError} `payload_too_large` or `invalid_body` */
function demandShort(body: Uint8Array): void {
  if (body.length > MAX_BODY_BYTES)
    throw new ApiError("payload_too_large", { limit: String(MAX_BODY_BYTES) });
  demandBounded(body, SHORT_BOUNDS);
}

/** The library that answers would give back all that is no text, in several lines each. @throws {ApiError} `invalid_body` */
function demandTexts(message: object | null): void {
  if (!Value.Check(PromptCall, message) || Value.Check(TextsGiven, message)) return;
  throw new ApiError("invalid_body", { reason: "Les arguments d'une invite doivent être des textes." });
}
