/**
 * One part of the full tier, chosen by the commit's first hexadecimal digit, so that it is gone through commit after
 * commit without making each of them wait: `bun test/full/part.ts [DIGIT]`. Each part takes a few minutes.
 */
import { PARTS } from "./parts.ts";

const digit = process.argv[2] ?? (await Bun.$`git rev-parse HEAD`.text()).charAt(0);
const part = PARTS[digit];
if (part === undefined) throw new Error(`one hexadecimal digit is expected, not ${digit}`);
console.log(`Part ${digit} of the full tier: ${part.suites.join(", ")}`);
const { exited } = Bun.spawn([process.execPath, "test", "--timeout", "120000", ...part.suites], {
  env: { ...process.env, FULL: "1", ...part.environment },
  stdio: ["ignore", "inherit", "inherit"],
});
process.exit(await exited);
