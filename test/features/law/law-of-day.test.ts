import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { CheckedText } from "../../../src/features/citations/answer.ts";
import type { FullDocument } from "../../../src/features/documents/answer.ts";
import type { CommentedArticle } from "../../../src/features/law/answer.ts";
import type {
  ArticleComparison,
  LaterLawList,
  LawChangeList,
} from "../../../src/features/law/text-answer.ts";
import type { ParagraphAnswer } from "../../../src/features/paragraphs/answer.ts";
import { articlesOfDay } from "../../../src/texts/law-of-day.ts";
import { fillLaw } from "../../fixtures/law.ts";
import { contenu, dating, TEN, writeExport } from "../../integration/ingest/exports.ts";
import { CountedStore } from "../../servers/counted-store.ts";
import { openService, type TestService } from "../../servers/service.ts";

/** The corpus: each document comments what its title names. */
const DOCUMENTS = [
  contenu("BOI-IR-A", {
    date: "2019-06-01",
    pgp: 1,
    titre: "IR - Domicile fiscal (CGI, art. 4 B)",
    texte: "L'article 4 B du CGI définit le domicile. Voir les articles 156 à 197 du CGI.",
  }),
  contenu("BOI-IR-B", { date: "2021-01-01", pgp: 2, titre: "IR - Domicile (CGI, art. 4 B)" }),
  contenu("BOI-IR-C", { date: "2025-03-01", pgp: 3, titre: "IR - Domicile (CGI, art. 4 B)" }),
  contenu("BOI-TVA-A", { date: "2023-01-01", pgp: 4, titre: "TVA - Primes (CGI, art. 157)" }),
  contenu("BOI-TVA-B", { date: "2020-06-01", pgp: 5, titre: "TVA - Frais (CGI, art. 83)" }),
  contenu("BOI-TVA-C", {
    date: "2020-06-01",
    pgp: 6,
    titre: "TVA - Report (CGI, art. 200 A)",
    texte: "Voir les articles 6 et suivants du CGI, et l'article 1000 du CGI.",
  }),
];
const COVERED = { couverture_droit: { jusqu_au: "2026-06-03" } };

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await openService(writeExport([...TEN, ...DOCUMENTS, dating("2025-04-01")]));
  key = await service.key("interne", { minuteLimit: 1_000_000 });
});
afterAll(() => service.close());

async function ask(path: string): Promise<[number, Record<string, unknown>]> {
  const response = await service.get(path, key);
  return [response.status, (await response.json()) as Record<string, unknown>];
}

async function read<Answer>(path: string): Promise<Answer> {
  const [status, body] = await ask(path);
  expect([path, status]).toEqual([path, 200]);
  return body as Answer;
}

describe("without law", () => {
  const NOTHING = { couverture_droit: { jusqu_au: null } };

  test("answers have every field, and say that nothing is held", async () => {
    expect(await read("/v1/articles/CGI/4%20B")).toMatchObject({ droit: null, versions: [], ...NOTHING });
    const document = await read<FullDocument>("/v1/boi/BOI-IR-A");
    expect(document).toMatchObject(NOTHING);
    for (const cited of document.articles) expect(cited).toMatchObject({ droit: null, modifie_depuis: null });
    expect(await read("/v1/articles/changements?depuis=2000-01-01")).toMatchObject({
      ...{ total: 0, changements: [], page_suivante: null },
      ...NOTHING,
    });
    expect(await read("/v1/droit/posterieur")).toMatchObject({ total: 0, documents: [], ...NOTHING });
  });

  test.each([
    ["/v1/articles/CGI/4%20B/comparaison", "law_text_not_held"],
    ["/v1/articles/CGI/7", "article_not_cited"],
  ])("%s is not held", async (path, code) => {
    expect(await ask(path)).toMatchObject([
      404,
      { error: { code, message: expect.stringMatching(/est (pas )?détenu/) } },
    ]);
  });
});

