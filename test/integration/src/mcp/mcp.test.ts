import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { LAW_OF_PAST_DOCTRINE } from "../../../../bofip/law/past-doctrine.ts";
import { ATTRIBUTION } from "../../../../src/http/attribution.ts";
import { addDocuments } from "../../../fixtures/corpus.ts";
import { openService, type TestService } from "../../../servers/service.ts";
import { connectHttp, connectStdio, type McpClient, TRANSPORTS } from "./client.ts";

/** Every tool, in the order of the list, with a call that finds something. */
const CALLS: readonly (readonly [name: string, input: Readonly<Record<string, unknown>>, words: string])[] = [
  ["get_context", { question: "quel est le plafond du quotient familial ?" }, "Citer : BOI-"],
  ["search", { q: "impôt" }, "BOI-"],
  ["semantic_search", { question: "qui est imposable ?" }, "BOI-"],
  ["get_boi", { boi_id: "BOI-IR-LIQ-20-10" }, "§ 10 — "],
  ["get_paragraph", { boi_id: "BOI-IR-LIQ-20-10", numero: "10" }, "BOI-IR-LIQ-20-10, § 10"],
  ["get_table", { boi_id: "BOI-IR-LIQ-20-10" }, "Fraction du revenu par part | Taux"],
  ["compare_editions", { boi_id: "BOI-IR-LIQ-20-10" }, "Portée : fond"],
  ["browse_plan", { chemin: "IR/LIQ" }, "IR/LIQ/20"],
  ["related", { boi_id: "BOI-IR-LIQ-20-10" }, "cite BOI-IR-LIQ-20-20"],
  ["recent_changes", { since: "2026-05-01" }, "changements depuis"],
  ["get_news", {}, "ACTU-2026-00038"],
  ["law", { genre: "decision", reference: "CE-402006" }, "CE, plén., 21 décembre 2018, n° 402006"],
  ["law_article", { article: "156" }, "CGI, art. 156"],
  ["check_citations", { texte: "BOI-IR-LIQ-20-10, § 10" }, "verifiee"],
  [
    "check_references",
    { references: [{ boi_id: "BOI-IR-LIQ-20-10", numero: "40", date: "2025-07-01" }] },
    "modifiee depuis le 2026-06-22",
  ],
];
const UNTIL = "Les sources parlent jusqu'au 14 septembre 2026";
const MOST_LIST_BYTES = 15_400;
const TOOLS = CALLS.map(([name]) => name);

let service: TestService;
let url: string;
let key: string;

beforeAll(async () => {
  service = await openService();
  service.app.listen({ hostname: "127.0.0.1", port: 0 });
  url = `http://127.0.0.1:${service.app.server?.port}`;
  key = await service.key("pro");
});
afterAll(async () => {
  await service.app.server?.stop(true);
  await service.close();
});

const Items = z.array(
  z.object({
    boi_id: z.string().startsWith("BOI-"),
    titre: z.string(),
    statut: z.enum(["en_vigueur", "retire", "transfere"]),
    paragraphe: z.string().nullable(),
    url: z.string().startsWith("https://bofip.impots.gouv.fr/"),
  }),
);

const Dated = z.array(z.object({ score: z.number().positive(), date_publication: z.iso.date() })).nonempty();

