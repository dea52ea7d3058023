import { createMcpHandler } from "@modelcontextprotocol/server";
import { z } from "zod";
import { openApi } from "../mcp/api.ts";
import { createMcpServer } from "../mcp/server.ts";

const Tool = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  inputSchema: z.object({
    properties: z.record(z.string(), z.object({ description: z.string().optional() })).default({}),
    required: z.array(z.string()).default([]),
  }),
});
const Listed = z.object({ result: z.object({ tools: z.array(Tool) }) });

/** A tool as the MCP server describes it to models. */
export type McpTool = z.infer<typeof Tool>;

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
  return Listed.parse(JSON.parse(data)).result.tools;
}
