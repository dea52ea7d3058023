/**
 * A mirror of the whole store, maintained from the journal alone, ends equal to the service, row by row and by its
 * root, through a stock, a flux, an export, an erasure and a store restored from before it.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { eraseWording } from "../../../db/erasure/erase.ts";
import { readErasures } from "../../../db/erasure/erasures.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { EVERY_ENTRY } from "../../../db/queries/journal.ts";
import { addToRegister } from "../../../ingest/register-erasure.ts";
import { readDocument } from "../../../src/features/documents/service.ts";
import { ExportRoots, exportLines } from "../../../src/features/export/lines.ts";
import { readHistory } from "../../../src/features/history/service.ts";
import { followJournal } from "../../../src/features/journal/service.ts";
import type { AskedText } from "../../../src/schemas/parameters/asked-text.ts";
import { BARE_ENVIRONMENT } from "../../bare-environment.ts";
import { SITE, TODAY } from "../../fixtures/site.ts";
import { splitActs } from "../../operator-acts.ts";
import { forEachSavedStore, type SavedStore } from "../../servers/saved-stores.ts";
import { forOneStore } from "../../servers/stores.ts";
import { ingestInAnyOrder } from "./any-order.ts";
import { useOwnStore } from "./own-store.ts";

const TIMEOUT_MS = 300_000;

const CORPUS = join(import.meta.dir, "../../../../shared/corpus");
const STOCK = join(CORPUS, "bofip_stock_live_20260521.tgz");
const FLUX = join(CORPUS, "bofip_flux_live_20260522_20260528.tgz");
const EXPORT = join(CORPUS, "bofip-vigueur.jsonl.gz");
const ROOT = join(import.meta.dir, "../../..");

/** A document of the stock, whose text a dump from then contains; and one that only the export contains. */
const OF_THE_STOCK = "BOI-IR-LIQ-20-10";
const OF_THE_EXPORT = "BOI-CF";

/** A mirror's row for a text: the columns of the root, then the rest of its line in the export. */
type Row = readonly [key: string, line: string];

/** Fields that change with other documents, or with the days that sources show, without an entry of this one. */
interface Exported {
  readonly boi_id: string;
  readonly statut: string;
  readonly titre: string;
  readonly url: string;
  readonly type: string;
  readonly contenu_texte: string;
  readonly date_mise_a_jour: string | null;
  readonly edition: {
    readonly date_debut: string | null;
    readonly pgp: number;
    readonly empreinte: string | null;
    readonly empreinte_source: string | null;
  };
}

function rowOf(text: Exported): Row {
  const { date_debut, pgp, empreinte, empreinte_source } = text.edition;
  // A null field is written empty, as `join` does.
  const key = [text.boi_id, date_debut, pgp, empreinte].join("\t");
  const proof = [text.boi_id, date_debut, pgp, text.statut, empreinte, empreinte_source].join("\t");
  const { titre, url, type, contenu_texte, date_mise_a_jour } = text;
  return [key, [proof, JSON.stringify({ titre, url, type, contenu_texte, date_mise_a_jour })].join("\n")];
}

describe.skipIf(!existsSync(CORPUS))("a full mirror (skipped without ../shared)", () => {
  forEachSavedStore((open) => {
    let store: SavedStore;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());

    test(
      "ends equal to the service after each of a stock, a flux, an export, an erasure and a restore",
      async () => {
        await ingest(store.database, STOCK);
        const mirror = await Mirror.taken(store);
        const ofTheDump = await wordsOf(store.database, OF_THE_STOCK);
        await store.save();
        for (const source of [FLUX, EXPORT]) {
          await ingest(store.database, source);
          await mirror.follow();
          await mirror.isEqual();
        }
        const erased = [ofTheDump, await wordsOf(store.database, OF_THE_EXPORT)];
        for (const empreinte of erased)
          await eraseWording(store.database, { empreinte, reason: "jugement" }, new Date());
        const register = join(store.dataDir, "effacements.jsonl");
        await addToRegister(register, await readErasures(store.database));
        await mirror.follow();
        expect(mirror.held(erased)).toEqual([]);
        await mirror.isEqual();

        await store.restore();
        expect((await readErasures(store.database)).length).toBe(0);
        await store.lend((environment) => eraseAgain(register, environment));
        // The content missing from the dump comes again, under new numbers.
        for (const source of [FLUX, EXPORT]) await ingest(store.database, source);
        await mirror.follow();
        expect(mirror.held(erased)).toEqual([]);
        await mirror.isEqual();
      },
      TIMEOUT_MS,
    );
  });

  forOneStore((_, open) => {
    const store = useOwnStore(open);

    test(
      "that was taken from an export follows a stock that changes records and not words",
      async () => {
        const { database } = store;
        await ingest(database, EXPORT);
        const mirror = await Mirror.taken(store);
        await ingest(database, STOCK);
        await mirror.follow();
        await mirror.isEqual();
        const { entrees } = await followJournal(database, {
          ...EVERY_ENTRY,
          evenement: "source",
          apres: 0,
          limit: 1000,
        });
        expect(entrees.length).toBeGreaterThan(50);
        expect(new Set(entrees.flatMap(({ champs }) => champs))).toContain("empreinte_source");
      },
      TIMEOUT_MS,
    );
  });
});

