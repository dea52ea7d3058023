/**
 * The tests, but those left to the parts of the full tier, or those of some paths, in several processes at once:
 * `bun test/shards.ts [PATH…]`.
 */
import { LEFT_TO_PARTS } from "./full/parts.ts";
import { runFiles } from "./shards/run-files.ts";

/**
 * What these two compilers make of code is not earned back in runs of seconds: a fifth of the processor's time. They
 * work where the tests run for long (`verify:full`).
 */
const ENVIRONMENT = { ...process.env, BUN_JSC_useFTLJIT: "0", BUN_JSC_useOMGJIT: "0" };

const paths = process.argv.slice(2).map((path) => path.replace(/^\.\//, ""));
const isOf = (file: string, suites: readonly string[]) => suites.some((suite) => file.includes(suite));
const files = [...new Bun.Glob("test/**/*.test.{ts,tsx}").scanSync(".")].filter((file) =>
  paths.length === 0 ? !isOf(file, LEFT_TO_PARTS) : isOf(file, paths),
);
process.exit(await runFiles(files, { timeoutMs: 60_000, env: ENVIRONMENT }));