test.each([
  ["none without law", null, 0],
  ["one for all the texts with it", { jusqu_au: "2026-06-03", trous: [], codes: ["CGI"] }, 1],
])("statements sent for the articles of texts: %s", async (_title, law, most) => {
  const counted = new CountedStore(service.database);
  const cited = { articles: ["4 B", "6", "157"].map((article) => ({ code: "CGI", article })) };
  const texts = ["2019-01-01", "2021-01-01"].map((since) => ({ ...cited, since }));
  const told = await articlesOfDay(counted.database, texts, { law, day: "2026-11-20" });
  expect(told.map(({ length }) => length)).toEqual([3, 3]);
  expect(counted.take().statements).toBe(most);
});

test.each([
  ["/v1/articles/changements", "« depuis »"],
  ["/v1/articles/changements?depuis=2999-01-01", "n'est pas dans le futur"],
  ["/v1/articles/CGI/4%20B?date=2999-01-01", "n'est pas dans le futur"],
  ["/v1/droit/posterieur?portee=grande", "formelle, fond"],
  ["/v1/droit/posterieur?limit=101", "un entier de 1 à 100"],
])("%s is refused in French", async (path, message) => {
  expect(await ask(path)).toMatchObject([
    400,
    { error: { code: "invalid_parameter", message: expect.stringContaining(message) } },
  ]);
});

test("a context refuses « droit » that is no boolean", async () => {
  const body = JSON.stringify({ question: "Quel domicile ?", droit: "oui" });
  const headers = { "content-type": "application/json" };
  const response = await service.get("/v1/contexte", key, { method: "POST", body, headers });
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { error: { code: "invalid_parameter", message: expect.stringContaining("« droit »") } },
  ]);
});

