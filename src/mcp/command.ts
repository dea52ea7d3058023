/** `bun run mcp`: MCP over standard input and output (nothing else is written), a client of API_URL with API_KEY. */
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { printableLines } from "../../bofip/text/characters.ts";
import { readOptionsOrExit, tellFault } from "../../config/command-line.ts";
import { type ApiAccess, readApiAccess } from "../../config/config.ts";
import { type AskApi, openApi, ToolFault } from "./api.ts";
import { createMcpServer } from "./server.ts";

const TIMEOUT_MS = 30_000;

const USAGE = `Usage : bun run mcp

  Le serveur MCP sur l'entrée et la sortie standard, client de l'API.

  API_URL   le service à interroger (http://127.0.0.1:3000 par défaut)
  API_KEY   une clé de ce service, obligatoire`;

readOptionsOrExit(USAGE, {});

const access = readAccessOrExit();
const api = openApi(access.url, access.key, askRemote(access));
serveStdio(() => createMcpServer(api, () => new Date()), {
  onerror: (error) => console.error(printableLines(error.message)),
});

function askRemote({ url }: ApiAccess): AskApi {
  return async (request) => {
    try {
      return await fetch(request, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    } catch (error) {
      console.error(printableLines(String(error)));
      throw new ToolFault(
        `L'API ne répond pas à ${url} : vérifiez API_URL et que le service est démarré, puis réessayez.`,
      );
    }
  };
}

function readAccessOrExit(): ApiAccess {
  try {
    return readApiAccess();
  } catch (error) {
    return process.exit(tellFault(error));
  }
}
