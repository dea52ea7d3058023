/** What pages and tools show of a public consultation on a text. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { replaceConsultations } from "../../../db/ingestion/actualites.ts";
import { readDocument } from "../../../src/features/documents/service.ts";
import { consultationLines } from "../../../src/mcp/reading.ts";
import { SITE } from "../../fixtures/site.ts";
import { contenu, TEN, writeExport } from "../../integration/ingest/exports.ts";
import { connectHttp, type McpClient } from "../../integration/src/mcp/client.ts";
import { openService, type TestService } from "../../servers/service.ts";

const ID = "BOI-IR-LIQ-20-10";
const RELY = "Vous pouvez vous prévaloir de ces commentaires.";

let service: TestService;
let mcp: McpClient;

beforeAll(async () => {
  service = await openService();
  await replaceConsultations(service.database, [
    {
      boiId: ID,
      actualite: "ACTU-2026-00038",
      debut: "2026-06-22",
      fin: "2026-07-31",
      parties: [{ de: "1", a: "1" }],
      prevaloir: RELY,
      definitiveLe: "2026-10-01",
      actualiteDefinitive: "ACTU-2026-00090",
    },
  ]);
  service.app.listen({ hostname: "127.0.0.1", port: 0 });
  mcp = await connectHttp(`http://127.0.0.1:${service.app.server?.port}`, await service.key("pro"));
});
afterAll(async () => {
  await mcp.client.close();
  await service.app.server?.stop(true);
  await service.close();
});

test("the page of the edition says when, what, who may rely on it and what took its place", async () => {
  const html = await (await service.get(`/consultation/${ID}`)).text();
  expect(html).toContain("Édition soumise en partie à consultation publique");
  expect(html).toContain("du 22 juin 2026 au 31 juillet 2026");
  expect(html).toContain("§ soumis : 1.");
  expect(html).toContain(`« ${RELY} »`);
  expect(html).toContain("publication du 1er octobre 2026");
});

test("a model that reads the document, or a § that was submitted, is told; of another §, it is not", async () => {
  const line = `Consultation publique du 2026-06-22 au 2026-07-31, pour les § 1 (ACTU-2026-00038). Elle dit : « ${RELY} »`;
  expect((await mcp.call("get_boi", { boi_id: ID })).text).toContain(line);
  const submitted = await mcp.call("get_paragraph", { boi_id: ID, numero: "1" });
  expect([submitted.text.includes(line), submitted.data["consultations"]]).toMatchObject([
    true,
    [{ definitive_le: "2026-10-01" }],
  ]);
  const other = await mcp.call("get_paragraph", { boi_id: ID, numero: "10" });
  expect([other.text.includes("Consultation"), other.data["consultations"]]).toEqual([false, []]);
});

test("what only the banner of an edition tells is told as its own, on the page and to a model", async () => {
  const id = "BOI-TVA-CHAMP-10";
  const html = `<p>Les commentaires contenus dans le présent document font l'objet d'une consultation publique du 18 février 2026 au 15 avril 2026 inclus. ${RELY}</p><p class="numero-de-paragraphe-western">1</p><p>Un.</p>`;
  const own = await openService(writeExport([...TEN, contenu(id, { date: "2026-02-18", pgp: 4, html })]));
  try {
    const page = await (await own.get(`/consultation/${id}`)).text();
    expect(page).toContain("du 18 février 2026 au 15 avril 2026 (selon le bandeau du document).");
    expect(page).toContain(`Le bandeau dit : « ${RELY} »`);
    const { consultations } = await readDocument({ database: own.database, ...SITE }, id, { kind: "shown" });
    expect(consultationLines(consultations)).toEqual([
      `Consultation publique du 2026-02-18 au 2026-04-15 (selon le bandeau du document). Il dit : « ${RELY} »`,
    ]);
    const answer = await own.get(`/v1/boi/${id}`, await own.key("pro"));
    expect(await answer.json()).toMatchObject({ consultations: [{ actualite: null, paragraphes: null }] });
  } finally {
    await own.close();
  }
});
