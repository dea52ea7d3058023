import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { Database } from "../../../db/postgres/database.ts";
import type { RelationalStore } from "../../../db/postgres/open.ts";
import { documents, editions } from "../../../db/schema/documents.ts";
import type { LawState } from "../../../db/schema/ingestion.ts";
import { passages } from "../../../db/schema/passages.ts";
import { activateEmbedder } from "../../../search/embeddings/fillings.ts";
import { type ContextRequest, readContext } from "../../../src/features/context/service.ts";
import { readParagraph } from "../../../src/features/paragraphs/service.ts";
import { addDocuments } from "../../fixtures/corpus.ts";
import { fillLaw } from "../../fixtures/law.ts";
import { vector } from "../../fixtures/points.ts";
import { fakeSemantic } from "../../fixtures/semantic.ts";
import { SITE } from "../../fixtures/site.ts";
import { MOST_GROWTH } from "../../growth.ts";
import { forEachStore } from "../../servers/stores.ts";

const DAY = "2020-06-01";
const LAW: LawState = { jusqu_au: "2026-06-03", trous: [], codes: ["CGI"] };
const REQUEST: ContextRequest = { question: "Une question", budget: 2_000, filter: {}, date: null };

/** A text of § of these words, and where each stands. */
function written(words: Readonly<Record<string, string>>) {
  let texte = "Titre\n\n";
  const paragraphes = Object.entries(words).map(([numero, own]) => {
    const start = texte.length;
    texte += own;
    const end = texte.length;
    texte += "\n\n";
    return { numero, section: ["I. Règle"], start, end };
  });
  return { texte, paragraphes };
}

const NOW = written({
  "10": "Le premier paragraphe dit qui est visé.",
  "20": "Le deuxième renvoie au § 10 du BOI-IR-20. Il dit combien.",
  "30": "Le troisième dit quand.",
});
const BEFORE = written({
  "10": "Le premier paragraphe dit qui est visé.",
  "20": "Le deuxième disait moins.",
});
const OTHER = written({ "10": "La définition à laquelle il est renvoyé.", "20": "Une autre règle." });
const RESCRIT = "Une question est posée. Une réponse est donnée, et elle est longue.";