describe("with the law", () => {
  beforeAll(() => fillLaw(service.database));

  test("the answers kept without it are read again", async () => {
    expect(await read("/v1/articles/CGI/4%20B")).toMatchObject(COVERED);
  });

  test.each([
    ["1979-06-30", null],
    ["1979-07-01", "1979-07-01"],
    ["2019-12-31", "1979-07-01"],
    ["2020-01-01", "2020-01-01"],
    ["2025-02-15", "2020-01-01"],
    ["2025-02-16", "2025-02-16"],
  ])("the text of %s is that of its day", async (date, debut) => {
    const { droit, versions } = await read<CommentedArticle>(`/v1/articles/CGI/4%20B?date=${date}`);
    expect(droit?.date_debut ?? null).toBe(debut);
    expect(versions.map(({ date_debut }) => date_debut)).toEqual(["2025-02-16", "2020-01-01", "1979-07-01"]);
  });

  test("a version has its words, its place, what amended it and its address", async () => {
    const { droit } = await read<CommentedArticle>("/v1/articles/CGI/4%20B?date=2020-06-01");
    expect(droit).toEqual({
      legiarti: "LEGIARTI000000000002",
      etat: "VIGUEUR",
      date_debut: "2020-01-01",
      date_fin: "2025-02-16",
      empreinte: expect.stringMatching(/^[0-9a-f]{64}$/),
      section: ["Livre premier", "Section 1"],
      texte: "1. Le domicile est le foyer ou le lieu de séjour.",
      html: "<p>1. Le domicile est le foyer ou le lieu de séjour.</p>",
      nota: "Modifications effectuées au 1er janvier 2020.",
      modifie_par: [{ cle: "loi-2019-1479", texte: "LOI n°2019-1479 du 28 décembre 2019 - art. 4" }],
      url: "https://www.legifrance.gouv.fr/codes/article_lc/LEGIARTI000000000002",
    });
  });

  test("a version listed without its file has its days, and no older words", async () => {
    const { droit } = await read<CommentedArticle>("/v1/articles/CGI/83?date=2021-06-01");
    expect(droit).toMatchObject({ date_debut: "2021-01-01", texte: null, html: null, empreinte: null });
  });

  test.each([
    ["LPF", "L80A"],
    ["LPF", "L.%2080%20A"],
    ["LPF", "L80%20A"],
    ["LPF", "R*196-1"],
    ["LPF", "R.%20196-1"],
    ["LPF", "R.*%20196-1"],
    ["CGI-ANN-4", "18"],
  ])("%s %s is held though no document cites it", async (code, article) => {
    const found = await read<CommentedArticle>(`/v1/articles/${code}/${article}`);
    expect(found).toMatchObject({ total: 0, documents: [], actualites: [] });
    expect(found.droit).not.toBeNull();
    if (article.startsWith("R")) expect(found.article).toBe("R.* 196-1");
  });

  test.each([
    ["/v1/articles/CGI/4%20B/comparaison", "2020-01-01", "2025-02-16", "formelle"],
    ["/v1/articles/CGI/4%20B/comparaison?a=2020-01-01", "1979-07-01", "2020-01-01", "fond"],
    ["/v1/articles/CGI/4%20B/comparaison?de=1980-01-01", "1979-07-01", "2025-02-16", "fond"],
    ["/v1/articles/CGI/4%20B/comparaison?de=2019-12-31&a=2020-01-01", "1979-07-01", "2020-01-01", "fond"],
    ["/v1/articles/CGI/156/comparaison", "2000-01-01", "2018-01-01", "fond"],
  ])("%s compares the version of %s with that of %s", async (path, de, a, portee) => {
    const compared = await read<ArticleComparison>(path);
    expect([compared.de.date_debut, compared.a.date_debut, compared.portee_texte]).toEqual([
      de,
      a,
      portee as never,
    ]);
    expect(compared).toMatchObject({ code_cle: "CGI", ...COVERED });
    const [{ segments, avant, apres } = { segments: [], avant: "", apres: "" }] = compared.paragraphes;
    const without = (op: string) => segments.flatMap((each) => (each.op === op ? [] : [each.texte])).join("");
    expect([without("ajoute"), without("retire")]).toEqual([avant, apres]);
  });

  test("versions are compared by their fingerprints too", async () => {
    const { versions } = await read<CommentedArticle>("/v1/articles/CGI/4%20B");
    const sides = `de_empreinte=${versions[2]?.empreinte}&a_empreinte=${versions[1]?.empreinte}`;
    const compared = await read<ArticleComparison>(`/v1/articles/CGI/4%20B/comparaison?${sides}`);
    expect([compared.de, compared.a]).toEqual([versions[2] as never, versions[1] as never]);
  });

  test.each([
    [
      "/v1/articles/CGI/156/comparaison?de=2016-01-01",
      "n'a pas de version détenue en vigueur le 1er janvier 2016",
    ],
    ["/v1/articles/CGI/83/comparaison?de=2021-06-01", "LEGI l'annonce sans le donner"],
    ["/v1/articles/CGI/6/comparaison", "il n'y a pas deux textes à comparer"],
    [`/v1/articles/CGI/6/comparaison?de_empreinte=${"a".repeat(64)}`, "n'a pour empreinte"],
    ["/v1/articles/CGI/999/comparaison", "Aucune version"],
  ])("%s is refused", async (path, message) => {
    expect(await ask(path)).toMatchObject([
      404,
      { error: { code: "law_text_not_held", message: expect.stringContaining(message) } },
    ]);
  });

  const changedIn = async (id: string, article: string) => {
    const { articles } = await read<FullDocument>(`/v1/boi/${id}`);
    const found = articles.find((cited) => cited.article === article && cited.etendue === undefined);
    return { debut: found?.droit?.date_debut ?? null, change: found?.modifie_depuis ?? null };
  };

  test.each([
    ["BOI-IR-A", "4 B", "2025-02-16", { date: "2025-02-16", portee_texte: "fond" }],
    ["BOI-IR-B", "4 B", "2025-02-16", { date: "2025-02-16", portee_texte: "formelle" }],
    ["BOI-IR-C", "4 B", "2025-02-16", null],
    ["BOI-TVA-A", "157", null, { date: "2024-06-01", legiarti: null, portee_texte: null }],
    ["BOI-TVA-B", "83", "2022-01-01", { date: "2022-01-01", portee_texte: "fond" }],
    ["BOI-TVA-C", "200 A", "2018-01-01", null],
  ])("%s says whether %s changed since its edition", async (id, article, debut, change) => {
    const told = await changedIn(id, article);
    expect(told.debut).toBe(debut);
    if (change === null) expect(told.change).toBeNull();
    else expect(told.change).toMatchObject(change);
  });

  test("a past day has its own law, and the changes until then", async () => {
    const of = async (date: string) =>
      (await read<FullDocument>(`/v1/boi/BOI-IR-A?date=${date}`)).articles.find(
        ({ article }) => article === "4 B",
      );
    expect(await of("2019-12-31")).toMatchObject({
      droit: { date_debut: "1979-07-01" },
      modifie_depuis: null,
    });
    expect(await of("2020-01-01")).toMatchObject({
      droit: { date_debut: "2020-01-01" },
      modifie_depuis: { date: "2020-01-01", portee_texte: "fond" },
    });
  });

  test("a range has none", async () => {
    const { articles } = await read<FullDocument>("/v1/boi/BOI-IR-A");
    const range = articles.find(({ etendue }) => etendue !== undefined);
    expect(range).toMatchObject({ droit: null, modifie_depuis: null });
  });

  test("a § says it of its own articles", async () => {
    const paragraph = await read<ParagraphAnswer>("/v1/boi/BOI-IR-A/paragraphes/1");
    expect(paragraph).toMatchObject(COVERED);
    expect(paragraph.articles.find(({ article }) => article === "4 B")).toMatchObject({
      modifie_depuis: { date: "2025-02-16" },
    });
  });

  test("changes after what the law held covers are not told, though a version of then is", async () => {
    const told = { num: "4 B", debut: "1979-07-01", fin: "2024-01-01", texte: "Avant." };
    const later = { num: "4 B", debut: "2024-01-01", texte: "Après.", legiarti: "LEGIARTI000000000002" };
    const other = await openService(writeExport([...TEN, ...DOCUMENTS, dating("2025-04-01")]));
    try {
      await fillLaw(other.database, [told, later], "2023-06-03");
      const own = await other.key("interne");
      const { articles } = (await (await other.get("/v1/boi/BOI-IR-A", own)).json()) as FullDocument;
      expect(articles.find(({ article }) => article === "4 B")).toMatchObject({
        droit: { date_debut: "2024-01-01" },
        modifie_depuis: null,
      });
      const list = (await (await other.get("/v1/droit/posterieur", own)).json()) as LaterLawList;
      expect(list).toMatchObject({ total: 0, couverture_droit: { jusqu_au: "2023-06-03" } });
    } finally {
      await other.close();
    }
  });

  test("changes since a day come latest first, with those to come", async () => {
    const page = await read<LawChangeList>("/v1/articles/changements?depuis=2023-01-01&limit=3");
    expect(page).toMatchObject({ total: 5, ...COVERED });
    expect(page.changements.map(({ article, date, a_venir }) => [article, date, a_venir])).toEqual([
      ["12", "2222-02-22", true],
      ["200 A", "2027-01-01", true],
      ["4 B", "2025-02-16", false],
    ]);
    expect(page.changements[2]).toMatchObject({ code_cle: "CGI", portee_texte: "formelle", documents: 3 });
    const next = new URL(page.page_suivante ?? "");
    const last = await read<LawChangeList>(next.pathname + next.search);
    expect(last.changements.map(({ article, legiarti }) => [article, legiarti])).toEqual([
      ["157", null],
      ["197", "LEGIARTI000000001973"],
    ]);
    expect(last.page_suivante).toBeNull();
    expect(await read("/v1/articles/changements?depuis=2009-01-01&code=LPF")).toMatchObject({
      changements: [{ code_cle: "LPF", article: "L. 80 A", date: "2009-01-01" }],
    });
  });

  test.each([
    ["", ["BOI-IR-A", "BOI-IR-B", "BOI-TVA-A", "BOI-TVA-B"]],
    ["?chemin=IR", ["BOI-IR-A", "BOI-IR-B"]],
    ["?chemin=TVA/A", ["BOI-TVA-A"]],
    ["?article=CGI:83", ["BOI-TVA-B"]],
    ["?portee=formelle", ["BOI-IR-B"]],
    ["?portee=fond", ["BOI-IR-A", "BOI-TVA-B"]],
    ["?limit=1&offset=1", ["BOI-IR-B"]],
  ])("documents whose commented article changed since: %s", async (query, ids) => {
    const found = await read<LaterLawList>(`/v1/droit/posterieur${query}`);
    expect(found.documents.map(({ boi_id }) => boi_id)).toEqual(ids);
    expect(found).toMatchObject(query.includes("limit") ? { total: 4 } : { total: ids.length });
    for (const { boi_id, articles } of found.documents)
      for (const { article, modifie_depuis } of articles)
        expect((await changedIn(boi_id, article)).change).toEqual(modifie_depuis);
  });

  test.each([
    ["7", ["BOI-TVA-C"]],
    ["12", []],
  ])("« et suivants » reaches the end of the section: %s", async (article, ids) => {
    const { total, documents } = await read<CommentedArticle>(`/v1/articles/CGI/${article}`);
    expect(documents.map(({ boi_id, nature, etendue }) => [boi_id, nature, etendue?.a])).toEqual(
      ids.map((id) => [id, "etendue", null]),
    );
    expect(total).toBe(ids.length);
  });

  const checked = async (texte: string, date?: string) => {
    const body = JSON.stringify({ texte, ...(date === undefined ? {} : { date }) });
    const headers = { "content-type": "application/json" };
    const response = await service.get("/v1/citations", key, { method: "POST", body, headers });
    expect(response.status).toBe(200);
    return (await response.json()) as CheckedText;
  };
  const articlesIn = ({ references_droit }: CheckedText) =>
    references_droit.flatMap((one) => (one.genre === "article" ? [one] : []));

  test.each([
    ["Selon l'article 4 B du CGI.", undefined, "en_vigueur", "2025-02-16"],
    ["Selon l'article 4 B du CGI.", "2019-12-31", "en_vigueur", "1979-07-01"],
    ["Selon l'article 157 du CGI.", undefined, "abroge", undefined],
    ["Selon l'article 156 du CGI.", "2016-01-01", "abroge", undefined],
    ["Selon l'article 999 du CGI.", undefined, "inconnu", undefined],
    ["Voir CGI art. L. 271.", undefined, "inconnu", undefined],
    ["Selon l'article L 80 A du LPF.", undefined, "en_vigueur", "2009-01-01"],
    ["Selon l'article R. 196-1 du LPF.", undefined, "en_vigueur", "1982-01-01"],
    ["Selon l'article 1583 du code civil.", undefined, "non_detenu", undefined],
    ["Selon l'article 4 B du CGI.", "1979-06-30", "non_detenu", undefined],
    // A document names it.
    ["Selon l'article 1000 du CGI.", undefined, "non_detenu", undefined],
  ])("the article of « %s » on %s is %s", async (texte, date, etat, debut) => {
    const answer = await checked(texte, date);
    expect(answer).toMatchObject(COVERED);
    const [article, ...others] = articlesIn(answer);
    expect(others).toEqual([]);
    expect([article?.etat, article?.droit?.date_debut, article?.citation_textuelle]).toEqual([
      etat,
      debut,
      null,
    ] as never);
    expect(answer.bilan.a_corriger).toBe(etat === "inconnu" ? 1 : 0);
    expect(texte).toContain(article?.texte ?? "nothing");
  });

  test("both ends of a range are judged", async () => {
    const found = articlesIn(await checked("Les articles 156 à 999 du CGI s'appliquent."));
    expect(found.map(({ article, etat }) => [article, etat])).toEqual([
      ["156", "en_vigueur"],
      ["999", "inconnu"],
    ]);
  });

  test.each([
    ["l'article 6 du CGI dispose : « Chaque contribuable est imposable. »", "exact", 0],
    ["l'article 6 du CGI dispose : « chaque contribuable est imposable »", "equivalent", 0],
    ["l'article 6 du CGI dispose : « Chaque contribuable est exonéré. »", "absent", 1],
  ])("words quoted from an article are compared with it: %s", async (texte, etat, wrong) => {
    const answer = await checked(texte);
    expect(articlesIn(answer)[0]?.citation_textuelle?.etat).toBe(etat as "exact");
    expect(answer.bilan.a_corriger).toBe(wrong);
    expect(answer.citations_libres).toEqual([]);
  });

  test("words of an article whose text is not held are sought in the doctrine", async () => {
    const texte = "l'article 83 du CGI dispose : « Le régime de BOI-IR-B est exposé ici »";
    const answer = await checked(texte, "2021-06-01");
    expect(articlesIn(answer)[0]).toMatchObject({ etat: "en_vigueur", citation_textuelle: null });
    expect(answer.citations_libres).toHaveLength(1);
  });

  test("neither « périmé » nor « obsolète » is said of a text", async () => {
    const spec = await (await service.get("/openapi.json")).text();
    expect(spec).not.toMatch(/périmé|obsol/i);
    expect(spec).toContain(
      "l'article a changé depuis cette édition ; ce que ce changement fait à ce texte n'est pas dit",
    );
  });

  const page = async (path: string) => {
    const response = await service.get(path);
    expect([path, response.status]).toEqual([path, 200]);
    return await response.text();
  };

  test.each([
    [
      "/articles/CGI/4%20B",
      "ou le lieu de séjour.",
      "Droit détenu jusqu&#x27;au 3 juin 2026",
      "À partir du 16 février 2025",
    ],
    [
      "/articles/CGI/4%20B?date=1990-01-01",
      "Texte en vigueur le 1er janvier 1990",
      "Le domicile est le foyer.",
      "",
    ],
    ["/articles/CGI/12", "Aucun document en vigueur ne le cite", "À venir, à une date encore inconnue", ""],
    ["/articles/CGI/200%20A", "À partir du 1er janvier 2027, à venir", "", ""],
    ["/articles/CGI/83?date=2021-06-01", "sans en donner le texte", "", ""],
    ["/articles/CGI/4%20B/comparaison?de=2019-12-31&a=2020-01-01", "<ins>", "Deux versions comparées", ""],
    [
      "/consultation/BOI-IR-A",
      "modifié le 16 février 2025 depuis cette édition",
      "ce que ce changement fait à ce texte",
      "comparer",
    ],
    ["/consultation/BOI-TVA-A", "a pris fin le 1er juin 2024 depuis cette édition", "", ""],
    ["/droit/posterieur", "4 documents en vigueur", "BOI-TVA-B", "comparer"],
    ["/droit/posterieur?chemin=IR", "2 documents en vigueur", "/plan/IR", ""],
    ["/plan/IR", "/droit/posterieur?chemin=IR", "", ""],
  ])("the page %s shows it", async (path, one, two, three) => {
    const html = await page(path);
    for (const word of [one, two, three]) expect(html).toContain(word);
    expect(html).not.toMatch(/périmé|obsol/i);
  });

  test.each([
    ["/articles/CGI/4%20B?date=2999-01-01", 400],
    ["/articles/CGI/4%20B/comparaison?de=hier", 400],
    ["/articles/CGI/999/comparaison", 404],
    ["/droit/posterieur?chemin=a-b", 404],
    ["/droit/posterieur?page=7", 404],
  ])("the page %s answers %d", async (path, status) => {
    expect((await service.get(path)).status).toBe(status);
  });

  test("the export has nothing of it", async () => {
    const lines = (await (await service.get("/v1/export", key)).text()).split("\n");
    expect(lines.filter((line) => /"droit"|modifie_depuis|couverture_droit/.test(line))).toEqual([]);
  });
});
