import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "../../../../db/postgres/database.ts";
import { editionAt, readHeldEditions } from "../../../../db/queries/texts/editions-at.ts";
import { IS_FULL } from "../../../full/faults/seed.ts";
import { differences } from "../../../full/faults/state/lines.ts";
import { ingestInOrder, type Outcome } from "./state.ts";

setDefaultTimeout(600_000);

const CORPUS = join(import.meta.dir, "../../../../../shared/corpus");
const FILES = {
  stock: "bofip_stock_live_20260521.tgz",
  flux: "bofip_flux_live_20260522_20260528.tgz",
  empty: "bofip_flux_live_20260529_20260604.tgz",
  export: "bofip-vigueur.jsonl.gz",
} as const;
type Name = keyof typeof FILES;

const CHRONOLOGICAL: readonly Name[] = ["stock", "flux", "empty", "export"];

/** From the README of the corpus: the content of its files, and what was deliberately spoilt in them. */
const RECORDS = { contenus: 455, actualites: 424, twoNumbers: 3 };
const WITHDRAWN = [
  "BOI-IR-LIQ-20-20-50",
  "BOI-IR-PAS-20-30-20-30",
  "BOI-IR-PAS-30-10-15",
  "BOI-IR-PAS-30-10-30-30",
  "BOI-IR-PAS-30-10-40",
  "BOI-IR-RICI-180",
  "BOI-IR-RICI-250-10-20-60",
];
const MOVED = ["BOI-IR-CHAMP-40", "BOI-IR-RICI-50-10-10-20"];
const STOCK = { documents: 120, versions: 150, unusable: 2, annexes: 1, retired: 6, moved: 2 };
const FLUX = { modified: 6, added: 2, retired: 1 };
const OLDER = STOCK.versions - STOCK.documents;
/** After every date of the archives. */
const FAR = "2099-12-31";
const TOMBSTONES = STOCK.retired + STOCK.moved + FLUX.retired;
const EDITIONS = RECORDS.contenus + OLDER + FLUX.modified + FLUX.added;
/** The tombstones of the stock are of documents missing from the export; that of the flux is of one in it. */
const EXPORTED = RECORDS.contenus - RECORDS.twoNumbers;
const DOCUMENTS = EXPORTED + STOCK.retired + STOCK.moved;

describe.skipIf(!existsSync(CORPUS))(
  "the stock, both fluxes and the export (skipped without ../shared)",
  () => {
    let chronological: Outcome;
    let counts: Readonly<Record<string, number>>;
    let withdrawn: Readonly<Record<string, readonly string[]>>;
    let misplaced: readonly string[];
    beforeAll(async () => {
      chronological = await ingestInOrder(CHRONOLOGICAL.map(pathOf), async (database) => {
        counts = await countAll(database);
        withdrawn = {
          retire: await namesOf(database, "retire"),
          transfere: await namesOf(database, "transfere"),
        };
        misplaced = await findMisplaced(database);
      });
    });

    test("are read whole, but for what is spoilt in the stock", () => {
      const { runs } = chronological;
      expect(runs.map(({ status, errors }) => `${status} ${errors.length}`)).toEqual([
        `succeeded ${STOCK.unusable}`,
        "succeeded 0",
        "succeeded 0",
        `succeeded ${RECORDS.twoNumbers}`,
      ]);
      expect(runs[0]?.errors.map(({ identifiant, message }) => `${identifiant} ${message}`)).toEqual([
        expect.stringMatching(/6022-PGP.* mal formé/),
        expect.stringMatching(/^BOI-IR-LIQ-10-10-20 .*5269-PGP.* data\.html absent/),
      ]);
      expect(runs[0]?.counts.records).toBe(STOCK.versions + STOCK.annexes + STOCK.retired + STOCK.moved);
    });

    test("give the editions, withdrawn and moved documents that the README of the corpus tells", () => {
      expect(counts).toEqual({
        documents: DOCUMENTS,
        en_vigueur: EXPORTED - FLUX.retired,
        retire: STOCK.retired + FLUX.retired,
        transfere: STOCK.moved,
        moved_to: STOCK.moved,
        editions: EDITIONS,
        tombstones: TOMBSTONES,
        actualites: RECORDS.actualites,
        creations: EXPORTED,
        modifications: EDITIONS - EXPORTED,
        retraits: TOMBSTONES,
      });
    });

    test("answer every edition on the first and last day of its interval, and not outside", () => {
      expect(misplaced).toEqual([]);
    });

    test("withdraw and move the documents that it names, and no others", () => {
      expect(withdrawn).toEqual({ retire: WITHDRAWN, transfere: MOVED });
    });

    const orders: readonly Name[][] = IS_FULL
      ? permutations(CHRONOLOGICAL).slice(1)
      : [[...CHRONOLOGICAL].reverse()];
    test.each(orders.map((order) => [order.join(", "), order] as const))(
      "give the same: %s",
      async (_, order) => {
        const { lines } = await ingestInOrder(order.map(pathOf));
        expect(differences(chronological.lines, lines)).toEqual([]);
      },
    );
  },
);

function pathOf(name: Name): string {
  return join(CORPUS, FILES[name]);
}

async function countAll(database: Database): Promise<Record<string, number>> {
  const [row] = await database.$client<Record<string, number>[]>`
    select d.*, e.*, c.*, (select count(*)::int from actualites) as actualites
    from (select count(*)::int as documents, count(*) filter (where statut = 'en_vigueur')::int as en_vigueur,
        count(*) filter (where statut = 'retire')::int as retire,
        count(*) filter (where statut = 'transfere')::int as transfere,
        count(transfere_vers)::int as moved_to from documents) d,
      (select count(*) filter (where kind = 'contenu')::int as editions,
        count(*) filter (where kind <> 'contenu')::int as tombstones from editions) e,
      (select count(*) filter (where nature = 'creation')::int as creations,
        count(*) filter (where nature = 'modification')::int as modifications,
        count(*) filter (where nature = 'retrait')::int as retraits from changes) c`;
  return { ...row };
}

/** Editions not returned for a day of their interval, or returned for one outside. */
async function findMisplaced(database: Database): Promise<string[]> {
  const rows = await database.$client<{ boi_id: string }[]>`select boi_id from documents order by boi_id`;
  const misplaced: string[] = [];
  for (const { boi_id } of rows) {
    const held = await readHeldEditions(database, boi_id);
    for (const { id, date_debut, date_fin } of held) {
      const answers = (day: string) => editionAt(held, day)?.id === id;
      // One replaced by another of its day, or ended as it began, was never in force.
      const isInForce = date_fin === null || date_debut < date_fin;
      const inside = [date_debut, date_fin === null ? FAR : dayBefore(date_fin)].every(answers);
      const outside = [dayBefore(date_debut), ...(date_fin === null ? [] : [date_fin])].some(answers);
      if (outside || inside !== isInForce) misplaced.push(`${boi_id} ${date_debut}`);
    }
  }
  return misplaced;
}

function dayBefore(day: string): string {
  return new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, "YYYY-MM-DD".length);
}

async function namesOf(database: Database, statut: string): Promise<string[]> {
  const rows = await database.$client<{ boi_id: string }[]>`
    select boi_id from documents where statut = ${statut} order by boi_id`;
  return rows.map(({ boi_id }) => boi_id);
}

/** Every order, the given one first. */
function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((others) => [item, ...others]),
  );
}
