import { createMcpHandler, originValidationResponse } from "@modelcontextprotocol/server";
import { Elysia } from "elysia";
import type { Logger } from "pino";
import { authenticate, presentedKey } from "../access/api-key.ts";
import { admit, type LimitDeps } from "../access/rate-limit.ts";
import type { PeerSource } from "../http/client-address.ts";
import { type Exchange, exchangeOf, openInnerExchange } from "../http/exchange.ts";
import { type AskApi, openApi } from "./api.ts";
import { readMessage, refuseCall } from "./message.ts";
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
