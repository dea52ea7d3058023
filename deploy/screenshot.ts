/**
 * `bun run screenshot`: writes the picture of the README, a page of the service on its sample, as the system's Chromium
 * shows it (`CHROMIUM_PATH`, or a browser of the PATH).
 */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { startApi } from "../test/servers/api.ts";
import { chromium, stopChromium } from "../test/servers/chromium.ts";
import { createDataDir } from "../test/servers/pglite.ts";

const PAGE = "/consultation/BOI-IR-LIQ-20-10";
const PICTURE = join(import.meta.dir, "../docs/images/consultation.png");
const SIZE = { width: 1280, height: 800 };

const dataDir = await createDataDir();
const service = await startApi({ DATA_DIR: dataDir, SOURCE: "sample" });
try {
  const page = await (await chromium()).newPage({ viewport: SIZE, locale: "fr-FR", colorScheme: "light" });
  await page.goto(service.url + PAGE);
  mkdirSync(join(PICTURE, ".."), { recursive: true });
  await page.screenshot({ path: PICTURE });
} finally {
  await Promise.all([stopChromium(), service.stop()]);
  rmSync(dataDir, { recursive: true });
}
console.log(PICTURE);
