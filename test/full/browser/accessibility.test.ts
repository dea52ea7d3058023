import { afterAll, beforeAll, expect, test } from "bun:test";
import axe, { type AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { eventually } from "../../eventually.ts";
import { IS_FULL } from "../faults/seed.ts";
import { DOCUMENTATION_PAGES, KINDS_OF_DOCUMENTATION, OPERATOR_PAGES, PUBLIC_PAGES } from "./pages.ts";
import { describeOnSite } from "./site.ts";
import { openDashboard, openWindow, type Window } from "./window.ts";

/** The rules of WCAG 2.2 at level AA, and axe's best practices. */
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What axe looks at of the documentation: a second of processor a page. */
const READ_PAGES = IS_FULL ? DOCUMENTATION_PAGES : KINDS_OF_DOCUMENTATION;

let reader: Window;
let operator: Window;

/** The violations that axe rates serious or critical on the page, with their places. */
async function findFaults(page: Page, rules: object): Promise<string[]> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(document, ${JSON.stringify({ ...rules, resultTypes: ["violations"] })})`,
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}

async function expectNoFault(page: Page, path: string): Promise<void> {
  await page.goto(path);
  expect(await findFaults(page, { runOnly: RULES })).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await findFaults(page, { runOnly: { type: "rule", values: ["color-contrast"] } })).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
}

describeOnSite("axe-core finds no serious fault, by day or by night, on", () => {
  beforeAll(async () => {
    [reader, operator] = await Promise.all([openWindow(), openDashboard()]);
  });
  afterAll(() => Promise.all([reader.close(), operator.close()]));

  test.each([...PUBLIC_PAGES, ...READ_PAGES, "/admin"])("%s", (path) => expectNoFault(reader.page, path));
  test.each(OPERATOR_PAGES)("%s of the operator", (path) => expectNoFault(operator.page, path));
  test("the page of a key", async () => {
    await operator.page.goto("/admin/tableau/cles");
    const address = await operator.page.locator("th a").first().getAttribute("href");
    await expectNoFault(operator.page, String(address));
  });
  test("the page that tries requests, an operation and the window of the key being open", async () => {
    const { page } = reader;
    await page.goto("/docs/essayer");
    await page.locator("#operations-Recherche-searchHybrid .opblock-summary-control").click();
    await page.locator("#operations-Recherche-searchHybrid .execute").waitFor();
    expect(await findFaults(page, { runOnly: RULES })).toEqual([]);
    await page.locator(".btn.authorize").click();
    await page.locator(".close-modal").waitFor();
    expect(await findFaults(page, { runOnly: RULES })).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    // The operation is in the address, and opens with it.
    await page.reload();
    await page.locator("#operations-Recherche-searchHybrid .execute").waitFor();
    expect(await findFaults(page, { runOnly: RULES })).toEqual([]);
    await page.emulateMedia({ colorScheme: "light" });
  });
  test("unless there is one: a text without contrast is found", async () => {
    const { page, close } = await openWindow({ bypassCSP: true });
    await page.goto("/");
    await page.addStyleTag({ content: "h1 { color: #ddd }" });
    expect(await findFaults(page, { runOnly: RULES })).toEqual(["color-contrast: h1"]);
    await close();
  });
});

describeOnSite("on a screen 320 pixels wide, nothing goes over the side of", () => {
  const narrow = { viewport: { width: 320, height: 640 } };

  async function overhang(page: Page, path: string): Promise<number> {
    await page.goto(path);
    return await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
  }

  beforeAll(async () => {
    [reader, operator] = await Promise.all([openWindow(narrow), openDashboard(narrow)]);
  });
  afterAll(() => Promise.all([reader.close(), operator.close()]));

  test.each([...PUBLIC_PAGES, ...DOCUMENTATION_PAGES, "/docs/essayer", "/admin"])("%s", async (path) => {
    expect(await overhang(reader.page, path)).toBe(0);
  });
  test.each(OPERATOR_PAGES)("%s of the operator", async (path) => {
    expect(await overhang(operator.page, path)).toBe(0);
  });
});

describeOnSite("by the keyboard", () => {
  beforeAll(async () => {
    reader = await openWindow({ viewport: { width: 320, height: 640 } });
  });
  afterAll(() => reader.close());

  test("the first key shows a way past the header, which leads into the content", async () => {
    const { page } = reader;
    await page.goto("/plan");
    await page.keyboard.press("Tab");
    const skip = page.getByRole("link", { name: "Aller au contenu" });
    expect((await skip.boundingBox())?.y).toBeGreaterThanOrEqual(0);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    expect(
      await page.evaluate<boolean>('document.querySelector("main").contains(document.activeElement)'),
    ).toBe(true);
  });

  test("every stop of a document is seen, and none is missed", async () => {
    const { page } = reader;
    await page.goto("/consultation/BOI-IR-LIQ-20-10");
    const stops = await page
      .locator("a[href], input, select, button, summary, [tabindex='0']")
      .locator("visible=true")
      .count();
    // The parts of a date are stops of their own, within one element.
    const mostKeys = stops + 5;
    const last = () => page.evaluate<string>("document.activeElement.textContent");
    for (let key = 0; key < mostKeys && (await last()) !== "publication officielle"; key += 1) {
      await page.keyboard.press("Tab");
      const seen = await page.evaluate<Record<string, unknown>>(`(() => {
        const element = document.activeElement;
        element.dataset.stop = "";
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        const { top, bottom } = element.getBoundingClientRect();
        return { name: element.outerHTML.slice(0, 80), outlineStyle, outlineWidth, isInView: bottom > 0 && top < innerHeight };
      })()`);
      expect(seen).toMatchObject({ outlineStyle: "solid", outlineWidth: "3px", isInView: true });
    }
    expect(await last()).toBe("publication officielle");
    expect(await page.locator("[data-stop]").count()).toBe(stops);
  });

  test("a table wider than the screen scrolls", async () => {
    const { page } = reader;
    await page.goto("/consultation/BOI-IR-LIQ-20-10");
    const box = page.locator(".table-box").first();
    await page.evaluate('document.querySelector(".table-box").style.width = "6rem"');
    await box.focus();
    await page.keyboard.press("ArrowRight");
    await eventually(async () =>
      expect(await page.evaluate<number>("document.activeElement.scrollLeft")).toBeGreaterThan(0),
    );
  });
});
