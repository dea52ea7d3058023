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
    await page.locator("#operations-Service-getV1Health .execute").waitFor();
  });
  test("asks this server and shows its answer", async () => {
    const { page } = reader;
    const route = page.locator("#operations-Service-getV1Health");
    await route.locator(".execute").click();
    const answer = route.locator(".live-responses-table");
    await answer.waitFor();
    expect(await answer.textContent()).toContain('"status": "ok"');
    expect(await route.locator(".request-url").textContent()).toContain(`${(await site()).url}/v1/health`);
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
