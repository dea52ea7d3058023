import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NO_FILTER } from "../../../../db/engine/document-filter.ts";
import type { FullTextReader } from "../../../../search/fulltext/port.ts";
import { parseQuery } from "../../../../search/fulltext/query/parse.ts";
import { openSqliteReader, openSqliteWriter } from "../../../../search/fulltext/sqlite/index.ts";
import type { SearchWarning } from "../../../../src/schemas/answers/search.ts";
import { findWarnings } from "../../../../src/services/search-warnings.ts";
import { PLAIN } from "../../../fixtures/fulltext.ts";

const TEXTS = [
  "Le plafonnement du quotient familial d'un parent isolé.",
  "Le quotient familial et le parent isolé, une part de plus.",
  "Un parent isolé : le quotient familial compte une demi-part.",
  "Le plafond d'un autre parent isolé, quotient non familial.",
  "La donation et la succession.",
  "La succession seule. Le taux du PAS.",
  "Un autre plafonnement du quotient familial d'un parent isolé.",
];

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

async function warningsOf(q: string, domaine: string | null = null): Promise<SearchWarning[]> {
  const query = parseQuery(q);
  const filter = { ...NO_FILTER, domaine };
  const total = await fulltext.count(query.node, filter);
  return findWarnings({ fulltext, query, filter, total, spell: async (word) => word });
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
          "Aucun document ne porte le mot « quotiant » ; le plus proche qui s'y trouve est « quotient ».",
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
    const search = { query: parseQuery(q), filter: { ...NO_FILTER, domaine }, total };
    await findWarnings({ ...search, fulltext: spied, spell: async (word) => word });
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

describe("a question that finds nothing", () => {
  test.each([
    ["qu'est-ce que le quotient familial", "quotient familial"],
    ["Qu’est-ce que le quotient familial ?", "quotient familial"],
    ["comment calculer le quotient familial ?", null],
  ])("%s: is pointed to the search by meaning", async (q, essayer) => {
    const [first] = await warningsOf(q);
    expect(first).toMatchObject({ code: "question", mot: null, essayer });
    expect(first?.message).toContain("/v1/search/hybride");
  });

  test("is none when it finds documents", async () => {
    expect((await warningsOf("quotient familial ?")).map(({ code }) => code)).toEqual([]);
  });
});

test("a query that is a document and a place in it is warned of nothing", async () => {
  expect(await warningsOf("BOI-IR-LIQ-20-10, § 50, version du 18 janvier 2024")).toEqual([]);
});
