import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { LawEntry } from "../../../bofip/law/cited/entries.ts";
import { EngineUnavailable } from "../../../db/engine/unavailable.ts";
import type { RelationalStore } from "../../../db/postgres/open.ts";
import { type CitationChecker, openCitationChecker } from "../../../src/features/citations/checker.ts";
import { checkCitations } from "../../../src/features/citations/service.ts";
import { addDocuments } from "../../fixtures/corpus.ts";
import { fakeFullText } from "../../fixtures/fulltext.ts";
import { forOneStore } from "../../servers/stores.ts";

const CITED: LawEntry = {
  genre: "norme",
  cle: "loi-2007-1223",
  article: "8",
  champs: { nature: "loi", numero: "2007-1223", date: "2007-08-21", url: null },
  rang: "corps",
  occurrences: [{ paragraphe: "10", texte: "article 8 de la loi n° 2007-1223 du 21 août 2007" }],
};
const NAMING = { depuis: "20", vers: null, jusqua: null, edition: null, texte: "BOI-IR-NOMME" };
const TEXTE = "Premier point.\n\nSecond point, plus long.";

forOneStore((_, open) => {
  let store: RelationalStore;
  const checker = openCitationChecker();
  const fulltext = fakeFullText({});
  const check = (texte: string, date: string | null = null) => checkWith(checker, texte, date);
  const checkWith = (citationChecker: CitationChecker, texte: string, date: string | null = null) =>
    checkCitations(
      {
        database: store.database,
        citationChecker,
        fulltext,
        clock: () => new Date("2026-11-21T23:30:00Z"),
        domains: { named: () => new Set(["IR"]) },
        publicUrl: () => "https://exemple.fr",
      },
      texte,
      date,
    );

  beforeAll(async () => {
    store = await open();
    const paragraphes = [
      { numero: "10", section: [], start: 0, end: 14 },
      { numero: "20", section: [], start: 16, end: TEXTE.length },
    ];
    await addDocuments(
      store.database,
      {
        boiId: "BOI-IR-LIQ-20",
        shown: {
          date: "2024-01-18",
          texte: TEXTE,
          paragraphes,
          reserves: [{ de: "30", a: "50" }],
          citedLaw: [CITED],
          references: [{ target: "BOI-IR-NOMME", paragraphe: null, mentions: 1, cibles: [NAMING] }],
        },
        others: [{ date: "2020-03-01", dateFin: "2024-01-18", texte: "Ancien point.", paragraphes: [] }],
      },
      { boiId: "BOI-IR-RETIRE", statut: "retire", shown: { date: "2015-01-01", dateFin: "2022-02-02" } },
    );
  });
  afterAll(() => Promise.all([checker.close(), store.close()]));

  test("every citation comes in the order of the text, with what it proves to be", async () => {
    const texte =
      "🏠 Le BOI-IR-LIQ-20, § 20, dit « second point » ; voir 5 B-12-10, BOI-XX, n° 30 du BOI-IR-LIQ-20, § 99 du BOI-IR-LIQ-20-20240118, BOI-IR-LIQ-20-20200301, BOI-IR-LIQ-20-20190101 et BOI-IR-RETIRE.";
    const { citations, date } = await check(texte);
    expect(date).toBe("2026-11-22");
    expect(citations.map(({ etat }) => etat)).toEqual([
      ...["verifiee", "non_verifiable", "document_inconnu", "paragraphe_reserve", "paragraphe_absent"],
      ...["remplacee", "edition_non_detenue", "retiree"],
    ] as never);
    for (const { debut, fin, texte: written } of citations)
      expect([...texte].slice(debut, fin).join("")).toBe(written);
    expect(citations[0]).toEqual({
      debut: 5,
      fin: 24,
      texte: "BOI-IR-LIQ-20, § 20",
      boi_id: "BOI-IR-LIQ-20",
      numero: "20",
      numero_fin: null,
      edition: null,
      etat: "verifiee",
      motif: null,
      citation: "BOI-IR-LIQ-20, § 20, version du 18 janvier 2024",
      page: "https://exemple.fr/consultation/BOI-IR-LIQ-20#p20",
      citation_textuelle: { etat: "equivalent", numero: null, proche: null, omis: [] },
      certitude: "presumee",
      texte_observe: { du: null, au: null },
      paragraphe_inchange: null,
      comparaison: null,
      jour: null,
      remplacee: false,
      non_lus: [],
      nomme_par: [],
    });
    expect(citations[5]?.page).toBe("https://exemple.fr/consultation/BOI-IR-LIQ-20/2020-03-01");
    expect(citations.map(({ citation }) => citation !== null)).toEqual(
      citations.map(({ etat }) => etat === "verifiee" || etat === "remplacee"),
    );
  });

  test("with a day, an edition in force then is no fault, and its own text is read", async () => {
    const { citations } = await check(
      "« Ancien point » (BOI-IR-LIQ-20, version du 1er mars 2020)",
      "2023-01-01",
    );
    expect(citations[0]).toMatchObject({ etat: "verifiee", citation_textuelle: { etat: "exact" } });
  });

  test.each([
    ["a fingerprint that is none", "BOI-IR-LIQ-20, § 20, empreinte 12xy", { etat: "empreinte_inexacte" }],
    ["what is not read", "BOI-IR-LIQ-20, § 20, 2e alinéa", { etat: "partielle", non_lus: [{ debut: 21 }] }],
    [
      "a former text, wrong or not",
      "BOI-IR-LIQ-20, § 99 (2020-03-01)",
      { etat: "paragraphe_absent", remplacee: true },
    ],
    [
      "the edition of a day, rather than that which began on another",
      "BOI-IR-LIQ-20, version du 18 janvier 2024, en vigueur au 1er avril 2020",
      {
        etat: "partielle",
        jour: "2020-04-01",
        edition: "2020-03-01",
        non_lus: [{ texte: "18 janvier 2024" }],
      },
    ],
    [
      "a range that goes backwards",
      "BOI-IR-LIQ-20, § 20 à 10",
      { etat: "paragraphe_absent", numero_fin: "10" },
    ],
    [
      "a link of another",
      "[BOI-IR-LIQ-20](https://bofip.fr/1-PGP?identifiant=BOI-IR-RETIRE)",
      { etat: "lien_contradictoire" },
    ],
    [
      "what is not held, and who names it",
      "BOI-IR-NOMME",
      { etat: "document_inconnu", nomme_par: [{ boi_id: "BOI-IR-LIQ-20", numero: "20" }] },
    ],
    [
      "a bulletin of a time that had none",
      "5 B-12-15 du 3 mars 2015",
      { etat: "non_verifiable", motif: expect.stringContaining("Aucun bulletin de cette forme") },
    ],
  ])("%s is told", async (_, texte, expected) => {
    const { citations } = await check(texte);
    expect(citations).toMatchObject([expected]);
  });

  test("leaves the event loop to others, whatever the quotation", async () => {
    const words = "a\u0323\u0301".repeat(12_000);
    let longestMs = 0;
    let last = performance.now();
    const ticking = setInterval(() => {
      longestMs = Math.max(longestMs, performance.now() - last);
      last = performance.now();
    }, 1);
    const started = performance.now();
    const { citations } = await check(`BOI-IR-LIQ-20, § 20 : « ${words} »`);
    clearInterval(ticking);
    expect(citations[0]).toMatchObject({ etat: "citation_inexacte", citation_textuelle: { etat: "absent" } });
    // A busy machine holds the loop up by itself; what this guards against held it up for seconds.
    expect(longestMs).toBeLessThan(Math.max(500, (performance.now() - started) / 2));
  });

  test("words that could not be compared in time leave the citation unverified, and nothing to recopy", async () => {
    const late = {
      ...openCitationChecker(),
      locate: () => Promise.reject(new EngineUnavailable("citations", "trop tard")),
    };
    const { citations } = await checkWith(
      late,
      "Le BOI-IR-LIQ-20, § 20, dit « second point » ; voir BOI-IR-LIQ-20, § 10.",
    );
    expect(citations).toMatchObject([
      {
        etat: "non_verifiee",
        citation: null,
        citation_textuelle: null,
        motif: expect.stringContaining("temps imparti"),
      },
      { etat: "verifiee", citation: "BOI-IR-LIQ-20, § 10, version du 18 janvier 2024" },
    ]);
  });

  test("a quotation in too many pieces leaves its citation unverified", async () => {
    const { citations } = await check(`BOI-IR-LIQ-20, § 20 : « ${"zq…".repeat(200)} »`);
    expect(citations[0]).toMatchObject({ etat: "non_verifiee", citation: null });
  });

  test("a text without citation has none, and asks the store for nothing", async () => {
    expect(await check("Aucune référence.")).toEqual({
      date: "2026-11-22",
      bilan: { verifiees: 0, remplacees: 0, a_corriger: 0, a_lire: 0, non_detenues: 0 },
      citations: [],
      citations_libres: [],
      non_lues: [],
      references_droit: [],
      couverture_droit: { jusqu_au: null },
    });
  });

  describe("the law that a text cites", () => {
    const references = async (texte: string, citationChecker = checker) =>
      (await checkWith(citationChecker, texte)).references_droit.filter(({ genre }) => genre !== "article");

    test("comes in the order of the text, with how many documents in force cite it", async () => {
      const texte =
        "🏠 Voir la loi n° 2007-1223 du 21 août 2007, article 8, puis CE, plén., 21 décembre 2018, n° 402006 et RM Ciot n° 78192, JO AN du 23 février 2016, p. 1648.";
      const found = await references(texte);
      expect(found).toMatchObject([
        {
          genre: "norme",
          ...{ cle: "loi-2007-1223", nature: "loi", numero: "2007-1223", date: "2007-08-21", article: "8" },
          ...{ documents: 1, adresse: "/v1/normes/loi-2007-1223" },
        },
        {
          genre: "decision",
          ...{
            cle: "CE-402006",
            juridiction: "CE",
            formation: "plén.",
            date: "2018-12-21",
            numero: "402006",
          },
          ...{ ecli: null, documents: 0, adresse: null },
        },
        {
          genre: "reponse",
          cle: "RM-AN-2016-78192",
          chambre: "AN",
          auteur: "Ciot",
          documents: 0,
          adresse: null,
        },
      ]);
      for (const { debut, fin, texte: written } of found)
        expect([...texte].slice(debut, fin).join("")).toBe(written);
    });
    test("is not known to be cited, or not, when nothing tells which it is", async () => {
      expect(await references("L'arrêt du Conseil d'État du 8 mars 2004 le dit.")).toMatchObject([
        { genre: "decision", cle: null, date: "2004-03-08", documents: null, adresse: null },
      ]);
    });
    test("is the same in the thread as at once, three hundred at most", async () => {
      const law = "loi n° 2007-1223 du 21 août 2007 ; ";
      const thread = openCitationChecker(0);
      expect(await references(law, thread)).toEqual(await references(law));
      await thread.close();
      const { references_droit, tronque } = await check(law.repeat(301));
      expect([references_droit.length, tronque]).toEqual([300, true]);
    });
  });

  test("three hundred are given, and more are told", async () => {
    const { citations, tronque } = await check("BOI-IR-LIQ-20 ; ".repeat(301));
    expect([citations.length, tronque]).toEqual([300, true]);
    expect(await check("BOI-IR-LIQ-20 ; ".repeat(300))).not.toHaveProperty("tronque");
  });

  describe("what is quoted of a document that is not held is not judged", () => {
    test.each(["« mots » (BOI-XX)", "« mots » (5 B-12-10)"])("%s", async (texte) => {
      expect((await check(texte)).citations[0]?.citation_textuelle).toBeNull();
    });
  });
});
