import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { sanitise } from "../../../ingest/parse/html.ts";
import { renderBody } from "../../../src/pages/body/body.ts";
import { eventually } from "../../eventually.ts";
import { HOSTILE_DOCUMENTS } from "./corpus.ts";
import { describeOnSite, OPERATOR_TOKEN, site } from "./site.ts";
import { CLOSED_TRAPS, IMAGE_TRAP, OPEN_TRAPS } from "./traps.ts";
import { openDashboard, openWindow, type Window } from "./window.ts";

const TRAPS = [...CLOSED_TRAPS, ...OPEN_TRAPS];
const NOTHING = { dialogs: [], foreignRequests: [] };

/** Elements and attributes of a page that could run or load something, but for its stylesheet, its icon and its chart. */
const LIVE_MARKUP = `[...document.querySelectorAll("*")].filter((element) =>
  (element.tagName === "SCRIPT" && element.type !== "application/ld+json") ||
  ["IMG", "IFRAME", "OBJECT", "EMBED", "VIDEO", "BASE", "STYLE", "TEMPLATE"].includes(element.tagName) ||
  (element.namespaceURI.endsWith("svg") && element.closest(".chart") === null) ||
  element.getAttributeNames().some((name) => name.startsWith("on") || name === "style") ||
  (element.hasAttribute("href") && !/^(https?:|data:image)/.test(element.href))
).map((element) => element.outerHTML.slice(0, 120))`;

/** Opens each in a page of its own, without a policy, all in one window. */
async function openAll(page: Page, documents: readonly string[]): Promise<void> {
  const frames = documents.map((html) => `<iframe srcdoc="${Bun.escapeHTML(html)}"></iframe>`);
  await page.setContent(frames.join(""));
  // The events of focus and opening come after the page is loaded.
  await page.evaluate("new Promise((resolve) => setTimeout(resolve, 100))");
}

/** Their policy alone would hide that the markup of a page lets something through: it is not applied here. */
const WITHOUT_POLICY = { bypassCSP: true };

describeOnSite("hostile contents", () => {
  test("are seen when they run: the traps spring where nothing stops them", async () => {
    const { page, incidents, close } = await openWindow();
    await openAll(page, TRAPS);
    await eventually(async () => {
      expect(incidents.dialogs.length).toBeGreaterThan(15);
      expect(incidents.foreignRequests.length).toBeGreaterThan(5);
    });
    await close();
  });

  test.each([
    ["what ingestion keeps", (trap: string) => sanitise(trap).html],
    ["a page, whatever ingestion kept", (trap: string) => renderBody(trap, UNKNOWING).html],
  ])("never run in %s", async (_, clean) => {
    const { page, incidents, close } = await openWindow();
    await openAll(page, TRAPS.map(clean));
    expect(incidents).toEqual(NOTHING);
    await close();
  });

  test("never run in the HTML that the API gives of a document", async () => {
    const { page, incidents, close } = await openWindow();
    const { url } = await site();
    const headers = { authorization: `Bearer ${OPERATOR_TOKEN}`, "content-type": "application/json" };
    const body = JSON.stringify({ name: "essai", plan: "pro" });
    const created = await fetch(`${url}/admin/keys`, { method: "POST", headers, body });
    const key = String(Object(await created.json()).key);
    const documents = HOSTILE_DOCUMENTS.map(async (id) => {
      const answer = await fetch(`${url}/v1/boi/${id}`, { headers: { "x-api-key": key } });
      return String(Object(await answer.json()).contenu_html);
    });
    await openAll(page, await Promise.all(documents));
    expect(await page.frames()[1]?.getByText("un lien").count()).toBeGreaterThan(3);
    expect(incidents).toEqual(NOTHING);
    await close();
  });
});

describeOnSite("hostile titles and contents are words on", () => {
  let reader: Window;
  let operator: Window;

  async function expectWords(window: Window, path: string, words = IMAGE_TRAP): Promise<void> {
    const { page, incidents } = window;
    await page.goto(path);
    expect(await page.evaluate<string>("document.body.textContent")).toContain(words);
    expect(await page.evaluate<string[]>(LIVE_MARKUP)).toEqual([]);
    expect(incidents).toEqual(NOTHING);
  }

  beforeAll(async () => {
    [reader, operator] = await Promise.all([openWindow(WITHOUT_POLICY), openDashboard(WITHOUT_POLICY)]);
  });
  afterAll(() => Promise.all([reader.close(), operator.close()]));

  test.each([
    ...HOSTILE_DOCUMENTS.map((id) => `/consultation/${id}`),
    `/consultation/${HOSTILE_DOCUMENTS[0]}/2026-02-02`,
    "/plan/IR",
    "/plan/IR/PIEGE",
    "/?q=script+svg+onload",
    `/?q=${encodeURIComponent(IMAGE_TRAP)}`,
  ])("%s", (path) => expectWords(reader, path));

  test("the page of the ingestion that read them", () =>
    expectWords(operator, "/admin/tableau/ingestions/1"));

  test("the pages of a key that bears one as its name", async () => {
    const { page } = operator;
    await page.goto("/admin/tableau/cles");
    await page.getByLabel("Nom").fill(IMAGE_TRAP);
    await page.getByRole("button", { name: "Créer la clé" }).click();
    await page.getByRole("status").waitFor();
    await expectWords(operator, "/admin/tableau/cles");
    const address = page.getByRole("row").filter({ hasText: IMAGE_TRAP }).getByRole("link");
    await expectWords(operator, String(await address.getAttribute("href")));
  });

  test("the documentation, which takes no other document than this service's", async () => {
    const { page, incidents, close } = await openWindow(WITHOUT_POLICY);
    const elsewhere = "https://hostile.example/openapi.json";
    await page.goto(`/docs/essayer?url=${elsewhere}&configUrl=${elsewhere}&q=${IMAGE_TRAP}#${IMAGE_TRAP}`);
    await page.getByText("/v1/search").first().waitFor();
    expect(incidents).toEqual(NOTHING);
    await close();
  });
});

describeOnSite("the policy of a page", () => {
  test.each(["/", "/admin"])("stops on %s what would get through all the same", async (path) => {
    const { page, incidents, close } = await openWindow();
    const running = TRAPS.filter((trap) => trap.includes("alert")).join("");
    await page.route((await site()).url + path, async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      await route.fulfill({ response, body: html.replace("<h1>", `${running}<h1>`) });
    });
    await page.goto(path);
    expect(await page.locator("script").count()).toBeGreaterThan(0);
    expect(incidents.dialogs).toEqual([]);
    await close();
  });
});

/** What a page knows of the rest when it knows nothing. */
const UNKNOWING = {
  citations: new Map([["10", "10"]]),
  path: "/consultation/BOI-X/2020-01-01",
  citedBy: () => null,
  changedSince: () => null,
  findArticle: () => null,
  findLaw: null,
  find: (boiId: string) => ({ boiId, titre: IMAGE_TRAP }),
};
