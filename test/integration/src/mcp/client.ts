import { join } from "node:path";
import { Client, StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { BARE_ENVIRONMENT } from "../../../bare-environment.ts";

/** The answer of a tool, as a client receives it. */
interface ToolAnswer {
  readonly text: string;
  readonly isError: boolean;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The protocol's own client library, connected. */
export interface McpClient {
  readonly client: Client;
  call(name: string, input: Readonly<Record<string, unknown>>): Promise<ToolAnswer>;
}

/** « legacy » = the 2025 revisions, which most clients use; « auto » = 2026-07-28 when the server has it. */
type Era = "legacy" | "auto";

export async function connectHttp(url: string, key: string, era: Era = "legacy"): Promise<McpClient> {
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  return await connect(new StreamableHTTPClientTransport(new URL("/mcp", url), { requestInit }), era);
}

/** Over a child process, as `bun run mcp` starts it. */
export async function connectStdio(url: string, key: string, era: Era = "legacy"): Promise<McpClient> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ["run", "--silent", "mcp"],
    cwd: join(import.meta.dir, "../../../.."),
    env: { ...BARE_ENVIRONMENT, API_URL: url, API_KEY: key },
  });
  return await connect(transport, era);
}

/** Every way to reach the server. */
export const TRANSPORTS: readonly (readonly [name: string, era: Era, connect: typeof connectHttp])[] = [
  ["streamable HTTP, 2025 revisions", "legacy", connectHttp],
  ["streamable HTTP, 2026 revision", "auto", connectHttp],
  ["standard input and output, 2025 revisions", "legacy", connectStdio],
  ["standard input and output, 2026 revision", "auto", connectStdio],
];

async function connect(transport: Transport, era: Era): Promise<McpClient> {
  const client = new Client({ name: "essai", version: "1.0.0" }, { versionNegotiation: { mode: era } });
  await client.connect(transport);
  return {
    client,
    async call(name, input) {
      const {
        content,
        isError = false,
        structuredContent,
      } = await client.callTool({ name, arguments: input });
      const text = content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
      return { text, isError, data: { ...(structuredContent as object) } };
    },
  };
}
