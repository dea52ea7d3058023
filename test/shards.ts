/**
 * The tests, but those left to the parts of the full tier, or those of some paths, in three processes at once:
 * `bun test/shards.ts [PATH…]`. `bun test --parallel` would start the servers again for every file, and ingest the sample
 * again; here each process does so once.
 *
 * Files are shared out by the seconds that each took (`shards/costs.tsv`), so that they end together.
 * `UPDATE_COSTS=1 bun run test:shards`, on a quiet machine, writes them anew.
 */
import { join } from "node:path";
import { removeFolders, temporaryFolder } from "./folders.ts";
import { LEFT_TO_PARTS } from "./full/parts.ts";
import { costsIn, readCosts, shareOut, writeCosts } from "./shards/costs.ts";
import { failuresIn } from "./shards/failures.ts";
import { runWatched } from "./shards/watched-process.ts";

/** One more than the cores of the machines that run it: a process that waits for a server leaves its core to another. */
const SHARDS = 3;
/** The longest test takes a minute, its servers another. */
const SILENCE_MS = 5 * 60_000;
/**
 * What these two compilers make of code is not earned back in runs of seconds: a fifth of the processor's time. They
 * work where the tests run for long (`verify:full`).
 */
const ENVIRONMENT = { ...process.env, BUN_JSC_useFTLJIT: "0", BUN_JSC_useOMGJIT: "0" };

const paths = process.argv.slice(2).map((path) => path.replace(/^\.\//, ""));
const isOf = (file: string, suites: readonly string[]) => suites.some((suite) => file.includes(suite));
const files = [...new Bun.Glob("test/**/*.test.ts").scanSync(".")].filter((file) =>
  paths.length === 0 ? !isOf(file, LEFT_TO_PARTS) : isOf(file, paths),
);
const folder = temporaryFolder();
const shards = shareOut(files, await readCosts(), SHARDS).map((share, index) => {
  const report = join(folder, `${index}.xml`);
  const reporter = ["--reporter=junit", `--reporter-outfile=${report}`];
  const command = [
    process.execPath,
    "test",
    "--timeout",
    "60000",
    ...reporter,
    ...share.map((file) => `./${file}`),
  ];
  // What the first one writes is seen as it goes, what the others write once they are done.
  const echo = (written: string) => void (index === 0 && process.stderr.write(written));
  return { report, ended: runWatched(command, { env: ENVIRONMENT, silenceMs: SILENCE_MS, echo }) };
});
const codes: number[] = [];
const failures: string[] = [];
for (const [index, { ended }] of shards.entries()) {
  const { code, log, isSilent } = await ended;
  codes.push(code);
  failures.push(...failuresIn(log));
  if (index > 0) process.stderr.write(log);
  if (isSilent)
    console.error(`Shard ${index} wrote nothing for ${SILENCE_MS / 60_000} minutes: it was ended.`);
}
if (codes.some((code) => code !== 0)) {
  // Last of all: who reads the end of a long log sees what failed.
  console.error(`\n# ${failures.length} failed; the shards ended with ${codes.join(", ")}\n`);
  for (const failure of failures) console.error(`${failure}\n`);
}
if (process.env["UPDATE_COSTS"] === "1") {
  const reports = await Promise.all(shards.map(({ report }) => Bun.file(report).text()));
  await writeCosts(new Map(reports.flatMap((report) => [...costsIn(report)])));
}
removeFolders();
process.exit(Math.max(...codes));
