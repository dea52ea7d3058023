/** The documentation site: its content comes from the code, and its links lead somewhere. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { OpenAPIV3 } from "openapi-types";
import { INVALID_QUERIES, methodsOf, OPERATORS, operationsOf } from "../../../../src/docs/operations.ts";
import { DOC_PAGES, docPath, FORMER_PATHS } from "../../../../src/docs/site.ts";
import { VERSION } from "../../../../src/http/attribution.ts";
import { ERRORS } from "../../../../src/http/errors/catalogue.ts";
import { openService, type TestService } from "../../../servers/service.ts";

let service: TestService;
const pages = new Map<string, string>();

beforeAll(async () => {
  service = await openService();
  for (const { path } of DOC_PAGES) pages.set(path, await (await service.get(path)).text());
});
afterAll(() => service.close());

const page = (path: string) => pages.get(path) ?? "";
const anchorsOf = (html: string) => new Set([...html.matchAll(/ id="([^"]+)"/g)].map((found) => found[1]));
const linksOf = (html: string) =>
  [...html.matchAll(/<(?:a|link|script)[^>]* (?:href|src)="([^"]+)"/g)].map((found) =>
    String(found[1]).replaceAll("&amp;", "&"),
  );

describe("every page", () => {
  for (const { path, slug } of DOC_PAGES) {
    test(`${path} is a page of the site, marked in its navigation, spared to who has it`, async () => {
      const answer = await service.get(path);
      expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(page(path)).toContain(`<a href="${path}" aria-current="page">`);
      expect(page(path)).toContain("Service indépendant, sans lien avec l");
      const headers = { "if-none-match": String(answer.headers.get("etag")) };
      expect((await service.get(path, undefined, { headers })).status).toBe(304);
    });
    test(`${path} runs ${slug === "essayer" ? "the scripts of this server, and no other" : "no script"}`, async () => {
      const policy = (await service.get(path)).headers.get("content-security-policy") ?? "";
      expect(policy).toStartWith("default-src 'none'");
      const [scripts = ""] = /script-src [^;]*/.exec(policy) ?? [];
      expect(scripts).toBe(slug === "essayer" ? "script-src 'self'" : "");
      expect(page(path)).not.toMatch(/<script>| on\w+="|javascript:/);
      expect(page(path).includes("<script")).toBe(slug === "essayer");
    });
  }
});

test("every link of the site's pages leads to a page, and to a part of it that exists", async () => {
  const seen = new Map<string, string>();
  const faults: string[] = [];
  const entries = ["/", "/plan", "/plan/IR", "/consultation/BOI-IR-LIQ-20-10", "/nulle-part"];
  const waiting = [...DOC_PAGES.map(({ path }): string => path), ...entries];
  const key = await service.key("pro");
  const read = async (path: string) => {
    const known = seen.get(path);
    if (known !== undefined) return known;
    const ownKey = path.startsWith("/v1/") ? key : undefined;
    let answer = await service.get(path, ownKey, { headers: { accept: "text/html" } });
    if (answer.status === 308) answer = await service.get(String(answer.headers.get("location")));
    if (answer.status !== (path === "/nulle-part" ? 404 : 200)) faults.push(`${path} is ${answer.status}`);
    const html = await answer.text();
    seen.set(path, html);
    return html;
  };
  for (const from of waiting) {
    for (const link of linksOf(await read(from))) {
      if (/^(https:|data:)/.test(link)) continue;
      const target = new URL(link, `http://localhost${from}`);
      const html = await read(target.pathname + target.search);
      // The page of Swagger UI makes its own anchors.
      const isMade = target.hash === "" || target.hash.startsWith("#/");
      if (!isMade && !anchorsOf(html).has(decodeURIComponent(target.hash.slice(1))))
        faults.push(`${from} → ${link}`);
    }
  }
  expect(faults).toEqual([]);
  expect(seen.size).toBeGreaterThan(40);
});

