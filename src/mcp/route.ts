import { createMcpHandler, originValidationResponse } from "@modelcontextprotocol/server";
import { Elysia } from "elysia";
import type { Logger } from "pino";
import { authenticate } from "../access/api-key.ts";
import { admit, type LimitDeps } from "../access/rate-limit.ts";
import type { PeerSource } from "../http/client-address.ts";
import { type Exchange, exchangeOf, openInnerExchange } from "../http/exchange.ts";
import { MAX_BODY_BYTES } from "../http/json-body.ts";
import { ApiClient, type AskApi } from "./api.ts";
import { createMcpServer } from "./server.ts";

export interface McpDeps extends LimitDeps {
  readonly clock: () => Date;
  readonly logger: Logger;
  readonly publicUrl: () => string;
  /** The API itself, asked without the network. */
  readonly ask: (request: Request) => Promise<Response>;
}

/**
 * The MCP server over streamable HTTP. Each request stands alone, whatever process answers it: there are no
 * sessions, hence no GET and no DELETE (405).
 */
export const mcp = (deps: McpDeps) =>
  new Elysia({ name: "mcp", normalize: false }).post(
    "/mcp",
    ({ request, server, set }) => answerMcp(deps, request, server, set.headers),
    { parse: "none", detail: { hide: true } },
  );

/**
 * Answers one message of the protocol under the caller's key. What its tools ask of the API is admitted and
 * charged there; a message that asks nothing counts in the minute.
 * @throws {ApiError} of the key and of the minute; the rest is answered in the protocol's own terms.
 */
async function answerMcp(
  deps: McpDeps,
  request: Request,
  server: PeerSource | null,
  headers: Record<string, unknown>,
): Promise<Response> {
  // A browser names the page it acts for: a page elsewhere, be its name bound to this address, is not let in.
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
  const api = new ApiClient(askFor(deps, exchange, key ?? ""));
  const handler = createMcpHandler(() => createMcpServer(api, deps.clock), {
    maxRequestBodySize: MAX_BODY_BYTES,
    // The tools never change: there is nothing to listen to.
    maxSubscriptions: 0,
    keepAliveMs: 0,
    onerror: (error) => deps.logger.debug({ id: exchange.id, err: error }, "mcp"),
  });
  const answer = await handler.fetch(request);
  // Read to its end, so that what the tools were charged is known before the headers leave.
  const response = new Response(await answer.arrayBuffer(), answer);
  await admit(deps.admissions, exchange, false);
  return response;
}

/** MCP clients send tokens as `Authorization: Bearer`; the API's own header is accepted too. */
function presentedKey(headers: Headers): string | null {
  const [, bearer] = /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "") ?? [];
  return headers.get("x-api-key") ?? bearer ?? null;
}

/** Asks the API as the caller would: same key, same address, same request id, one count in the limits. */
function askFor(deps: McpDeps, exchange: Exchange, key: string): AskApi {
  return async (path, init) => {
    const headers = new Headers(init.headers);
    headers.set("x-api-key", key);
    const request = new Request(`http://localhost${path}`, { ...init, headers });
    const inner = openInnerExchange(request, exchange);
    const response = await deps.ask(request);
    exchange.admission = inner.admission;
    return response;
  };
}
