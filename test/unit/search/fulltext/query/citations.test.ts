import { describe, expect, test } from "bun:test";
import { parseQuery } from "../../../../../search/fulltext/query/parse.ts";

/** What a query cites: as written, what it is and, for an article, in which code. */
function cited(q: string): string[] {
  return parseQuery(q).citations.map((citation) => {
    const { kind, text, usual } = citation;
    const code = citation.kind === "article" ? ` of ${citation.article.code ?? "no code"}` : "";
    const key = citation.kind === "decision" ? ` (${citation.cle})` : "";
    return `${text}: ${kind} ${usual}${code}${key}`;
  });
}

describe("what a query cites is read by the grammars of the doctrine", () => {
  test.each<readonly [q: string, ...expected: string[]]>([
    ["article 244 bis A", "244 bis A: article 244 bis A of no code"],
    ["art. 199 undecies B du CGI", "199 undecies B: article 199 undecies B of CGI"],
    ["244 bis a", "244 bis a: article 244 bis A of no code"],
    ["L80 B", "L80 B: article L. 80 B of no code"],
    ["l80b", "l80b: article L. 80 B of no code"],
    ["LPF R. 196-1", "R. 196-1: article R. 196-1 of LPF"],
    ["199undecies B", "199undecies B: article 199 undecies B of no code"],
    ["199undeciesB", "199undeciesB: article 199 undecies B of no code"],
    ["244quater b", "244quater b: article 244 quater B of no code"],
    ["art 244bisA", "244bisA: article 244 bis A of no code"],
    ["CGI, art. 150-0 D ter", "150-0 D ter: article 150-0 D ter of CGI"],
    ["article 46 AG de l'annexe III au CGI", "46 AG: article 46 AG of CGI, ann. III"],
    ["l'article 1353 du code civil", "article 1353: article article 1353 of code civil"],
    ["livre des procédures fiscales L. 16 B", "L. 16 B: article L. 16 B of LPF"],
    ["article 39 tva", "article 39: article article 39 of no code"],
    ["art. 39 cgi", "art. 39: article art. 39 of CGI"],
    ["31 décembre 2019", "31 décembre 2019: date 31 décembre 2019"],
    ["31/12/2019", "31/12/2019: date 31 décembre 2019"],
    ["1er janv. 2020", "1er janv. 2020: date 1er janvier 2020"],
    ["2019-12-31", "2019-12-31: date 31 décembre 2019"],
    ["10 000 euros", "10 000 euros: amount 10 000 euros"],
    ["1.500.000 euros", "1.500.000 euros: amount 1 500 000 euros"],
    ["1,5 million d'euros", "1,5 million d'euros: amount 1,5 million d'euros"],
    ["5 B-1-10", "5 B-1-10: old form 5 B-1-10"],
    ["5B-1-10", "5B-1-10: old form 5 B-1-10"],
    ["CE 248065", "248065: decision 248065 (CE-248065)"],
    ["ce n° 248065 plus-value", "248065: decision 248065 (CE-248065)"],
    ["CE, 8 mars 2004, n° 248065", "8 mars 2004: date 8 mars 2004", "248065: decision 248065 (CE-248065)"],
    ["décision n° 2012-662 DC", "2012-662 DC: decision 2012-662 DC (CC-2012-662-DC)"],
    ["CAA Paris 10PA01234", "10PA01234: decision 10PA01234 (CAA-PARIS-10PA01234)"],
    ["Cass. 09-10.791", "09-10.791: decision 09-10.791 (CASS-09-10791)"],
    ["arrêt C-311/08", "C-311/08: decision C-311/08 (CJUE-C-311-08)"],
    ["article 1er", "1er: article 1er of no code"],
    [
      "articles 39 duodecies à 39 quindecies CGI",
      "39 duodecies: article 39 duodecies of CGI",
      "39 quindecies: article 39 quindecies of CGI",
    ],
    ["BOI- IR-RICI-10 crédit", "BOI- IR-RICI-10: document BOI-IR-RICI-10"],
  ])("%s", (q, ...expected) => expect(cited(q)).toEqual(expected));

  test.each([
    "impôt sur le revenu",
    "39 tva",
    "39terme",
    "ce 2019",
    "n° 248065",
    "5 ans",
    "le 1er enfant",
    "2019",
    "31 février 2019",
    '"31 décembre 2019"',
    "-39 bis A location",
    "244 OU bis",
    "BOI-IR-LIQ-20-10, § 50",
  ])("nothing in %s", (q) => expect(cited(q)).toEqual([]));

  test("wherever they are among its words, three at most, each once", () => {
    expect(cited("plus-value article 150 U avant le 31 décembre 2019, 150 U")).toEqual([
      "150 U: article 150 U of no code",
      "31 décembre 2019: date 31 décembre 2019",
    ]);
    expect(cited("150 U 151 B 152 C 153 D")).toHaveLength(3);
  });
});

describe("a citation changes the order, not what is found", () => {
  const unquoted = (q: string) => JSON.stringify(parseQuery(q).node);

  test("by its words side by side", () => {
    const { adjacent } = parseQuery("article 244 bis A, 31 décembre 2019");
    expect(adjacent).toEqual([
      ["244", "bis", "a"],
      ["31", "decembr", "2019"],
    ]);
    expect(parseQuery("art. 39 du CGI").adjacent).toEqual([["art", "39"]]);
    expect(unquoted("244 bis A")).toBe(unquoted("(244) (bis) (A)"));
  });

  test.each(["39 CGI", "31/12/2019", "l80b", "BOI- IR-RICI-10 crédit"])(
    "not by those of %s, which are one word, or required side by side",
    (q) => expect(parseQuery(q).adjacent).toEqual([]),
  );
});

test("a query of hostile numbers is read as fast as any", () => {
  const startedAt = performance.now();
  for (let times = 0; times < 20; times += 1) parseQuery("39 bis A art. ".repeat(8).trim());
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});
