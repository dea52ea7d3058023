import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { fileURLToPath } from "node:url";
import { hasRealCorpus } from "../../../fixtures/real-corpus.ts";
import { openService, type TestService } from "../../../servers/service.ts";
import { connectHttp, type McpClient } from "./client.ts";

const EXPORT = fileURLToPath(new URL("../../../../../shared/corpus/bofip-vigueur.jsonl.gz", import.meta.url));
const isRun = hasRealCorpus && Bun.env["FULL"] === "1";
const reason = isRun ? "" : " (skipped: needs ../shared/corpus and FULL=1)";

describe.skipIf(!isRun)(`a question to the real test corpus${reason}`, () => {
  let service: TestService;
  let mcp: McpClient;

  beforeAll(async () => {
    service = await openService(EXPORT);
    service.app.listen({ hostname: "127.0.0.1", port: 0 });
    mcp = await connectHttp(`http://127.0.0.1:${service.app.server?.port}`, await service.key("pro"));
  });
  afterAll(async () => {
    await mcp.client.close();
    await service.app.server?.stop(true);
    await service.close();
  });

  async function ask(name: string, input: Readonly<Record<string, unknown>>): Promise<string> {
    const { text, isError } = await mcp.call(name, input);
    console.log(`\n→ ${name} ${JSON.stringify(input)}\n${text}`);
    expect([name, isError]).toEqual([name, false]);
    return text;
  }

  test("« quel est le plafond du quotient familial ? » is answered by a § of the document that sets it", async () => {
    await ask("semantic_search", { question: "quel est le plafond du quotient familial ?" });
    const found = await ask("search", { q: 'plafonnement "quotient familial"', domaine: "IR" });
    expect(found).toContain("BOI-IR-LIQ-20-20-20 — ");
    await ask("get_boi", { boi_id: "BOI-IR-LIQ-20-20-20", max_caracteres: 1500 });
    const read = await ask("get_boi", {
      boi_id: "BOI-IR-LIQ-20-20-20",
      section: "plafonnement",
      max_caracteres: 3000,
    });
    expect(read).toMatch(/§ 30 — [^§]* \d\s\d{3}\s€ par demi-part supplémentaire/);
    await ask("related", { boi_id: "BOI-IR-LIQ-20-20-20", limit: 5 });
  });
});