forEachStore((_, open) => {
  let store: RelationalStore;
  beforeAll(async () => {
    store = await open();
    const target = { depuis: "20", vers: "10", jusqua: null, edition: null, texte: "§ 10 du BOI-IR-20" };
    await addDocuments(
      store.database,
      {
        boiId: "BOI-IR-10",
        shown: {
          ...NOW,
          date: "2021-01-01",
          references: [{ target: "BOI-IR-20", paragraphe: "20", mentions: 1, cibles: [target] }],
          articles: [
            { code: "CGI", article: "156", texte: "article 156", paragraphes: ["20"], role: "commente" },
          ],
        },
        others: [{ ...BEFORE, date: "2020-01-01", dateFin: "2021-01-01", statut: "remplace" }],
      },
      { boiId: "BOI-IR-20", shown: OTHER },
      { boiId: "BOI-RES-IR-1", shown: { texte: RESCRIT } },
    );
    const rows = await store.database.select().from(documents);
    const [past] = await store.database
      .select()
      .from(editions)
      .where(eq(editions.debutDeValidite, "2020-01-01"));
    await store.database.insert(passages).values(
      rows.map(({ boiId, editionId }) => {
        const [start, end] =
          boiId === "BOI-IR-10" ? [NOW.paragraphes[1]?.start ?? 0, NOW.texte.length] : [0, 20];
        return { editionId, position: 0, paragraphe: null, section: [], start, end, textHash: boiId };
      }),
    );
    const [, second = { start: 0, end: 0 }] = BEFORE.paragraphes;
    const cut = { position: 0, paragraphe: null, section: [], start: second.start, end: second.end };
    await store.database.insert(passages).values({ ...cut, editionId: past?.id ?? 0, textHash: "BOI-IR-10" });
    await activateEmbedder(store.database, "v1");
  });
  afterAll(() => store.close());

  const ask = async (request: Partial<ContextRequest>, found: readonly string[]) => {
    const hits = found.map((boiId, at) => ({ boiId, textHash: boiId, score: 0.9 - at / 2 }));
    const embedder = { embedQuestion: async () => vector(1), textWeight: 2 };
    const deps = { ...SITE, database: store.database };
    const { answer } = await readContext(
      {
        ...deps,
        ...fakeSemantic({ vectors: { search: async () => [...hits] }, embedder }),
        postings: { rank: async () => [], passagesOf: async () => [] },
      },
      { ...REQUEST, ...request },
      request.droit === true ? LAW : null,
    );
    return answer;
  };
  const shown = async (request: Partial<ContextRequest>, found: readonly string[]) =>
    (await ask(request, found)).elements.map(({ boi_id, numero, pourquoi }) => [boi_id, numero, pourquoi]);

  test("what was found comes first, what it sends to behind it, what opens the document in its turn", async () => {
    expect(await shown({}, ["BOI-IR-10"])).toEqual([
      ["BOI-IR-10", "30", "sens"],
      ["BOI-IR-10", "20", "sens"],
      ["BOI-IR-20", "10", "renvoi"],
      ["BOI-IR-10", "10", "introduction"],
    ]);
  });

  test("each § is whole, with its edition, its citation, its law and the fingerprint of its words", async () => {
    const { elements, employe, omis } = await ask({}, ["BOI-IR-10", "BOI-RES-IR-1"]);
    expect(employe).toBe(elements.reduce((sum, { texte }) => sum + [...texte].length, 0));
    expect(omis).toBe(0);
    const second = elements.find(({ boi_id, numero }) => boi_id === "BOI-IR-10" && numero === "20");
    expect(second).toMatchObject({
      texte: "Le deuxième renvoie au § 10 du BOI-IR-20. Il dit combien.",
      section: ["I. Règle"],
      coupe: false,
      edition: { date_debut: "2021-01-01", date_fin: null },
      citation: "BOI-IR-10, § 20, version du 1er janvier 2021",
      articles: [{ code: "CGI", article: "156" }],
    });
    for (const { boi_id: boiId, numero, texte, empreinte } of elements) {
      if (boiId === null || numero === null) continue;
      const asked = { kind: "wording", empreinte } as const;
      const again = await readParagraph({ ...SITE, database: store.database }, { boiId, numero, asked });
      expect(again.texte).toBe(texte);
    }
  });

  test("the article that a § comments on follows it once, when it is asked for and law is held", async () => {
    await fillLaw(store.database);
    const { elements, employe, couverture_droit } = await ask({ droit: true }, ["BOI-IR-10"]);
    const laws = elements.filter(({ pourquoi }) => pourquoi === "droit");
    expect(laws).toHaveLength(1);
    expect(elements[1]).toMatchObject({
      ...{ boi_id: null, numero: null, edition: null, coupe: false, articles: [], decisions: [] },
      ...{ titre: "CGI, art. 156", code_cle: "CGI", article: "156" },
      texte: "Le revenu net est imposé, moins les charges.",
      legiarti: expect.stringMatching(/^LEGIARTI/),
      citation: expect.stringContaining("CGI, art. 156, version du 1er janvier 2018"),
    });
    expect(employe).toBe(elements.reduce((sum, { texte }) => sum + [...texte].length, 0));
    expect(couverture_droit).toEqual({ jusqu_au: "2026-06-03" });
    const cited = elements.flatMap(({ articles }) => articles);
    expect(cited).toMatchObject([
      { article: "156", droit: { date_debut: "2018-01-01" }, modifie_depuis: null },
    ]);
    const without = await ask({}, ["BOI-IR-10"]);
    expect(without.elements.filter(({ pourquoi }) => pourquoi === "droit")).toEqual([]);
    expect(without.couverture_droit).toEqual({ jusqu_au: null });
  });

  test("on a day on which the article was not in force, none follows", async () => {
    const { elements } = await ask({ droit: true, date: "2016-06-01" }, ["BOI-IR-10"]);
    expect(elements.filter(({ pourquoi }) => pourquoi === "droit")).toEqual([]);
  });

  test("a document without numbered § is one § of its own", async () => {
    const { elements } = await ask({}, ["BOI-RES-IR-1"]);
    expect(elements).toMatchObject([{ boi_id: "BOI-RES-IR-1", numero: null, texte: RESCRIT, section: [] }]);
    expect(elements[0]?.empreinte).toBe(elements[0]?.edition?.empreinte ?? "");
  });

  test("on a day of the past, the § are those of that day, references included", async () => {
    expect(await shown({ date: DAY }, ["BOI-IR-10"])).toEqual([
      ["BOI-IR-10", "20", "sens"],
      ["BOI-IR-10", "10", "introduction"],
    ]);
    const [first] = (await ask({ date: DAY }, ["BOI-IR-10"])).elements;
    expect(first).toMatchObject({
      texte: "Le deuxième disait moins.",
      edition: { date_debut: "2020-01-01", date_fin: "2021-01-01", jour: DAY },
    });
  });

  test("of a document of thousands of §, all sent to by each, a pack takes time linear in them", async () => {
    const sizes = [1_500, 6_000];
    for (const size of sizes) await addLong(store.database, size);
    const times = sizes.map(() => Number.POSITIVE_INFINITY);
    for (let run = 0; run < 4; run += 1)
      for (const [at, size] of sizes.entries()) {
        const startedAt = threadMs();
        const { elements } = await ask({ budget: 20_000 }, [`BOI-IR-LONG-${size}`]);
        times[at] = Math.min(times[at] ?? 0, threadMs() - startedAt);
        expect(elements.length).toBeGreaterThan(300);
      }
    const [one = 0, four = 0] = times;
    expect(four / one).toBeLessThan(MOST_GROWTH);
  });

  describe("without", () => {
    test("anything found is empty", async () => {
      expect(await ask({}, [])).toMatchObject({ elements: [], employe: 0, omis: 0 });
    });
    test("an edition held that day, a document is left out", async () => {
      expect(await shown({ date: "2019-06-01" }, ["BOI-IR-10", "BOI-RES-IR-1"])).toEqual([]);
    });
  });
});

/** A document of so many short §, which send to all of them. */
async function addLong(database: Database, size: number): Promise<void> {
  const boiId = `BOI-IR-LONG-${size}`;
  const numeros = Array.from({ length: size }, (_, rank) => String(10 * (rank + 1)));
  const text = written(Object.fromEntries(numeros.map((numero) => [numero, `Le délai n° ${numero} court.`])));
  const cibles = numeros.map((depuis) => ({
    ...{ depuis, vers: "10", jusqua: numeros.at(-1) ?? null, edition: null, texte: "§ 10" },
  }));
  const references = [{ target: boiId, paragraphe: "10", mentions: size, cibles }];
  await addDocuments(database, { boiId, shown: { ...text, references } });
  const [row] = await database.select().from(documents).where(eq(documents.boiId, boiId));
  const cut = { position: 0, paragraphe: null, section: [], start: 0, end: 20, textHash: boiId };
  await database.insert(passages).values({ ...cut, editionId: row?.editionId ?? 0 });
}

/** Milliseconds of the processor that this thread has taken. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
