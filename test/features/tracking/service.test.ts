import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import { fingerprint } from "../../../bofip/text/characters.ts";
import { EngineUnavailable } from "../../../db/engine/unavailable.ts";
import type { RelationalStore } from "../../../db/postgres/open.ts";
import { editions } from "../../../db/schema/documents.ts";
import { keptTexts, wordings } from "../../../db/schema/wordings.ts";
import { openComparator } from "../../../src/features/comparison/service.ts";
import type { TrackedReference } from "../../../src/features/tracking/pinned.ts";
import { trackReferences } from "../../../src/features/tracking/service.ts";
import { addActualite, addChanges, addDocuments } from "../../fixtures/corpus.ts";
import { CountedStore } from "../../servers/counted-store.ts";
import { forOneStore } from "../../servers/stores.ts";

type Written = readonly (readonly [numero: string, texte: string])[];

/** A text of numbered §, and where each one is. */
function written(paragraphs: Written) {
  const texte = paragraphs.map(([, own]) => own).join("\n\n");
  let from = 0;
  const paragraphes = paragraphs.map(([numero, own]) => {
    const span = { numero, section: [], start: from, end: from + own.length };
    from += own.length + 2;
    return span;
  });
  return { texte, paragraphes };
}

const FIRST = written([
  ["10", "Le champ."],
  ["20", "Le taux est de 10 %."],
  ["30", "La base."],
  ["40", "Le délai."],
]);
const SECOND = written([
  ["10", "Le champ."],
  ["20", "Le taux est de 12 %."],
  ["30", "La base."],
  ["40", "Le délai."],
]);
const UNCUT = written([
  ["10", "Le gain est imposé. La perte est déduite."],
  ["20", "Le plafond de 1 250 € vaut 5 ans, à compter de 2020."],
  ["30", "Le délai court dès la vente."],
  ["40", "L'option est libre."],
]);
const RECUT = written([
  ["10", "Le gain est imposé."],
  ["15", "La perte est déduite."],
  ["20", "Le plafond de 1 350 € vaut 6,5 ans, à compter de 2020."],
  ["30", "Le délai court, dès la vente"],
  ["40", "L'option est libre. Elle est irrévocable."],
]);
const THIRD = written([
  ["10", "Le champ."],
  ["20", "Le taux est de 15 %."],
  ["30", "Le recours."],
  ["40", "La base."],
]);