describe("errors", () => {
  test("every code has its anchor and its status", () => {
    const anchors = anchorsOf(page("/docs/erreurs"));
    for (const { code, status } of ERRORS) {
      expect([code, anchors.has(code)]).toEqual([code, true]);
      const [, rest = ""] = page("/docs/erreurs").split(`id="statut-${status}"`);
      const isTold =
        rest.includes(`id="${code}"`) ||
        page("/docs/erreurs").includes(`<code>${code}</code><span class="badge">${status}</span>`);
      expect([code, isTold]).toEqual([code, true]);
    }
  });
  test.each([
    ["/v1/search", 401],
    ["/v1/nulle-part", 404],
    ["/admin/keys", 401],
  ])("the doc_url of %s leads to the code that it answers", async (path, status) => {
    const answer = await service.get(path);
    expect(answer.status).toBe(status);
    const body = (await answer.json()) as { error: { code: string }; doc_url: string };
    const { pathname, hash } = new URL(body.doc_url);
    expect(hash).toBe(`#${body.error.code}`);
    expect(anchorsOf(page(pathname)).has(body.error.code)).toBe(true);
  });
});

describe("the reference", () => {
  let document: OpenAPIV3.Document;
  let pages: Map<string, string>;
  beforeAll(async () => {
    document = (await (await service.get("/openapi.json")).json()) as OpenAPIV3.Document;
    pages = new Map(operationsOf(document).map(({ id, page }) => [id, page]));
  });
  const operations = () =>
    Object.entries(document.paths).flatMap(([path, item]) =>
      methodsOf(item).map(([, operation]) => ({
        path,
        operation,
        at: pages.get(operation.operationId ?? "") ?? "",
      })),
    );
  test("has a page for every route, with each of its parameters, a request in each language and its refusals", async () => {
    expect(operations().length).toBeGreaterThan(12);
    expect(new Set(operations().map(({ at }) => at)).size).toBe(operations().length);
    for (const { path, operation, at } of operations()) {
      const html = await (await service.get(at)).text();
      expect(html).toContain(`<a href="${at}" aria-current="page">`);
      expect([path, html.includes(`</span> ${path}</code>`)]).toEqual([path, true]);
      for (const parameter of operation.parameters ?? []) {
        if ("name" in parameter) expect(html).toContain(`<code>${parameter.name}</code>`);
      }
      for (const language of ["curl", "javascript", "python"]) expect(html).toContain(`sample-${language}`);
      expect(html).toContain('href="/docs/erreurs#internal_error"');
    }
  });
  test("lists them, each where its anchor was when all were on one page", () => {
    const anchors = anchorsOf(page("/docs/reference"));
    for (const former of ["getV1Search", "postV1Citations", "getV1BoiByIdParagraphesByNumero"])
      expect(anchors).toContain(former);
    for (const { at } of operations()) {
      expect(page("/docs/reference")).toContain(`href="${at}"`);
    }
  });
  test.each([
    ["/docs/reference/boi-id", ["unknown_document", "edition_not_held", "unknown_wording", "wording_erased"]],
    [
      "/docs/reference/boi-id-paragraphes-numero",
      ["unknown_paragraph", "paragraph_reserved", "text_not_held"],
    ],
    ["/docs/reference/boi-id-paragraphes-numero-jours", ["unknown_document"]],
    ["/docs/reference/boi-id-comparaison", ["edition_not_held", "text_not_held"]],
    ["/docs/reference/search", ["invalid_query", "invalid_parameter", "quota_exceeded"]],
    ["/docs/reference/search-hybride", ["semantic_not_allowed", "invalid_body", "payload_too_large"]],
    ["/docs/reference/articles-code-article", ["article_not_cited"]],
    ["/docs/reference/normes-cle", ["law_not_cited"]],
    ["/docs/reference/actualites-id", ["unknown_news"]],
  ])("tells on %s the codes that it may answer, and no other's", async (path, codes) => {
    const html = await (await service.get(path)).text();
    const told = [...html.matchAll(/erreurs#(\w+)"/g)].map(([, code]) => String(code));
    expect(told).toEqual(expect.arrayContaining(codes));
    expect(told).not.toContain("unknown_run");
    expect(told.includes("article_not_cited")).toBe(path.includes("articles"));
    expect(told.includes("law_not_cited")).toBe(path.endsWith("-cle"));
    expect(told.includes("unknown_paragraph")).toBe(path.endsWith("paragraphes-numero"));
  });
  test("leads to the route in Swagger UI", async () => {
    const html = await (await service.get("/docs/reference/search")).text();
    expect(html).toContain('href="/docs/essayer#/Recherche/searchDocuments"');
  });
  test("has no page for what is no route", async () => {
    const answer = await service.get("/docs/reference/nulle-part", undefined, {
      headers: { accept: "text/html" },
    });
    expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining("Page introuvable")]);
  });
});

