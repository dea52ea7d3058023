import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readUsage } from "../../../../db/keys/usage.ts";
import { ATTRIBUTION } from "../../../../src/http/attribution.ts";
import { openService, type TestService } from "../../../servers/service.ts";
import { connectHttp, type McpClient, TRANSPORTS } from "./client.ts";

let service: TestService;
let url: string;
let key: string;

beforeAll(async () => {
  service = await openService();
  service.app.listen({ hostname: "127.0.0.1", port: 0 });
  url = `http://127.0.0.1:${service.app.server?.port}`;
  key = await service.key("pro");
});
afterAll(async () => {
  await service.app.server?.stop(true);
  await service.close();
});

describe.each([...TRANSPORTS])("over %s", (_, era, connect) => {
  let mcp: McpClient;
  beforeAll(async () => {
    mcp = await connect(url, key, era);
  });
  afterAll(() => mcp.client.close());

  async function read(uri: string): Promise<string> {
    const { contents } = await mcp.client.readResource({ uri });
    expect(contents).toMatchObject([{ uri, mimeType: "text/plain" }]);
    return contents.map((content) => ("text" in content ? content.text : "")).join("");
  }

  test("tools, prompts and resources are promised, and that their lists never change", () => {
    const still = { listChanged: false };
    expect(mcp.client.getServerCapabilities()).toEqual({ tools: still, prompts: still, resources: still });
  });

  test.each([
    ["verifier_une_note", "Vérifier une note", "note", "Voir BOI-IR-LIQ-20-10, § 10."],
    ["preparer_une_reponse", "Préparer une réponse sourcée", "question", "Qui paie l'impôt ?"],
  ])("%s is offered, takes its text and a day, and names only tools that exist", async (...given) => {
    const [name, title, argument, text] = given;
    const { prompts } = await mcp.client.listPrompts();
    expect(prompts.find((prompt) => prompt.name === name)).toMatchObject({
      title,
      arguments: [
        { name: argument, required: true },
        { name: "date", required: false },
      ],
    });
    const { tools } = await mcp.client.listTools();
    for (const date of [undefined, "2025-07-01"]) {
      const given = { [argument]: text, ...(date === undefined ? {} : { date }) };
      const { messages } = await mcp.client.getPrompt({ name, arguments: given });
      const [{ content } = { content: null }] = messages;
      const said = content?.type === "text" ? content.text : "";
      expect(said).toContain(text);
      expect(said.includes("date = 2025-07-01")).toBe(date !== undefined);
      const named = said.match(/\b(?:get|check|compare|browse)_[a-z]+|\bsearch\b/g) ?? [];
      expect(named).toContain("check_citations");
      expect(named.filter((tool) => !tools.some((listed) => listed.name === tool))).toEqual([]);
    }
  });

  test("a prompt refuses a day that is none, in the language of the prompts", async () => {
    const asked = mcp.client.getPrompt({
      name: "verifier_une_note",
      arguments: { note: "Voir.", date: "hier" },
    });
    await expect(asked).rejects.toThrow("date ISO invalide");
  });

  test("a document and a § are resources, today and on a day, and none is listed", async () => {
    const { resources } = await mcp.client.listResources();
    const { resourceTemplates } = await mcp.client.listResourceTemplates();
    expect([resources, resourceTemplates.map(({ uriTemplate }) => uriTemplate)]).toEqual([
      [],
      [
        "doctrine://{boi_id}/{numero}?date={date}",
        "doctrine://{boi_id}?date={date}",
        "doctrine://{boi_id}/{numero}",
        "doctrine://{boi_id}",
      ],
    ]);
  });

  test.each([
    ["doctrine://BOI-IR-LIQ-20-10", ["(en vigueur)", "\n§ 10 — ", "\n§ 40 — ", "Citer : BOI-IR-LIQ-20-10, "]],
    ["doctrine://BOI-IR-LIQ-20-10?date=2025-07-01", ["(REMPLACÉ)", "jusqu'au 2026-06-22", "\n§ 10 — "]],
    ["doctrine://BOI-IR-LIQ-20-10/40", ["BOI-IR-LIQ-20-10, § 40, version du 22 juin 2026"]],
    [
      "doctrine://BOI-IR-LIQ-20-10/40?date=2025-07-01",
      ["BOI-IR-LIQ-20-10, § 40, version du 14 avril 2025", "jusqu'au 2026-06-22 exclu"],
    ],
  ])("%s is read in the words of the tools", async (uri, words) => {
    const text = await read(uri);
    for (const said of words) expect(text).toContain(said);
    expect(text).toEndWith(`Source : ${ATTRIBUTION}`);
  });

  test.each([
    ["doctrine://BOI-IR-LIQ-99", "avec l'outil browse_plan ou l'outil search."],
    ["doctrine://BOI-IR-LIQ-20-10/25", "les plus proches"],
    ["doctrine://BOI-IR-LIQ-20-10/40?date=2020-01-01", "commence le 14 avril 2025"],
  ])("%s is told as not found, with what to ask instead", async (uri, words) => {
    const refusal = await mcp.client.readResource({ uri }).then(
      () => null,
      (error: unknown) => error,
    );
    expect(refusal).toMatchObject({ data: { uri }, message: expect.stringContaining(words) });
  });

  test("a day that is none is refused for what it is", async () => {
    const asked = mcp.client.readResource({ uri: "doctrine://BOI-IR-LIQ-20-10?date=hier" });
    await expect(asked).rejects.toThrow("« date »");
  });
});

test("a resource is charged as the same direct request, and the lists are not", async () => {
  const own = await service.key("gratuit");
  const mcp = await connectHttp(url, own);
  await mcp.client.listResourceTemplates();
  await mcp.client.getPrompt({ name: "preparer_une_reponse", arguments: { question: "Qui paie ?" } });
  const used = async () => (await readUsage(service.database, own.slice(0, 12)))?.utilise;
  expect(await used()).toBe(0);
  await mcp.client.readResource({ uri: "doctrine://BOI-IR-LIQ-20-10" });
  expect(await used()).toBe(1);
  await mcp.client.close();
});
