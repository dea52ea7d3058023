import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { LAW_OF_PAST_DOCTRINE } from "../../../../bofip/law/past-doctrine.ts";
import { EngineUnavailable } from "../../../../db/engine/unavailable.ts";
import { VisitorBudget } from "../../../../src/access/visitor-budget.ts";
import { createApp } from "../../../../src/app.ts";
import { classificationPage } from "../../../../src/features/plan/page.tsx";
import { ATTRIBUTION } from "../../../../src/http/attribution.ts";
import { eventually } from "../../../eventually.ts";
import { addDocuments } from "../../../fixtures/corpus.ts";
import { fakeFullText } from "../../../fixtures/fulltext.ts";
import { rejectionOf } from "../../../rejection.ts";
import { CountedStore } from "../../../servers/counted-store.ts";
import { openService, type TestService } from "../../../servers/service.ts";

let service: TestService;

beforeAll(async () => {
  service = await openService();
  await addDocuments(
    service.database,
    { boiId: "BOI-IR-ZZ-10", statut: "retire", shown: { statut: "retire", dateFin: "2024-05-02" } },
    {
      boiId: "BOI-IR-ZZ-20",
      statut: "transfere",
      transfereVers: "BOI-IR-LIQ",
      shown: { statut: "transfere", dateFin: "2024-05-02" },
      others: [
        {
          date: "2024-05-02",
          kind: "transfere",
          statut: "transfere",
          avis: "Les commentaires sont transférés aux BOI-IR-LIQ et BOI-ZZ-1.\n\nVoir <ci-dessous>.",
          transferts: ["BOI-IR-LIQ", "BOI-ZZ-1"],
        },
      ],
    },
    {
      boiId: "BOI-IR-ZZ-40",
      shown: {
        images: [
          { alt: "a < b", url: "https://exemple.fr/f.png" },
          { alt: null, url: "https://exemple.fr/i.png" },
          { alt: "sans adresse", url: null },
        ],
      },
    },
    {
      boiId: "BOI-IR-ZZ-30",
      statut: "retire",
      shown: {
        kind: "retire",
        statut: "retire",
        dateFin: "2024-05-02",
        avis: "Le présent document est retiré à compter du 02/05/2024.",
        texte: "",
      },
    },
    {
      boiId: "BOI-IR-ZZ-50",
      shown: {
        articles: [
          { code: "CGI", article: "34", texte: "article 34 du CGI" },
          { code: "LPF", article: "L. 10", texte: "L. 10 à L. 54 A", etendue: { de: "L. 10", a: "L. 54 A" } },
          { code: "LPF", article: "L. 55", texte: "L. 55 et suivants", etendue: { de: "L. 55", a: null } },
        ],
      },
    },
  );
});
afterAll(() => service.close());

async function read(path: string, init?: RequestInit): Promise<{ answer: Response; html: string }> {
  const answer = await service.get(path, undefined, init);
  return { answer, html: await answer.text() };
}

describe("every page", () => {
  test.each([
    "/",
    "/?q=impot",
    "/consultation/BOI-IR-LIQ-20-10",
    "/plan",
    "/plan/IR/LIQ",
    "/articles/CGI/156",
    "/articles/CGI/157",
    "/decisions",
    "/normes/loi-2007-1223",
    "/reponses/RM-AN-2016-1",
    "/actualites",
    "/actualites/ACTU-2026-00038",
    "/actualites/ACTU-1999-00001",
    "/consultation/BOI-ZZ",
  ])("%s carries the attribution, the notice of independence and the strict policy", async (path) => {
    const { answer, html } = await read(path);
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(answer.headers.get("content-security-policy")).not.toContain("script-src");
    expect(html).toContain(ATTRIBUTION);
    expect(html).toContain("Service indépendant, sans lien avec l");
    // What machines read, and no browser runs.
    expect(html.replaceAll('<script type="application/ld+json">', "")).not.toContain("<script");
  });
  test("is spared to who has it already", async () => {
    const { answer } = await read("/consultation/BOI-IR-LIQ-20-10");
    const again = await read("/consultation/BOI-IR-LIQ-20-10", {
      headers: { "if-none-match": String(answer.headers.get("etag")) },
    });
    expect([again.answer.status, again.html]).toEqual([304, ""]);
  });
  test("loads one stylesheet, kept for ever", async () => {
    const { html } = await read("/");
    const [, href = ""] = /<link rel="stylesheet" href="([^"]+)">/.exec(html) ?? [];
    const { answer } = await read(href);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/css; charset=utf-8"]);
    expect(answer.headers.get("cache-control")).toContain("immutable");
  });
});