describe("limits", () => {
  test("the plans are those of the store", () => {
    const html = page("/docs/limites").replaceAll("\u00A0", " ");
    expect(html).toContain("<code>gratuit</code></th><td>1 000</td><td>60</td><td>non</td>");
    expect(html).toContain("<code>interne</code></th><td>sans quota</td><td>6 000</td><td>oui</td>");
  });
  test("a plan that the operator changes is told anew", async () => {
    const other = await openService(null);
    try {
      await other.database.execute(sql`update plans set monthly_quota = 1234 where code = 'gratuit'`);
      expect(await (await other.get("/docs/limites")).text()).toContain("<td>1\u00A0234</td>");
    } finally {
      await other.close();
    }
  });
  test("the headers and the bounds are those of the code", () => {
    const html = page("/docs/limites").replaceAll("\u00A0", " ");
    expect(html).toContain("RateLimit-Policy: &quot;minute&quot;;q=60;w=60, &quot;mois&quot;;q=1000");
    expect(html).toContain("<code>depth</code> De 1 à 3, par défaut 1.</p>");
  });
});

describe("the search syntax", () => {
  test.each(OPERATORS.flatMap(({ examples }) => [...examples]))("« %s » is a query", async (q) => {
    const key = await service.key("pro");
    expect((await service.get(`/v1/search?${new URLSearchParams({ q })}`, key)).status).toBe(200);
  });
  test.each([...INVALID_QUERIES])("« %s » is refused in the words of the page", async (q) => {
    const key = await service.key("pro");
    const answer = await service.get(`/v1/search?${new URLSearchParams({ q })}`, key);
    const { error } = (await answer.json()) as { error: { code: string; message: string } };
    expect([answer.status, error.code]).toEqual([400, "invalid_query"]);
    expect(page("/docs/recherche")).toContain(Bun.escapeHTML(error.message));
  });
});

test("the MCP tools are those of the server", () => {
  for (const name of [
    "search",
    "semantic_search",
    "get_boi",
    "browse_plan",
    "related",
    "recent_changes",
    "get_news",
    "law",
    "law_article",
    "check_citations",
    "check_references",
  ])
    expect(anchorsOf(page("/docs/agents")).has(`outil-${name}`)).toBe(true);
});

test("the latest release told is the one that runs", () => {
  const [, journal = ""] = page("/docs/versions").split('id="journal"');
  expect(journal.slice(journal.indexOf("<h3"))).toStartWith(
    `<h3 id="v${VERSION.replaceAll(".", "-")}">${VERSION}`,
  );
});

describe("where a key comes from", () => {
  test("is the operator, when no address is set", () => {
    for (const path of ["/docs", "/docs/authentification"]) {
      expect(page(path)).toContain("L&#x27;exploitant de ce service remet les clés");
      expect(page(path)).not.toContain("Demander une clé");
    }
  });
  test("is the address of CONTACT_URL, when it is set", async () => {
    const contactUrl = "mailto:cles@example.org?subject=Une+cl%C3%A9";
    const other = await openService(null, {}, { contactUrl });
    try {
      for (const path of ["/docs", "/docs/authentification"])
        expect(await (await other.get(path)).text()).toContain(`href="${contactUrl}"`);
    } finally {
      await other.close();
    }
  });
});

test("a page that moved answers where it was, for ever", async () => {
  expect(FORMER_PATHS.length).toBeGreaterThan(0);
  for (const { path, slug } of FORMER_PATHS) {
    const answer = await service.get(path);
    expect([answer.status, answer.headers.get("location")]).toEqual([308, docPath(slug)]);
  }
});

test("/llms.txt names every page and every route", async () => {
  const answer = await service.get("/llms.txt");
  const text = await answer.text();
  expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(text).toStartWith("# API de la doctrine fiscale");
  expect(text).toContain("(http://localhost/docs/limites)");
  expect(text).toContain("[GET /v1/boi/{id}/graph](http://localhost/docs/reference/boi-id-graph)");
});
