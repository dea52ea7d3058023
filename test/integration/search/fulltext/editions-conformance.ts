import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { entryOf, isSearched, type SearchedEditions } from "../../../../db/engine/dated-texts.ts";
import { type DocumentFilter, NO_FILTER } from "../../../../db/engine/document-filter.ts";
import { digestIndex } from "../../../../search/fulltext/open.ts";
import type { IndexedDocument } from "../../../../search/fulltext/port.ts";
import { parseQuery } from "../../../../search/fulltext/query/parse.ts";
import { PLAIN } from "../../../fixtures/fulltext.ts";
import type { EngineUnderTest } from "./conformance.ts";
import { randomNumbers, testCorpus } from "./corpus.ts";
import { counted, matching } from "./oracle.ts";
import { randomQueries } from "./random-queries.ts";

const DAYS = ["2012-09-12", "2014-06-01", "2017-01-15", "2020-02-29", "2023-12-31", "2026-11-25"];

/** What a search of past texts promises on every engine: run it over an empty engine. */
export function describeEditions(name: string, open: () => Promise<EngineUnderTest>): void {
  describe(`${name}, past texts`, () => {
    test("a phrase is looked for while there are none, then among the first", async () => {
      const { reader, writer, dispose } = await open();
      const query = parseQuery('"deux mots" OU "trois mots qui suivent"').node;
      const editions = { kind: "last" } as const;
      const found = async () => {
        const counted = await reader.count(query, NO_FILTER, editions);
        const page = await reader.search({ query, filter: NO_FILTER, editions, limit: 10, offset: 0 });
        expect([page.total, page.hits.length]).toEqual([counted, counted]);
        return counted;
      };
      const since = { debut: "2012-09-12", fin: null } as const;
      await writer.upsert([text("BOI-REC-A", "trois mots qui suivent", { ...since, place: "present" })]);
      await writer.settle();
      expect(await found()).toBe(1);
      const ended = { ...since, fin: "2020-02-29", place: "last" } as const;
      await writer.upsert([text("BOI-REC-B", "voici deux mots", ended)]);
      await writer.settle();
      expect(await found()).toBe(2);
      await dispose();
    });

    const texts = datedTexts();
    let engine: EngineUnderTest;

    beforeAll(async () => {
      engine = await open();
      await engine.writer.upsert(texts);
      await engine.writer.settle();
    });
    afterAll(async () => engine.dispose());

    const searched = (editions: SearchedEditions) => texts.filter((text) => isSearched(text, editions));
    const everyEditions: readonly SearchedEditions[] = [
      { kind: "in force" },
      { kind: "last" },
      ...DAYS.map((day) => ({ kind: "on", day }) as const),
    ];
    const found = async (q: string, editions: SearchedEditions, filter = NO_FILTER): Promise<string[]> => {
      const { node: query, adjacent } = parseQuery(q);
      const page = await engine.reader.search({
        query,
        adjacent,
        filter,
        editions,
        limit: 1_000,
        offset: 0,
      });
      expect(page.total).toBe(page.hits.length);
      return page.hits.map(({ boiId }) => boiId);
    };

    test.each<[string, DocumentFilter]>([
      ["an article", { ...NO_FILTER, articles: ["CGI:150 U"] }],
      ["a decision", { ...NO_FILTER, decision: "CE-248065" }],
      ["a norm", { ...NO_FILTER, norme: "loi-2012-1509" }],
      ["an answer", { ...NO_FILTER, reponse: "RM-AN-1996-39397" }],
    ])("keeps to the texts that cite %s, on each day", async (_, filter) => {
      const { node } = parseQuery("impôt OU taxe OU bien");
      const lists = new Set<string>();
      for (const editions of everyEditions) {
        const expected = matching(searched(editions), node, filter);
        expect((await found("impôt OU taxe OU bien", editions, filter)).sort()).toEqual(expected);
        lists.add(expected.join(" "));
      }
      // What is cited depends on the day.
      expect(lists.size).toBeGreaterThan(1);
    });

    test.each(everyEditions)(
      "finds, counts and tells the values of what it looks at, %p",
      async (editions) => {
        const documents = searched(editions);
        expect(documents.length).toBeGreaterThan(5);
        expect(documents.length).toBeLessThan(texts.length);
        for (const { q, filter } of randomQueries(texts, { seed: 40, count: 40 })) {
          const { node } = parseQuery(q);
          const expected = matching(documents, node, filter);
          const identifiers = new Set(expected);
          const kept = documents.filter(({ boiId }) => identifiers.has(boiId));
          expect({ q, filter, found: (await found(q, editions, filter)).sort() }).toEqual({
            q,
            filter,
            found: expected,
          });
          expect(await engine.reader.count(node, filter, editions)).toBe(expected.length);
          expect(await engine.reader.facets(node, filter, editions)).toEqual({
            domaine: counted(kept, "domaine"),
            type: counted(kept, "type"),
            matiere: counted(kept, "matiere"),
          });
        }
      },
    );

    test("finds a text from its first day on, and no more on its last", async () => {
      const on = (day: string) => found("licorne", { kind: "on", day });
      expect(await on("2014-05-31")).toEqual([]);
      expect(await on("2014-06-01")).toEqual(["BOI-REC-DATE-10"]);
      expect(await on("2020-02-28")).toEqual(["BOI-REC-DATE-10"]);
      expect(await on("2020-02-29")).toEqual([]);
      expect(await found("licorne", { kind: "in force" })).toEqual([]);
    });

    test("finds by its identifier the document alone, whatever the text looked at", async () => {
      for (const day of ["2014-06-01", "2020-02-29"])
        expect(await found("BOI-REC-DATE-10", { kind: "on", day })).toEqual(["BOI-REC-DATE-10"]);
      expect(await found("BOI-REC-DATE-10", { kind: "on", day: "2013-01-01" })).toEqual([]);
    });

    test("finds with the last texts those of documents that ended, not those that were replaced", async () => {
      expect(await found("chimère", { kind: "last" })).toEqual(["BOI-REC-FINI-10"]);
      expect(await found("chimère", { kind: "in force" })).toEqual([]);
      expect(await found("licorne", { kind: "last" })).toEqual([]);
    });

    test("ranks past texts among those in force by what they say", async () => {
      const day = "2014-06-01";
      expect(await found("sirène", { kind: "on", day })).toEqual(["BOI-REC-RANG-20", "BOI-REC-RANG-10"]);
    });

    test("pages without gap nor repetition, by falling score", async () => {
      const { node: query } = parseQuery("impôt OR taxe OR licorne");
      const request = { query, filter: NO_FILTER, editions: { kind: "on", day: "2017-01-15" } } as const;
      const whole = await engine.reader.search({ ...request, limit: 1_000, offset: 0 });
      const paged = [];
      for (let offset = 0; offset < whole.total; offset += 7)
        paged.push(...(await engine.reader.search({ ...request, limit: 7, offset })).hits);
      expect(paged).toEqual([...whole.hits]);
      expect(whole.hits.map(({ score }) => score)).toEqual(
        whole.hits.map(({ score }) => score).toSorted((one, other) => other - one),
      );
    });

    test("suggests neither the titles nor the words of past texts", async () => {
      expect(await engine.reader.suggest("griffon", 5)).toEqual([]);
      expect((await engine.reader.wordsBeginning("licorn")).size).toBe(0);
    });

    test("holds each text by its entry, and forgets those that leave", async () => {
      const hashes = new Map(texts.map((text) => [entryOf(text), text.hash]));
      expect(await engine.writer.hashes()).toEqual(hashes);
      expect(await engine.digest()).toEqual(digestIndex(hashes));

      const [former, last] = [REPLACED, ENDED].map(entryOf);
      await engine.writer.remove([former ?? "", last ?? ""]);
      await engine.writer.upsert([{ ...REPLACED, texte: "Un dragon.", hash: "dragon" }]);
      await engine.writer.settle();
      expect(await found("licorne", { kind: "on", day: "2014-06-01" })).toEqual([]);
      expect(await found("dragon", { kind: "on", day: "2014-06-01" })).toEqual(["BOI-REC-DATE-10"]);
      expect(await found("chimère", { kind: "last" })).toEqual([]);
    });
  });
}