describe.each([...TRANSPORTS])("over %s", (_, era, connect) => {
  let mcp: McpClient;
  beforeAll(async () => {
    mcp = await connect(url, key, era);
  });
  afterAll(() => mcp.client.close());

  test("the tools are offered, read-only, each saying when it is the one to use", async () => {
    const { tools } = await mcp.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(TOOLS);
    for (const { name, description, annotations, inputSchema } of tools) {
      expect([name, annotations]).toEqual([name, { readOnlyHint: true, openWorldHint: false }]);
      expect(description).toContain("Quand : ");
      expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false });
    }
    expect(mcp.client.getInstructions()).toContain("get_boi");
    // Every conversation pays for it.
    expect(Buffer.byteLength(JSON.stringify(tools))).toBeLessThan(MOST_LIST_BYTES);
  });

  test.each([...CALLS])("%s is called and read", async (name, input, words) => {
    const { text, isError, data } = await mcp.call(name, input);
    expect([isError, text, data["source"]]).toEqual([false, expect.stringContaining(words), ATTRIBUTION]);
  });

  test("the citations of a text are checked before it is given", async () => {
    const { text, data } = await mcp.call("check_citations", {
      texte:
        "« le barème est appliqué au quotient obtenu » (BOI-IR-LIQ-20-10, § 10) ; BOI-XX, § 1. « le barème est appliqué au revenu brut » (BOI-IR-LIQ-20-10, § 10). Il a dit : « le barème est appliqué au quotient obtenu » ; voir BOI_IR.",
    });
    expect(data["citations"]).toMatchObject([
      { etat: "verifiee", citation_textuelle: { etat: "exact", numero: null } },
      { etat: "document_inconnu", citation: null },
      { etat: "citation_inexacte", citation: null },
    ]);
    expect(data).toMatchObject({
      citations_libres: [{ etat: "trouvee", boi_id: "BOI-IR-LIQ-20-10", numero: "10" }],
      non_lues: [{ texte: "BOI_IR" }],
    });
    expect(text).toContain("Les sources parlent jusqu'au 14 septembre 2026");
    expect(text).toContain("citation_inexacte. Les mots entre guillemets ne se trouvent pas au § 10.");
    expect(text).toContain("le plus proche, au § 10 : « ");
    expect(text.match(/à citer ainsi/g)).toHaveLength(2);
    expect(text).toContain("donc pas vérifiées :\n- « BOI_IR »");
    expect(text).toContain("« BOI-IR-LIQ-20-10, § 10 » : verifiee ; mots cités : exact ; à citer ainsi : ");
  });

  test("references to follow say what became of each, and what to compare", async () => {
    const { text, data } = await mcp.call("check_references", {
      references: [
        { boi_id: "BOI-IR-LIQ-20-10", numero: "10", date: "2025-07-01" },
        { boi_id: "boi-ir-liq-20-10", numero: "40", date: "2025-07-01" },
        { boi_id: "BOI-XX", empreinte: "0".repeat(64) },
      ],
    });
    expect(data["references"]).toMatchObject([
      { etat: "inchangee" },
      { etat: "modifiee", comparaison: expect.stringContaining("/comparaison?") },
      { boi_id: "BOI-XX", numero: null, etat: "non_detenue" },
    ]);
    expect(text).toContain("3 références, dont 1 inchangée. Les sources parlent jusqu'au 14 septembre 2026");
    expect(text).toContain(
      "- BOI-IR-LIQ-20-10, § 40, version du 14 avril 2025 : modifiee depuis le 2026-06-22 ;",
    );
    expect(text).toContain("- BOI-XX : non_detenue");
  });

  test("« quel est le plafond du quotient familial ? » is answered with a § that can be quoted", async () => {
    const found = await mcp.call("semantic_search", {
      question: "quel est le plafond du quotient familial ?",
    });
    expect(found.text).toContain("BOI-IR-LIQ-20-20 — ");
    expect(found.text).toMatch(/Score 0,\d\d : mots 0,\d\d, sens 0,\d\d\./);
    expect(found.data["results"]).toMatchObject([{ scores: { texte: expect.any(Number) } }, {}, {}, {}, {}]);
    const precise = await mcp.call("search", { q: "plafonnement quotient familial", domaine: "IR" });
    expect(precise.data["results"]).toMatchObject([
      { boi_id: "BOI-IR-LIQ-20-20", statut: "en_vigueur" },
      {},
      {},
    ]);
    const mistyped = await mcp.call("search", { q: "quotiant familial" });
    expect(mistyped.text).toContain("Avertissement : Le mot « quotiant » ne figure dans aucun document");
    expect(mistyped.text).toContain("À essayer : quotient familial");
    expect(mistyped.data["avertissements"]).toMatchObject([{ code: "mot_inconnu", mot: "quotiant" }]);
    const read = await mcp.call("get_boi", { boi_id: "BOI-IR-LIQ-20-20", paragraphe: "10-30" });
    expect(read.isError).toBe(false);
    expect(read.text).toContain("§ 10 — ");
    expect(read.text).toMatch(/un plafond fictif de 1\s500\s€ par demi-part/);
    expect(read.text).toContain("https://bofip.impots.gouv.fr/bofip/9032-PGP.html");
    expect(read.text).toEndWith(`Source : ${ATTRIBUTION}`);
  });
});

