/**
 * One part of the full tier, chosen by the commit's first digits, so that it is gone through commit after commit without
 * making each of them wait: `bun test/full/part.ts [DIGITS]` (`parts.ts`). Each part takes a few minutes.
 */
import { partOf } from "./parts.ts";

const commit = process.argv[2] ?? (await Bun.$`git rev-parse HEAD`.text()).trim();
const { suites, environment } = partOf(commit);
const told = Object.entries(environment ?? {}).map(([name, value]) => `${name}=${value}`);
console.log(`Part ${commit.charAt(0)} of the full tier: ${[...told, ...suites].join(" ")}`);
const { exited } = Bun.spawn([process.execPath, "test", "--timeout", "120000", ...suites], {
  env: { ...process.env, FULL: "1", ...environment },
  stdio: ["ignore", "inherit", "inherit"],
});
process.exit(await exited);
