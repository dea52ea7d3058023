import { afterAll, beforeAll, expect, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import { fingerprint } from "../../../bofip/text/characters.ts";
import type { RelationalStore } from "../../../db/postgres/open.ts";
import type { ExportRoot, Perimeter } from "../../../db/queries/export.ts";
import { editions } from "../../../db/schema/documents.ts";
import { keptTexts, wordings } from "../../../db/schema/wordings.ts";
import type { FullDocument } from "../../../src/features/documents/answer.ts";
import { readDocument } from "../../../src/features/documents/service.ts";
import { ExportRoots, exportLines } from "../../../src/features/export/lines.ts";
import { readHistory } from "../../../src/features/history/service.ts";
import { readExportPosition } from "../../../src/schemas/parameters/parameter.ts";
import { addDocuments } from "../../fixtures/corpus.ts";
import { SITE, TODAY } from "../../fixtures/site.ts";
import { forOneStore } from "../../servers/stores.ts";

const FORMER = "Le texte, avant d'être rectifié.";
const LATEST = "Le texte, rectifié.";

forOneStore((_, open) => {
  let store: RelationalStore;

  beforeAll(async () => {
    store = await open();
    await addDocuments(
      store.database,
      {
        boiId: "BOI-IR-10",
        shown: { date: "2021-03-01", pgp: 7, texte: LATEST, references: ["BOI-IR-20"] },
        others: [
          { date: "2020-01-01", dateFin: "2021-03-01", pgp: 8, texte: "De 2020." },
          { date: "2020-01-01", dateFin: "2020-01-01", pgp: 7, texte: "De 2020, un autre numéro." },
        ],
      },
      { boiId: "BOI-IR-10-20", shown: { texte: "Par deux sources." } },
      {
        boiId: "BOI-IR-20",
        statut: "retire",
        shown: { date: "2019-01-01", dateFin: "2022-01-01", texte: "Retiré." },
        others: [{ date: "2022-01-01", kind: "retire", avis: "Retiré.", texte: "" }],
      },
      {
        boiId: "BOI-IR-30",
        statut: "retire",
        shown: { date: "2020-01-01", dateFin: "2020-01-01", kind: "retire", texte: "" },
      },
      {
        boiId: "BOI-IR-40",
        shown: { date: "2021-01-01", texte: "Effacé." },
        others: [{ date: "2020-01-01", dateFin: "2021-01-01", texte: "Gardé." }],
      },
    );
    await addWording("BOI-IR-10", "2021-03-01", FORMER);
    await addWording("BOI-IR-10-20", "2020-01-01", "Par deux sources.");
    await store.database
      .update(wordings)
      .set({ erasedAt: new Date("2026-02-03T10:00:00Z"), erasureReason: "jugement" })
      .where(eq(wordings.empreinte, fingerprint("Effacé.")));
  });
  afterAll(() => store.close());

  /** A wording of an archive, beside the current one of an edition. */
  async function addWording(boiId: string, date: string, texte: string): Promise<void> {
    const { database } = store;
    const [edition] = await database
      .select({ id: editions.id })
      .from(editions)
      .where(and(eq(editions.boiId, boiId), eq(editions.debutDeValidite, date)));
    const text = { editionId: edition?.id ?? 0, empreinte: fingerprint(texte), derivationVersion: 1 };
    const [wording] = await database
      .insert(wordings)
      .values({ ...text, sourceKind: "archive", sourceOrder: date, titre: "Titre d'avant", current: false })
      .returning();
    await database.insert(keptTexts).values({
      ...text,
      ...{ wordingId: wording?.id ?? 0, contenuHtml: "", contenuTexte: texte, paragraphes: [] },
      ...{ reserves: [], images: [], citedDocuments: [], citedArticles: [] },
    });
  }

  async function page(perimetre: Perimeter, apres: string | null, limit: number) {
    const request = { perimetre, apres: apres === null ? null : readExportPosition(apres), limit };
    const lines = await Array.fromAsync(
      exportLines({ ...SITE, database: store.database, roots: new ExportRoots(store.database) }, request),
    );
    const [first, ...rest] = lines.map((line) => JSON.parse(line));
    const last: { documents: number; suivant: string | null; racine?: ExportRoot } = rest.pop();
    const documents: FullDocument[] = rest;
    return { first, documents, last };
  }

  const everything = async () => (await page("tous", null, 1000)).documents;
  const nameOf = ({ boi_id, statut, edition: { date_debut, pgp } }: FullDocument) =>
    [boi_id, date_debut, pgp, statut].join(" ");

  test("of what is in force gives a text a document, and skips one that the law had erased", async () => {
    const { documents, last } = await page("en_vigueur", null, 1000);
    expect(documents.map(({ boi_id, contenu_texte }) => [boi_id, contenu_texte])).toEqual([
      ["BOI-IR-10", LATEST],
      ["BOI-IR-10-20", "Par deux sources."],
    ]);
    expect(last).toMatchObject({ documents: 2, suivant: null });
  });

  test("of everything gives each wording of each edition, by identifier, edition and fingerprint", async () => {
    const wordingsOf2021 = [FORMER, LATEST].toSorted((a, b) => (fingerprint(a) < fingerprint(b) ? -1 : 1));
    const documents = await everything();
    expect(documents.map(({ contenu_texte }) => contenu_texte)).toEqual([
      "De 2020, un autre numéro.",
      "De 2020.",
      ...wordingsOf2021,
      "Par deux sources.",
      "Retiré.",
      "",
      "Gardé.",
    ]);
    expect(documents.map(nameOf)).toEqual([
      "BOI-IR-10 2020-01-01 7 remplace",
      "BOI-IR-10 2020-01-01 8 remplace",
      "BOI-IR-10 2021-03-01 7 en_vigueur",
      "BOI-IR-10 2021-03-01 7 en_vigueur",
      "BOI-IR-10-20 2020-01-01 1 en_vigueur",
      "BOI-IR-20 2019-01-01 1 retire",
      // Known only by its notice, whose day is not a start.
      "BOI-IR-30  1 retire",
      "BOI-IR-40 2020-01-01 1 remplace",
    ]);
  });

  test("of everything gives each text as its fingerprint answers", async () => {
    const deps = { ...SITE, database: store.database };
    for (const document of await everything()) {
      const { empreinte } = document.edition;
      expect(document.texte_detenu).toBe(document.boi_id !== "BOI-IR-30");
      const asked =
        empreinte === null ? ({ kind: "shown" } as const) : ({ kind: "wording", empreinte } as const);
      const answer = await readDocument(deps, document.boi_id, asked);
      expect(document).toEqual(JSON.parse(JSON.stringify(answer)));
    }
  });

  test("of everything gives what histories list, but for what the law had erased", async () => {
    const ids = ["BOI-IR-10", "BOI-IR-10-20", "BOI-IR-20", "BOI-IR-30", "BOI-IR-40"];
    const histories = await Promise.all(ids.map((boiId) => readHistory(store.database, boiId, TODAY)));
    const listed = histories.flatMap(({ boi_id, versions }) =>
      versions.flatMap(({ date_publication, pgp, statut, texte_detenu, redactions }) =>
        redactions.length === 0 && !texte_detenu
          ? [[boi_id, "", pgp, statut, ""].join(" ")]
          : redactions.map(({ empreinte }) => [boi_id, date_publication, pgp, statut, empreinte].join(" ")),
      ),
    );
    const held = new Set(listed.filter((line) => !line.endsWith(fingerprint("Effacé."))));
    const given = (await everything()).map((text) => `${nameOf(text)} ${text.edition.empreinte ?? ""}`);
    expect(given.toSorted()).toEqual([...held].sort());
  });

  test.each([
    // Those in force, one of which had its text erased.
    ["en_vigueur", 3, 2],
    ["tous", 8, 8],
  ] as const)("of %s goes on page after page, whatever their size", async (perimetre, total, count) => {
    const whole = await page(perimetre, null, 1000);
    expect([whole.first.total, whole.documents.length]).toEqual([total, count]);
    for (const limit of [1, 2, 3, count]) {
      const documents: FullDocument[] = [];
      for (let apres: string | null = null; ; ) {
        const { documents: next, last } = await page(perimetre, apres, limit);
        expect(last.documents).toBe(next.length);
        documents.push(...next);
        apres = last.suivant;
        if (apres === null) break;
      }
      expect(documents).toEqual(whole.documents);
    }
  });

  test.each(["en_vigueur", "tous"] as const)(
    "of %s ends with the root of its lines, at its last page",
    async (perimetre) => {
      const whole = await page(perimetre, null, 1000);
      const lines = whole.documents.map(
        ({ boi_id, statut, edition: { date_debut, pgp, empreinte, empreinte_source } }) =>
          `${[boi_id, date_debut, pgp, statut, empreinte, empreinte_source].join("\t")}\n`,
      );
      const valeur = new Bun.CryptoHasher("sha256").update(lines.join("")).digest("hex");
      expect(whole.last.racine).toEqual({
        valeur,
        revision: whole.first.revision,
        sequence: whole.first.sequence,
      });
      expect((await page(perimetre, null, 1)).last).not.toHaveProperty("racine");
      const other = await page(perimetre, "BOI-IR-30", 1000);
      expect(other.last.racine).toEqual(whole.last.racine);
      await store.database.$client`update corpus set revision = revision + 1`;
      expect((await page(perimetre, null, 1000)).last.racine?.revision).toBe(whole.first.revision + 1);
    },
  );

  test("of everything begins after a document whose identifier alone is given", async () => {
    const { documents } = await page("tous", "BOI-IR-20", 1000);
    expect(documents.map(({ boi_id }) => boi_id)).toEqual(["BOI-IR-30", "BOI-IR-40"]);
  });
});
