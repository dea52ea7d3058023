import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import { fingerprint } from "../../../bofip/text/characters.ts";
import { EngineUnavailable } from "../../../db/engine/unavailable.ts";
import type { RelationalStore } from "../../../db/postgres/open.ts";
import { editions } from "../../../db/schema/documents.ts";
import { keptTexts, wordings } from "../../../db/schema/wordings.ts";
import { matches, wordsOf } from "../../../search/fulltext/match-query.ts";
import type { FullTextReader } from "../../../search/fulltext/port.ts";
import { openCitationChecker } from "../../../src/features/citations/checker.ts";
import { checkCitations } from "../../../src/features/citations/service.ts";
import { addActualite, addDocuments } from "../../fixtures/corpus.ts";
import { fakeFullText } from "../../fixtures/fulltext.ts";
import { forOneStore } from "../../servers/stores.ts";

const FIRST = "Les réductions d'impôt ne peuvent donner lieu à restitution.";
const SECOND = "Le plafond annuel est égal à 3 500 euros par enfant à charge, sauf option contraire.";
const THIRD = "La nature des services rendus n'a pas, en principe, à être prise en considération.";
const FORMER = "Le plafond annuel est égal à 2 300 euros par enfant à charge.";

/** A text of § 10, 20 and 30, each under its headings. */
function textOf(...paragraphs: readonly string[]) {
  const sections = [["I. Champ", "A. Principe"], ["I. Champ", "B. Montant", "2. Plafond"], ["II. Services"]];
  let start = 0;
  const paragraphes = paragraphs.map((paragraph, rank) => {
    const span = {
      numero: `${rank + 1}0`,
      section: sections[rank] ?? [],
      start,
      end: start + paragraph.length,
    };
    start = span.end + 2;
    return span;
  });
  return { texte: paragraphs.join("\n\n"), paragraphes };
}

const SHOWN = textOf(FIRST, SECOND, THIRD);
const PAST = textOf(FIRST, FORMER);
const OTHER = "Les frais de scolarité ouvrent droit à un avantage forfaitaire par enfant scolarisé.";
const RECTIFIED = textOf("Une première rédaction, que la source a rectifiée depuis.");

/** The texts of the documents in force, found as engines find them. */
const IN_FORCE: ReadonlyMap<string, string> = new Map([
  ["BOI-IR-RICI", SHOWN.texte],
  ["BOI-TVA", OTHER],
]);
const fulltext = fakeFullText({
  search: async ({ query }) => {
    const hits = [...IN_FORCE]
      .filter(([, texte]) => matches(wordsOf("", texte, []), query))
      .map(([boiId]) => ({ boiId, score: 1 }));
    return { total: hits.length, hits };
  },
});

