import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Static } from "@sinclair/typebox";
import type { CheckedText } from "../../../src/features/citations/answer.ts";
import type { CitingOfNorme, CommentedArticle } from "../../../src/features/law/answer.ts";
import { actualite, contenu, dating, TEN, writeExport } from "../../integration/ingest/exports.ts";
import { openService, type TestService } from "../../servers/service.ts";

const DATE = "2021-01-01";
const [FIRST, SECOND, RANGE] = ["BOI-IR-A", "BOI-IR-B", "BOI-IR-C"];
const NEWS = { id: "ACTU-2020-00007", titre: "Nouvelle ACTU-2020-00007", date: "2020-06-01" };

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await openService(
    writeExport([
      ...TEN,
      contenu(FIRST, {
        date: DATE,
        pgp: 1,
        texte:
          "Le 2 du I de l'article 150 U du CGI et le III de l'article 150 U du CGI. Voir l'article 8 de la loi n° 2007-1223 du 21 août 2007.",
      }),
      contenu(SECOND, {
        date: DATE,
        pgp: 2,
        texte:
          "Les biens mentionnés au II et au I de l'article 150 U du CGI. Voir l'article 13 de la loi n° 2007-1223 du 21 août 2007.",
      }),
      contenu(RANGE, { date: DATE, pgp: 3, texte: "Les articles 150 A à 150 VH du CGI s'appliquent." }),
      actualite(
        NEWS.id,
        NEWS.date,
        "Le 1° du II de l'article 150 U du CGI et l'article 885 A du CGI. Voir CE, 13 janvier 2010, n° 315469.",
      ),
      dating("2021-02-01"),
    ]),
  );
  key = await service.key("interne", { minuteLimit: 1_000_000 });
});
afterAll(() => service.close());

async function read<Answer>(path: string): Promise<Answer> {
  const response = await service.get(path, key);
  expect([path, response.status]).toEqual([path, 200]);
  return (await response.json()) as Answer;
}

const article = (query = "") => read<CommentedArticle>(`/v1/articles/CGI/150%20U${query}`);
const ids = ({ documents }: { readonly documents: readonly { readonly boi_id: string }[] }) =>
  documents.map(({ boi_id }) => boi_id);

describe("the documents of an article", () => {
  test("are those that name it, then those that only have it in a range, counted apart", async () => {
    const found = await article();
    expect([found.total, found.total_nommes]).toEqual([3, 2]);
    expect(found.documents.map(({ boi_id, nature }) => [boi_id, nature])).toEqual([
      [FIRST, "nommee"],
      [SECOND, "nommee"],
      [RANGE, "etendue"],
    ]);
    expect(found.actualites).toEqual([NEWS]);
    expect(await article("?offset=2")).toMatchObject({ total: 3, total_nommes: 2 });
  });

  test.each([
    ["I", [FIRST, SECOND], []],
    ["I-2", [FIRST], []],
    ["II", [SECOND], [NEWS]],
    ["II-1°", [], [NEWS]],
    ["III", [FIRST], []],
    ["IV", [], []],
  ])("are kept to a part of it, its own parts included: %s", async (part, documents, actualites) => {
    const found = await article(`?precision=${encodeURIComponent(part)}`);
    expect([ids(found).toSorted(), found.total, found.total_nommes]).toEqual([
      documents,
      documents.length,
      documents.length,
    ]);
    expect(found.actualites).toEqual(actualites);
  });

  test.each([
    [40, 200],
    [41, 400],
  ])("are kept to a part of %i characters: %i", async (length, expected) => {
    const { status } = await service.get(`/v1/articles/CGI/150%20U?precision=${"0".repeat(length)}`, key);
    expect(status).toBe(expected);
  });

  test("may be none, when an actualité names it", async () => {
    const found = await read<CommentedArticle>("/v1/articles/CGI/885%20A");
    expect(found).toMatchObject({ total: 0, total_nommes: 0, documents: [], actualites: [NEWS] });
    const page = await (await service.get("/articles/CGI/885%20A")).text();
    expect(page).toContain(`href="/actualites/${NEWS.id}"`);
    const { status } = await service.get("/v1/articles/CGI/885%20B", key);
    expect(status).toBe(404);
  });

  test("are counted so on its page: named first, ranges apart", async () => {
    const html = await (await service.get("/articles/CGI/150%20U")).text();
    expect(html).toContain("2 documents en vigueur le nomment ; 1 autre en a une suite");
    expect(html).toContain("Dans une actualité");
  });
});

describe("the documents of a norm", () => {
  const norm = (query: string) => read<Static<typeof CitingOfNorme>>(`/v1/normes/loi-2007-1223${query}`);
  test.each([
    ["", [FIRST, SECOND]],
    ["?article=8", [FIRST]],
    ["?article=art.%2013", [SECOND]],
    ["?article=14", []],
  ])("are all, or those of an article of it: %s", async (query, documents) => {
    const found = await norm(query);
    expect([ids(found).toSorted(), found.total]).toEqual([documents, documents.length]);
  });
});

describe("a decision that only an actualité cites", () => {
  const reference = async (texte: string) => {
    const response = await service.get("/v1/citations", key, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ texte }),
    });
    return ((await response.json()) as Static<typeof CheckedText>).references_droit;
  };
  const adresse = "/v1/decisions/CE-315469";

  test("is found in a memo, where no document cites it", async () => {
    expect(await reference("V. CE, 13 janvier 2010, n° 315469.")).toMatchObject([
      { cle: "CE-315469", date_discordante: false, documents: 0, adresse },
    ]);
  });
  test("has the date that the actualité gives it", async () => {
    expect(await reference("V. CE, 13 janvier 2012, n° 315469.")).toMatchObject([
      { cle: "CE-315469", date_discordante: true, url: null, documents: null, adresse },
    ]);
  });
  test("is held for whoever has it in the hand", async () => {
    const ref = encodeURIComponent("CE, 13 janvier 2010, n° 315469");
    expect(await read<unknown>(`/v1/resolution?ref=${ref}`)).toMatchObject({
      ...{
        genre: "decision",
        detenu: true,
        cle: "CE-315469",
        adresse,
        page: "http://localhost/decisions/CE-315469",
      },
    });
    const page = "http://localhost/decisions/CE-315469";
    expect(await read<unknown>(`/v1/search?q=${ref}`)).toMatchObject({
      total: 0,
      avertissements: expect.arrayContaining([
        expect.objectContaining({ code: "citation_reconnue", adresse, page }),
      ]),
    });
  });
});