async function ingest(database: Database, source: string): Promise<void> {
  expect((await ingestInAnyOrder(database, source)).status).toBe("succeeded");
}

/** The fingerprint of the text that a document answers with. */
async function wordsOf(database: Database, boiId: string): Promise<string> {
  const { versions } = await readHistory(database, boiId, TODAY);
  return versions[0]?.empreinte ?? "none";
}

/** `bun run erase --again FILE`, as docs/operations.md requires after a restore. */
async function eraseAgain(register: string, environment: Readonly<Record<string, string>>): Promise<void> {
  const command = Bun.spawn([process.execPath, "ingest/erase.ts", "--again", register], {
    cwd: ROOT,
    env: { ...BARE_ENVIRONMENT, MODEL: "off", ...environment },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [said, complaint] = await Promise.all([command.stdout.text(), command.stderr.text()]);
  expect([await command.exited, splitActs(complaint).rest]).toEqual([0, ""]);
  expect(said).toContain("1 rédaction effacée");
  expect(said).toContain("déjà effacée, ou pas détenue");
  expect(said).toContain("Effacement prouvé");
}

class Mirror {
  readonly rows = new Map<string, string>();
  private dernier = 0;

  private constructor(private readonly store: { readonly database: Database }) {}

  static async taken(store: { readonly database: Database }): Promise<Mirror> {
    const mirror = new Mirror(store);
    const { first, documents } = await mirror.exported();
    for (const document of documents) mirror.rows.set(...rowOf(document));
    mirror.dernier = first.sequence;
    await mirror.isEqual();
    return mirror;
  }

  private get database(): Database {
    return this.store.database;
  }

  /** The keys of the rows that have one of these fingerprints. */
  held(prints: readonly string[]): string[] {
    return [...this.rows.keys()].filter((key) => prints.some((print) => key.endsWith(print)));
  }

  /** As in the guide: reads again, from its history, each document that the journal names. */
  async follow(): Promise<void> {
    for (;;) {
      const page = await followJournal(this.database, { ...EVERY_ENTRY, apres: this.dernier, limit: 1000 });
      const named = new Set(page.entrees.flatMap(({ boi_id }) => boi_id ?? []));
      for (const boiId of named) await this.read(boiId);
      this.dernier = page.dernier;
      if (page.count === 0) return;
    }
  }

  private async read(boiId: string): Promise<void> {
    for (const key of [...this.rows.keys()].filter((one) => one.startsWith(`${boiId}\t`)))
      this.rows.delete(key);
    const { versions } = await readHistory(this.database, boiId, TODAY);
    for (const { date_publication: date, pgp, empreinte: shown, redactions } of versions) {
      // Only its notice is known: no fingerprint identifies it.
      if (shown === null) this.rows.set(...rowOf(await this.readText(boiId, { kind: "shown" })));
      for (const empreinte of new Set(
        redactions.filter((one) => one.effacee_le === null).map((one) => one.empreinte),
      )) {
        const edition = { date, pgp };
        this.rows.set(...rowOf(await this.readText(boiId, { kind: "wording", empreinte, edition })));
      }
    }
  }

  private readText(boiId: string, asked: AskedText) {
    return readDocument({ ...SITE, database: this.database }, boiId, asked);
  }

  async isEqual(): Promise<void> {
    const { documents, last } = await this.exported();
    const held: [string, string][] = documents.map((text) => [...rowOf(text)]);
    const mine = [...this.rows].toSorted(([one], [other]) => (one < other ? -1 : 1));
    expect(mine).toEqual(held.toSorted(([one], [other]) => (one < other ? -1 : 1)));
    const lines = mine
      .map(([, line]) => line.split("\n")[0] ?? "")
      .toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
    const valeur = new Bun.CryptoHasher("sha256")
      .update(lines.map((line) => `${line}\n`).join(""))
      .digest("hex");
    expect(last.racine.valeur).toBe(valeur);
  }

  private async exported() {
    const deps = { ...SITE, database: this.database, roots: new ExportRoots(this.database) };
    const lines = await Array.fromAsync(
      exportLines(deps, { perimetre: "tous", apres: null, limit: 100_000 }),
    );
    const [first, ...rest] = lines.map((line) => JSON.parse(line));
    const last: { racine: { valeur: string } } = rest.pop();
    return { first: first as { sequence: number }, documents: rest as Exported[], last };
  }
}

/** The order of the export: PGP numbers compare as numbers. */
function orderOf(line: string): string {
  const [boiId, date, pgp = "", , empreinte] = line.split("\t");
  return [boiId, date, pgp.padStart(9, "0"), empreinte].join("\t");
}
