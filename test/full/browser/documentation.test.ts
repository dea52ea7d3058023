import { afterAll, beforeAll, expect, test } from "bun:test";
import { describeOnSite, site } from "./site.ts";
import { openWindow, type Window } from "./window.ts";

let reader: Window;

describeOnSite("the page that tries the API", () => {
  const complaints: string[] = [];

  beforeAll(async () => {
    reader = await openWindow();
    reader.page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    reader.page.on("pageerror", (error) => complaints.push(error.message));
  });
  afterAll(() => reader.close());

  test("opens on the route that the reference leads to", async () => {
    const { page } = reader;
    await page.goto("/docs/reference");
    await page.locator("#getV1Health").getByRole("link").click();
    await page.getByRole("link", { name: "Essayer cette route" }).click();
    await page.locator("#operations-Service-getHealth .execute").waitFor();
  });
  test("asks this server and shows its answer", async () => {
    const { page } = reader;
    const route = page.locator("#operations-Service-getHealth");
    await route.locator(".execute").click();
    const answer = route.locator(".live-responses-table");
    await answer.waitFor();
    expect(await answer.textContent()).toContain('"status": "ok"');
    expect(await route.locator(".request-url").textContent()).toContain(`${(await site()).url}/v1/health`);
  });
  test("speaks French: no label of its own is left in English", async () => {
    const { page } = reader;
    await page.locator("#operations-Recherche-searchHybrid .opblock-summary-control").first().click();
    await page.locator("#operations-Recherche-searchHybrid .execute").waitFor();
    await page.locator(".btn.authorize").click();
    await page.locator(".auth-container input").fill("boi_x");
    await page.locator(".auth-btn-wrapper .authorize").click();
    await page.getByText("Oublier la clé").waitFor();
    const labels = await page.evaluate<string[]>(`(() => {
      const theirs = "pre, code, textarea, .renderedMarkdown, .opblock-summary, .parameters-col_name";
      const elements = [...document.querySelectorAll("#swagger-ui *")].filter((each) => !each.closest(theirs));
      return elements.flatMap((each) => [
        ...[...each.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map(({ nodeValue }) => nodeValue),
        ...["placeholder", "aria-label", "title"].map((name) => each.getAttribute(name)),
      ]).filter((words) => words?.trim());
    })()`);
    expect(labels).toContain("Corps de la requête");
    expect(labels).toContain("Réponse du serveur");
    const english =
      /\b(?:the|request|response|server|body|header|copy|value|schema|example|authori[sz]e\w*|cancel|clear|execute|responses|parameters|links|media|name|close|logout|download|try|reset|edit)\b/i;
    expect(labels.filter((label) => english.test(label))).toEqual([]);
  });
  test("loads nothing from elsewhere, and the policy holds nothing back that it needs", () => {
    expect(reader.incidents.foreignRequests).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

describeOnSite("the documentation", () => {
  test("leads from a refusal to its code", async () => {
    const { page, close } = await openWindow();
    const { doc_url: address } = (await (await fetch(`${(await site()).url}/v1/search`)).json()) as {
      doc_url: string;
    };
    await page.goto(address);
    expect(await page.locator(":target h3").textContent()).toContain("missing_api_key");
    await close();
  });
  test("shows every example in the language chosen at one of them, and stays where the reader was", async () => {
    const { page, close } = await openWindow();
    await page.goto("/docs/prouver");
    const last = page.locator(".samples").last();
    const others = page.locator(".samples").first();
    await last.scrollIntoViewIfNeeded();
    expect(await others.locator(".sample:visible").count()).toBe(1);
    const before = await page.evaluate<number>("scrollY");
    await last.getByText("Python", { exact: true }).first().click();
    for (const samples of [last, others]) {
      expect(await samples.locator(".sample:visible").count()).toBe(1);
      expect(await samples.locator(".sample:visible").textContent()).toContain("urllib.request");
    }
    const moved = Math.abs((await page.evaluate<number>("scrollY")) - before);
    expect(moved).toBeLessThan(2_000);
    expect(await last.locator(".sample-python").isVisible()).toBe(true);
    await close();
  });
  test("has its languages chosen by the keyboard", async () => {
    const { page, close } = await openWindow();
    await page.goto("/docs/reference/boi-id");
    await page.getByRole("radio", { name: "curl" }).focus();
    await page.keyboard.press("ArrowRight");
    expect(await page.locator(".sample-javascript").isVisible()).toBe(true);
    await close();
  });
  test("keeps its list beside the text of a wide screen, behind a title on a narrow one, without a script", async () => {
    for (const [width, isOpen] of [
      [1280, true],
      [390, false],
    ] as const) {
      const { page, close } = await openWindow({
        viewport: { width, height: 844 },
        javaScriptEnabled: false,
      });
      await page.goto("/docs/miroir");
      const link = page.getByRole("link", { name: "Formules et limites" }).first();
      expect([width, await link.isVisible()]).toEqual([width, isOpen]);
      if (!isOpen) await page.getByText("Sommaire de la documentation").click();
      await link.click();
      expect(await page.title()).toContain("Formules et limites");
      await close();
    }
  });
  test("gives JSON that pastes as it reads", async () => {
    const { page, close } = await openWindow();
    await page.goto("/docs");
    // biome-ignore lint/performance/useDomNodeTextContent: what a reader copies is the text as laid out
    const written = await page.locator(".code-lines pre").first().innerText();
    expect(written).toStartWith('{\n  "total": ');
    expect(JSON.parse(written)).toHaveProperty("source");
    await close();
  });
});
