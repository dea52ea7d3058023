import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { openRelational } from "../../db/postgres/open.ts";
import manifest from "../../package.json";
import { temporaryFolder } from "../folders.ts";

const MIGRATIONS = join(import.meta.dir, "../../db/migrations");

/**
 * A new data folder with a PGlite database, its schema in place and its tables empty. initdb takes some four
 * seconds and the migrations half of one: they run once for this user and these versions, and every suite gets a copy.
 */
export async function createDataDir(): Promise<string> {
  const template = await findTemplate();
  const dataDir = temporaryFolder();
  cpSync(template, join(dataDir, "pg"), { recursive: true });
  return dataDir;
}

/** Test processes that start together each make one; the first to finish gives it to all. */
async function findTemplate(): Promise<string> {
  const cache = join(tmpdir(), `doctrine-templates-${userInfo().uid}`);
  const template = join(cache, `pglite-${manifest.dependencies["@electric-sql/pglite"]}-${digestOfSchema()}`);
  if (existsSync(template)) return template;
  mkdirSync(cache, { recursive: true, mode: 0o700 });
  const draft = mkdtempSync(join(cache, "draft-"));
  const store = await openRelational({ database: { kind: "embedded" }, dataDir: draft });
  // The databases that others are made from: two thirds of the files, which nothing opens.
  await store.database.$client`update pg_database set datistemplate = false`;
  await store.database.$client`drop database template0`;
  await store.database.$client`drop database template1`;
  await store.close();
  try {
    renameSync(join(draft, "pg"), template);
  } catch (error) {
    if (!existsSync(template)) throw error;
  } finally {
    rmSync(draft, { recursive: true });
  }
  return template;
}

/** Of what makes the folder: a changed script, migration or this file asks for a new template. */
function digestOfSchema(): string {
  const migrations = [...new Bun.Glob("**/*").scanSync(MIGRATIONS)].sort();
  const files = [
    import.meta.path,
    join(MIGRATIONS, "../pglite/init.ts"),
    ...migrations.map((file) => join(MIGRATIONS, file)),
  ];
  return Bun.hash(files.map((file) => readFileSync(file, "utf8")).join("\0")).toString(36);
}
