import { afterAll, beforeAll, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../folders.ts";
import { openService, type TestService } from "../../servers/service.ts";

const DOCUMENTS = 100;
const PARAGRAPHS = 60;
/** Marks this export as part of the sample's corpus: another one would be refused. */
const SAMPLE_WORDS = "corpus de démonstration rédigé pour le projet";

let service: TestService;

beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

/** An export of documents of about 30 KB each. */
function writeExport(path: string): void {
  const records = Array.from({ length: DOCUMENTS }, (_, index) => {
    const id = `BOI-TVA-CHAMP-${(index + 1) * 10}`;
    const paragraph = `Le présent paragraphe ${index} précise les conditions de l'exonération des opérations visées au BOI-IR (${SAMPLE_WORDS}). `;
    const html = Array.from(
      { length: PARAGRAPHS },
      (_, number) =>
        `<p class="numero-de-paragraphe-western" id="${number}_01">${number * 10}</p><p class="paragraphe-western">${paragraph.repeat(4)}</p>`,
    ).join("\n");
    return JSON.stringify({
      type: "Contenu",
      titre: `TVA - Champ d'application - Essai ${index}`,
      debut_de_validite: "2026-10-01",
      serie: "TVA",
      division: "CHAMP",
      identifiant_juridique: id,
      permalien: `https://bofip.impots.gouv.fr/bofip/${20_000 + index}-PGP.html/identifiant=${id}-20261001`,
      contenu: paragraph,
      contenu_html: html,
    });
  });
  writeFileSync(path, `${records.join("\n")}\n`);
}

test("reads pass all through an ingestion, and none sees a hole", async () => {
  const path = join(temporaryFolder(), "export.jsonl");
  writeExport(path);
  const key = await service.key("interne");
  let isOver = false;
  const ingestion = service.ingest(path, true).finally(() => {
    isOver = true;
  });
  const statuses = new Map<string, number>();
  const totals: number[] = [];
  while (!isOver) {
    for (const address of ["/v1/health", "/v1/boi/BOI-IR/graph", "/v1/search?q=exon%C3%A9ration"]) {
      const answer = await service.get(address, key);
      const outcome = `${address} ${answer.status}`;
      statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1);
      if (address.includes("search")) totals.push(((await answer.json()) as { total: number }).total);
    }
    await Bun.sleep(5);
  }
  await ingestion;
  expect([...statuses.keys()].every((outcome) => outcome.endsWith(" 200"))).toBe(true);
  expect(totals.length).toBeGreaterThan(10);
  expect(Math.min(...totals)).toBeGreaterThan(0);
});