forOneStore((_, open) => {
  let store: RelationalStore;
  const checker = openCitationChecker();
  const check = (texte: string, over: { date?: string; fulltext?: FullTextReader; checker?: object } = {}) =>
    checkCitations(
      {
        database: store.database,
        citationChecker: { ...checker, ...over.checker },
        fulltext: over.fulltext ?? fulltext,
        clock: () => new Date("2026-11-22T12:00:00Z"),
        domains: { named: () => new Set(["IR"]) },
        publicUrl: () => "https://exemple.fr",
      },
      texte,
      over.date ?? null,
    );
  const first = async (texte: string, over = {}) => (await check(texte, over)).citations[0];

  beforeAll(async () => {
    store = await open();
    await addDocuments(
      store.database,
      {
        boiId: "BOI-IR-RICI",
        shown: { date: "2024-01-18", titre: "IR - Réductions d'impôt", ...SHOWN },
        others: [{ date: "2020-03-01", dateFin: "2024-01-18", ...PAST }],
      },
      { boiId: "BOI-TVA", shown: { date: "2021-01-01", titre: "TVA - Droits à déduction", texte: OTHER } },
      { boiId: "BOI-IR-EFFACE", shown: { date: "2021-01-01", texte: "" } },
      {
        boiId: "BOI-IR-DEUX",
        shown: { date: "2021-02-03", pgp: 8, ...SHOWN },
        others: [{ date: "2021-02-03", dateFin: "2021-02-03", pgp: 7, ...PAST }],
      },
      {
        boiId: "BOI-IR-PARTI",
        statut: "retire",
        shown: { date: "2018-03-07", dateFin: "2018-03-07", kind: "retire", texte: "" },
      },
    );
    await addActualite(store.database, "ACTU-2014-00076", "2014-03-26", [], {
      texte: "Le barème kilométrique est revalorisé pour cette année.",
    });
    await keepFormerWording("BOI-IR-RICI", "2024-01-18");
    const erased = await editionOf("BOI-IR-EFFACE", "2021-01-01");
    await store.database
      .update(wordings)
      .set({ erasedAt: new Date(), empreinte: "e".repeat(64) })
      .where(eq(wordings.editionId, erased));
  });
  afterAll(() => Promise.all([checker.close(), store.close()]));

  async function editionOf(boiId: string, date: string): Promise<number> {
    const rows = await store.database.select().from(editions).where(eq(editions.boiId, boiId));
    return rows.find(({ debutDeValidite }) => debutDeValidite === date)?.id ?? 0;
  }

  /** A wording of an edition that its source rectified. */
  async function keepFormerWording(boiId: string, date: string): Promise<void> {
    const editionId = await editionOf(boiId, date);
    const empreinte = fingerprint(RECTIFIED.texte);
    const [wording] = await store.database
      .insert(wordings)
      .values({
        editionId,
        sourceKind: "export",
        sourceOrder: "2024-01-17",
        titre: "",
        empreinte,
        derivationVersion: 1,
        current: false,
      })
      .returning();
    await store.database.insert(keptTexts).values({
      editionId,
      empreinte,
      derivationVersion: 1,
      wordingId: wording?.id ?? null,
      contenuHtml: "",
      contenuTexte: RECTIFIED.texte,
      paragraphes: RECTIFIED.paragraphes,
      reserves: [],
      images: [],
      citedDocuments: [],
      citedArticles: [],
    });
  }

  describe("the words of a citation", () => {
    test.each([
      [
        "invented",
        "Le BOI-IR-RICI, § 10, précise que « les réductions d'impôt sont doublées pour les marins »",
      ],
      ["behind « qui exige »", "BOI-IR-RICI n° 10, qui exige « une renonciation écrite du contribuable »"],
      [
        "behind « selon lequel »",
        "le BOI-IR-RICI, § 30, selon lequel « la nature des services rendus a, en principe, à être prise en considération »",
      ],
      ["before it", "« un plafond annuel égal à 2 300 euros » (BOI-IR-RICI, § 20)"],
      ["whose end of a number alone is right", "BOI-IR-RICI, § 20 : « 500 euros par enfant à charge »"],
      ["in the other order", "« sauf option contraire […] Le plafond annuel » (BOI-IR-RICI, § 20)"],
      [
        "of which one of two is wrong",
        "BOI-IR-RICI, § 10, dit « donner lieu à restitution » et « donner lieu à imputation »",
      ],
      ["of another edition", "BOI-IR-RICI, § 20 : « 2 300 euros par enfant »"],
      ["of an actualité", "« Le barème kilométrique est abaissé » (ACTU-2014-00076)"],
    ])("%s, make it citation_inexacte", async (_, texte) => {
      expect(await first(texte)).toMatchObject({
        etat: "citation_inexacte",
        citation: null,
        citation_textuelle: { etat: "absent", numero: null },
        motif: expect.stringContaining("ne se trouvent pas"),
      });
    });

    test("of another § are told to be there", async () => {
      expect(await first("BOI-IR-RICI, § 30 : « Le plafond annuel est égal à 3 500 euros »")).toMatchObject({
        etat: "citation_inexacte",
        citation: null,
        motif: "Les mots entre guillemets ne se trouvent pas au § 30 : ils sont au § 20.",
        citation_textuelle: { etat: "absent", numero: "20", proche: null },
      });
    });

    test("that no § has come with those that are near", async () => {
      const { citation_textuelle } =
        (await first("BOI-IR-RICI, § 20 : « Le plafond annuel est égal à 2 500 euros »")) ?? {};
      expect(citation_textuelle).toEqual({
        etat: "absent",
        numero: null,
        proche: { numero: "20", texte: SECOND },
        omis: [],
      });
    });

    test.each([
      "« Le plafond annuel est […] à 3 500 euros » (BOI-IR-RICI, § 20)",
      "Selon le BOI-IR-RICI, § 10, il est dit\n“donner lieu\n à restitution”",
      "BOI-IR-RICI, § 10 et 20 : « ne peuvent donner lieu à restitution »",
      "« Le barème kilométrique est revalorisé » (ACTU-2014-00076)",
      "BOI-IR-RICI, version du 1er mars 2020, § 20 : « 2 300 euros par enfant »",
    ])("%s is right", async (texte) => {
      const { citations } = await check(texte);
      for (const { etat, citation } of citations) {
        expect(["verifiee", "remplacee"]).toContain(etat);
        expect(citation).not.toBeNull();
      }
    });
  });

  test.each([
    ["« Les réductions d'impôt […] peuvent donner lieu à restitution »", "« ne »", ["ne"]],
    [
      "« Le plafond annuel […] sauf option contraire »",
      "un nombre",
      ["est égal à 3 500 euros par enfant à charge,"],
    ],
  ])("%s (BOI-IR-RICI, § 10) leaves out what counts", async (words, hides, omis) => {
    const found = await first(`${words} (BOI-IR-RICI, § ${hides === "« ne »" ? 10 : 20})`);
    expect(found).toMatchObject({
      etat: "citation_tronquee",
      citation: null,
      motif: expect.stringContaining(hides),
      citation_textuelle: { etat: "coupee", omis },
    });
  });

  describe("the title quoted for a citation", () => {
    test.each([
      "BOI-IR-RICI, « Réductions d'impôt »",
      "« IR - Réductions d’impôt » (BOI-IR-RICI, § 20)",
      "ACTU-2014-00076, « Annonce ACTU-2014-00076 »",
    ])("%s is right", async (texte) => {
      expect(await first(texte)).toMatchObject({
        etat: "verifiee",
        citation_textuelle: { numero: null, omis: [] },
      });
    });

    test.each([
      ["in force", "BOI-IR-RICI, « Droits à déduction »"],
      ["of a § that is absent", "« TVA - Droits à déduction » (BOI-IR-RICI, § 99)"],
      ["of a past edition", "BOI-IR-RICI-20200301, « Droits à déduction »"],
    ])("is not that of another document, %s", async (_, texte) => {
      expect(await first(texte)).toMatchObject({
        etat: "titre_inexact",
        citation: null,
        motif: "Les mots entre guillemets sont le titre du BOI-TVA.",
        citation_textuelle: { etat: "absent" },
      });
    });

    test("is not looked for in what is not held", async () => {
      expect((await first("BOI-IR-INVENTE, « Droits à déduction »"))?.etat).toBe("document_inconnu");
      expect((await first("BOI-IR-RICI-20190101, « Droits à déduction »"))?.etat).toBe("edition_non_detenue");
      expect((await first("BOI-IR-RICI, « à déduction »"))?.etat).toBe("citation_inexacte");
      expect((await first("BOI-IR-RICI, « 50 % \\ % _ »"))?.etat).toBe("citation_inexacte");
    });
  });

  test("words that are cut where nothing counts are told, and right", async () => {
    const found = await first("« Le plafond annuel est […] à 3 500 euros » (BOI-IR-RICI, § 20)");
    expect(found).toMatchObject({
      etat: "verifiee",
      citation_textuelle: { etat: "coupee", numero: null, proche: null, omis: ["égal"] },
    });
  });

  describe("the certainty", () => {
    const seen = { shownFrom: "2024-01-18", shownUntil: "2025-06-01" };
    beforeAll(async () => {
      const id = await editionOf("BOI-IR-RICI", "2024-01-18");
      await store.database
        .update(editions)
        .set({ attestedUntil: seen.shownUntil })
        .where(eq(editions.id, id));
      await store.database
        .update(wordings)
        .set(seen)
        .where(and(eq(wordings.editionId, id), wordings.current));
    });

    test.each([
      ["of the edition in force, that day", "BOI-IR-RICI, § 10", "2025-01-01", "attestee", null],
      [
        "of one that no source showed since",
        "BOI-IR-RICI, § 10",
        undefined,
        "presumee",
        { du: seen.shownFrom, au: seen.shownUntil },
      ],
      [
        "of a past one, on its first day",
        "BOI-IR-RICI-20200301",
        undefined,
        "presumee",
        { du: null, au: null },
      ],
      [
        "of the day that the citation says",
        "BOI-IR-RICI, § 10, dans sa rédaction en vigueur au 1er janvier 2025",
        undefined,
        "attestee",
        null,
      ],
      ["whatever is wrong with the citation", "BOI-IR-RICI, § 99", "2025-01-01", "attestee", null],
      ["of nothing", "BOI-IR-INVENTE, § 10", undefined, null, null],
      ["of an actualité", "ACTU-2014-00076", undefined, null, null],
    ])("is %s", async (_, texte, date, certitude, texte_observe) => {
      const found = await first(texte, date === undefined ? {} : { date });
      expect(found).toMatchObject({ certitude, texte_observe } as never);
    });
  });

  describe("a fingerprint", () => {
    const cited = (empreinte: string, numero = "20", edition = ", version du 18 janvier 2024") =>
      `BOI-IR-RICI, § ${numero}${edition}, empreinte ${empreinte.slice(0, 12)}`;

    test.each([
      ["of nothing", cited("000000000000"), "empreinte_inexacte"],
      ["of the §", cited(fingerprint(SECOND)), "verifiee"],
      ["of the whole text", cited(fingerprint(SHOWN.texte)), "verifiee"],
      ["of another §", cited(fingerprint(THIRD)), "empreinte_inexacte"],
      ["of another document", cited(fingerprint(OTHER)), "empreinte_inexacte"],
      ["of another edition than the one named", cited(fingerprint(FORMER)), "empreinte_inexacte"],
      ["of a past edition, which it names", cited(fingerprint(FORMER), "20", ""), "remplacee"],
      ["of a wording since rectified", cited(fingerprint(RECTIFIED.texte), "10"), "remplacee"],
      ["and an absent §", cited("000000000000", "95"), "paragraphe_absent"],
      ["of an erased text", "BOI-IR-EFFACE, empreinte eeeeeeeeeeee", "non_verifiable"],
    ])("%s: %s", async (_, texte, etat) => expect((await first(texte))?.etat).toBe(etat as never));

    test("says which words are compared", async () => {
      const empreinte = fingerprint(RECTIFIED.texte);
      const texte = `${cited(empreinte, "10")} : « que la source a rectifiée depuis »`;
      expect(await first(texte)).toMatchObject({
        etat: "remplacee",
        citation_textuelle: { etat: "exact" },
        citation: `BOI-IR-RICI, § 10, version du 18 janvier 2024, empreinte ${fingerprint(RECTIFIED.texte).slice(0, 12)}`,
        page: `https://exemple.fr/consultation/BOI-IR-RICI/2024-01-18?empreinte=${empreinte}#p10`,
      });
    });

    test("is given where the day leaves a choice between texts", async () => {
      expect((await first("BOI-IR-DEUX, § 20"))?.citation).toBe(
        `BOI-IR-DEUX, § 20, version du 3 février 2021, empreinte ${fingerprint(SECOND).slice(0, 12)}`,
      );
      expect((await first("BOI-IR-DEUX"))?.citation).toBe(
        `BOI-IR-DEUX, version du 3 février 2021, empreinte ${fingerprint(SHOWN.texte).slice(0, 12)}`,
      );
    });

    test("that was not looked for in time leaves the citation unverified", async () => {
      const match = () => Promise.reject(new EngineUnavailable("citations", "trop tard"));
      const late = await first(cited(fingerprint(SECOND)), { checker: { match } });
      expect(late).toMatchObject({ etat: "non_verifiee", citation: null });
    });
  });

  describe("the place of a §", () => {
    test.each([
      ["au I-B-2 § 20 du BOI-IR-RICI", "verifiee"],
      ["au I-B § 20 du BOI-IR-RICI", "verifiee"],
      ["au I-B-1 § 20 du BOI-IR-RICI", "section_inexacte"],
      ["BOI-IR-RICI, II § 30", "verifiee"],
      ["BOI-IR-RICI, III-A", "section_inexacte"],
      ["au I-A § 95 du BOI-IR-RICI", "paragraphe_absent"],
      ["au I-A § 20 du BOI-IR-RICI, empreinte 000000000000", "empreinte_inexacte"],
      ["au I-A § 20 du BOI-IR-RICI : « des mots qui ne sont pas là »", "section_inexacte"],
    ])("%s: %s", async (texte, etat) => {
      const { etat: found, citation } = (await first(texte)) ?? {};
      expect([found, citation === null]).toEqual([etat as never, etat !== "verifiee"]);
    });
  });

  describe("an edition that another replaced", () => {
    test.each([
      ["§ 10", true],
      ["§ 20", false],
      ["§ 10 à 20", false],
    ])("%s of it is unchanged: %j", async (paragraph, isUnchanged) => {
      expect(await first(`BOI-IR-RICI, ${paragraph}, version du 1er mars 2020`)).toMatchObject({
        etat: "remplacee",
        paragraphe_inchange: isUnchanged,
        comparaison: "https://exemple.fr/consultation/BOI-IR-RICI/comparaison?de=2020-03-01&a=2024-01-18",
      });
    });

    test("of which no § is cited has nothing that may be unchanged", async () => {
      expect(await first("BOI-IR-RICI-20200301")).toMatchObject({
        etat: "remplacee",
        paragraphe_inchange: null,
      });
    });

    test("and one in force have nothing to compare", async () => {
      expect(await first("BOI-IR-RICI, § 10")).toMatchObject({
        paragraphe_inchange: null,
        comparaison: null,
      });
    });
  });

  test("an erased text can't be verified", async () => {
    expect(await first("BOI-IR-EFFACE")).toMatchObject({
      etat: "non_verifiable",
      citation: null,
      page: null,
    });
  });

  test("nothing is said of the words of a document of which no text is held", async () => {
    expect(await first("BOI-IR-PARTI, § 10 : « des mots qui étaient peut-être là »")).toMatchObject({
      etat: "retiree",
      citation: null,
      citation_textuelle: null,
    });
  });

  describe("an actualité", () => {
    test.each([
      ["ACTU-2014-00076", "verifiee", "ACTU-2014-00076 du 26 mars 2014"],
      ["ACTU-2014-00076 du 26 mars 2014", "verifiee", "ACTU-2014-00076 du 26 mars 2014"],
      ["ACTU-2014-00076 du 27 mars 2014", "edition_non_detenue", null],
      ["ACTU-2014-00099", "document_inconnu", null],
    ])("%s: %s", async (texte, etat, citation) => {
      expect(await first(texte)).toMatchObject({ boi_id: null, etat: etat as never, citation });
    });

    test("of a day to come is not held that day", async () => {
      expect((await first("ACTU-2014-00076", { date: "2013-01-01" }))?.etat).toBe("edition_non_detenue");
    });
  });

  describe("a quotation without a citation", () => {
    const quotation = async (texte: string, over = {}) => (await check(texte, over)).citations_libres;

    test("is looked for in the texts cited, even past ones", async () => {
      const texte = `Voir BOI-IR-RICI-20200301. Il a dit ceci. « ${FORMER} »`;
      expect(await quotation(texte)).toEqual([
        {
          debut: 42,
          fin: texte.length,
          texte: `« ${FORMER} »`,
          etat: "trouvee",
          boi_id: "BOI-IR-RICI",
          numero: "20",
          citation: "BOI-IR-RICI, § 20, version du 1er mars 2020",
        },
      ]);
    });

    test("is looked for in the texts in force, up to typography", async () => {
      expect(
        await quotation('Il a dit : "LA NATURE des services rendus n’a pas, en principe, à être prise".'),
      ).toMatchObject([
        {
          etat: "trouvee",
          boi_id: "BOI-IR-RICI",
          numero: "30",
          citation: `BOI-IR-RICI, § 30, version du 18 janvier 2024, empreinte ${fingerprint(THIRD).slice(0, 12)}`,
        },
      ]);
      expect(await quotation("« Les frais de scolarité […] par enfant scolarisé »")).toMatchObject([
        { etat: "trouvee", boi_id: "BOI-TVA", numero: null },
      ]);
    });

    test("is found nowhere", async () => {
      expect(await quotation("« chacun choisit librement son année d'imposition »")).toMatchObject([
        { etat: "introuvable", boi_id: null, numero: null, citation: null },
      ]);
    });

    test.each([
      '{ "boi_id": "BOI-IR-RICI", "page": "https://exemple.fr/consultation/BOI-IR-RICI/2024-01-18#p10" }',
      "« BOI-IR-RICI, § 10, version du 18 janvier 2024 »",
      "« impôt » et « une_clef_de_six_mots_collés »",
    ])("is no identifier, address, citation or single word: %s", async (texte) => {
      expect(await quotation(texte)).toEqual([]);
    });

    test("that leaves out what counts is found nowhere", async () => {
      const texte = "Il est écrit. « La nature des services rendus […] en principe, à être prise »";
      expect(await quotation(texte)).toMatchObject([{ etat: "introuvable" }]);
    });

    test("of fewer than five words is none", async () => {
      expect(await quotation("« chacun choisit librement »")).toEqual([]);
    });

    test("beyond the fifth is not looked for", async () => {
      const texte = "Il a dit. « chacun choisit librement son année ».\n".repeat(6);
      expect((await quotation(texte)).map(({ etat }) => etat)).toEqual([
        ...Array.from({ length: 5 }, () => "introuvable" as const),
        "non_verifiee",
      ]);
    });

    test.each([
      ["the engine is away", { search: () => Promise.reject(new EngineUnavailable("fulltext", "absent")) }],
      ["too many documents have its words", { search: async () => ({ total: 99, hits: [] }) }],
    ])("is not judged when %s", async (_, engine) => {
      expect(
        await quotation("« chacun choisit librement son année »", { fulltext: fakeFullText(engine) }),
      ).toMatchObject([{ etat: "non_verifiee", citation: null }]);
    });
  });

  test("beyond three hundred quotations, their citation is not verified", async () => {
    const quotes = (times: number) => `BOI-IR-RICI, § 10 : ${"« restitution » et ".repeat(times)}fin`;
    expect((await first(quotes(300)))?.etat).toBe("verifiee");
    expect((await first(quotes(301)))?.etat).toBe("non_verifiee");
  });

  test("what looks like a reference and is not read is told", async () => {
    const texte = "🏠 Voir BOI_IR_LIQ_20, le BOI-IR-RICI et le BOI précité.";
    expect((await check(texte)).non_lues).toEqual([{ debut: 7, fin: 20, texte: "BOI_IR_LIQ_20" }]);
  });

  test("beyond three hundred citations, nothing is said of what follows", async () => {
    const { citations_libres, non_lues } = await check(
      `${"BOI-IR-RICI ; ".repeat(301)} BOI_IR_LIQ_20 ; « chacun choisit librement son année »`,
    );
    expect([citations_libres, non_lues]).toEqual([[], []]);
  });
});