describe("every item of every result", () => {
  let mcp: McpClient;
  beforeAll(async () => {
    mcp = await connectHttp(url, key);
  });
  afterAll(() => mcp.client.close());

  for (const [name, input, list] of [
    ["search", { q: "impôt", limit: 10 }, "results"],
    ["semantic_search", { question: "une association peut-elle recevoir des dons ?", top_k: 10 }, "results"],
    ["browse_plan", { chemin: "ir/liq/" }, "documents"],
    ["related", { boi_id: "BOI-IR-LIQ-20-10", limit: 25 }, "related"],
    ["recent_changes", { since: "2026-05-01", limit: 25 }, "changes"],
    ["law_article", { article: "156", limit: 25 }, "documents"],
  ] as const) {
    test(`of ${name} has an identifier, a title, a statut, a § or none, and the official page`, async () => {
      const { text, data } = await mcp.call(name, input);
      const items = Items.parse(data[list]);
      expect(items.length).toBeGreaterThan(0);
      for (const { boi_id, titre, url } of items) {
        expect(text).toContain(`${boi_id} — ${titre} (`);
        expect(text).toContain(url);
      }
      expect([data["source"], text.includes(ATTRIBUTION)]).toEqual([ATTRIBUTION, true]);
    });
  }

  test.each([
    ["browse_plan", { chemin: "IR/LIQ" }, "documents"],
    ["related", { boi_id: "BOI-IR-LIQ-20-10", limit: 25 }, "related"],
    ["law_article", { article: "156" }, "documents"],
  ])("of %s says, in data and in words, since when the text shown holds", async (name, input, list) => {
    const { text, data } = await mcp.call(name, input);
    const days = z
      .array(z.object({ date_publication: z.iso.date() }))
      .nonempty()
      .parse(data[list]);
    for (const { date_publication } of days) expect(text).toContain(`version du ${date_publication}`);
  });

  test.each([
    ["search", { q: "impôt" }],
    ["semantic_search", { question: "une association peut-elle recevoir des dons ?" }],
  ])("of %s says, in data and in words, how well it answers and since when it holds", async (name, input) => {
    const { text, data } = await mcp.call(name, input);
    const hits = Dated.parse(data["results"]);
    expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).toSorted((a, b) => b - a));
    for (const { score, date_publication } of hits)
      expect(text).toContain(`Édition du ${date_publication}. Score ${score.toFixed(2).replace(".", ",")}`);
  });

  test("holds the fields of its shape, not all that the API answers", async () => {
    const { data } = await mcp.call("search", { q: "impôt", limit: 1 });
    const declared = [
      "boi_id",
      "citation",
      "date_publication",
      "edition",
      "extrait",
      "page",
      "paragraphe",
      "score",
      "statut",
      "titre",
      "url",
    ];
    expect(Object.keys(data).toSorted()).toEqual([
      "avertissements",
      "corpus",
      "results",
      "source",
      "suite",
      "total",
    ]);
    expect(
      z
        .array(z.looseObject({}))
        .parse(data["results"])
        .map((hit) => Object.keys(hit).toSorted()),
    ).toEqual([declared]);
  });

  test("a § is read as it was on a day, with its citation and its proof", async () => {
    const { text, data } = await mcp.call("get_paragraph", {
      boi_id: "boi-ir-liq-20-10",
      numero: "40",
      date: "2025-07-01",
    });
    expect(text).toContain("BOI-IR-LIQ-20-10, § 40, version du 14 avril 2025");
    expect(data).toMatchObject({ numero: "40", inchange_jusqu_au: "2026-06-22", precedent: "30" });
    const whole = await mcp.call("get_boi", { boi_id: "BOI-IR-LIQ-20-10", date: "2025-07-01" });
    expect(whole.data).toMatchObject({ date_publication: "2025-04-14", statut: "remplace" });
  });

  test("a context gives whole §, each with its citation, its certainty and how far the sources speak", async () => {
    const { text, data } = await mcp.call("get_context", {
      question: "plafond du quotient familial",
      budget: 3_000,
    });
    expect(text).toContain(UNTIL);
    const elements = z
      .array(z.object({ texte: z.string(), citation: z.string(), page: z.string() }))
      .nonempty()
      .parse(data["elements"]);
    for (const { texte, citation, page } of elements) {
      expect(text).toContain(texte);
      expect(text).toMatch(`Citer : ${citation}. Le `);
      expect(text).toContain(page);
    }
  });

  test("a § read in its document is cited by its number", async () => {
    const { text } = await mcp.call("get_boi", { boi_id: "BOI-IR-LIQ-20-10", paragraphe: "10" });
    expect(text).toContain("Citer : BOI-IR-LIQ-20-10, § 10, version du");
    expect(text).toContain("#p10");
  });

  test("two editions are compared word by word", async () => {
    const { text, data } = await mcp.call("compare_editions", { boi_id: "BOI-IR-LIQ-20-10" });
    expect(data).toMatchObject({ portee_texte: "fond", de: { date_debut: "2025-04-14" } });
    expect(text).toContain("{+ Une augmentation de salaire");
  });

  test("excerpts are plain text", async () => {
    const { text } = await mcp.call("search", { q: "impôt" });
    expect(text).not.toMatch(/<mark>|&amp;|&lt;/);
  });

  test("pages follow one another until the last", async () => {
    const first = await mcp.call("search", { q: "impôt", limit: 3 });
    expect(first.text).toContain("Suite : rappelez l'outil avec les mêmes paramètres et offset=3.");
    const { total } = first.data;
    const last = await mcp.call("search", { q: "impôt", limit: 3, offset: Number(total) - 1 });
    expect([last.data["suite"], last.text.includes("Suite :")]).toEqual([null, false]);
  });

  test("references say which way they go and where they stand", async () => {
    const { data } = await mcp.call("related", { boi_id: "BOI-IR-LIQ-20-10", direction: "cites" });
    expect(data["related"]).toContainEqual(
      expect.objectContaining({ relation: "cite", boi_id: "BOI-IR-LIQ-20-20", paragraphe: "60" }),
    );
    const cited = await mcp.call("related", { boi_id: "BOI-IR-LIQ-20-20", direction: "citants" });
    expect(cited.data["related"]).toContainEqual(
      expect.objectContaining({ relation: "cite_par", boi_id: "BOI-IR-LIQ-20-10", paragraphe: "60" }),
    );
  });

  test("the journal is followed by the last number seen, with both scopes", async () => {
    const first = await mcp.call("recent_changes", { apres: 0, limit: 2 });
    const [entry] = z.array(z.looseObject({ evenement: z.string() })).parse(first.data["entrees"]);
    expect(entry).toMatchObject({ evenement: "edition", portee_annoncee: null, portee_texte: null });
    const next = await mcp.call("recent_changes", { apres: first.data["dernier"], limit: 2 });
    expect(next.data["entrees"]).toHaveLength(2);
    expect(next.data["entrees"]).not.toEqual(first.data["entrees"]);
  });

  test("news are found by their words or by a document, and read by their identifier", async () => {
    const found = await mcp.call("get_news", { q: "barème progressif", boi_id: "BOI-IR-LIQ-20-10" });
    expect(found.data["actualites"]).toMatchObject([
      { id: "ACTU-2026-00038", portee_annoncee: null, portee_deduite: { portee: "fond" } },
    ]);
    const read = await mcp.call("get_news", { id: "ACTU-2026-00038" });
    expect([read.isError, read.text]).toEqual([false, expect.stringContaining("Le système du quotient")]);
    expect(read.text).toContain(ATTRIBUTION);
  });

  test("news tell the law that they cite, and are told by it", async () => {
    const { data, text } = await mcp.call("get_news", { id: "ACTU-2026-00031" });
    expect([data["actualites"], text.includes("cite : CGI 200 quater B")]).toMatchObject([
      [{ droit: ["CGI 200 quater B"] }],
      true,
    ]);
    const law = await mcp.call("law", { reference: "200 quater B" });
    expect(law.data["actualites"]).toMatchObject([{ id: "ACTU-2026-00031" }]);
    expect(law.text).toContain("- actualité ACTU-2026-00031 du ");
  });

  test("a table is listed with its headers, then read a page of rows at a time", async () => {
    const boi_id = "BOI-BAREME-000001";
    const { data } = await mcp.call("get_table", { boi_id });
    expect(data).toMatchObject({
      tableaux: [
        { rang: 1, nombre_lignes: 4, lignes: [["Tranche", "Fraction du revenu par part", "Taux"]] },
        { rang: 2, nombre_lignes: 6, lignes: [["Étape", "Avec trois parts", "Avec deux parts"]] },
      ],
      suite: null,
    });
    const page = await mcp.call("get_table", { boi_id, rang: 1, limit: 3 });
    expect(page.data).toMatchObject({ tableaux: [{ nombre_lignes: 4 }], suite: "offset=3" });
    const rest = await mcp.call("get_table", { boi_id, rang: 1, limit: 3, offset: 3 });
    expect(rest.data).toMatchObject({ suite: null });
    expect(rest.text).toMatch(/\n3 \| Au-delà de 30\s000\s€ \| 30\s%\n/);
    const unknown = await mcp.call("get_table", { boi_id, rang: 3 });
    expect([unknown.isError, unknown.text]).toEqual([true, expect.stringContaining("il en a 2")]);
  });

  test("an article of law leads to the documents that comment it, with their §", async () => {
    const { data, text } = await mcp.call("law_article", { article: "156" });
    expect(data).toMatchObject({ code: "CGI", article: "156", total: 3, suite: null });
    expect(Items.parse(data["documents"])).toHaveLength(3);
    expect(text).toContain("CGI, art. 156 : 3 documents. Texte officiel : https://www.legifrance.gouv.fr/");
    const unknown = await mcp.call("law_article", { code: "CGI", article: "157" });
    expect([unknown.isError, unknown.text]).toEqual([
      true,
      expect.stringContaining("154 bis, 155, 156, 158"),
    ]);
  });

  test("a search keeps to what its filters say", async () => {
    const { data } = await mcp.call("search", {
      q: "im* OU re* OU co*",
      type: "rescrit",
      article: "CGI:156",
    });
    expect(data["results"]).toMatchObject([{ boi_id: "BOI-RES-IR-000001" }]);
  });

  test("changes without a date are those of the last thirty days that the sources speak of", async () => {
    const { data, text } = await mcp.call("recent_changes", {});
    expect(data).toMatchObject({ since: "2026-08-15", couverture: { jusqu_au: "2026-09-14" } });
    expect(data["total"]).toBeGreaterThan(0);
    expect(text).toContain(UNTIL);
  });

  test.each([
    ["recent_changes", { since: "2026-11-01" }, "0 changement depuis le 2026-11-01."],
    ["recent_changes", { apres: 9_000_000_000_000_000 }, "0 entrée après"],
    ["get_news", { depuis: "2026-11-01" }, "0 actualité."],
    ["get_paragraph", { boi_id: "BOI-IR-LIQ-20-10", numero: "10" }, "Inchangé depuis le"],
  ])("what %s finds unchanged says up to which day (%o)", async (name, input, words) => {
    const { text } = await mcp.call(name, input);
    expect(text).toContain(words);
    expect(text).toContain(UNTIL);
  });
});

