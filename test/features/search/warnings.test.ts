import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lawKey } from "../../../bofip/law/citation.ts";
import { IN_FORCE } from "../../../db/engine/dated-texts.ts";
import { NO_FILTER } from "../../../db/engine/document-filter.ts";
import type { FullTextReader } from "../../../search/fulltext/port.ts";
import { parseQuery } from "../../../search/fulltext/query/parse.ts";
import { openSqliteReader } from "../../../search/fulltext/sqlite/reader.ts";
import { openSqliteWriter } from "../../../search/fulltext/sqlite/writer.ts";
import type { SearchWarning } from "../../../src/features/search/answer.ts";
import { findWarnings } from "../../../src/questions/warnings.ts";
import { PLAIN } from "../../fixtures/fulltext.ts";

const TEXTS = [
  "Le plafonnement du quotient familial d'un parent isolé.",
  "Le quotient familial et le parent isolé, une part de plus.",
  "Un parent isolé : le quotient familial compte une demi-part.",
  "Le plafond d'un autre parent isolé, quotient non familial.",
  "La donation et la succession.",
  "La succession seule. Le taux du PAS.",
  "Un autre plafonnement du quotient familial d'un parent isolé.",
  "L'article 244 bis A, puis 39 bis B. La plus-value du 31 décembre 2019.",
  "L'article 39 bis A, puis le II de l'article 244. Au 31 du mois de décembre 2019.",
  "L'article L. 80 B. Le 5 B-1-10 du 10 000 euros.",
  "Le don manuel, CE, décision du 8 mars 2004, n° 248065.",
];

/** What they cite of the law, by their numbers. */
const CITED: Readonly<Record<number, readonly string[]>> = {
  7: ["CGI:244 bis A"],
  9: ["LPF:L. 80 B"],
  10: [lawKey("decision", "CE-248065")],
};

const folder = mkdtempSync(join(tmpdir(), "warnings-"));
let fulltext: FullTextReader;

beforeAll(async () => {
  const path = join(folder, "fulltext.sqlite");
  const writer = openSqliteWriter(path);
  await writer.upsert(
    TEXTS.map((texte, index) => ({
      boiId: `BOI-IR-${index}`,
      domaine: index !== 4 && index !== 5 ? "IR" : "ENR",
      ...PLAIN,
      articles: CITED[index] ?? [],
      titre: "Titre",
      texte,
      hash: `${index}`,
    })),
  );
  await writer.close();
  fulltext = openSqliteReader(path);
});
afterAll(async () => {
  await fulltext.close();
  rmSync(folder, { recursive: true });
});

/** The corpus cites 244 bis A of the CGI, by itself, and L. 80 B of the LPF. */
const law = {
  codesOf: async (numbers: readonly string[]) =>
    [
      { code: "code civil", article: "244 bis A", documents: 9 },
      { code: "CGI", article: "244 bis A", documents: 2 },
      { code: "LPF", article: "L. 80 B", documents: 1 },
    ].filter(({ article }) => numbers.includes(article)),
  keysOf: async ({ code, article }: { code: string; article: string }) => [`${code}:${article}`],
};

async function warningsOf(q: string, domaine: string | null = null): Promise<SearchWarning[]> {
  const query = parseQuery(q);
  const filter = { ...NO_FILTER, domaine };
  const asked = domaine === null ? {} : { domaine };
  const total = await fulltext.count(query.node, filter);
  return findWarnings({
    fulltext,
    query,
    named: null,
    asked,
    filter,
    editions: IN_FORCE,
    total,
    isBehind: false,
    spell: async (word) => word,
    law,
  });
}

describe("a search that finds three documents or more", () => {
  test.each(["parent", "quotient familial", "parent OR succession", "parent -succession"])(
    "says nothing of %s",
    async (q) => expect(await warningsOf(q)).toEqual([]),
  );

  test("names the words that do not count", async () => {
    expect(await warningsOf("le quotient de familial")).toEqual([
      {
        code: "mots_ignores",
        message: "Les mots « le », « de » ne comptent pas hors des guillemets.",
        mot: "le de",
        essayer: null,
      },
    ]);
  });
});

