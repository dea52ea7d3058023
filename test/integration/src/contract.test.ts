import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { OpenAPIV3 } from "openapi-types";
import { ATTRIBUTION, VERSION } from "../../../src/http/attribution.ts";
import { openService, type TestService } from "../../servers/service.ts";

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await openService();
  key = await service.key("interne");
});
afterAll(() => service.close());

interface Refusal {
  readonly error: { readonly code: string; readonly message: string };
  readonly source: string;
}

describe("what each route refuses", () => {
  for (const [path, status, code, words] of [
    ["/v1/search", 400, "invalid_parameter", "« q » est obligatoire"],
    ["/v1/search?q=", 400, "invalid_parameter", "« q »"],
    ["/v1/search?q=a", 400, "invalid_parameter", "2 caractères"],
    ["/v1/search?q=imp%C3%B4t&limit=0", 400, "invalid_parameter", "un entier de 1 à 100"],
    ["/v1/search?q=imp%C3%B4t&limit=101", 400, "invalid_parameter", "un entier de 1 à 100"],
    ["/v1/search?q=imp%C3%B4t&limit=", 400, "invalid_parameter", "une valeur vide"],
    ["/v1/search?q=imp%C3%B4t&offset=10001", 400, "invalid_parameter", "un entier de 0 à 10000"],
    ["/v1/search?q=imp%C3%B4t&domaine=XYZ", 400, "invalid_parameter", "IS, IR, TVA"],
    ["/v1/search?q=imp%C3%B4t&lmit=3", 400, "invalid_parameter", "vouliez-vous dire « limit »"],
    ["/v1/search?q=imp%C3%B4t&q=taxe", 400, "invalid_parameter", "plusieurs fois"],
    ["/v1/search?q=%E9", 400, "invalid_parameter", "encodage"],
    ["/v1/search?q=imp%C3%B4t%20AND", 400, "invalid_query", "position"],
    ["/v1/search?q=-imp%C3%B4t", 400, "invalid_query", "au moins un mot"],
    [`/v1/search?q=${"lot*+".repeat(9)}`, 400, "invalid_query", "8 préfixes au plus"],
    ["/v1/search?q=imp%C3%B4t&domaine=%C4%B1s", 400, "invalid_parameter", "« domaine »"],
    ["/v1/search?q=le%20la", 400, "invalid_query", "au moins un mot"],
    ["/v1/boi/boi-ir", 400, "invalid_parameter", "« id » doit être en lettres majuscules : BOI-IR "],
    ["/v1/boi/boi-ir/graph", 400, "invalid_parameter", "« id » doit être en lettres majuscules : BOI-IR "],
    [`/v1/boi/BOI${"-".repeat(7_000)}`, 404, "unknown_document", "BOI-----"],
    [`/v1/boi/BOI-${"A".repeat(61)}/graph`, 404, "unknown_document", "BOI-AAAA"],
    [`/v1/boi/BOI-${"A".repeat(61)}/historique`, 404, "unknown_document", "BOI-AAAA"],
    ["/v1/boi/BOI-IR-ABSENT", 404, "unknown_document", "BOI-IR-ABSENT"],
    ["/v1/boi/BOI-IR-LIQ-20-10-20010101", 404, "edition_not_held", "BOI-IR-LIQ-20-10 du 1er janvier 2001"],
    ["/v1/boi/BOI-IR?x=1", 400, "invalid_parameter", "« x » est inconnu"],
    ["/v1/boi/BOI-IR/graph?depth=0", 400, "invalid_parameter", "un entier de 1 à 3"],
    ["/v1/boi/BOI-IR/graph?depth=4", 400, "invalid_parameter", "un entier de 1 à 3"],
    ["/v1/boi/BOI-IR/graph?direction=BOTH", 400, "invalid_parameter", "cites, citants, both"],
    ["/v1/boi/BOI-IR-ABSENT/graph", 404, "unknown_document", "BOI-IR-ABSENT"],
    ["/v1/boi/BOI-IR-ABSENT/historique", 404, "unknown_document", "BOI-IR-ABSENT"],
    ["/v1/plan/IR--LIQ", 400, "invalid_parameter", "« chemin »"],
    [`/v1/plan/${"A/".repeat(3_000)}A`, 400, "invalid_parameter", "12 segments et 120 caractères au plus"],
    [`/v1/plan/${"A".repeat(121)}`, 400, "invalid_parameter", "« chemin »"],
    ["/v1/plan/IR/%zz", 400, "invalid_parameter", "encodage"],
    ["/v1/search?q=impot&type=Rescrit", 400, "invalid_parameter", "commentaire, rescrit"],
    ["/v1/search?q=impot&matiere=RES", 400, "invalid_parameter", "l'une des matières IS, IR, TVA"],
    ["/v1/search?q=impot&chemin=", 400, "invalid_parameter", "une valeur vide"],
    ["/v1/search?q=impot&chemin=IR//LIQ", 400, "invalid_parameter", "« chemin »"],
    ["/v1/search?q=impot&article=150%20U", 400, "invalid_parameter", "comme CGI:150 U"],
    ["/v1/search?q=impot&article=XYZ:12", 400, "invalid_parameter", "comme CGI:150 U"],
    ["/v1/search?q=impot&decision=loi-2007-1223", 400, "invalid_parameter", "une clé comme CE-402006"],
    ["/v1/search?q=impot&norme=XYZ", 400, "invalid_parameter", "une clé comme loi-2007-1223"],
    ["/v1/search?q=impot&facettes=oui", 400, "invalid_parameter", "true, false"],
    ["/v1/articles?code=XYZ", 400, "invalid_parameter", "un code, comme CGI"],
    ["/v1/articles?limit=1001", 400, "invalid_parameter", "un entier de 1 à 1000"],
    ["/v1/articles/CGI/bis", 400, "invalid_parameter", "un numéro d'article, comme 150 U"],
    ["/v1/articles/CGI/156?x=1", 400, "invalid_parameter", "« x » est inconnu"],
    [
      "/v1/articles/CGI/157",
      404,
      "article_not_cited",
      "les plus proches qui sont cités : 154 bis, 155, 156, 158",
    ],
    ["/v1/articles/XYZ/157", 404, "article_not_cited", "« 157 » (XYZ)"],
    ["/v1/articles/CGI", 404, "unknown_route", "/v1/articles/CGI"],
    ["/v1/decisions?juridiction=ce", 400, "invalid_parameter", "CE, CAA, TA"],
    ["/v1/decisions?limit=101", 400, "invalid_parameter", "un entier de 1 à 100"],
    ["/v1/normes?nature=code", 400, "invalid_parameter", "loi, ordonnance, decret"],
    ["/v1/reponses?domaine=XYZ", 400, "invalid_parameter", "IS, IR, TVA"],
    ["/v1/decisions/CE-402007", 404, "law_not_cited", "les plus proches qui sont citées : CE-402006"],
    ["/v1/normes/CE-402006", 404, "law_not_cited", "la norme « CE-402006 » ; les plus proches"],
    ["/v1/reponses/RM-AN-2016-1", 404, "law_not_cited", "RM-AN-2016-78192"],
    ["/v1/changes", 400, "invalid_parameter", "« since » est obligatoire"],
    ["/v1/changes?since=2026-02-30", 400, "invalid_parameter", "une date AAAA-MM-JJ"],
    ["/v1/changes?since=2026-11-21", 400, "invalid_parameter", "futur"],
    ["/v1/changes", 400, "invalid_parameter", "recus_depuis"],
    [
      "/v1/changes?since=2026-01-01&recus_depuis=2026-01-01T00:00:00Z",
      400,
      "invalid_parameter",
      "l'un des deux",
    ],
    ["/v1/changes?recus_depuis=2026-01-01", 400, "invalid_parameter", "un instant"],
    ["/v1/changes?recus_depuis=2126-01-01T00:00:00Z", 400, "invalid_parameter", "futur"],
    ["/v1/changes?since=2026-01-01&limit=1001", 400, "invalid_parameter", "un entier de 1 à 1000"],
    ["/v1/actualites?q=a", 400, "invalid_parameter", "2 caractères"],
    ["/v1/actualites?q=imp%C3%B4t%20ET", 400, "invalid_query", "position"],
    ["/v1/actualites?depuis=2026-11-21", 400, "invalid_parameter", "futur"],
    ["/v1/actualites?domaine=XYZ", 400, "invalid_parameter", "IS, IR, TVA"],
    ["/v1/actualites?boi_id=boi-ir", 400, "invalid_parameter", "« boi_id » doit être en lettres majuscules"],
    ["/v1/actualites?limit=101", 400, "invalid_parameter", "un entier de 1 à 100"],
    ["/v1/actualites?depui=2026-01-01", 400, "invalid_parameter", "vouliez-vous dire « depuis »"],
    ["/v1/actualites/BOI-IR", 400, "invalid_parameter", "un identifiant comme ACTU-2014-00076"],
    ["/v1/actualites/ACTU-1999-00001", 404, "unknown_news", "ACTU-1999-00001"],
    ["/v1/journal?apres=-1", 400, "invalid_parameter", "un entier de 0 à 9007199254740991"],
    ["/v1/journal?apres=9007199254740992", 400, "invalid_parameter", "un entier de 0"],
    ["/v1/journal?limit=1001", 400, "invalid_parameter", "un entier de 1 à 1000"],
    ["/v1/journal?evenement=creation", 400, "invalid_parameter", "edition, rectification, retrait"],
    ["/v1/journal?chemin=IR--LIQ", 400, "invalid_parameter", "« chemin »"],
    ["/v1/journal?chemin=IR%252", 400, "invalid_parameter", "(reçu : « IR%2 »)"],
    ["/v1/journal?boi_id=boi-ir", 400, "invalid_parameter", "« boi_id »"],
    ["/v1/journal?since=2026-01-01", 400, "invalid_parameter", "« since » est inconnu"],
    ["/v1/suggest?q=a", 400, "invalid_parameter", "2 à 512 caractères"],
    ["/v1/suggest?q=imp&limit=51", 400, "invalid_parameter", "un entier de 1 à 50"],
    ["/v1/health?x=1", 400, "invalid_parameter", "« x » est inconnu"],
    ["/v1/inconnue", 404, "unknown_route", "/v1/inconnue"],
    ["/nulle-part", 404, "unknown_route", "/nulle-part"],
  ] as const) {
    test(`${path} is ${status} ${code}`, async () => {
      const answer = await service.get(path, key);
      const body = (await answer.json()) as Refusal;
      expect(answer.status).toBe(status);
      expect(body.error.code).toBe(code);
      expect(body.error.message).toContain(words);
      expect(body.source).toBe(ATTRIBUTION);
      expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
      expect(answer.headers.get("x-request-id")).not.toBeNull();
    });
  }
});

