/** Phrases written from the contract by one who saw no code: test/fixtures/in-force/law.json says how they are judged. */
import { describe, expect, test } from "bun:test";
import { citedArticle } from "../../../bofip/law/cited/articles.ts";
import { codeKey } from "../../../bofip/law/codes.ts";
import { deriveEdition } from "../../../ingest/parse/derive.ts";
import law from "../../fixtures/in-force/law.json";

type Expected = Readonly<Record<string, unknown>>;

/** Each entry expected has a place of its own among those read, and none is left over. */
function expectSame(read: readonly Expected[], expected: readonly Expected[]): void {
  const named = expected.map((entry) => {
    const found = read.find((one) =>
      Object.entries(entry).every(([key, value]) => Bun.deepEquals(one[key], value)),
    );
    return found === undefined
      ? null
      : Object.fromEntries(Object.keys(entry).map((key) => [key, found[key]]));
  });
  expect({ named, others: read.length - expected.length, read }).toEqual({
    named: [...expected],
    others: 0,
    read: [...read],
  });
}

describe("a phrase that cites the law is read", () => {
  for (const one of law.cases) {
    test(one.why, () => judge(one));
  }
});

function judge({ texte, document, expected }: (typeof law.cases)[number]): void {
  const html = `<p class="numero-de-paragraphe-western" id="1_0">1</p><p class="paragraphe-western">${texte}</p>`;
  const { law: cited } = deriveEdition({
    id: document ?? "BOI-IR-LIQ-90",
    titre: document === undefined ? "Essai" : "INT - Convention fiscale entre la France et l’Allemagne",
    html,
    texte: null,
  });
  const genre = (wanted: string) => cited.filter((entry) => entry.genre === wanted);
  const norms = Map.groupBy(genre("norme"), ({ cle, champs }) => cle ?? JSON.stringify(champs));
  const read = {
    articles: cited.flatMap((entry) => {
      if (entry.genre !== "article") return [];
      const { precisions } = entry.occurrences[0] ?? {};
      return {
        ...citedArticle(entry),
        ...entry.champs,
        rang: entry.rang,
        code: codeKey(entry.cle),
        precisions,
      };
    }),
    decisions: genre("decision").map(({ cle, champs }) => ({ ...champs, cle })),
    reponses: genre("reponse").map(({ cle, champs }) => ({ ...champs, cle })),
    normes: [...norms.values()].map(([first, ...others]) => ({
      ...first?.champs,
      cle: first?.cle,
      articles: [first, ...others].flatMap((entry) => entry?.article ?? []),
    })),
  };
  for (const kind of ["articles", "decisions", "reponses", "normes"] as const) {
    const wanted = expected[kind];
    if (wanted !== undefined) expectSame(read[kind], wanted);
  }
  const texts = genre("norme").flatMap(({ occurrences }) => occurrences.map((one) => one.texte));
  expect(texts.filter((text) => /^(?:[^\p{L}\d]|et )/u.test(text))).toEqual([]);
}
