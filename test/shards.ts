/**
 * The tests, all or those of some paths, in two processes at once, each with half of the files:
 * `bun test/shards.ts [PATH…]`. `bun test --parallel` would start the servers again for every file, and ingest the sample
 * again; here each process does so once.
 */
import { join } from "node:path";
import { removeFolders, temporaryFolder } from "./folders.ts";

const SHARDS = 2;
/**
 * What these two compilers make of code is not earned back in runs of seconds: a fifth of the processor's time. They
 * work where the tests run for long (`verify:full`).
 */
const ENVIRONMENT = { ...process.env, BUN_JSC_useFTLJIT: "0", BUN_JSC_useOMGJIT: "0" };

const folder = temporaryFolder();
const shards = Array.from({ length: SHARDS }, (_, index) => {
  const log = join(folder, `${index + 1}.log`);
  // What the first one tells is seen as it goes, what the others tell once they are done.
  const output = index === 0 ? "inherit" : Bun.file(log);
  const command = [
    process.execPath,
    "test",
    "--timeout",
    "60000",
    `--shard=${index + 1}/${SHARDS}`,
    ...process.argv.slice(2),
  ];
  const { exited } = Bun.spawn(command, { env: ENVIRONMENT, stdio: ["ignore", output, output] });
  return { log, exited };
});
const codes: number[] = [];
for (const [index, { log, exited }] of shards.entries()) {
  codes.push(await exited);
  if (index > 0) process.stderr.write(await Bun.file(log).text());
}
removeFolders();
process.exit(Math.max(...codes));