describe("the pages of decisions, norms and answers", () => {
  test("list what is cited, and may be kept to a court", async () => {
    const { answer, html } = await read("/decisions");
    expect([answer.status, html.includes("1 entrée,")]).toEqual([200, true]);
    expect(html).toContain('<a href="/decisions/CE-402006">CE, plén., 21 décembre 2018, n° 402006</a>');
    expect(html).toContain('href="/decisions?juridiction=CASS"');
    expect((await read("/decisions?juridiction=CASS")).html).toContain("0 entrée,");
  });
  test("lead to the documents that cite one, at their §, and to the official page", async () => {
    const { answer, html } = await read("/normes/loi-2007-1223");
    expect([answer.status, html.includes("Dans 1 document en vigueur")]).toEqual([200, true]);
    expect(html).toContain('<h1 class="plan-title">Loi n° 2007-1223 du 21 août 2007</h1>');
    expect(html).toContain('href="/consultation/BOI-ENR-DMTG-10#p40">§\u00a040</a>');
    expect(html).toContain('href="https://www.legifrance.gouv.fr/eli/loi/2007/8/21/2007-1223/jo/texte"');
  });
  test("are reached from the document that cites them, in its text and below", async () => {
    const { html } = await read("/consultation/BOI-ENR-DMTG-10");
    const [text = "", below = ""] = html.split('<h2 id="normes">Textes cités</h2>');
    expect(text).toContain(
      '<a href="/normes/loi-2007-1223">article 8 de la loi n° 2007-1223 du 21 août 2007</a>',
    );
    expect(below).toContain('<a href="/normes/loi-2007-1223">Loi n° 2007-1223 du 21 août 2007, art. 8</a>');
    expect(below).toContain("Réponses ministérielles citées");
    expect(below).toContain(
      '<a href="/reponses/RM-AN-2016-78192">RM Ciot, AN, 23 février 2016, n° 78192</a>',
    );
    expect((await read("/consultation/BOI-IS-BASE")).html).toContain("Décisions citées");
    expect((await read("/consultation/BOI-IS-DEF")).html).not.toContain("Décisions citées");
  });
  test.each([
    ["/decisions/ce%20402006", "/decisions/CE-402006"],
    ["/normes/Loi-2007-1223", "/normes/loi-2007-1223"],
  ])("%s leads to its usual address", async (written, usual) => {
    const { answer } = await read(written, { redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).toEqual([308, usual]);
  });
  test.each([
    ["/decisions/CE-402007", "les plus proches qui sont citées : CE-402006"],
    ["/decisions/loi-2007-1223", "Ni document en vigueur ni actualité"],
    ["/decisions?juridiction=ce", "Rien ne se trouve"],
    ["/decisions?page=2", "Rien ne se trouve"],
    ["/normes/loi-2007-1223?page=2", "Rien ne se trouve"],
  ])("%s is a page that is not found, and says what is", async (path, words) => {
    const { answer, html } = await read(path);
    expect([answer.status, html.includes(words)]).toEqual([404, true]);
  });
});

describe("the page of an article", () => {
  test("leads to the documents that comment it, at their §, and to the official text", async () => {
    const { answer, html } = await read("/articles/CGI/156");
    expect([answer.status, html.includes("3 documents en vigueur le nomment")]).toEqual([200, true]);
    expect(html).toContain('href="/consultation/BOI-IR-LIQ-10-20#p30">§\u00a030</a>');
    expect(html).toContain('href="/consultation/BOI-RES-IR-000001"');
    expect(html).toContain("https://www.legifrance.gouv.fr/search/code?");
    expect(html).toContain('<link rel="canonical" href="http://');
    expect(html).toContain('<a href="/articles" aria-current="true">Articles</a>');
  });
  test("has the documents that cite a range around it, which name it not", async () => {
    const { html } = await read("/articles/LPF/L.%2017");
    expect(html).toContain("BOI-IR-ZZ-50");
    expect(html).toContain("sans être nommé");
  });
  test("is not found when ranges alone would hold the article", async () => {
    const { answer, html } = await read("/articles/LPF/L.%2016%20B");
    expect([answer.status, html.includes("ce qui ne dit pas qu")]).toEqual([404, true]);
  });
  test.each([
    ["/articles/cgi/156", "/articles/CGI/156"],
    ["/articles/CGI/art.%20156", "/articles/CGI/156"],
    ["/articles/LPF/L80A", "/articles/LPF/L.%2080%20A"],
    ["/articles/CGI%2C%20ann.%20II/206", "/articles/CGI-ANN-2/206"],
  ])("%s leads to its usual address", async (written, usual) => {
    const { answer } = await read(written, { redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).toEqual([308, usual]);
    expect((await read(usual)).answer.status).toBe(200);
  });
  test.each([
    ["/articles/CGI/157", "les plus proches qui sont cités : 154 bis, 155, 156, 158"],
    ["/articles/XYZ/157", "Ni document en vigueur ni actualité"],
    [`/articles/CGI/${"A".repeat(3_000)}`, "AAAA…"],
    ["/articles/CGI/156?page=2", "Rien ne se trouve"],
    ["/articles/CGI/156?page=x", "Rien ne se trouve"],
  ])("%s is a page that is not found, and says what is", async (path, words) => {
    const { answer, html } = await read(path);
    expect(answer.status).toBe(404);
    expect(html).toContain(words);
  });
});

describe("what cites a document", () => {
  test("is told at its end, and has a page of its own with the § it is cited from", async () => {
    const { html } = await read("/consultation/BOI-IR-LIQ-20-20");
    expect(html).toContain('<a href="#citants">Cité par 7 documents</a>');
    const [, told = ""] = /<h2 id="citants">(.*?)<\/section>/s.exec(html) ?? [];
    expect(told.match(/class="entry"/g)).toHaveLength(5);
    expect(told).toContain('href="/consultation/BOI-IR-LIQ-10#p50"');
    expect(told).toContain('<a href="/consultation/BOI-IR-LIQ-20-20/citants">Les 7 documents');
    const citing = await read("/consultation/BOI-IR-LIQ-20-20/citants");
    expect(citing.answer.status).toBe(200);
    expect(citing.html).toContain(
      'Documents qui citent <a class="whole" href="/consultation/BOI-IR-LIQ-20-20">BOI-IR-LIQ-20-20</a>',
    );
    expect(citing.html).toContain('href="/consultation/BOI-IR-LIQ-20-10#p60"');
  });
  test("is told at each § that is named", async () => {
    const { html } = await read("/consultation/BOI-TVA-DECLA");
    expect(html).toContain('class="cited-by" href="/consultation/BOI-TVA-DECLA/citants?paragraphe=30"');
  });
  test.each([
    ["/consultation/boi-ir/citants", 308],
    ["/consultation/BOI-IR/citants?paragraphe=10", 200],
    ["/consultation/BOI-IR/citants?paragraphe=dix", 400],
    ["/consultation/BOI-XX/citants", 404],
  ])("%s is %p", async (path, status) => {
    expect((await read(path, { redirect: "manual" })).answer.status).toBe(status);
  });
});

describe("the plan", () => {
  test("has on each branch a search box that keeps to it", async () => {
    const { html } = await read("/plan/IR/LIQ");
    expect(html).toContain("Chercher dans « Liquidation »");
    expect(html).toContain('<input type="hidden" name="chemin" value="IR/LIQ">');
    expect((await read("/plan")).html).not.toContain('name="chemin"');
  });
  test("is on the home page by its series, in its order, each with its count", async () => {
    const codes = (html: string) =>
      [...html.matchAll(/class="(?:domain|node)" href="\/plan\/(\w+)"/g)].map(([, code]) => code);
    const [home, plan] = [(await read("/")).html, (await read("/plan")).html];
    expect(codes(home)).toEqual(codes(plan));
    expect(codes(home).slice(0, 3)).toEqual(["IS", "IR", "TVA"]);
    expect(home).toMatch(/<span class="domain-count">\d+<span class="visually-hidden"> documents<\/span>/);
  });
});

test.each(["/", "/?q=impot", "/plan", "/plan/IR"])(
  "%s and its stylesheet weigh less than 60 kB",
  async (path) => {
    const { html } = await read(path);
    const [, href = ""] = /<link rel="stylesheet" href="([^"]+)">/.exec(html) ?? [];
    const bytes = Buffer.byteLength(html) + Buffer.byteLength((await read(href)).html);
    expect(bytes).toBeLessThan(60_000);
  },
);

