import { createMcpHandler } from "@modelcontextprotocol/server";
import { type Static, Type as t } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { DEFAULT_VISITOR_MS } from "../../../config/config.ts";
import { STOP_WORDS } from "../../../search/fulltext/analyzer/stop-words.ts";
import { MAX_PREFIXES, MAX_WORDS } from "../../../search/fulltext/query/lexer.ts";
import { MAX_CHARACTERS } from "../../../search/fulltext/query/parse.ts";
import { MAX_WRONG_KEYS } from "../../access/attempt-limiter.ts";
import { VISITOR_BURST_MS } from "../../access/visitor-budget.ts";
import { MAX_EXPORTS } from "../../features/export/service.ts";
import { MAX_URL_LENGTH } from "../../http/client-address.ts";
import { REFUSAL_STATUSES } from "../../http/errors/statuses.ts";
import { MAX_BODY_BYTES, MAX_TEXT_BODY_BYTES } from "../../http/json-body.ts";
import { openApi } from "../../mcp/api.ts";
import { createMcpServer } from "../../mcp/server.ts";

/** 10 000, with a space that does not break. */
export function french(value: number): string {
  return value.toLocaleString("fr-FR").replaceAll("\u202F", "\u00A0");
}

/** The limits that the code enforces, by their names in the texts. */
export const NUMBERS: Readonly<Record<string, string>> = {
  "max-exports": french(MAX_EXPORTS),
  "max-wrong-keys": french(MAX_WRONG_KEYS),
  "max-characters": french(MAX_CHARACTERS),
  "max-words": french(MAX_WORDS),
  "max-prefixes": french(MAX_PREFIXES),
  "retry-after": french(REFUSAL_STATUSES[429].retryAfterSeconds),
  "max-url": french(MAX_URL_LENGTH / 1024),
  "max-body": french(MAX_BODY_BYTES / 1024),
  "max-text-body": french(MAX_TEXT_BODY_BYTES / 1024),
  "visitor-seconds": french(DEFAULT_VISITOR_MS / 1000),
  "visitor-burst": french(VISITOR_BURST_MS / 1000),
  "stop-words": [...STOP_WORDS].join(", "),
};

const Tool = t.Object({
  name: t.String(),
  title: t.String(),
  description: t.String(),
  inputSchema: t.Object({
    properties: t.Record(t.String(), t.Object({ description: t.Optional(t.String()) })),
    required: t.Array(t.String(), { default: [] }),
  }),
});
const Listed = t.Object({ result: t.Object({ tools: t.Array(Tool) }) });

/** A tool as the MCP server describes it to models. */
export type McpTool = Static<typeof Tool>;

/** The tools, asked of the server itself: listing them asks nothing of the API. */
export async function listMcpTools(): Promise<readonly McpTool[]> {
  const api = openApi("http://localhost", "", () => Promise.reject(new Error("no tool is called")));
  const handler = createMcpHandler(() => createMcpServer(api, () => new Date()), {
    maxSubscriptions: 0,
    keepAliveMs: 0,
  });
  const answer = await handler.fetch(
    new Request("http://localhost/mcp", {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
    }),
  );
  // One event, whose data is the answer.
  const [, data = ""] = /^data: (.*)$/m.exec(await answer.text()) ?? [];
  return Value.Parse(Listed, JSON.parse(data)).result.tools;
}
