import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { ArticleRole } from "../../../bofip/law/citation.ts";
import type { RelationalStore } from "../../../db/postgres/open.ts";
import { listArticles } from "../../../src/features/law/listed.ts";
import { readCommentedArticle } from "../../../src/features/law/service.ts";
import { ApiError } from "../../../src/http/errors/api-error.ts";
import { WITHOUT_LAW } from "../../../src/texts/law-of-day.ts";
import { addDocuments } from "../../fixtures/corpus.ts";
import { rejectionOf } from "../../rejection.ts";
import { forOneStore } from "../../servers/stores.ts";

const cited = (code: string, article: string, more: object = {}) => ({
  code,
  article,
  texte: article,
  ...more,
});

forOneStore((_, open) => {
  let store: RelationalStore;

  beforeAll(async () => {
    store = await open();
    await addDocuments(
      store.database,
      {
        boiId: "BOI-RFPI-PVI-10",
        shown: {
          titre: "RFPI - Plus-values immobilières (CGI, art. 150 U)",
          articles: [
            cited("CGI", "150 U", {
              mentions: 2,
              rang: "titre",
              role: "commente",
              paragraphes: ["1", "10"],
            }),
            cited("CGI", "150 V", { mentions: 9 }),
          ],
        },
        others: [{ date: "2015-01-01", articles: [cited("CGI", "92 B")] }],
      },
      {
        boiId: "BOI-RFPI-PVI-20",
        shown: {
          articles: [
            cited("CGI", "150 U", { mentions: 7, paragraphes: ["20"] }),
            cited("CGI", "150 U", {
              texte: "articles 150 U à 150 VH",
              etendue: { de: "150 U", a: "150 VH" },
              mentions: 2,
              paragraphes: ["30", "20"],
            }),
          ],
        },
      },
      {
        boiId: "BOI-RES-RFPI-000001",
        type: "rescrit",
        shown: {
          articles: [cited("CGI", "150 U", { mentions: 7, rang: "introduction", role: "commente" })],
        },
      },
      {
        boiId: "BOI-CF-PGR-10",
        shown: {
          articles: [
            cited("LPF", "L. 10", { etendue: { de: "L. 10", a: "L. 54 A" } }),
            cited("LPF", "L. 80 B"),
            cited("LPF", "L. 80 A"),
            cited("LPF", "R.* 196-1"),
            cited("LPF", "L. 55", { etendue: { de: "L. 55", a: null } }),
            cited("CGI, ann. III", "46 AG"),
            cited("code civil", "1583"),
          ],
        },
      },
      {
        boiId: "BOI-IS-RETIRE",
        statut: "retire",
        shown: { articles: [cited("CGI", "209"), cited("CGI", "150 U")] },
      },
    );
  });
  afterAll(async () => {
    await store.close();
  });

  describe("the documents that comment an article", () => {
    const read = (
      code: string,
      article: string,
      page = { limit: 20, offset: 0 },
      role: ArticleRole | null = null,
    ) => readCommentedArticle(store.database, { code, article, role, ...page }, WITHOUT_LAW);
    const found = async (code: string, article: string) =>
      (await read(code, article)).documents.map(({ boi_id }) => boi_id);

    test("come by role, by rank, then by mentions, with the §", async () => {
      const answer = await read("CGI", "150 U");
      expect(answer).toMatchObject({ code: "CGI", code_cle: "CGI", article: "150 U", total: 3 });
      expect(answer.documents).toEqual([
        {
          boi_id: "BOI-RFPI-PVI-10",
          titre: "RFPI - Plus-values immobilières (CGI, art. 150 U)",
          domaine: "RFPI",
          type: "commentaire",
          date_publication: "2020-01-01",
          url: "https://exemple.fr/BOI-RFPI-PVI-10-20200101",
          mentions: 2,
          paragraphes: ["1", "10"],
          rang: "titre",
          role: "commente",
          nature: "nommee",
        },
        expect.objectContaining({ boi_id: "BOI-RES-RFPI-000001", type: "rescrit", rang: "introduction" }),
        expect.objectContaining({
          boi_id: "BOI-RFPI-PVI-20",
          mentions: 9,
          paragraphes: ["20", "30"],
          rang: "corps",
        }),
      ]);
    });

    test("come in pages, whose total is that of all", async () => {
      const first = await read("CGI", "150 U", { limit: 2, offset: 0 });
      const second = await read("CGI", "150 U", { limit: 2, offset: 2 });
      const beyond = await read("CGI", "150 U", { limit: 2, offset: 4 });
      expect([first, second, beyond].map(({ total }) => total)).toEqual([3, 3, 3]);
      const ids = [first, second, beyond].map(({ documents }) => documents.map(({ boi_id }) => boi_id));
      expect(ids).toEqual([["BOI-RFPI-PVI-10", "BOI-RES-RFPI-000001"], ["BOI-RFPI-PVI-20"], []]);
    });

    test.each<[string, string]>([
      ["CGI", "150-U"],
      ["CGI", "art. 150 u"],
      ["code général des impôts", "150U"],
      ["cgi", "150 U"],
    ])("are found by %s, %s", async (code, article) => {
      expect(await read(code, article)).toEqual(await read("CGI", "150 U"));
    });

    test.each<[string, string, string[]]>([
      ["LPF", "L80A", ["BOI-CF-PGR-10"]],
      ["LPF", "L. 54 A", ["BOI-CF-PGR-10"]],
      ["LPF", "L. 55", ["BOI-CF-PGR-10"]],
      ["CGI-ANN-3", "46 AG", ["BOI-CF-PGR-10"]],
      ["CGI, ann. III", "46 AG", ["BOI-CF-PGR-10"]],
      ["code-civil", "1583", ["BOI-CF-PGR-10"]],
      ["CGI", "150 VH", ["BOI-RFPI-PVI-20"]],
      ["CGI", "150 V", ["BOI-RFPI-PVI-10", "BOI-RFPI-PVI-20"]],
    ])("of %s, %s", async (code, article, expected) => {
      expect((await found(code, article)).sort()).toEqual(expected.toSorted());
    });

    test("that hold it in a range come after those that name it, with the range as it is written", async () => {
      const { documents } = await read("CGI", "150 V");
      expect(documents).toMatchObject([
        { boi_id: "BOI-RFPI-PVI-10", nature: "nommee" },
        {
          boi_id: "BOI-RFPI-PVI-20",
          nature: "etendue",
          etendue: { de: "150 U", a: "150 VH", texte: "articles 150 U à 150 VH" },
        },
      ]);
      expect(documents[0]).not.toHaveProperty("etendue");
    });

    test.each<[ArticleRole, string[]]>([
      ["commente", ["BOI-RFPI-PVI-10", "BOI-RES-RFPI-000001"]],
      ["cite", ["BOI-RFPI-PVI-20"]],
    ])("are those of the role %s when it is asked", async (role, expected) => {
      const { total, documents } = await read("CGI", "150 U", { limit: 20, offset: 0 }, role);
      expect([total, ...documents.map(({ boi_id }) => boi_id)]).toEqual([expected.length, ...expected]);
    });

    test("may be none of a role, of an article that is named", async () => {
      expect(await read("LPF", "L. 80 B", { limit: 20, offset: 0 }, "commente")).toMatchObject({
        total: 0,
        documents: [],
      });
    });

    test.each<[string, string, object[]]>([
      ["CGI", "150 VB bis", [{ de: "150 U", a: "150 VH", documents: ["BOI-RFPI-PVI-20"] }]],
      ["LPF", "L. 16-0 BA", [{ de: "L. 10", a: "L. 54 A", documents: ["BOI-CF-PGR-10"] }]],
      ["LPF", "L. 1965 ZZZ", []],
      ["CGI", "99999", []],
    ])(
      "are none of %s, %s, that no document names, whatever the ranges around it",
      async (code, article, etendues) => {
        const refusal = await rejectionOf(read(code, article));
        expect(refusal).toMatchObject({ code: "article_not_cited", status: 404, details: { etendues } });
      },
    );

    test.each<[string, string, string[]]>([
      ["CGI", "150 T", ["150 U", "150 V", "150 VH"]],
      ["CGI", "209", ["150 U", "150 V", "150 VH"]],
      ["CGI", "92 B", ["150 U", "150 V", "150 VH"]],
      ["LPF", "R. 199", ["L. 80 A", "L. 80 B", "R.* 196-1"]],
      ["code-de-l-education", "L. 1", []],
      ["code de la lune", "12", []],
    ])("are none of %s, %s, which is refused with its nearest", async (code, article, proches) => {
      const refusal = await rejectionOf(read(code, article));
      expect(refusal).toBeInstanceOf(ApiError);
      expect(refusal).toMatchObject({ code: "article_not_cited", status: 404, details: { proches } });
    });
  });

  describe("the articles that the doctrine cites", () => {
    const list = (asked: { code?: string; prefixe?: string; limit?: number; offset?: number }) =>
      listArticles(store.database, { code: null, prefixe: null, limit: 100, offset: 0, ...asked });
    const named = async (asked: Parameters<typeof list>[0]) =>
      (await list(asked)).articles.map(({ code_cle, article }) => `${code_cle} ${article}`);

    test("come in the order of the codes, withdrawn documents and past editions left out", async () => {
      expect(await named({})).toEqual([
        "CGI 150 U",
        "CGI 150 V",
        "CGI 150 VH",
        "CGI-ANN-3 46 AG",
        "LPF L. 10",
        "LPF L. 54 A",
        "LPF L. 55",
        "LPF L. 80 A",
        "LPF L. 80 B",
        "LPF R.* 196-1",
        "code-civil 1583",
      ]);
    });

    test("count the documents that the page of each article lists", async () => {
      for (const { code, article, documents } of (await list({})).articles) {
        const { total } = await readCommentedArticle(
          store.database,
          {
            code,
            article,
            role: null,
            limit: 1,
            offset: 0,
          },
          WITHOUT_LAW,
        );
        expect({ code, article, documents }).toEqual({ code, article, documents: total });
      }
      expect((await list({})).articles[0]).toMatchObject({ documents: 3, mentions: 18 });
    });

    test.each<[Parameters<typeof list>[0], string[]]>([
      [{ code: "CGI", prefixe: "150v" }, ["CGI 150 V", "CGI 150 VH"]],
      [{ code: "CGI", prefixe: "150-V" }, ["CGI 150 V", "CGI 150 VH"]],
      [{ prefixe: "L80" }, ["LPF L. 80 A", "LPF L. 80 B"]],
      [{ prefixe: "R*" }, ["LPF R.* 196-1"]],
      [{ code: "code civil" }, ["code-civil 1583"]],
      [{ code: "CGI", prefixe: "9" }, []],
    ])("of %p", async (asked, expected) => expect(await named(asked)).toEqual(expected));

    test("come in pages, whose total is that of all", async () => {
      const page = await list({ code: "LPF", limit: 2, offset: 3 });
      expect([page.total, ...page.articles.map(({ article }) => article)]).toEqual([6, "L. 80 A", "L. 80 B"]);
    });
  });
});