test("a document leads to those before and behind it in the plan", async () => {
  const { html } = await read("/consultation/BOI-IR-LIQ-20-10");
  expect(html).toContain('rel="prev" href="/consultation/BOI-IR-LIQ-20"');
  expect(html).toContain('rel="next" href="/consultation/BOI-IR-LIQ-20-20"');
});

describe("the pages of actualités", () => {
  test("the home page shows the five latest", async () => {
    const { html } = await read("/");
    const shown = [...html.matchAll(/href="\/actualites\/(ACTU-\d{4}-\d{5})"/g)].map(([, id]) => id);
    expect(shown).toHaveLength(5);
    expect(shown[0]).toBe("ACTU-2026-00049");
  });
  test("the list holds them all, and those that a search finds", async () => {
    expect((await read("/actualites")).html).toContain("8 actualités");
    const { html } = await read("/actualites?q=quotient");
    expect([html.includes("1 actualité<"), html.includes("/actualites/ACTU-2026-00038")]).toEqual([
      true,
      true,
    ]);
  });
  test.each([
    ["/actualites?page=2", 404],
    ["/actualites?page=0", 404],
    ["/actualites?page=x", 404],
    ["/actualites?q=imp%C3%B4t%20ET", 400],
    ["/actualites/ACTU-1", 404],
    ["/actualites/ACTU-1999-00001", 404],
  ])("%s is %i", async (path, status) => {
    expect((await read(path)).answer.status).toBe(status);
  });
  test("one shows its text, its announced scope and the documents that it names", async () => {
    const { html } = await read("/actualites/ACTU-2026-00038");
    expect(html).toContain("Le système du quotient, applicable aux revenus exceptionnels");
    expect(html).toContain("Portée déduite des mots de l&#x27;annonce");
    expect(html).toContain('<a class="entry" href="/consultation/BOI-IR-LIQ-20-10">');
  });
});