describe("a word that no document holds", () => {
  test("is named, with the nearest one that some hold, and the query to send", async () => {
    expect(await warningsOf("quotiant familial")).toEqual([
      {
        code: "mot_inconnu",
        message:
          "Le mot « quotiant » ne figure dans aucun document ; le plus proche qui s'y trouve est « quotient ».",
        mot: "quotiant",
        essayer: "quotient familial",
      },
    ]);
  });

  test.each([
    ["without any near one, is left out of the query to send", "ornithorynque parent", "parent"],
    ["keeps the operators around it", "(quotiant OU zzz) parent", "(quotient OU zzz) parent"],
    ["keeps the phrase beside it", '"parent isolé" quotiant', '"parent isolé" quotient'],
    ["alone and without any near one, gives no query to send", "ornithorynque", null],
  ])("%s", async (_, q, essayer) => {
    expect((await warningsOf(q))[0]).toMatchObject({ code: "mot_inconnu", essayer });
  });

  test("is one of no series, when a series is asked for", async () => {
    expect((await warningsOf("donation", "IR")).map(({ code }) => code)).toEqual([]);
  });

  test("that is excluded costs nothing", async () => {
    expect(await warningsOf("donation -ornithorynque")).toEqual([]);
  });
});

describe("what the search itself has told of a word", () => {
  const askedOf = async (q: string, total: number, domaine: string | null = null): Promise<string[]> => {
    const asked: string[] = [];
    const spied: FullTextReader = {
      ...fulltext,
      count: (node, filter) => {
        asked.push(node.kind);
        return fulltext.count(node, filter);
      },
    };
    const search = { query: parseQuery(q), filter: { ...NO_FILTER, domaine }, editions: IN_FORCE, total };
    await findWarnings({
      ...search,
      named: null,
      asked: {},
      isBehind: false,
      fulltext: spied,
      spell: async (word) => word,
      law,
    });
    return asked;
  };

  test.each([
    ["that a phrase which is the whole query is found nowhere", '"parent donation"', 0, null, []],
    ["not of other series than the one asked for", '"parent donation"', 0, "IR", ["phrase"]],
    ["that all words are held, when it requires them all and finds some", "donation", 1, "ENR", []],
    ["not which words are held, when one was enough", "donation OU zzz", 1, null, ["word", "word", "or"]],
  ] as const)("is not asked of the index again: %s", async (_, q, total, domaine, asked) => {
    expect(await askedOf(q, total, domaine)).toEqual([...asked]);
  });
});

describe("a search that finds fewer than three documents", () => {
  test("names the word that costs the most, and gives the query without it", async () => {
    expect(await warningsOf("plafond quotient familial parent isolé")).toEqual([
      {
        code: "mot_couteux",
        message: "Avec « plafonnement » au lieu de « plafond », la requête trouve 2 documents.",
        mot: "plafond",
        essayer: "plafonnement quotient familial parent isolé",
      },
    ]);
  });

  test("names the word without which most are found, when no word of a family finds more", async () => {
    expect(await warningsOf("donation parent familial")).toEqual([
      {
        code: "mot_couteux",
        message: "Sans « donation », la requête trouve 5 documents.",
        mot: "donation",
        essayer: "parent familial",
      },
    ]);
  });

  test("says nothing of a word alone", async () => {
    expect(await warningsOf("donation")).toEqual([]);
  });
});

describe("a word that would count in capitals", () => {
  test.each([
    ["donation ou succession", "donation OU succession"],
    ["taux pas", "taux PAS"],
  ])("%s: %s is given to try", async (q, essayer) => {
    expect((await warningsOf(q)).at(-1)).toMatchObject({ code: "mots_ignores", essayer });
  });
});

describe("a word that documents write in two", () => {
  test.each([
    ["plusvalue", "plus-value"],
    ["plusvalue 2019", "plus-value 2019"],
  ])("%s is corrected to %s", async (q, essayer) => {
    expect((await warningsOf(q))[0]).toMatchObject({ code: "mot_inconnu", mot: "plusvalue", essayer });
  });
});