describe("methods", () => {
  test("another method of a known address is 405 with Allow, even without a key", async () => {
    const answer = await service.get("/v1/search", undefined, { method: "POST", body: "{}" });
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
  });
  test("OPTIONS is 204 with Allow, without CORS headers", async () => {
    const answer = await service.get("/v1/boi/BOI-IR", undefined, { method: "OPTIONS" });
    expect([answer.status, answer.headers.get("allow")]).toEqual([204, "GET, HEAD, OPTIONS"]);
    expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    expect(answer.headers.get("x-request-id")).not.toBeNull();
  });
  test("HEAD answers like GET, without a body", async () => {
    const answer = await service.get("/v1/boi/BOI-IR", key, { method: "HEAD" });
    expect([answer.status, await answer.text()]).toEqual([200, ""]);
    expect(answer.headers.get("etag")).toBe((await service.get("/v1/boi/BOI-IR", key)).headers.get("etag"));
  });
  test("a trailing slash names the same resource", async () => {
    expect((await service.get("/v1/search/?q=taxe", key)).status).toBe(200);
    expect(await (await service.get("/v1/plan/", key)).text()).toBe(
      await (await service.get("/v1/plan", key)).text(),
    );
  });
});

describe("what each route answers", () => {
  async function read<Body>(path: string): Promise<Body> {
    const answer = await service.get(path, key);
    const body = (await answer.json()) as Body & { readonly source: string };
    expect([answer.status, body.source]).toEqual([200, ATTRIBUTION]);
    return body;
  }

  test("search finds inflections without accents and marks them", async () => {
    const { total, results } = await read<{ total: number; results: { extrait: string; score: number }[] }>(
      "/v1/search?q=donations",
    );
    expect(total).toBe(results.length);
    expect(results[0]?.extrait).toContain("<mark>");
    expect(results.map(({ score }) => score)).toEqual(
      results.map(({ score }) => score).sort((a, b) => b - a),
    );
  });
  test("search pages through the same list", async () => {
    const all = await read<{ results: { boi_id: string }[] }>("/v1/search?q=imp%C3%B4t&limit=100");
    const pages = [];
    for (let offset = 0; offset < all.results.length; offset += 7) {
      pages.push(
        ...(await read<{ results: { boi_id: string }[] }>(`/v1/search?q=imp%C3%B4t&limit=7&offset=${offset}`))
          .results,
      );
    }
    expect(pages).toEqual(all.results);
  });
  const KEPT_TO = [
    ["domaine=tva", { domaine: "TVA" }],
    ["type=rescrit", { type: "rescrit" }],
    ["matiere=ir&type=rescrit", { type: "rescrit", matiere: "IR", domaine: "RES" }],
    ["chemin=ir/liq/", { domaine: "IR", boi_id: expect.stringMatching(/^BOI-IR-LIQ/) }],
    ["article=CGI:156", { boi_id: expect.stringMatching(/^BOI-(?:IR|IR-LIQ-10-20|RES-IR-000001)$/) }],
    ["article=code%20civil:205", { boi_id: "BOI-IR-LIQ-10-20" }],
    ["decision=ce-402006", { boi_id: "BOI-IS-BASE" }],
    ["norme=loi-2007-1223", { boi_id: "BOI-ENR-DMTG-10" }],
    ["reponse=RM-AN-2016-78192&norme=loi-2007-1223", { boi_id: "BOI-ENR-DMTG-10" }],
  ] as const;
  test.each([...KEPT_TO])("search keeps to %s", async (filter, hit) => {
    const { total, results } = await read<{ total: number; results: object[] }>(
      `/v1/search?q=im*+OU+re*+OU+co*&${filter}`,
    );
    expect(total).toBeGreaterThan(0);
    for (const result of results) expect(result).toMatchObject(hit);
  });
  test("search by words and search by both take the filters tried above, and no other", async () => {
    const tried = new Set(KEPT_TO.flatMap(([filter]) => [...new URLSearchParams(filter).keys()]));
    const document = (await (await service.get("/openapi.json")).json()) as OpenAPIV3.Document;
    const { paths, components } = document;
    const parameters = paths["/v1/search"]?.get?.parameters ?? [];
    const taken = parameters.map((parameter) => ("name" in parameter ? parameter.name : ""));
    expect(taken.toSorted()).toEqual(
      ["q", "limit", "offset", "facettes", "date", "statut", ...tried].toSorted(),
    );
    const body = components?.schemas?.["HybridSearchRequest"] ?? {};
    const fields = "properties" in body ? Object.keys(body.properties ?? {}) : [];
    expect(fields.toSorted()).toEqual(["question", "top_k", "date", ...tried].toSorted());
  });
  test("search counts the series, kinds and subjects of its whole result when asked", async () => {
    interface Page {
      readonly total: number;
      readonly facettes?: Readonly<Record<string, readonly { code: string; documents: number }[]>>;
    }
    expect(await read<Page>("/v1/search?q=taxe")).not.toHaveProperty("facettes");
    const { total, facettes = {} } = await read<Page>("/v1/search?q=taxe&limit=1&facettes=true");
    const sum = (side: string) => facettes[side]?.reduce((all, { documents }) => all + documents, 0);
    expect([sum("domaine"), sum("type")]).toEqual([total, total]);
    for (const [side, values] of Object.entries(facettes)) {
      for (const { code, documents } of values) {
        const kept = await read<Page>(`/v1/search?q=taxe&limit=1&${side}=${code}`);
        expect([side, code, kept.total]).toEqual([side, code, documents]);
      }
    }
  });
  test("a query that is an identifier gives that document first", async () => {
    const { results } = await read<{ results: { boi_id: string }[] }>(
      "/v1/search?q=BOI-IR-LIQ-20-10-20260622",
    );
    expect(results[0]?.boi_id).toBe("BOI-IR-LIQ-20-10");
  });
  test.each([
    "BOI-IR-LIQ-20-10 § 10",
    "BOI-IR-LIQ-20-10, n° 10",
    "BOI-IR-LIQ-20-10, § 10, version du 22 juin 2026",
  ])("%s gives that document first, at that paragraph", async (q) => {
    const { results } = await read<{ results: object[] }>(`/v1/search?q=${encodeURIComponent(q)}`);
    expect(results[0]).toMatchObject({ boi_id: "BOI-IR-LIQ-20-10", paragraphe: "10" });
  });
  test.each([
    ["quotiant familial", "mot_inconnu"],
    ["comment zygomatique quotient familial ?", "question"],
    ["donation ou succession", "mots_ignores"],
  ])("a search for « %s » warns of %s", async (q, code) => {
    const { avertissements } = await read<{ avertissements: { code: string; essayer: string | null }[] }>(
      `/v1/search?q=${encodeURIComponent(q)}`,
    );
    const warned = avertissements.find((warning) => warning.code === code);
    const { total } = await read<{ total: number }>(
      `/v1/search?q=${encodeURIComponent(warned?.essayer ?? "")}`,
    );
    expect(total).toBeGreaterThan(0);
  });
  test("an article among the words of a search gives the request that keeps to it", async () => {
    const { avertissements } = await read<{
      avertissements: { code: string; requete?: { adresse: string } }[];
    }>(`/v1/search?q=${encodeURIComponent("art. 197 impôt")}&domaine=IR`);
    const [cited] = avertissements.filter(({ code }) => code === "citation_reconnue");
    const adresse = cited?.requete?.adresse ?? "";
    expect(adresse).toBe("/v1/search?q=imp%C3%B4t&domaine=IR&article=CGI%3A197");
    expect((await read<{ total: number }>(adresse)).total).toBeGreaterThan(0);
  });
  test("a question that no document has all the words of gives the request that answers it", async () => {
    const { avertissements } = await read<{ avertissements: { code: string; requete?: object }[] }>(
      `/v1/search?q=${encodeURIComponent("comment zygomatique quotient familial ?")}&article=CGI:197`,
    );
    expect(avertissements.find(({ code }) => code === "question")?.requete).toEqual({
      methode: "POST",
      adresse: "/v1/search/hybride",
      corps: { question: "comment zygomatique quotient familial ?", article: "CGI:197" },
    });
  });
  test("a search that needs no word of warning has none", async () => {
    expect(await read<object>("/v1/search?q=imp%C3%B4t")).not.toHaveProperty("avertissements");
  });
  test("a document is whole: paragraphs, plan, references, articles", async () => {
    const body = await read<
      Record<string, unknown> & { paragraphes: { numero: string }[]; plan_classement: object }
    >("/v1/boi/BOI-IR-LIQ-20-10");
    expect(body).toMatchObject({
      boi_id: "BOI-IR-LIQ-20-10",
      domaine: "IR",
      statut: "en_vigueur",
      type: "commentaire",
    });
    expect(body.paragraphes[0]?.numero).toBe("1");
    expect(body.plan_classement).toMatchObject({
      chemin: "IR/LIQ/20/10",
      niveaux: [{ chemin: "IR" }, {}, {}, {}],
    });
  });
  test("a dated identifier is that edition", async () => {
    expect(await read("/v1/boi/BOI-IR-LIQ-20-10-20250414")).toMatchObject({
      statut: "remplace",
      date_publication: "2025-04-14",
      date_mise_a_jour: "2026-06-22",
    });
  });
  test("a withdrawn document still answers, with its statut, and is not searched", async () => {
    expect(await read("/v1/boi/BOI-IR-RICI-350")).toMatchObject({
      statut: "retire",
      date_mise_a_jour: "2026-09-14",
    });
    const { results } = await read<{ results: { boi_id: string }[] }>("/v1/search?q=BOI-IR-RICI-350");
    expect(results.map(({ boi_id }) => boi_id)).not.toContain("BOI-IR-RICI-350");
  });
  test("the graph of a dated identifier is its document's", async () => {
    expect(await read("/v1/boi/BOI-IR-LIQ-20-10-20010101/graph")).toEqual(
      await read("/v1/boi/BOI-IR-LIQ-20-10/graph"),
    );
  });
  test("the history tells every edition, one current", async () => {
    expect(await read("/v1/boi/BOI-IR-LIQ-20-10/historique")).toMatchObject({
      boi_id: "BOI-IR-LIQ-20-10",
      versions: [
        { date_publication: "2026-06-22", date_mise_a_jour: null, statut: "en_vigueur", current: true },
        {
          date_publication: "2025-04-14",
          date_mise_a_jour: "2026-06-22",
          statut: "remplace",
          current: false,
        },
      ],
    });
  });
  test("the plan starts with the contract's domains, in its order", async () => {
    const { children } = await read<{ children: { segment: string }[] }>("/v1/plan");
    const first = children.slice(0, 12).map(({ segment }) => segment);
    expect(first).toEqual(["IS", "IR", "TVA", "BIC", "BNC", "RPPM", "CF", "ENR", "IF", "PAT", "TPS", "REC"]);
  });
  test("a path of the plan that holds nothing is empty", async () => {
    expect(await read("/v1/plan/zz/10")).toMatchObject({ chemin: "ZZ/10", children: [], documents: [] });
  });
  test("changes tell creations, modifications and withdrawals with their actualité", async () => {
    const body = await read<{
      count: number;
      total: number;
      changes: { nature: string; actualite: object | null }[];
    }>("/v1/changes?since=2026-05-01");
    const natures = Object.groupBy(body.changes, ({ nature }) => nature);
    expect([
      natures["creation"]?.length,
      natures["modification"]?.length,
      natures["retrait"]?.length,
    ]).toEqual([5, 5, 2]);
    expect([body.count, body.total]).toEqual([12, 12]);
    expect(body.changes.every(({ actualite }) => actualite !== null)).toBe(true);
  });
  test("an actualité tells what it announces, and the documents that it names", async () => {
    expect(await read("/v1/actualites/ACTU-2026-00038")).toMatchObject({
      id: "ACTU-2026-00038",
      date: "2026-06-22",
      page: "http://localhost/actualites/ACTU-2026-00038",
      empreinte: expect.stringMatching(/^[0-9a-f]{64}$/),
      documents: [{ boi_id: "BOI-IR-LIQ-20-10", statut: "en_vigueur" }],
      portee_annoncee: null,
      portee_deduite: { portee: "fond" },
      consultation_publique: null,
    });
  });
  test("suggestions forgive a typo and a missing accent", async () => {
    const { suggestions } = await read<{ suggestions: { titre: string }[] }>(
      "/v1/suggest?q=amortisement%20linaire",
    );
    expect(suggestions[0]?.titre).toContain("Amortissement linéaire");
  });
  test("statistics count the corpus in force", async () => {
    expect(await read("/v1/stats")).toMatchObject({ total_documents: 62, total_actualites: 8 });
  });
  test("health is ok and names the running version", async () => {
    expect(await read("/v1/health")).toMatchObject({
      status: "ok",
      service: "doctrine-fiscale-api",
      version: VERSION,
    });
  });
  test("status names every component", async () => {
    const { checks } = await read<{ checks: object }>("/v1/status");
    expect(Object.keys(checks)).toEqual([
      "d1",
      "kv",
      "r2",
      "vectorize",
      "search",
      "ingestion",
      "sources",
      "preuve",
    ]);
  });
});