describe("the page of a document", () => {
  test("shows its title, its citation, its place in the classification, its official address and its versions", async () => {
    const { html } = await read("/consultation/BOI-IR-LIQ-20-10");
    expect(html).toContain("<title>BOI-IR-LIQ-20-10 – Barème progressif – Doctrine fiscale</title>");
    expect(html).toContain("BOI-IR-LIQ-20-10, § 30, version du 22 juin 2026");
    expect(html).toContain('<a href="/plan/IR/LIQ">');
    expect(html).toMatch(/<link rel="canonical" href="https:\/\/bofip\.impots\.gouv\.fr\/[^"]*-20260622">/);
    expect(html).toContain('href="/consultation/BOI-IR-LIQ-20-10/2025-04-14"');
  });
  test("says once where the document stands, and what it is about", async () => {
    const { html } = await read("/consultation/BOI-IR-LIQ-20-10");
    const [, trail = ""] = /<nav class="breadcrumb".*?<ol>(.*?)<\/ol>/s.exec(html) ?? [];
    const levels = [...trail.matchAll(/<a[^>]*>(.*?)<\/a>/g)].map(([, words]) => words);
    expect(levels).toEqual(["Plan", "Impôt sur le revenu", "Liquidation", "Calcul de l&#x27;impôt"]);
    // Paper has no breadcrumb: the title keeps its chain there.
    expect(html).toContain(
      '<span class="title-path title-path-told">IR › Liquidation › Calcul de l&#x27;impôt</span>Barème progressif</h1>',
    );
  });
  test.each([
    ["", "/2026-06-22", "/v1/boi/BOI-IR-LIQ-20-10"],
    ["/2025-04-14", "/2025-04-14", "/v1/boi/BOI-IR-LIQ-20-10-20250414"],
  ])("%s: its citation leads to this very text for ever, and its JSON is a link", async (page, own, api) => {
    const { html } = await read(`/consultation/BOI-IR-LIQ-20-10${page}`);
    expect(html).toContain(
      `<a class="citation" href="/consultation/BOI-IR-LIQ-20-10${own}">BOI-IR-LIQ-20-10, version du `,
    );
    expect(html).toContain(`<a href="${api}" type="application/json"`);
    expect((await service.get(api, await service.key("pro"))).status).toBe(200);
  });
  test("links the articles of law in its text", async () => {
    const { html } = await read("/consultation/BOI-IR-LIQ-10-20");
    const [, text = ""] = /<div class="doctrine[^>]*>(.*?)<div class="paragraph" id="p40"/s.exec(html) ?? [];
    expect(text).toContain('<a href="/articles/CGI/156">');
  });
  test("of a replaced edition says so and leads to the one in force", async () => {
    const { html } = await read("/consultation/BOI-IR-LIQ-20-10/2025-04-14");
    expect(html).toContain("n&#x27;est plus en vigueur depuis le 22 juin 2026");
    expect(html).toContain(
      '<a href="/consultation/BOI-IR-LIQ-20-10">Lire l&#x27;édition la plus récente</a>',
    );
    expect(html).toContain("version du 14 avril 2025");
  });
  test("that is withdrawn says since when", async () => {
    expect((await read("/consultation/BOI-IR-ZZ-10")).html).toContain(
      "Ce document est retiré depuis le 2 mai 2024.",
    );
  });
  test("that is moved leads to its targets, under the words of the source", async () => {
    const { html } = await read("/consultation/BOI-IR-ZZ-20");
    expect(html).toContain("Ce document est transféré depuis le 2 mai 2024.");
    expect(html).toContain('<a href="/consultation/BOI-IR-LIQ">BOI-IR-LIQ</a>');
    expect(html).toContain('<a href="/consultation/BOI-ZZ-1">BOI-ZZ-1</a>');
    expect(html).toContain(
      "<p>Les commentaires sont transférés aux BOI-IR-LIQ et BOI-ZZ-1.</p><p>Voir &lt;ci-dessous&gt;.</p>",
    );
  });
  test.each([
    ["/consultation/BOI-IR-LIQ-20-10/2025-04-14"],
    ["/consultation/BOI-IR-ZZ-10"],
    ["/consultation/BOI-IR-ZZ-20"],
  ])("%s, no longer in force, quotes the law and concludes nothing", async (path) => {
    expect((await read(path)).html).toContain(Bun.escapeHTML(LAW_OF_PAST_DOCTRINE));
  });
  test("lists the images of the source, for who wants to see them", async () => {
    const { html } = await read("/consultation/BOI-IR-ZZ-40");
    expect(html).toContain('<a href="https://exemple.fr/f.png" rel="external nofollow">a &lt; b</a>');
    expect(html).toContain('<a href="https://exemple.fr/i.png" rel="external nofollow">Image 2</a>');
    expect(html).not.toContain("sans adresse");
    expect((await read("/consultation/BOI-IR-ZZ-10")).html).not.toContain('id="images"');
  });
  test("whose text is not held says so, instead of showing the last one", async () => {
    const { html } = await read("/consultation/BOI-IR-ZZ-30");
    expect(html).toContain("Le présent document est retiré à compter du 02/05/2024.");
    expect(html).toContain("Ce service n&#x27;en détient aucun texte.");
    expect(html).not.toContain("le dernier connu");
    expect((await read("/consultation/BOI-IR-ZZ-10")).html).toContain(
      "Le texte ci-dessous est le dernier connu.",
    );
  });
  test("names the articles that it cites, and the ends of ranges", async () => {
    const { html } = await read("/consultation/BOI-IR-ZZ-50");
    const [, articles = ""] = /<h2 id="articles">Articles cités<\/h2>(.*?)<\/section>/s.exec(html) ?? [];
    expect(
      articles
        .replace(/<[^>]*>/g, " ")
        .split(/ +/)
        .join(" ")
        .trim(),
    ).toBe("CGI art. 34 LPF art. L. 10 à L. 54 A art. L. 55 et suivants");
    expect(articles).toContain('<a href="/articles/LPF/L.%2010">art. L. 10 à L. 54 A</a>');
  });
  test.each([
    ["/consultation/boi-ir-liq-20-10", "/consultation/BOI-IR-LIQ-20-10"],
    ["/consultation/BOI-IR-LIQ-20-10-20250414", "/consultation/BOI-IR-LIQ-20-10/2025-04-14"],
    ["/plan/ir/liq", "/plan/IR/LIQ"],
  ])("%s leads to %s", async (path, proper) => {
    const { answer } = await read(path);
    expect([answer.status, answer.headers.get("location")]).toEqual([308, proper]);
  });
});

