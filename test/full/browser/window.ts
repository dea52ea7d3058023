import type { BrowserContextOptions, Page } from "playwright-core";
import { chromium } from "../../servers/chromium.ts";
import { OPERATOR_TOKEN, site } from "./site.ts";

/** What a page must never do, as it was seen doing it. */
interface Incidents {
  /** Messages of the dialogs that scripts opened. */
  readonly dialogs: string[];
  /** Addresses asked for outside the site. */
  readonly foreignRequests: string[];
}

export interface Window {
  readonly page: Page;
  readonly incidents: Incidents;
  close(): Promise<void>;
}

let windows = 0;

/** A window of the shared browser on the site, without a cookie, seen by the service as from an address of its own. */
export async function openWindow(options: BrowserContextOptions = {}): Promise<Window> {
  const [browser, { url }] = await Promise.all([chromium(), site()]);
  windows += 1;
  const context = await browser.newContext({
    baseURL: url,
    locale: "fr-FR",
    extraHTTPHeaders: { "X-Forwarded-For": `192.0.2.${windows}` },
    ...options,
  });
  const incidents: Incidents = { dialogs: [], foreignRequests: [] };
  context.on("dialog", (dialog) => {
    incidents.dialogs.push(dialog.message());
    // It may be gone with its frame.
    dialog.dismiss().catch(() => {});
  });
  context.on("request", (request) => {
    const address = request.url();
    if (!address.startsWith(url) && !address.startsWith("data:")) incidents.foreignRequests.push(address);
  });
  const page = await context.newPage();
  return { page, incidents, close: () => context.close() };
}

/** A window on the dashboard, its operator signed in. */
export async function openDashboard(options: BrowserContextOptions = {}): Promise<Window> {
  const window = await openWindow(options);
  await window.page.goto("/admin");
  await signIn(window.page, OPERATOR_TOKEN);
  await window.page.getByRole("heading", { name: "État du service" }).waitFor();
  return window;
}

export async function signIn(page: Page, token: string): Promise<void> {
  await page.getByLabel("Jeton d'administration").fill(token);
  await page.getByRole("button", { name: "Se connecter" }).click();
}