function text(
  boiId: string,
  texte: string,
  dated: Pick<IndexedDocument, "debut" | "fin" | "place">,
): IndexedDocument {
  return {
    ...PLAIN,
    boiId,
    domaine: "REC",
    titre: "REC - Bestiaire",
    texte,
    ...dated,
    hash: `${boiId} ${texte}`,
  };
}

const REPLACED: IndexedDocument = {
  ...text("BOI-REC-DATE-10", "Une licorne.", { debut: "2014-06-01", fin: "2020-02-29", place: "replaced" }),
  titre: "REC - Griffon",
};
const ENDED = text("BOI-REC-FINI-10", "Une chimère.", {
  debut: "2014-06-01",
  fin: "2020-02-29",
  place: "last",
});

/** Documents with up to four texts, one after the other, some of which ended, and a few known ones. */
function datedTexts(): IndexedDocument[] {
  const draw = randomNumbers(40);
  const below = (bound: number) => Math.floor(draw() * bound);
  const corpus = testCorpus().filter(({ texte }) => texte.length < 20_000);
  const texts = corpus.flatMap((document): IndexedDocument[] => {
    const starts = DAYS.filter(() => draw() < 0.5);
    const isEnded = draw() < 0.2;
    return starts.map((debut, rank) => {
      const next = starts[rank + 1] ?? null;
      const fin = next ?? (isEnded ? "2026-11-26" : null);
      const other = corpus[below(corpus.length)] ?? document;
      const isLast = rank === starts.length - 1;
      return {
        ...document,
        // Words of another document, as an edition may have.
        texte: isLast ? document.texte : `${other.texte} ${document.texte.slice(0, 40)}`,
        articles: isLast ? document.articles : other.articles,
        debut,
        fin,
        place: isLast ? (isEnded ? "last" : "present") : "replaced",
        hash: `${document.hash} ${rank}`,
      };
    });
  });
  const present = { debut: "2012-09-12", fin: null, place: "present" } as const;
  return [
    ...texts,
    REPLACED,
    text("BOI-REC-DATE-10", "Un cheval.", { debut: "2020-02-29", fin: null, place: "present" }),
    ENDED,
    text("BOI-REC-RANG-10", `Une sirène ${"parmi les autres ".repeat(30)}.`, present),
    {
      ...text("BOI-REC-RANG-20", "Une fable.", { debut: "2012-09-12", fin: "2020-02-29", place: "replaced" }),
      titre: "REC - Sirène",
    },
  ];
}