describe("the search box", () => {
  const search = async (q: string, kept = "") => {
    const answer = await service.get(`/?q=${encodeURIComponent(q)}${kept}`);
    return { status: answer.status, html: await answer.text() };
  };
  const entries = (html: string) =>
    [...html.matchAll(/<a class="entry" href="([^"]+)">/g)].map(([, path]) => path);

  test("finds documents by their texts, each at the § of its excerpt, and counts those with all the words", async () => {
    const { html } = await search("bareme progressif");
    expect(entries(html)).toHaveLength(20);
    expect(entries(html)[0]).toMatch(/^\/consultation\/BOI-IR-LIQ-20-10#p\d+$/);
    expect(html).toMatch(/\d+ documents contiennent tous ces mots/);
    expect(html).toContain('<p class="entry-excerpt">');
  });
  test("says what each document is about before its place in the plan, and marks the words found in it", async () => {
    const { html } = await search("bareme progressif");
    const [, first = ""] = /<ol class="entries"><li>(.*?)<\/li>/s.exec(html) ?? [];
    expect(first).toContain('<span class="entry-title">Barème progressif</span>');
    expect(first.indexOf("Barème progressif<")).toBeLessThan(first.indexOf("IR › Liquidation"));
    expect(first).toMatch(/<strong>§\u00a0\d+<\/strong> · édition du 22 juin 2026/);
    expect(first).toContain("<mark>");
  });
  test("keeps to a branch of the plan, says so, and leads out of it", async () => {
    const { html } = await search("bareme progressif", "&chemin=ir/liq/10");
    expect(entries(html).every((path) => path?.startsWith("/consultation/BOI-IR-LIQ-10"))).toBe(true);
    expect(html).toContain('<input type="hidden" name="chemin" value="IR/LIQ/10">');
    expect(html).toContain('<a href="/plan/IR/LIQ/10">Détermination du quotient familial (IR/LIQ/10)</a>');
    expect(html).toContain('<a href="/?q=bareme+progressif">Chercher dans toute la doctrine</a>');
  });
  test("refuses what can't be a branch", async () => {
    const { status, html } = await search("bareme", "&chemin=..");
    expect([status, html.includes("« chemin » attend un chemin")]).toEqual([400, true]);
  });
  test("answers a question in everyday words", async () => {
    const { html } = await search("combien me coûte une nounou pour ma petite de deux ans ?");
    expect(entries(html).slice(0, 3).join()).toContain("BOI-IR-RICI-300");
    expect(html).not.toContain("contiennent tous ces mots");
  });
  test("keeps to what the syntax asks for", async () => {
    const { html } = await search("« quotient familial » SAUF plafonnement");
    expect(html).toContain("<mark>quotient familial</mark>");
  });
  test("warns of a word that no document holds, and leads to the nearest one", async () => {
    const { html } = await search("amortisement linéaire");
    expect(html).toContain("amortisement");
    expect(html).toMatch(/Vouliez-vous dire <a href="\/\?q=[^"]+">/);
  });
  test.each(["« chameau bleu »", "le la les"])("for %s, that finds nothing, says what to try", async (q) => {
    const { status, html } = await search(q);
    expect(status).toBe(200);
    expect(html).toContain("Rien trouvé dans les textes");
    expect(html).toContain('parcourir le <a href="/plan">plan de classement</a>');
  });
  test("finds titles like a beginning of identifier", async () => {
    const { html } = await search("BOI-IR-LI");
    expect(html).toContain("Titres proches");
    expect(entries(html)).toContain("/consultation/BOI-IR-LIQ");
  });
  test("keeps to words alone when the meaning is away, and says so", async () => {
    const away = () => Promise.reject(new EngineUnavailable("vectors", "absent"));
    const own = createApp({ ...service.deps, vectors: { ...service.deps.vectors, search: away } });
    const answer = await own.handle(new Request("http://localhost/?q=bareme+progressif"));
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(html).toContain("la recherche par le sens est indisponible");
    expect(html).toContain("<mark>");
  });
  test.each([
    ["boi-ir-liq-20-10", "/consultation/BOI-IR-LIQ-20-10"],
    ["BOI-IR-LIQ-20-10-20250414", "/consultation/BOI-IR-LIQ-20-10/2025-04-14"],
    ["BOI-IR-ZZ-10", "/consultation/BOI-IR-ZZ-10"],
    ["BOI-IR-LIQ-20-10, § 30", "/consultation/BOI-IR-LIQ-20-10#p30"],
    ["BOI-IR-LIQ-20-10, § 130", "/consultation/BOI-IR-LIQ-20-10"],
    ["BOI-IR-LIQ-20-10 du 14 avril 2025", "/consultation/BOI-IR-LIQ-20-10/2025-04-14"],
    ["BOI-IR-LIQ-20-10 du 2 janvier 2011", "/consultation/BOI-IR-LIQ-20-10"],
  ])("leads from the identifier %s straight to its document", async (q, path) => {
    const { answer } = await read(`/?q=${encodeURIComponent(q)}`);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, path]);
  });
  test("gives back what was typed, as text", async () => {
    const { html } = await read(`/?q=${encodeURIComponent('"><img src=x onerror=alert(1)>')}`);
    expect(html).not.toContain("<img");
    expect(html).toContain("&quot;&gt;&lt;img src=x onerror=alert(1)&gt;");
  });
});