describe("a document", () => {
  let mcp: McpClient;
  beforeAll(async () => {
    mcp = await connectHttp(url, key);
  });
  afterAll(() => mcp.client.close());

  test.each([
    ["get_paragraph", { boi_id: "BOI-IR-LIQ-20-10", numero: 10 }],
    ["get_boi", { boi_id: "BOI-IR-LIQ-20-10", paragraphe: 10 }],
    ["check_references", { references: [{ boi_id: "BOI-IR-LIQ-20-10", numero: 10, date: "2026-07-01" }] }],
  ])("%s takes a § written as a number, as models write it", async (name, input) => {
    const { isError, text } = await mcp.call(name, input);
    expect([isError, text]).toEqual([false, expect.stringContaining("§ 10")]);
  });

  test("without filter opens with its outline, and its pages give every §", async () => {
    const whole = await service.get("/v1/boi/BOI-IR-LIQ-20-10", key);
    const { paragraphes } = (await whole.json()) as { paragraphes: { numero: string }[] };
    const read = new Set<string>();
    let suite: string | undefined;
    do {
      const input = {
        boi_id: "BOI-IR-LIQ-20-10",
        max_caracteres: 500,
        ...(suite === undefined ? {} : { suite }),
      };
      const page = await mcp.call("get_boi", input);
      expect(page.text.includes("Sommaire")).toBe(suite === undefined);
      for (const [, number = ""] of page.text.matchAll(/^§ (\S+) — /gm)) read.add(number);
      suite = /suite="(\d+:\d+)"/.exec(page.text)?.[1];
    } while (suite !== undefined);
    expect([...read]).toEqual(paragraphes.map(({ numero }) => numero));
  });

  test("that is withdrawn or replaced is loudly marked, and nothing is concluded of what it is worth", async () => {
    const withdrawn = await mcp.call("get_boi", { boi_id: "BOI-IR-RICI-350" });
    expect(withdrawn.text).toContain("(RETIRÉ");
    expect(withdrawn.data).toMatchObject({ avis: null, transferts: [] });
    const edition = await mcp.call("get_boi", { boi_id: "boi-ir-liq-20-10-20250414" });
    for (const { text } of [withdrawn, edition]) expect(text).toContain(LAW_OF_PAST_DOCTRINE);
    expect(edition.text).toContain("(REMPLACÉ");
    expect(edition.text).toContain("Édition du 2025-04-14, jusqu'au 2026-06-22");
    expect(edition.text).toContain(
      "Le 14 avril 2025, l'édition est attestée, ses mots sont présumés : les sources ont montré ces mots le 2 mars 2026.",
    );
  });
});

