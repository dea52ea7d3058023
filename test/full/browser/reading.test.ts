import { afterAll, beforeAll, expect, test } from "bun:test";
import { describeOnSite } from "./site.ts";
import { openWindow, type Window } from "./window.ts";

const DOCUMENT = "/consultation/BOI-IR-LIQ-20-10";

let window: Window;

describeOnSite("a reader", () => {
  beforeAll(async () => {
    window = await openWindow();
  });
  afterAll(() => window.close());

  test("without a script finds a document by its title, opens it and follows a reference", async () => {
    const { page, close } = await openWindow({ javaScriptEnabled: false });
    await page.goto("/");
    await page.getByLabel("Mots, question ou identifiant d'un document").fill("barème progressif");
    await page.keyboard.press("Enter");
    await page.waitForURL("/?q=*");
    await page.getByRole("link", { name: "Barème progressif" }).first().click();
    await page.waitForURL(`${DOCUMENT}#p1`);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toContain("Barème progressif");
    await page.locator(".doctrine").getByRole("link", { name: "BOI-IR-LIQ-20-20", exact: true }).click();
    await page.waitForURL("/consultation/BOI-IR-LIQ-20-20");
    await page.getByRole("link", { name: "Liquidation", exact: true }).click();
    await page.waitForURL("/plan/IR/LIQ");
    await close();
  });

  test("goes from an identifier straight to its document", async () => {
    const { page } = window;
    await page.goto("/plan");
    await page.getByRole("searchbox").fill("boi-ir-liq-20-10");
    await page.getByRole("button", { name: "Chercher" }).click();
    await page.waitForURL(DOCUMENT);
  });

  test("is led by a reference to the very § it names, which is marked", async () => {
    const { page } = window;
    await page.goto("/consultation/BOI-BIC-CHAMP-40");
    await page.locator(".doctrine").getByRole("link", { name: "BOI-TVA-CHAMP-30" }).first().click();
    await page.waitForURL("/consultation/BOI-TVA-CHAMP-30#p30");
    const marked = page.locator(".paragraph:target");
    expect(await marked.locator(".paragraph-number").textContent()).toBe("§\u00a030");
    const { top, height, background } = await page.evaluate<
      Record<"top" | "height", number> & { background: string }
    >(`(() => {
      const marked = document.querySelector(":target");
      return { top: marked.getBoundingClientRect().top, height: innerHeight, background: getComputedStyle(marked).backgroundColor };
    })()`);
    expect(top).toBeGreaterThanOrEqual(0);
    expect(top).toBeLessThan(height);
    expect(background).not.toBe("rgba(0, 0, 0, 0)");
  });

  test("selects the citation of a § with one click", async () => {
    const { page } = window;
    const citation = "BOI-IR-LIQ-20-10, § 30, version du 22 juin 2026";
    await page.goto(DOCUMENT);
    await page.getByText("Citer le § 30").click();
    await page.getByText(citation).click();
    expect(await page.evaluate<string>("getSelection().toString()")).toBe(citation);
  });

  test("reads a former version, is told so, and comes back to the one in force", async () => {
    const { page } = window;
    await page.goto(DOCUMENT);
    await page.getByRole("link", { name: "2 éditions" }).click();
    await page.getByRole("link", { name: "Édition du 14 avril 2025" }).click();
    await page.waitForURL(`${DOCUMENT}/2025-04-14`);
    expect(await page.getByRole("note").textContent()).toContain(
      "n'est plus en vigueur depuis le 22 juin 2026",
    );
    await page.getByRole("link", { name: "Lire l'édition la plus récente" }).click();
    await page.waitForURL(DOCUMENT);
    expect(await page.getByRole("note").count()).toBe(0);
  });

  test("is told that a document is withdrawn", async () => {
    const { page } = window;
    await page.goto("/consultation/BOI-IR-RICI-350");
    expect(await page.getByRole("note").textContent()).toContain("Ce document est retiré depuis le");
  });

  test("loads a page with one request and one stylesheet", async () => {
    const { page, close } = await openWindow();
    const asked: string[] = [];
    page.on("request", (request) => {
      if (!request.url().startsWith("data:")) asked.push(request.resourceType());
    });
    await page.goto(DOCUMENT);
    expect(asked).toEqual(["document", "stylesheet"]);
    await close();
  });
});

describeOnSite("on paper", () => {
  test("a document is its text alone, black on white, with where it comes from", async () => {
    const { page, close } = await openWindow({ colorScheme: "dark", viewport: { width: 680, height: 960 } });
    await page.emulateMedia({ media: "print" });
    await page.goto(DOCUMENT);
    for (const selector of [
      ".site-nav",
      ".breadcrumb",
      ".search",
      ".contents",
      ".cite",
      ".facts-way",
      ".skip-link",
    ])
      expect([selector, await page.locator(selector).first().isVisible()]).toEqual([selector, false]);
    for (const words of ["Barème progressif", "version du 22 juin 2026", "Licence Ouverte", "§ 30"])
      expect([words, await page.getByText(words).filter({ visible: true }).count()]).not.toEqual([words, 0]);
    const { color, background, badge, address } = await page.evaluate<Record<string, string>>(`({
      color: getComputedStyle(document.querySelector(".doctrine p")).color,
      background: getComputedStyle(document.documentElement).backgroundColor,
      badge: getComputedStyle(document.querySelector(".badge")).backgroundColor,
      address: getComputedStyle(document.querySelector('.facts a[rel="external"]'), "::after").content,
    })`);
    expect([color, background, badge]).toEqual(["rgb(0, 0, 0)", "rgb(255, 255, 255)", "rgb(255, 255, 255)"]);
    expect(address).toContain("https://bofip.impots.gouv.fr/");
    await close();
  });
});