describe("a refusal on a page", () => {
  test.each([
    ["/consultation/BOI-ZZ-10", 404, "Page introuvable"],
    ["/consultation/n%27importe-quoi", 404, "Page introuvable"],
    ["/consultation/BOI-IR-LIQ-20-10/2025-02-30", 404, "Page introuvable"],
    [`/consultation/BOI${"-".repeat(7_000)}`, 404, "Page introuvable"],
    ["/consultation/BOI-IR-LıQ", 404, "Page introuvable"],
    ["/plan/ZZ", 404, "Page introuvable"],
    ["/plan/ıR", 404, "Page introuvable"],
    [`/plan/${"A/".repeat(3_900)}A`, 400, "Adresse invalide"],
    ["/plan/%E0", 400, "Adresse invalide"],
    [`/?q=${"a".repeat(201)}`, 400, "Adresse invalide"],
  ])("%s is a page in French with the status %i", async (path, status, title) => {
    const { answer, html } = await read(path);
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([status, "no-store"]);
    expect(html).toContain(`<h1>${title}</h1>`);
  });
  test("of a path too long to be in the classification says how long one may be", async () => {
    const { html } = await read(`/plan/${"A/".repeat(12)}A`);
    expect(html).toContain("12 segments et 120 caractères au plus");
  });
  test("of a path that the classification does not hold reads no trail", async () => {
    const reads = new CountedStore(service.database);
    await classificationPage(reads.database, "IR", "http://localhost");
    const ofOneThere = reads.take().statements;
    const refusal = await rejectionOf(classificationPage(reads.database, "ZZ/ZZ", "http://localhost"));
    expect(refusal).toMatchObject({ code: "unknown_route" });
    expect(reads.take().statements).toBeLessThan(ofOneThere);
  });
  test("of an unknown address is a page for a browser, and JSON for the others and under /v1", async () => {
    const browser = { headers: { accept: "text/html,*/*" } };
    expect((await read("/nulle-part", browser)).html).toContain("<h1>Page introuvable</h1>");
    for (const [path, init] of [
      ["/nulle-part", {}],
      ["/v1/nulle-part", browser],
    ] as const) {
      expect(JSON.parse((await read(path, init)).html)).toMatchObject({ error: { code: "unknown_route" } });
    }
  });
  test("of another method names the one to use", async () => {
    const { answer } = await read("/plan", { method: "POST" });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  });
});

