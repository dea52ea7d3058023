/** Searches of the real export, stock and fluxes at a date, compared with a naive search of the texts in force that day. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { NO_FILTER } from "../../../db/engine/document-filter.ts";
import type { RelationalStore } from "../../../db/postgres/open.ts";
import { readFirstEditions } from "../../../db/queries/texts/editions-at.ts";
import { openFullTextReader } from "../../../search/fulltext/open.ts";
import type { FullTextReader, IndexedDocument } from "../../../search/fulltext/port.ts";
import { parseQuery } from "../../../search/fulltext/query/parse.ts";
import { NO_VECTORS } from "../../fixtures/absent-stores.ts";
import { EMBEDDED_ENGINES } from "../../fixtures/engines.ts";
import { PLAIN } from "../../fixtures/fulltext.ts";
import { temporaryFolder } from "../../folders.ts";
import { serverAbsence } from "../../servers/postgres.ts";
import { openServer } from "../../servers/stores.ts";
import { matching } from "../search/fulltext/oracle.ts";
import { ingester } from "./exports.ts";

setDefaultTimeout(600_000);

const CORPUS = join(import.meta.dir, "../../../../shared/corpus");
const SOURCES = [
  "bofip-vigueur.jsonl.gz",
  "bofip_stock_live_20260521.tgz",
  "bofip_flux_live_20260522_20260528.tgz",
  "bofip_flux_live_20260529_20260604.tgz",
];
/** One a year, then around the fluxes. */
const DAYS = [
  ...Array.from({ length: 14 }, (_, year) => `${2012 + year}-10-01`),
  ...["2021-01-01", "2026-05-20", "2026-05-27", "2026-05-28", "2026-06-03", "2026-06-05"],
];
const QUERIES = [
  ...[
    "impôt",
    "crédit d'impôt",
    "plus-value immobilière",
    "exonération",
    "usufruit OU nue-propriété",
    "taux",
  ],
  ...["barème", "quotient familial", "rescrit", "prélèvement à la source", "assistante maternelle", "dons"],
  ...[
    "location meublée",
    "travaux -logement",
    "amortiss*",
    '"revenu imposable"',
    '"crédit d\'impôt"',
    "2021",
  ],
  ...["2026", "déclaration", "enfant* charge", "salarié* indemnité", "pension alimentaire", "contribuable"],
  ...["non-résident", "société", "plafond*", "seuil", "article 200", "habitation principale"],
];

interface Edition extends IndexedDocument {
  readonly debut: string;
}

const isSkipped = !existsSync(CORPUS) || serverAbsence !== null;

describe.skipIf(isSkipped)("the real corpus at a date (skipped without ../shared)", () => {
  let store: RelationalStore;
  let reader: FullTextReader;
  let editions: Edition[];
  let notBegun: number;

  beforeAll(async () => {
    store = await openServer();
    const dataDir = temporaryFolder();
    const { ingest } = ingester(store.database, "2026-06-05T12:00:00Z", dataDir);
    for (const [rank, source] of SOURCES.entries()) {
      const run = await ingest(join(CORPUS, source), { vectors: NO_VECTORS });
      expect({ source, agrees: run.proof?.fulltext.agrees }).toEqual({ source, agrees: true });
      if (rank === 0) notBegun = await countLater("2021-01-01");
    }
    reader = openFullTextReader({ ...EMBEDDED_ENGINES, dataDir });
    const rows = await store.database.$client<Edition[]>`
      select e.boi_id as "boiId", e.titre, c.contenu_texte as texte, e.domaine, e.debut_de_validite::text as debut,
        e.date_fin::text as fin
      from editions e join edition_contents c on c.edition_id = e.id where e.kind = 'contenu'`;
    editions = rows.map((row) => ({ ...PLAIN, ...row, hash: "" }));
  });
  afterAll(async () => {
    await reader.close();
    await store.close();
  });

  const countLater = async (day: string): Promise<number> => {
    const { starts } = await readFirstEditions(store.database);
    return starts.filter((start) => start.day > day).reduce((sum, { documents }) => sum + documents, 0);
  };
  const found = async (q: string, day: string): Promise<string[]> => {
    const request = { query: parseQuery(q).node, filter: NO_FILTER, limit: 5_000, offset: 0 };
    const { hits } = await reader.search({ ...request, editions: { kind: "on", day } });
    return hits.map(({ boiId }) => boiId).sort();
  };

  test("194 of the 452 documents of the export have not begun on 2021-01-01", () => {
    // 195 of its 455 records: the second one of a document held since 2019 begins in 2021.
    expect(notBegun).toBe(194);
  });

  test("30 queries find on 20 days what a naive search does, and most differ between two days", async () => {
    const sets = new Map<string, Set<string>>();
    for (const day of DAYS) {
      const inForce = editions.filter(({ debut, fin }) => debut <= day && (fin === null || day < fin));
      for (const q of QUERIES) {
        const ids = await found(q, day);
        expect({ day, q, ids }).toEqual({ day, q, ids: matching(inForce, parseQuery(q).node) });
        sets.set(q, (sets.get(q) ?? new Set()).add(ids.join(" ")));
      }
    }
    const differing = [...sets.values()].filter(({ size }) => size > 1).length;
    console.log(
      `${DAYS.length} days, ${QUERIES.length} queries, ${differing} differ; ${editions.length} editions`,
    );
    expect(differing).toBeGreaterThanOrEqual(15);
  });

  test("words of another edition alone find nothing of a document", async () => {
    const past = editions.filter(({ fin, debut }) => fin !== null && fin > debut);
    let compared = 0;
    for (const { boiId, texte, fin } of past) {
      const next = editions.find((one) => one.boiId === boiId && one.debut === fin);
      if (next === undefined) continue;
      const own = new Set(texte.match(/\p{L}{6,}/gu) ?? []);
      const words = new Set(`${next.titre} ${next.texte}`.match(/\p{L}{6,}/gu) ?? []);
      for (const word of [...own].filter((one) => !words.has(one)).slice(0, 5)) {
        const { node } = parseQuery(word);
        if (matching([next], node).length > 0) continue;
        compared += 1;
        expect(await found(word, fin ?? "")).not.toContain(boiId);
      }
    }
    expect(compared).toBeGreaterThan(0);
  });
});
