import { describe, expect, test } from "bun:test";
import { matches, wordsOf } from "../../../../../search/fulltext/match-query.ts";
import { parseQuery } from "../../../../../search/fulltext/query/parse.ts";
import { testCorpus } from "../../../../integration/search/fulltext/corpus.ts";
import { matching } from "../../../../integration/search/fulltext/oracle.ts";
import { randomQueries } from "../../../../integration/search/fulltext/random-queries.ts";

describe("texts searched in memory", () => {
  test("are found by the queries that find them in any engine", () => {
    const documents = testCorpus();
    const words = documents.map(
      ({ boiId, titre, texte }) => [boiId, wordsOf(titre, texte, [boiId])] as const,
    );
    for (const { q } of randomQueries(documents, { seed: 21, count: 500 })) {
      const { node } = parseQuery(q);
      const found = words.filter(([, text]) => matches(text, node)).map(([boiId]) => boiId);
      expect([q, found.sort()]).toEqual([q, matching(documents, node)]);
    }
  });

  test("are found by a document that they name", () => {
    const words = wordsOf("Annonce", "Un document est modifié.", ["BOI-IR-LIQ-20-10"]);
    const finds = (q: string) => matches(words, parseQuery(q).node);
    expect([finds("BOI-IR-LIQ-20-10"), finds("BOI-IR-LIQ-20-20")]).toEqual([true, false]);
  });
});