describe("search engines", () => {
  test("find every document in force in the sitemap, and the sitemap in robots.txt", async () => {
    const { answer, html: xml } = await read("/sitemap.xml");
    expect(answer.headers.get("content-type")).toBe("application/xml; charset=utf-8");
    expect(xml).toContain(
      "<url><loc>http://localhost/consultation/BOI-IR-LIQ-20-10</loc><lastmod>2026-06-22</lastmod></url>",
    );
    expect(xml).not.toContain("BOI-IR-ZZ-10");
    expect((await read("/robots.txt")).html).toContain("Sitemap: http://localhost/sitemap.xml");
  });
});

test("an address that spent its budget is told when to come back, as are its searches, and the API answers on", async () => {
  let [nowMs, nextMs] = [0, 12_000];
  const search = async () => {
    nowMs += nextMs;
    nextMs = 0;
    return { total: 0, hits: [] };
  };
  const other = await openService(
    "sample",
    {},
    { visitors: new VisitorBudget(3_000, () => nowMs), fulltext: fakeFullText({ search }) },
  );
  // What a client claims about itself, without a declared proxy, does not bypass the limit.
  const ask = (path: string) =>
    other.get(path, undefined, { headers: { "x-forwarded-for": String(Math.random()) } });
  try {
    expect((await ask("/?q=%22impot+du%22")).status).toBe(200);
    await eventually(async () => expect((await ask("/?q=impot")).status).toBe(429));
    const refused = await ask("/plan");
    const html = await refused.text();
    expect(html).toContain("<h1>Trop de demandes</h1>");
    expect(html).toContain("revenez dans 41 secondes");
    expect(refused.headers.get("retry-after")).toBe("41");
    expect((await other.get("/v1/health")).status).toBe(200);
    nowMs += 41_000;
    expect((await ask("/?q=impot")).status).toBe(200);
  } finally {
    await other.close();
  }
});