test("a moved document gives its notice and every document that the notice names", async () => {
  await addDocuments(service.database, {
    boiId: "BOI-IR-ZZ-90",
    statut: "transfere",
    transfereVers: "BOI-IR-LIQ",
    shown: { statut: "transfere", dateFin: "2024-05-02" },
    others: [
      {
        date: "2024-05-02",
        kind: "transfere",
        statut: "transfere",
        avis: "Les commentaires sont transférés aux BOI-IR-LIQ et BOI-IR-RICI.",
        transferts: ["BOI-IR-LIQ", "BOI-IR-RICI"],
      },
    ],
  });
  const mcp = await connectHttp(url, key);
  const { text, data } = await mcp.call("get_boi", { boi_id: "BOI-IR-ZZ-90" });
  expect(text).toContain(
    "Avis de la source : « Les commentaires sont transférés aux BOI-IR-LIQ et BOI-IR-RICI. »",
  );
  expect(text).toContain("Contenu transféré vers BOI-IR-LIQ, BOI-IR-RICI : à lire.");
  expect(text).toContain("dernier texte connu");
  expect(data["transferts"]).toEqual(["BOI-IR-LIQ", "BOI-IR-RICI"]);
  await mcp.client.close();
});

test("nowhere do the tools say that an ended document binds no longer", async () => {
  const mcp = await connectHttp(url, key);
  const { tools } = await mcp.client.listTools();
  const told = tools.map(({ description }) => description).join("\n") + mcp.client.getInstructions();
  expect(told).not.toMatch(/plus opposable/);
  expect(told).toContain("L. 80 A");
  await mcp.client.close();
});

