/** The operator's document names all that an operator sets, types and measures, and nothing that is not there. */
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { readApiAccess, readConfig } from "../../../config/config.ts";
import manifest from "../../../package.json";
import { declaredMetrics } from "./declared-metrics.ts";

const DOCS = join(import.meta.dir, "../../../docs");
const text = await Bun.file(join(DOCS, "operations.md")).text();
const prose = text.replace(/^```[\s\S]*?^```$/gm, "");

function section(title: string): string {
  const [, after = ""] = prose.split(`\n## ${title}\n`);
  return after.split("\n## ")[0] ?? "";
}

/** The names between backquotes in the first cells of a section's tables. */
function firstCells(title: string): string[] {
  const cells = [...section(title).matchAll(/^\| (`[^|]*) \|/gm)].map(([, cell = ""]) => cell);
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name));
}

/** The names of the variables that a reading of the environment asks for, be they absent. */
function variablesOf(read: (environment: Record<string, string | undefined>) => unknown): string[] {
  const asked = new Set<string>();
  const environment = new Proxy<Record<string, string>>(
    {},
    {
      get(_, name) {
        asked.add(String(name));
        return undefined;
      },
    },
  );
  try {
    read(environment);
  } catch {
    // A variable that must be there was asked for all the same.
  }
  return [...asked];
}

test("every variable that is read has its line, and every line is of one that is read", () => {
  const asked = new Set([...variablesOf(readConfig), ...variablesOf(readApiAccess)]);
  expect(firstCells("Configuration").toSorted()).toEqual([...asked].toSorted());
});

test("every command is one of the project's", () => {
  const commands = firstCells("Commandes").flatMap((line) => /^bun run ([\w:]+)/.exec(line)?.[1] ?? []);
  expect(commands.filter((name) => !(name in manifest.scripts))).toEqual([]);
  for (const name of ["start", "ingest", "worker", "reindex", "erase", "model", "keys", "mcp", "bench"])
    expect(commands).toContain(name);
});

test("every metric of the service has its line", () => {
  const told = firstCells("Surveiller").map((cell) => cell.replace(/\{.*/, ""));
  const names = declaredMetrics().map(({ name }) => name);
  const own = names.filter((name) => /^(doctrine|http)_/.test(name));
  expect(own.filter((name) => !told.includes(name))).toEqual([]);
  expect(told.filter((name) => !name.startsWith("/") && !names.includes(name))).toEqual([]);
});

test("its links lead to headings and files that are there", () => {
  const slugs = [...prose.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, "")
      .replaceAll(" ", "-"),
  );
  const links = [...prose.matchAll(/\]\(([^)]+)\)/g)].map(([, link = ""]) => link);
  const broken = links.filter((link) =>
    link.startsWith("#") ? !slugs.includes(link.slice(1)) : !existsSync(join(DOCS, link)),
  );
  expect([broken, links.length > 0]).toEqual([[], true]);
});
