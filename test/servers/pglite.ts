import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { openPglite } from "../../db/pglite/open.ts";
import manifest from "../../package.json";

/**
 * A new data folder that holds an empty PGlite database. initdb takes some four seconds: it runs once for this
 * user and this version, and every suite gets a copy.
 */
export async function createDataDir(): Promise<string> {
  const template = await findTemplate();
  const dataDir = mkdtempSync(join(tmpdir(), "doctrine-data-"));
  cpSync(template, join(dataDir, "pg"), { recursive: true });
  return dataDir;
}

/** Test processes that start together each make one; the first to finish gives it to all. */
async function findTemplate(): Promise<string> {
  const init = readFileSync(join(import.meta.dir, "../../db/pglite/init.ts"));
  const cache = join(tmpdir(), `doctrine-templates-${userInfo().uid}`);
  const template = join(
    cache,
    `pglite-${manifest.dependencies["@electric-sql/pglite"]}-${Bun.hash(init).toString(36)}`,
  );
  if (existsSync(template)) return template;
  mkdirSync(cache, { recursive: true, mode: 0o700 });
  const draft = mkdtempSync(join(cache, "draft-"));
  const thread = await openPglite(join(draft, "pg"));
  await thread.close();
  try {
    renameSync(join(draft, "pg"), template);
  } catch (error) {
    if (!existsSync(template)) throw error;
  } finally {
    rmSync(draft, { recursive: true });
  }
  return template;
}