describe("an error says what to try next", () => {
  let mcp: McpClient;
  beforeAll(async () => {
    mcp = await connectHttp(url, key);
  });
  afterAll(() => mcp.client.close());

  for (const [name, input, words] of [
    ["get_boi", { boi_id: "BOI-IR-LIQ-99" }, "avec l'outil browse_plan ou l'outil search."],
    ["get_news", { id: "ACTU-1999-00001" }, "cherchez-la avec l'outil get_news"],
    ["get_boi", { boi_id: "BOI-IR-LIQ-99" }, "browse_plan avec « chemin » = « IR/LIQ »"],
    ["get_boi", { boi_id: "BOI-IR-LIQ-20-10-20010101" }, "Éditions détenues les plus proches"],
    ["related", { boi_id: "BOI-IR-LIQ-99" }, "Cherchez l'identifiant avec search"],
    ["get_boi", { boi_id: "BOI-IR-LIQ-20-10", paragraphe: "25" }, "§§ les plus proches"],
    ["get_boi", { boi_id: `BOI-${"A".repeat(61)}` }, "ne détient pas"],
    ["related", { boi_id: "boi-iſ" }, "Le paramètre « boi_id »"],
    ["related", { boi_id: `boi${"-a".repeat(3_000)}` }, "ne détient pas"],
    ["browse_plan", { chemin: `${"A/".repeat(3_900)}A` }, "« chemin » doit être un chemin de 12 segments"],
    ["search", { q: "impôt ET" }, "position"],
    ["search", { q: "impôt", domaine: "XYZ" }, "l'un des domaines IS, IR"],
    ["search", { q: "impôt", lmit: 3 }, "lmit"],
    ["search", { q: "impôt", limit: 500 }, "limit"],
    ["recent_changes", { since: "2030-01-01" }, "n'est pas dans le futur"],
    [
      "get_boi",
      { boi_id: "BOI-IR-LIQ-20-10", date: "2025-01-01" },
      "Éditions détenues les plus proches, par leur début : 2025-04-14",
    ],
    ["get_boi", { boi_id: "BOI-IR-LIQ-20-10-20250414", date: "2025-05-01" }, "identifiant daté"],
    [
      "get_paragraph",
      { boi_id: "BOI-IR-LIQ-20-10", numero: "10", date: "2020-01-01" },
      "la première qu'il détient commence le 14 avril 2025",
    ],
    ["get_paragraph", { boi_id: "BOI-IR-LIQ-20-10", numero: "25" }, "les plus proches"],
    ["get_paragraph", { boi_id: "BOI-IR-LIQ-99", numero: "1" }, "browse_plan avec « chemin » = « IR/LIQ »"],
    ["compare_editions", { boi_id: "BOI-IR-LIQ" }, "il n'y a pas deux textes à comparer"],
    ["get_news", { id: "ACTU-1999-00001" }, "Rappelez get_news sans « id »"],
    ["get_news", { id: "BOI-IR" }, "id"],
  ] as const) {
    test(`${name} ${JSON.stringify(input)}: ${words}`, async () => {
      const { isError, text } = await mcp.call(name, input);
      expect([isError, text]).toEqual([true, expect.stringContaining(words)]);
    });
  }

  test.each([
    ["search", { q: "impôt" }],
    ["semantic_search", { question: "comment payer moins ?" }],
  ])("%s says when the series asked for is hardly in the corpus, and only then", async (name, input) => {
    const scarce = await mcp.call(name, { ...input, domaine: "REC" });
    expect(scarce.data["corpus"]).toContain("Le domaine REC compte 3 documents seulement");
    expect(scarce.text).toContain("ne concluez pas d'une absence");
    const held = await mcp.call(name, { ...input, domaine: "IR" });
    expect([held.data["corpus"], held.text.includes("ne concluez pas")]).toEqual([null, false]);
  });

  test("a question given to search is sent to the tool that takes questions", async () => {
    const { text, data } = await mcp.call("search", { q: "quel est le plafond du zygomatique ?" });
    expect(text).toContain("la recherche hybride (l'outil semantic_search)");
    expect(JSON.stringify(data["avertissements"])).not.toContain("/v1");
  });

  test("an article among the words of a search gives the call that keeps to it", async () => {
    const { text, data } = await mcp.call("search", { q: "article 197 du CGI impôt" });
    expect(text).toContain("l'outil search avec q : « impôt », article : « CGI:197 »");
    expect(JSON.stringify(data["avertissements"])).not.toContain("/v1");
  });

  test("a search that finds nothing is no error, and says how to widen it", async () => {
    const { isError, text } = await mcp.call("search", { q: "zygomatique" });
    expect([isError, text]).toEqual([false, expect.stringContaining("Essayez moins de mots")]);
  });

  test("a plan without semantic search is sent to search", async () => {
    const free = await connectHttp(url, await service.key("gratuit"));
    const { isError, text } = await free.call("semantic_search", { question: "qui est imposable ?" });
    expect([isError, text]).toEqual([true, expect.stringContaining("Utilisez search")]);
    await free.client.close();
  });

  test("an API that does not answer is named, over standard input and output", async () => {
    const lost = await connectStdio("http://127.0.0.1:1", key);
    const { isError, text } = await lost.call("search", { q: "impôt" });
    expect([isError, text]).toEqual([true, expect.stringContaining("http://127.0.0.1:1 : vérifiez API_URL")]);
    await lost.client.close();
  });
});
