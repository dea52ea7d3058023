/** The journal entries of ingestions. */
import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { fingerprint } from "../../../bofip/text/characters.ts";
import type { RelationalStore } from "../../../db/postgres/open.ts";
import { EVERY_ENTRY, type JournalEntry, readJournal } from "../../../db/queries/journal.ts";
import { DERIVATION_VERSION } from "../../../ingest/parse/derive.ts";
import { forOneStore } from "../../servers/stores.ts";
import { actualite, contenu, emptyStore, type Ingester, ingester, TEN, writeExport } from "./exports.ts";

const ID = "BOI-IR-LIQ-10";
const TEN_FIRST = "BOI-IR-BASE-10";
const FIRST = "Le taux est de 10 %. La décote est admise.";
const RAISED = "Le taux est de 12 %. La décote est admise.";

forOneStore((_, open) => {
  let store: RelationalStore;
  let run: Ingester;

  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.close());
  beforeEach(async () => {
    await emptyStore(store.database);
    run = ingester(store.database);
  });

  let instant = 0;
  /** Ingests an export of ten documents and of those lines; each one is issued after the previous. */
  async function ingest(...lines: readonly string[]): Promise<void> {
    instant += 1;
    const issuedAt = new Date(Date.parse("2026-01-01T00:00:00Z") + instant * 1_000).toISOString();
    const { status, message } = await run.ingest(writeExport([...TEN, ...lines], issuedAt));
    expect([status, message]).toEqual(["succeeded", null]);
  }

  const told = async (apres = 0) => (await readJournal(store.database, apres, EVERY_ENTRY, 1000)).entries;
  const last = async () => (await readJournal(store.database, 0, EVERY_ENTRY, 1000)).dernier;

  /** The entries of an export, for documents other than the ten. */
  async function brought(...lines: readonly string[]): Promise<readonly JournalEntry[]> {
    const before = await last();
    await ingest(...lines);
    return await told(before);
  }

  const lineOf = (texte: string, date = "2020-01-15") => contenu(ID, { date, pgp: 1, texte });

  test("a first import tells each edition and each actualité, under numbers of the clock", async () => {
    const startedAt = Date.now() * 1_000;
    await ingest(lineOf(FIRST), actualite("ACTU-2020-00002", "2020-01-15", `Voir le ${TEN_FIRST}.`));
    const entries = await told();
    expect(entries.map(({ evenement }) => evenement)).toEqual([...Array(11).fill("edition"), "actualite"]);
    expect(entries.find(({ boiId }) => boiId === ID)).toEqual({
      sequence: expect.any(Number),
      detecteLe: expect.any(Date),
      evenement: "edition",
      boiId: ID,
      titre: `IR - ${ID}`,
      domaine: "IR",
      type: "commentaire",
      date: "2020-01-15",
      porteeAnnoncee: null,
      porteeDeduite: null,
      porteeTexte: null,
      paragraphes: { ajoutes: [], modifies: [], supprimes: [] },
      empreinteAvant: null,
      empreinteApres: fingerprint(FIRST),
      actualite: null,
      documents: [],
      champs: null,
    });
    expect(entries.at(-1)).toMatchObject({
      boiId: null,
      titre: "Nouvelle ACTU-2020-00002",
      actualite: { id: "ACTU-2020-00002" },
      documents: [TEN_FIRST],
    });
    const sequences = entries.map(({ sequence }) => sequence);
    expect(sequences).toEqual(sequences.toSorted((one, other) => one - other));
    expect(new Set(sequences).size).toBe(sequences.length);
    expect(sequences[0]).toBeGreaterThanOrEqual(startedAt);
  });

  test("an export that says the same again tells nothing", async () => {
    await ingest(lineOf(FIRST));
    expect(await brought(lineOf(FIRST))).toEqual([]);
    expect(await brought(lineOf(`${FIRST} `))).toEqual([]);
  });

  test("a new edition is compared with the one before it by validity", async () => {
    await ingest(lineOf(FIRST));
    const news = actualite("ACTU-2021-00001", "2021-02-03", `Le ${ID} est modifié par la loi de finances.`);
    const entries = await brought(lineOf(RAISED, "2021-02-01"), news);
    expect(entries.map(({ evenement }) => evenement)).toEqual(["edition", "actualite"]);
    expect(entries[0]).toMatchObject({
      date: "2021-02-01",
      porteeAnnoncee: null,
      porteeDeduite: { portee: "fond", indices: ["Nouvelle"] },
      porteeTexte: "fond",
      paragraphes: { ajoutes: [], modifies: ["1"], supprimes: [] },
      empreinteAvant: fingerprint(FIRST),
      empreinteApres: fingerprint(RAISED),
      actualite: { id: "ACTU-2021-00001" },
    });
  });

  test("a formal announcement over a changed rate shows", async () => {
    await ingest(lineOf(FIRST));
    await ingest(lineOf(FIRST), formal("ACTU-2021-00002", "2021-02-03"));
    const entries = await brought(lineOf(RAISED, "2021-02-01"), formal("ACTU-2021-00002", "2021-02-03"));
    expect(entries).toMatchObject([{ porteeAnnoncee: "formelle", porteeTexte: "fond" }]);
  });

  test("an announcement that comes later is an entry of its own", async () => {
    await ingest(lineOf(FIRST));
    await ingest(lineOf(RAISED, "2021-02-01"));
    const before = await told();
    await ingest(lineOf(RAISED, "2021-02-01"), formal("ACTU-2021-00002", "2021-02-03"));
    const after = await told();
    expect(after.slice(0, before.length)).toEqual(before.slice());
    expect(after.slice(before.length)).toMatchObject([{ evenement: "actualite", documents: [ID] }]);
  });

  test("other words for an edition rectify it", async () => {
    await ingest(lineOf(FIRST));
    expect(await brought(lineOf(RAISED))).toMatchObject([
      {
        evenement: "rectification",
        boiId: ID,
        date: "2020-01-15",
        porteeTexte: "fond",
        empreinteAvant: fingerprint(FIRST),
        empreinteApres: fingerprint(RAISED),
      },
    ]);
    expect(await brought(lineOf(RAISED.replaceAll(",", " ,")))).toEqual([]);
  });

  test("a document that leaves the export is withdrawn, and one that comes back is in force again", async () => {
    await ingest(lineOf(FIRST), lineAt("2022-01-01"));
    expect(await brought(lineAt("2022-02-01"))).toMatchObject([
      {
        evenement: "actualite",
      },
      {
        evenement: "retrait",
        boiId: ID,
        titre: `IR - ${ID}`,
        empreinteAvant: fingerprint(FIRST),
        empreinteApres: null,
      },
    ]);
    expect(await brought(lineOf(FIRST), lineAt("2022-02-01"))).toMatchObject([
      { evenement: "retablissement", boiId: ID, empreinteAvant: null, empreinteApres: fingerprint(FIRST) },
    ]);
  });

  test("a new derivation tells nothing, and is known by its version", async () => {
    await ingest(lineOf(FIRST));
    const before = await told();
    await store.database.$client`update editions set derivation_version = 1`;
    await store.database.$client`update actualites set derivation_version = 1`;
    await store.database.$client`update corpus set derivation = 1`;
    await ingest(lineOf(FIRST));
    const { entries, derivation } = await readJournal(store.database, 0, EVERY_ENTRY, 1000);
    expect([entries, derivation]).toEqual([before, DERIVATION_VERSION]);
  });

  test("numbers go on above any given, after a store that was restored with less of them", async () => {
    await ingest(lineOf(FIRST));
    const given = await last();
    await store.database.$client`update corpus set last_sequence = 12`;
    await ingest(lineOf(RAISED));
    expect(await told(given)).toMatchObject([{ evenement: "rectification" }]);
  });

  test("numbers go on above the last one when the clock is late", async () => {
    await ingest(lineOf(FIRST));
    const ahead = 8_000_000_000_000_000;
    await store.database.$client`update corpus set last_sequence = ${ahead}`;
    expect((await brought(lineOf(RAISED))).map(({ sequence }) => sequence)).toEqual([ahead + 1]);
  });
});

function formal(id: string, date: string): string {
  return actualite(id, date, `Le ${ID} est modifié.`).replace(
    `Nouvelle ${id}`,
    "IR - Commentaires modifiés sans nouveauté doctrinale",
  );
}

/** A record that dates an export. */
function lineAt(date: string): string {
  return actualite(`ACTU-${date.slice(0, 4)}-0${date.slice(5, 7)}00`, date, "Mise à jour de la base.");
}
