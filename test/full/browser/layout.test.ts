import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { describeOnSite } from "./site.ts";
import { openWindow, type Window } from "./window.ts";

const DOCUMENT = "/consultation/BOI-IR-LIQ-20-10";

let phone: Window;
let desk: Window;

/** Identifiers that take more than one line, and how far the page goes over its side. */
async function cutsAndOverhang(page: Page): Promise<unknown> {
  return await page.evaluate(`({
    cut: [...document.querySelectorAll("main :is(.whole, .identifier)")]
      .filter((one) => one.getBoundingClientRect().height > 2.5 * parseFloat(getComputedStyle(one).fontSize))
      .map((one) => one.textContent),
    overhang: document.documentElement.scrollWidth - innerWidth,
  })`);
}

/** Where on the screen each of those elements begins, each place once. */
async function startsOf(page: Page, selector: string): Promise<number[]> {
  return await page.evaluate<number[]>(
    `[...new Set([...document.querySelectorAll("${selector}")].map((one) => Math.round(one.getBoundingClientRect().left)))]`,
  );
}

describeOnSite("on a phone,", () => {
  beforeAll(async () => {
    phone = await openWindow({ viewport: { width: 390, height: 844 } });
  });
  afterAll(() => phone.close());

  test.each([
    "/",
    "/?q=quotient+familial",
    DOCUMENT,
    `${DOCUMENT}/citants`,
    "/plan/IR/LIQ",
    "/articles/CGI/156",
    "/journal",
  ])("%s keeps to the width of the screen, and cuts no identifier", async (path) => {
    await phone.page.goto(path);
    expect(await cutsAndOverhang(phone.page)).toEqual({ cut: [], overhang: 0 });
  });

  test("the contents of a document stay at hand, open beside the text, and the way back to the top too", async () => {
    const { page } = phone;
    await page.goto(DOCUMENT);
    const bar = page.getByRole("navigation", { name: "Sommaire" });
    const inside = bar.locator("li a");
    expect(await inside.first().isVisible()).toBe(false);
    await page.locator(".neighbours").scrollIntoViewIfNeeded();
    expect((await bar.boundingBox())?.y).toBe(0);
    await bar.getByText("Sommaire").click();
    const last = inside.last();
    await last.click();
    const heading = page.locator(":target");
    expect(await heading.textContent()).toBe(await last.textContent());
    const [barBox, headingBox] = [await bar.boundingBox(), await heading.boundingBox()];
    expect(headingBox?.y).toBeGreaterThanOrEqual((barBox?.y ?? 0) + (barBox?.height ?? 0));
    expect(headingBox?.y).toBeLessThan(844);
    await bar.getByRole("link", { name: "Haut de page" }).click();
    expect((await page.locator("h1").boundingBox())?.y).toBeGreaterThan(0);
  });

  test("a table scrolls in its frame, its first column in sight, and the page stays", async () => {
    const { page } = phone;
    await page.goto(DOCUMENT);
    const { before, after, scrolled, pageScrolled } = await page.evaluate<Record<string, number>>(`(() => {
      const box = document.querySelector(".table-box");
      box.style.width = "9rem";
      const cell = box.querySelector("td.held");
      const before = cell.getBoundingClientRect().left;
      box.scrollLeft = 60;
      return { before, after: cell.getBoundingClientRect().left, scrolled: box.scrollLeft, pageScrolled: scrollX };
    })()`);
    expect(scrolled).toBe(60);
    expect(after).toBe(Number(before));
    expect(pageScrolled).toBe(0);
  });

  test("the codes of the plan stand in one column, and its titles in another", async () => {
    const { page } = phone;
    await page.goto("/plan");
    for (const column of [".node > .identifier", ".node > .entry-title"])
      expect(await startsOf(page, column)).toHaveLength(1);
  });
});

describeOnSite("on a desk,", () => {
  beforeAll(async () => {
    desk = await openWindow({ viewport: { width: 1280, height: 900 } });
  });
  afterAll(() => desk.close());

  test("the home page begins with the search, then what is new, then the plan", async () => {
    const { page } = desk;
    await page.goto("/");
    const headings = await page.getByRole("heading").allTextContents();
    expect(headings.slice(0, 4)).toEqual([
      "Chercher dans la doctrine fiscale",
      "Derniers changements",
      "Dernières actualités",
      "Parcourir le plan de classement",
    ]);
    const places = [".search", "#changements", "#actualites", ".domains"].map(
      async (place) => (await page.locator(place).boundingBox())?.y ?? 0,
    );
    const [search = 0, changes = 0, news = 0, plan = 0] = await Promise.all(places);
    expect([search < changes, changes === news, news < plan]).toEqual([true, true, true]);
    const region = (name: string) => page.getByRole("region", { name });
    expect(await region("Dernières actualités").getByRole("listitem").count()).toBe(5);
    // The sample was received at once: none of it is a change.
    expect(
      await region("Derniers changements")
        .getByText(/^Premier chargement le /)
        .count(),
    ).toBe(1);
  });

  test("a search from a branch of the plan keeps to it, until it is left", async () => {
    const { page } = desk;
    await page.goto("/plan/IR/LIQ/20");
    await page.getByLabel("Chercher dans « Calcul de l'impôt »").fill("quotient familial");
    await page.keyboard.press("Enter");
    await page.waitForURL(/chemin=IR%2FLIQ%2F20/);
    const identifiers = await page.locator("main .entry .identifier").allTextContents();
    expect(identifiers.length).toBeGreaterThan(0);
    expect(identifiers.filter((id) => !id.startsWith("BOI-IR-LIQ-20"))).toEqual([]);
    expect(await page.locator("mark").count()).toBeGreaterThan(0);
    await page.getByRole("link", { name: "Chercher dans toute la doctrine" }).click();
    await page.waitForURL("/?q=quotient+familial");
    expect(await page.getByLabel("Mots, question ou identifiant d'un document").inputValue()).toBe(
      "quotient familial",
    );
  });

  test("the contents stand open beside the text, and the neighbours lead through the plan", async () => {
    const { page } = desk;
    await page.goto(DOCUMENT);
    expect(await page.locator(".contents li a").first().isVisible()).toBe(true);
    const [contents, text] = await Promise.all(
      [".contents", ".doctrine"].map((place) => page.locator(place).boundingBox()),
    );
    expect((contents?.x ?? 0) + (contents?.width ?? 0)).toBeLessThan(text?.x ?? 0);
    await page.locator(".doctrine").getByRole("link", { name: /CGI/ }).first().waitFor();
    await page.getByRole("link", { name: "Suivant" }).click();
    await page.waitForURL("/consultation/BOI-IR-LIQ-20-20");
    await page.getByRole("region", { name: "Cité par" }).getByRole("link").first().click();
    await page.waitForURL(/\/consultation\/BOI-/);
    await page.goBack();
    await page.locator(".facts .citation").click();
    await page.waitForURL(/\/consultation\/BOI-IR-LIQ-20-20\/\d{4}-\d\d-\d\d$/);
  });
});
