/**
 * One part of the full tier, chosen by the commit's first digits, so that it is gone through commit after commit without
 * making each of them wait: `bun test/full/part.ts [DIGITS]` (`parts.ts`). Each part takes a few minutes.
 */
import { runFiles } from "../shards/run-files.ts";
import { partOf } from "./parts.ts";

const commit = process.argv[2] ?? (await Bun.$`git rev-parse HEAD`.text()).trim();
const { suites, environment } = partOf(commit);
const told = Object.entries(environment ?? {}).map(([name, value]) => `${name}=${value}`);
console.log(`Part ${commit.charAt(0)} of the full tier: ${[...told, ...suites].join(" ")}`);
const files = [...new Bun.Glob("test/**/*.test.{ts,tsx}").scanSync(".")].filter((file) =>
  suites.some((suite) => file.startsWith(suite)),
);
const env = { ...process.env, FULL: "1", ...environment };
process.exit(await runFiles(files, { timeoutMs: 120_000, env }));
