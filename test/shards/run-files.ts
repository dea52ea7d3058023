import { join } from "node:path";
import { removeFolders, temporaryFolder } from "../folders.ts";
import { costsIn, readCosts, shareOut, writeCosts } from "./costs.ts";
import { failuresIn } from "./failures.ts";
import { runWatched } from "./watched-process.ts";

/** One more than the cores of the machines that run it: a process that waits for a server leaves its core to another. */
const PROCESSES = 3;
/** The longest test takes two minutes, its servers another. */
const SILENCE_MS = 5 * 60_000;

/**
 * Runs test files in three processes at once, shared out by the seconds that each took (`costs.tsv`), so that they end
 * together. `bun test --parallel` would start the servers again for every file, and ingest the sample again; here each
 * process does so once. What failed is written last of all. `UPDATE_COSTS=1`, on a quiet machine, writes anew what they
 * cost.
 * @param timeoutMs given to each test.
 * @returns the exit code: 0 when all passed.
 */
export async function runFiles(
  files: readonly string[],
  { timeoutMs, env }: { timeoutMs: number; env: Readonly<Record<string, string | undefined>> },
): Promise<number> {
  const folder = temporaryFolder();
  const shares = shareOut(files, await readCosts(), PROCESSES).filter((share) => share.length > 0);
  const shards = shares.map((share, index) => {
    const report = join(folder, `${index}.xml`);
    const options = ["--timeout", String(timeoutMs), "--reporter=junit", `--reporter-outfile=${report}`];
    const command = [process.execPath, "test", ...options, ...share.map((file) => `./${file}`)];
    // What the first one writes is seen as it goes, what the others write once they are done.
    const echo = (written: string) => void (index === 0 && process.stderr.write(written));
    return { report, ended: runWatched(command, { env, silenceMs: SILENCE_MS, echo }) };
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
    // Who reads the end of a long log sees what failed.
    console.error(`\n# ${failures.length} failed; the shards ended with ${codes.join(", ")}\n`);
    for (const failure of failures) console.error(`${failure}\n`);
  }
  if (process.env["UPDATE_COSTS"] === "1") {
    const reports = await Promise.all(shards.map(({ report }) => Bun.file(report).text()));
    await writeCosts(new Map(reports.flatMap((report) => [...costsIn(report)])));
  }
  removeFolders();
  return Math.max(...codes);
}