forOneStore((_, open) => {
  let store: RelationalStore;
  const comparator = openComparator();
  const deps = () => ({
    database: store.database,
    comparator,
    clock: () => new Date("2026-11-22T12:00:00Z"),
    publicUrl: () => "https://exemple.fr",
  });
  const track = async (...references: TrackedReference[]) =>
    (await trackReferences(deps(), references)).references;
  const on = (boiId: string, numero: string | null, date: string) => ({ boiId, numero, pin: { date } });
  const by = (boiId: string, numero: string | null, texte: string) => {
    return { boiId, numero, pin: { empreinte: fingerprint(texte) } };
  };

  beforeAll(async () => {
    store = await open();
    const { database } = store;
    await addDocuments(
      database,
      {
        boiId: "BOI-IR-LIQ-20",
        shown: { date: "2024-01-18", ...THIRD },
        others: [
          { date: "2020-03-01", dateFin: "2022-05-01", ...FIRST },
          { date: "2022-05-01", dateFin: "2024-01-18", ...SECOND },
        ],
      },
      {
        boiId: "BOI-IR-RETIRE",
        statut: "retire",
        shown: { date: "2015-01-01", dateFin: "2022-02-02", ...FIRST },
      },
      {
        boiId: "BOI-IR-TRANSFERE",
        statut: "transfere",
        transfereVers: "BOI-IR-LIQ-20",
        shown: { date: "2015-01-01", dateFin: "2021-01-01", ...FIRST },
      },
      {
        boiId: "BOI-IR-AVIS",
        statut: "retire",
        shown: { date: "2018-03-07", dateFin: "2018-03-07", kind: "retire", texte: "" },
      },
      {
        boiId: "BOI-IR-REVENU",
        shown: { date: "2020-01-01", ...FIRST },
        others: [{ date: "2015-01-01", dateFin: "2017-01-01", statut: "retire", ...FIRST }],
      },
      { boiId: "BOI-IR-CORRIGE", shown: { date: "2020-01-01", ...SECOND } },
      { boiId: "BOI-IR-EFFACE", shown: { date: "2020-01-01", ...FIRST } },
      { boiId: "BOI-IR-REDERIVE", shown: { date: "2020-01-01", ...FIRST } },
      {
        boiId: "BOI-IR-ECART",
        shown: { date: "2024-01-18", ...RECUT },
        others: [{ date: "2020-03-01", dateFin: "2024-01-18", ...UNCUT }],
      },
    );
    await addChanges(
      database,
      { boiId: "BOI-IR-LIQ-20", date: "2020-03-01", nature: "creation" },
      { boiId: "BOI-IR-LIQ-20", date: "2022-05-01", nature: "modification" },
      { boiId: "BOI-IR-LIQ-20", date: "2024-01-18", nature: "modification" },
      { boiId: "BOI-IR-RETIRE", date: "2022-02-02", nature: "retrait" },
    );
    await addActualite(database, "ACTU-2020-1", "2020-03-01", ["BOI-IR-LIQ-20"]);
    await addActualite(database, "ACTU-2022-1", "2022-05-02", ["BOI-IR-LIQ-20"]);
    await addActualite(database, "ACTU-2024-1", "2024-01-18", ["BOI-IR-LIQ-20"]);
    await addActualite(database, "ACTU-2022-2", "2022-02-01", ["BOI-IR-RETIRE"]);

    const [corrected] = await database
      .insert(wordings)
      .values({
        editionId: await editionOf("BOI-IR-CORRIGE"),
        sourceKind: "export",
        sourceOrder: "2019-01-01",
        titre: "",
        empreinte: fingerprint(FIRST.texte),
        derivationVersion: 1,
        current: false,
      })
      .returning();
    await keep("BOI-IR-CORRIGE", corrected?.id ?? 0, FIRST);
    const former = written([["20", "Le taux est de 10 % (20)."]]);
    await keep("BOI-IR-REDERIVE", await wordingOf("BOI-IR-REDERIVE"), former);
    await database
      .update(wordings)
      .set({ erasedAt: new Date("2026-01-01"), erasureReason: "Décision." })
      .where(eq(wordings.id, await wordingOf("BOI-IR-EFFACE")));
  });
  afterAll(() => Promise.all([comparator.close(), store.close()]));

  async function editionOf(boiId: string): Promise<number> {
    const [row] = await store.database
      .select({ id: editions.id })
      .from(editions)
      .where(and(eq(editions.boiId, boiId), eq(editions.current, true)));
    return row?.id ?? 0;
  }

  async function wordingOf(boiId: string): Promise<number> {
    const [row] = await store.database
      .select({ id: wordings.id })
      .from(wordings)
      .where(eq(wordings.editionId, await editionOf(boiId)));
    return row?.id ?? 0;
  }

  async function keep(boiId: string, wordingId: number, { texte, paragraphes }: typeof FIRST): Promise<void> {
    await store.database.insert(keptTexts).values({
      editionId: await editionOf(boiId),
      empreinte: fingerprint(texte),
      derivationVersion: 0,
      wordingId,
      contenuHtml: "",
      contenuTexte: texte,
      paragraphes,
      reserves: [],
      images: [],
      citedDocuments: [],
      citedArticles: [],
    });
  }

  test("a § that changed says since when, what to compare, and who announced it", async () => {
    expect(await track(on("BOI-IR-LIQ-20", "20", "2021-01-01"))).toEqual([
      {
        boi_id: "BOI-IR-LIQ-20",
        numero: "20",
        etat: "modifiee",
        depuis: "2022-05-01",
        numero_actuel: null,
        citation: "BOI-IR-LIQ-20, § 20, version du 1er mars 2020",
        comparaison: "https://exemple.fr/consultation/BOI-IR-LIQ-20/comparaison?de=2020-03-01&a=2024-01-18",
        certitude: "presumee",
        texte_observe: { du: null, au: null },
        avertissement: null,
        ecart: {
          portee: "fond",
          phrases_retirees: ["Le taux est de 10 %."],
          phrases_ajoutees: ["Le taux est de 15 %."],
          nombres_changes: [{ avant: "10", apres: "15" }],
        },
        actualites: [
          { id: "ACTU-2024-1", titre: "Annonce ACTU-2024-1", url: "https://exemple.fr/ACTU-2024-1" },
          { id: "ACTU-2022-1", titre: "Annonce ACTU-2022-1", url: "https://exemple.fr/ACTU-2022-1" },
        ],
      },
    ]);
  });

  test("a § whose words stand under another number moved, whatever stands at its own", async () => {
    expect(await track(on("BOI-IR-LIQ-20", "30", "2020-03-01"))).toMatchObject([
      {
        etat: "deplacee",
        numero_actuel: "40",
        depuis: "2024-01-18",
        citation: expect.stringContaining("§ 30"),
      },
    ]);
  });

  test("a § is unchanged through editions that change others, and nothing is to be compared", async () => {
    expect(await track(on("BOI-IR-LIQ-20", "10", "2020-03-01"))).toMatchObject([
      { etat: "inchangee", depuis: null, comparaison: null, actualites: [] },
    ]);
  });

  test("a § removed changed when its words were last a whole §", async () => {
    expect(await track(on("BOI-IR-LIQ-20", "40", "2020-03-01"))).toMatchObject([
      { etat: "modifiee", depuis: "2024-01-18", numero_actuel: null },
    ]);
  });

  test("a fingerprint, of the § or of its text, answers as the day does", async () => {
    for (const numero of ["10", "20", "30", "40"]) {
      const span = FIRST.paragraphes.find((own) => own.numero === numero);
      const own = FIRST.texte.slice(span?.start, span?.end);
      const [day, paragraph, text] = await track(
        on("BOI-IR-LIQ-20", numero, "2021-01-01"),
        by("BOI-IR-LIQ-20", numero, own),
        by("BOI-IR-LIQ-20", numero, FIRST.texte),
      );
      const verdict = { etat: day?.etat, depuis: day?.depuis, numero_actuel: day?.numero_actuel };
      expect([paragraph, text]).toMatchObject([verdict, verdict]);
    }
  });

  test("a whole document is followed by its whole text", async () => {
    const found = await track(
      on("BOI-IR-LIQ-20", null, "2021-01-01"),
      on("BOI-IR-LIQ-20", null, "2024-02-01"),
      by("BOI-IR-LIQ-20", null, SECOND.texte),
      by("BOI-IR-LIQ-20", null, THIRD.texte),
    );
    expect(found.map(({ etat, depuis }) => [etat, depuis])).toEqual([
      ["modifiee", "2022-05-01"],
      ["inchangee", null],
      ["modifiee", "2024-01-18"],
      ["inchangee", null],
    ]);
  });

  test("what ended says so, of a text held or not, with its announcement", async () => {
    const found = await track(
      on("BOI-IR-RETIRE", "10", "2016-01-01"),
      by("BOI-IR-RETIRE", "10", "Le champ."),
      on("BOI-IR-RETIRE", "10", "2010-01-01"),
      on("BOI-IR-RETIRE", "10", "2024-01-01"),
      on("BOI-IR-TRANSFERE", null, "2016-01-01"),
      on("BOI-IR-AVIS", "10", "2016-01-01"),
    );
    expect(found.map(({ etat, depuis, citation }) => [etat, depuis, citation])).toEqual([
      [
        "retiree",
        "2022-02-02",
        "BOI-IR-RETIRE, § 10, version du 1er janvier 2015 (retiré le 2 février 2022)",
      ],
      [
        "retiree",
        "2022-02-02",
        "BOI-IR-RETIRE, § 10, version du 1er janvier 2015 (retiré le 2 février 2022)",
      ],
      ["retiree", "2022-02-02", null],
      ["retiree", "2022-02-02", null],
      ["transferee", "2021-01-01", "BOI-IR-TRANSFERE, version du 1er janvier 2015"],
      // Known only by its notice, which states that it ended.
      ["retiree", "2018-03-07", null],
    ]);
    expect(found[0]?.actualites.map(({ id }) => id)).toEqual(["ACTU-2022-2"]);
  });

  test("what is not held never looks like what does not exist", async () => {
    const found = await track(
      on("BOI-IR-LIQ-20", "20", "2012-01-01"),
      on("BOI-IR-EFFACE", "20", "2021-01-01"),
      on("BOI-XX", "20", "2021-01-01"),
      on("BOI-IR-LIQ-20", "25", "2021-01-01"),
      on("BOI-IR-RETIRE", "25", "2016-01-01"),
      on("BOI-IR-REVENU", "20", "2018-01-01"),
      by("BOI-IR-LIQ-20", "20", "Jamais écrit."),
      by("BOI-IR-LIQ-20", "10", "La base."),
      by("BOI-IR-LIQ-20", null, "La base."),
    );
    expect(found.map(({ etat }) => etat)).toEqual([
      ...(["non_detenue", "non_detenue", "non_detenue", "inconnue", "inconnue"] as const),
      ...(["non_detenue", "inconnue", "inconnue", "inconnue"] as const),
    ]);
  });

  test("an erased text is named by its fingerprint still: it is not held, not unknown", async () => {
    expect(await track(by("BOI-IR-EFFACE", null, FIRST.texte))).toMatchObject([{ etat: "non_detenue" }]);
  });

  test("words put right within their edition changed on no known day, and are compared by fingerprint", async () => {
    const [found] = await track(by("BOI-IR-CORRIGE", "20", "Le taux est de 10 %."));
    const empreinte = fingerprint("Le taux est de 10 %.").slice(0, 12);
    expect(found).toMatchObject({
      etat: "modifiee",
      depuis: null,
      citation: `BOI-IR-CORRIGE, § 20, version du 1er janvier 2020, empreinte ${empreinte}`,
      comparaison: `https://exemple.fr/consultation/BOI-IR-CORRIGE/comparaison?de=${fingerprint(FIRST.texte)}&a=2020-01-01`,
    });
  });

  test("a new version of our parser changes no word of the source", async () => {
    expect(await track(by("BOI-IR-REDERIVE", "20", "Le taux est de 10 % (20)."))).toMatchObject([
      { etat: "inchangee" },
    ]);
  });

  describe("the gap between words that changed and those in force", () => {
    test.each([
      ["10", { portee: "decoupage", phrases_retirees: [], phrases_ajoutees: [], nombres_changes: [] }],
      [
        "20",
        {
          portee: "fond",
          nombres_changes: [
            { avant: "1 250", apres: "1 350" },
            { avant: "5", apres: "6,5" },
          ],
        },
      ],
      ["30", { portee: "formelle", phrases_retirees: [], phrases_ajoutees: [], nombres_changes: [] }],
      ["40", { portee: "fond", phrases_retirees: [], phrases_ajoutees: ["Elle est irrévocable."] }],
    ])("of § %s", async (numero, ecart) => {
      expect(await track(on("BOI-IR-ECART", numero, "2021-01-01"))).toMatchObject([
        { etat: "modifiee", ecart },
      ] as never);
    });

    test("of a whole document has the sentences of all its §", async () => {
      const [found] = await track(on("BOI-IR-ECART", null, "2021-01-01"));
      expect(found?.ecart).toMatchObject({
        portee: "fond",
        phrases_ajoutees: [expect.stringContaining("1 350 €"), "Elle est irrévocable."],
        nombres_changes: [
          { avant: "1 250", apres: "1 350" },
          { avant: "5", apres: "6,5" },
        ],
      });
    });

    test("is of nothing but changed words, and of none that could not be compared", async () => {
      const same = await track(
        on("BOI-IR-LIQ-20", "10", "2020-03-01"),
        on("BOI-IR-LIQ-20", "30", "2020-03-01"),
      );
      expect(same.map(({ ecart }) => ecart)).toEqual([null, null]);
      const compare = () => Promise.reject(new EngineUnavailable("comparison", "trop tard"));
      const away = { ...deps(), comparator: { ...comparator, compare } };
      const { references } = await trackReferences(away, [on("BOI-IR-ECART", "10", "2021-01-01")]);
      expect(references).toMatchObject([{ etat: "modifiee", ecart: null }]);
    });
  });

  describe("how certain the words are", () => {
    beforeAll(async () => {
      const id = await editionOf("BOI-IR-REVENU");
      await store.database.update(editions).set({ attestedUntil: "2021-06-01" }).where(eq(editions.id, id));
      await store.database
        .update(wordings)
        .set({ shownFrom: "2020-01-01", shownUntil: "2021-06-01" })
        .where(eq(wordings.editionId, id));
    });

    test("depends on the day they were relied on, and unchanged ones warn when they are presumed", async () => {
      const [attested, presumed, print] = await track(
        on("BOI-IR-REVENU", "10", "2021-01-01"),
        on("BOI-IR-REVENU", "10", "2022-01-01"),
        by("BOI-IR-REVENU", "10", "Le champ."),
      );
      expect(attested).toMatchObject({ etat: "inchangee", certitude: "attestee", texte_observe: null });
      expect(attested?.avertissement).toBeNull();
      const texte_observe = { du: "2020-01-01", au: "2021-06-01" };
      expect(presumed).toMatchObject({ etat: "inchangee", certitude: "presumee", texte_observe });
      expect(presumed?.avertissement).toStartWith("Le 1er janvier 2022, l'édition et ses mots sont présumés");
      expect(print).toMatchObject({ certitude: "presumee", texte_observe });
    });

    test("is of no text that is not held", async () => {
      expect(await track(on("BOI-XX", "10", "2021-01-01"))).toMatchObject([
        { certitude: null, texte_observe: null, avertissement: null },
      ]);
    });
  });

  test("a § that a held text never had is unknown, even by the fingerprint of that text", async () => {
    const found = await track(by("BOI-IR-LIQ-20", "25", FIRST.texte), by("BOI-IR-EFFACE", "25", FIRST.texte));
    expect(found.map(({ etat }) => etat)).toEqual(["inconnue", "non_detenue"]);
  });

  describe("many references", () => {
    test("come back in their order, of documents in any order", async () => {
      const boiIds = ["BOI-IR-LIQ-20", "BOI-IR-REVENU", "BOI-XX"];
      const references = Array.from({ length: 1_000 }, (_, rank) =>
        on(`${boiIds[rank % 3]}${rank % 7 === 0 ? "-9" : ""}`, rank % 2 ? "10" : "20", "2021-01-01"),
      );
      const found = await track(...references);
      expect(found.map(({ boi_id, numero }) => [boi_id, numero])).toEqual(
        references.map(({ boiId, numero }) => [boiId, numero]),
      );
      expect(found[1]?.etat).toBe("inchangee");
      expect(found[2]?.etat).toBe("non_detenue");
    });

    test.each([
      ["§ of one document", (rank: number) => ["BOI-IR-LIQ-20", `${10 * (1 + (rank % 4))}`] as const],
      ["§ that it never had", (rank: number) => ["BOI-IR-CORRIGE", `${10 * rank}`] as const],
      ["whole texts", () => ["BOI-IR-LIQ-20", null] as const],
    ])("whose fingerprints nothing has ask the store as often as one: %s", async (_, nameOf) => {
      const statementsFor = async (count: number) => {
        const references = Array.from({ length: count }, (__, rank) => {
          const [boiId, numero] = nameOf(rank);
          return by(boiId, numero, `Jamais écrit : ${rank}.`);
        });
        const counted = new CountedStore(store.database);
        const found = await trackReferences({ ...deps(), database: counted.database }, references);
        expect(new Set(found.references.map(({ etat }) => etat))).toEqual(new Set(["inconnue"]));
        return counted.take().statements;
      };
      expect(await statementsFor(1_000)).toBe(await statementsFor(1));
    });
  });
});