describe("conditional answers", () => {
  for (const path of [
    "/v1/boi/BOI-IR",
    "/v1/boi/BOI-IR/graph",
    "/v1/plan",
    "/v1/plan/IR",
    "/v1/stats",
    "/v1/actualites",
    "/v1/actualites/ACTU-2026-00038",
    "/v1/journal",
  ]) {
    test(`${path} is 304 for who holds it`, async () => {
      const etag = (await service.get(path, key)).headers.get("etag") ?? "";
      expect(etag).toMatch(/^"[\w-]+"$/);
      const answer = await service.get(path, key, { headers: { "if-none-match": etag } });
      expect([answer.status, await answer.text(), answer.headers.get("etag")]).toEqual([304, "", etag]);
    });
  }
  for (const path of [
    "/v1/search?q=taxe",
    "/v1/suggest?q=taxe",
    "/v1/changes?since=2026-01-01",
    "/v1/health",
    "/v1/status",
  ]) {
    test(`${path} carries no ETag`, async () =>
      expect((await service.get(path, key)).headers.get("etag")).toBeNull());
  }
  for (const [path, expected] of [
    ["/v1/boi/BOI-IR", "private"],
    ["/v1/search?q=taxe", "private"],
    ["/v1/stats", "public, max-age=60"],
    ["/v1/health", "public, max-age=60"],
    ["/v1/status", "no-store"],
  ] as const) {
    test(`${path} says Cache-Control: ${expected}`, async () => {
      const answer = await service.get(path, expected === "private" ? key : undefined);
      expect(answer.headers.get("cache-control")).toBe(expected);
    });
  }
});
