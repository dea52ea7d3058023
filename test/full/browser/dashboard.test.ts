import { afterAll, beforeAll, expect, test } from "bun:test";
import { eventually } from "../../eventually.ts";
import { describeOnSite, OPERATOR_TOKEN, site } from "./site.ts";
import { openDashboard, openWindow, signIn, type Window } from "./window.ts";

let operator: Window;

describeOnSite("the operator", () => {
  beforeAll(async () => {
    operator = await openDashboard();
  });
  afterAll(() => operator.close());

  test("signs in with the right token alone, under a cookie that no script reads, and signs out", async () => {
    const { page, close } = await openWindow();
    await page.goto("/admin/tableau/cles");
    await signIn(page, "un autre jeton");
    expect(await page.getByRole("alert").textContent()).toContain("pas celui de l'opérateur");
    await signIn(page, OPERATOR_TOKEN);
    await page.getByRole("heading", { name: "État du service" }).waitFor();
    expect(await page.context().cookies()).toMatchObject([
      { httpOnly: true, sameSite: "Strict", path: "/admin" },
    ]);
    expect(await page.evaluate<string>("document.cookie")).toBe("");
    await page.getByRole("button", { name: "Se déconnecter" }).click();
    await page.getByLabel("Jeton d'administration").waitFor();
    expect(await page.context().cookies()).toEqual([]);
    await close();
  });

  test("creates a key, which opens the API, sees its usage, and revokes it", async () => {
    const { page } = operator;
    await page.getByRole("link", { name: "Clés" }).click();
    const creation = page.getByRole("region", { name: "Créer une clé" });
    await creation.getByLabel("Nom").fill("Cabinet Durand");
    await creation.getByLabel("Formule").selectOption("pro");
    await creation.getByLabel("Expiration").fill("2099-12-31");
    await page.getByRole("button", { name: "Créer la clé" }).click();
    const key = (await page.getByRole("status").locator("code").textContent()) ?? "";
    expect(key).toMatch(/^boi_\w{38}$/);
    const { url } = await site();
    expect((await fetch(`${url}/v1/plan`, { headers: { "x-api-key": key } })).status).toBe(200);

    await page.getByRole("link", { name: key.slice(0, 12) }).click();
    await page.getByRole("heading", { name: "Cabinet Durand Valide" }).waitFor();
    expect(await page.getByRole("img").getAttribute("aria-label")).toContain("1 réponse en 30 jours");
    const revoke = page.getByRole("button", { name: "Révoquer définitivement" });
    expect(await revoke.isVisible()).toBe(false);
    await page.getByText("Révoquer cette clé…").click();
    await revoke.click();
    await page.getByRole("heading", { name: "Cabinet Durand Révoquée" }).waitFor();
    expect(await revoke.count()).toBe(0);
  });

  test("changes the plan and the quota of a key where they are read, and stays there", async () => {
    const { page } = operator;
    await page.goto("/admin/tableau/cles");
    await page.getByLabel("Nom").fill("Cabinet Leroy");
    await page.getByRole("button", { name: "Créer la clé" }).click();
    const row = page.getByRole("row", { name: "Cabinet Leroy" });
    await row.locator("summary").click();
    await row.getByRole("combobox", { name: "Formule" }).selectOption("pro");
    await row.getByRole("textbox", { name: "Quota par mois" }).fill("5000");
    await row.getByRole("button", { name: "Enregistrer" }).click();
    await page.waitForURL(/\/admin\/tableau\/cles#boi_/);
    expect(await row.textContent()).toMatch(/pro.*0 sur 5\s000/);
  });

  test("reads the texts of a chart in their own size on a phone", async () => {
    const { page, close } = await openDashboard({ viewport: { width: 390, height: 844 } });
    await page.goto("/admin/tableau/cles");
    await page.getByRole("row", { name: "Cabinet Durand" }).getByRole("link").click();
    await page.getByRole("img").waitFor();
    const sizes = await page.evaluate<number[]>(
      '[...document.querySelectorAll(".chart-text")].map((text) => Number.parseFloat(getComputedStyle(text).fontSize))',
    );
    const drawn = await page.getByRole("img").boundingBox();
    expect([Math.min(...sizes) >= 13, (drawn?.width ?? 0) > 320]).toEqual([true, true]);
    await close();
  });

  test("is told why a key can't be created", async () => {
    const { page } = operator;
    await page.goto("/admin/tableau/cles");
    await page.getByLabel("Nom").fill("  ");
    await page.getByRole("button", { name: "Créer la clé" }).click();
    expect(await page.getByRole("alert").textContent()).toContain("1 à 100 caractères");
  });

  test("runs an ingestion now and follows it to its end", async () => {
    const { page } = operator;
    await page.goto("/admin");
    await page.getByRole("button", { name: "Lancer une ingestion" }).click();
    await page.waitForURL(/\/ingestions\/\d+$/);
    await eventually(async () => {
      await page.reload();
      expect(await page.getByRole("heading", { level: 1 }).textContent()).toContain("Réussie");
    });
    expect(await page.getByRole("region", { name: "Étapes" }).textContent()).toContain("Index plein texte");
  });
});