describe("a citation among the words", () => {
  test("is told, with the filter that keeps to the article, for the other words", async () => {
    expect(await warningsOf("plus-value article 244 bis A", "IR")).toEqual([
      {
        code: "citation_reconnue",
        message: "« 244 bis A » est lu comme un article de loi.",
        mot: "244 bis A",
        essayer: null,
        requete: {
          methode: "GET",
          adresse: "/v1/search?q=plus-value&domaine=IR&article=CGI%3A244+bis+A",
          corps: null,
        },
      },
    ]);
  });

  test.each([
    ["244 bis A", '"244 bis A"', "q=244+bis+A&article=CGI%3A244+bis+A"],
    ["L80 B", '"L. 80 B"', "q=L.+80+B&article=LPF%3AL.+80+B"],
    ["l80b", '"L. 80 B"', "q=L.+80+B&article=LPF%3AL.+80+B"],
    ["244bis A", '"244 bis A"', "q=244+bis+A&article=CGI%3A244+bis+A"],
    ["CE 248065", null, "q=248065&decision=CE-248065"],
    ["don CE, 8 mars 2004, n° 248065", null, "q=don&decision=CE-248065"],
    ["CE 111111", null, null],
    ["31 décembre 2019", '"31 décembre 2019"', null],
    ["31/12/2019", '"31 décembre 2019"', null],
    ["plus-value 31/12/2019", 'plus-value "31 décembre 2019"', null],
  ])("%s: to try %s", async (q, essayer, parameters) => {
    const cited = (await warningsOf(q)).find(({ code }) => code === "citation_reconnue");
    expect(cited?.essayer ?? null).toBe(essayer);
    const adresse = parameters === null ? undefined : `/v1/search?${parameters}`;
    expect(cited?.requete?.adresse).toBe(adresse);
  });

  test.each(["L80 B", "31/12/2019"])("%s is told once: its words are not unknown ones", async (q) => {
    expect((await warningsOf(q)).map(({ code }) => code)).toEqual(["citation_reconnue"]);
  });

  test("is told by the identifier alone, when no document has the other words with it", async () => {
    expect((await warningsOf("BOI- IR-3 ornithorynque"))[0]).toMatchObject({
      code: "citation_reconnue",
      message: "« BOI- IR-3 » est lu comme l'identifiant d'un document, que la doctrine écrit « BOI-IR-3 ».",
      essayer: "BOI-IR-3",
    });
  });

  test("is told too when no document has it", async () => {
    expect(await warningsOf("plus-value 31/12/1999")).toMatchObject([
      {
        code: "citation_reconnue",
        message: "« 31/12/1999 » est lu comme une date, qu'aucun document n'écrit « 31 décembre 1999 ».",
        essayer: null,
      },
    ]);
  });

  test.each(["5 B-1-10", "10 000 euros"])(
    "%s: nothing is told when there is nothing else to find",
    async (q) => expect((await warningsOf(q)).map(({ code }) => code)).not.toContain("citation_reconnue"),
  );
});

describe("a question", () => {
  test("that finds documents by the words that carry something is told the others", async () => {
    expect(await warningsOf("Qu’est-ce que mon quotient familial ?")).toEqual([
      {
        code: "mots_ignores",
        message: "Les mots « qu’est-ce », « que », « mon » ne comptent pas hors des guillemets.",
        mot: "qu’est-ce que mon",
        essayer: null,
      },
    ]);
  });

  test("that finds nothing is pointed to the search by meaning, with its request", async () => {
    const [first, second] = await warningsOf("Quelle succession pour mon parent isolé ?", "IR");
    expect(first).toMatchObject({
      code: "question",
      mot: null,
      essayer: "parent isolé",
      requete: {
        methode: "POST",
        adresse: "/v1/search/hybride",
        corps: { question: "Quelle succession pour mon parent isolé ?", domaine: "IR" },
      },
    });
    expect(first?.message).toContain("/v1/search/hybride");
    expect(second?.code).not.toBe("question");
  });

  test.each([
    ["comment calculer le quotient familial ?", "quotient familial"],
    ["comment calculer un ornithorynque parent ?", "calculer OU ornithorynque OU parent"],
    ["comment calculer ?", null],
  ])("%s: to try %s", async (q, essayer) => {
    expect((await warningsOf(q))[0]).toMatchObject({ code: "question", essayer });
  });

  test("tells no word of who asks as one that no document has", async () => {
    const told = await warningsOf("Ma SCI est-elle imposable ?");
    expect(told.flatMap(({ code, mot }) => (code === "mot_inconnu" ? mot : []))).toEqual([
      "SCI",
      "imposable",
    ]);
  });
});

test("a query that is a document and a place in it is warned of nothing", async () => {
  expect(await warningsOf("BOI-IR-LIQ-20-10, § 50, version du 18 janvier 2024")).toEqual([]);
});
