import { describe } from "bun:test";
import type { Browser } from "playwright-core";

/** Names that distributions give it. */
const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/**
 * As root Chromium refuses to start in its sandbox. No name is ever resolved: what a page asks of elsewhere is lost,
 * and seen by the suites.
 */
const ARGUMENTS = [
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  ...["--disable-gpu", "--disable-quic", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"],
];

const START_LIMIT_MS = 60_000;

const executablePath = Bun.env["CHROMIUM_PATH"] ?? findOnPath();

let running: Promise<Browser> | null = null;

/** A suite that needs the system's Chromium; where there is none, the title gives the reason for skipping. */
export function describeInChromium(title: string, suite: () => void): void {
  const reason = executablePath === null ? ` (no Chromium: ${NAMES.join(", ")} or CHROMIUM_PATH)` : "";
  describe.skipIf(executablePath === null)(title + reason, suite);
}

/** Started with the first suite that asks for it, shared by all. */
export function chromium(): Promise<Browser> {
  running ??= startBrowser();
  return running;
}

/** Stops the shared browser, if it was started. */
export async function stopChromium(): Promise<void> {
  const browser = await running;
  running = null;
  await browser?.close();
}

/** The library is loaded for these suites alone: it would slow the start of all the others. */
async function startBrowser(): Promise<Browser> {
  if (executablePath === null) throw new Error("no Chromium");
  const playwright = await import("playwright-core");
  return await playwright.chromium.launch({ executablePath, args: ARGUMENTS, timeout: START_LIMIT_MS });
}

function findOnPath(): string | null {
  return NAMES.map((name) => Bun.which(name)).find((path) => path !== null) ?? null;
}
