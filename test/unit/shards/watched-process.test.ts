import { expect, test } from "bun:test";
import { runWatched } from "../../shards/watched-process.ts";

const SILENCE_MS = 1_500;

function run(program: string) {
  const echoed: string[] = [];
  const echo = (written: string) => void echoed.push(written);
  const command = [process.execPath, "-e", program];
  return runWatched(command, { env: process.env, silenceMs: SILENCE_MS, echo }).then((end) => ({
    ...end,
    echoed,
  }));
}

test("a process that stops writing is ended, fails, and leaves what it wrote", async () => {
  const end = await run("console.log('first test'); setInterval(() => {}, 1000)");
  expect(end).toMatchObject({ code: 124, log: "first test\n", isSilent: true });
});

test("a process that writes now and then is left to end by itself, with its own code", async () => {
  const program = "for (let n = 0; n < 5; n++) { console.error(n); await Bun.sleep(500); } process.exit(3)";
  const end = await run(program);
  expect(end).toMatchObject({ code: 3, log: "0\n1\n2\n3\n4\n", isSilent: false });
  expect(end.echoed.join("")).toBe(end.log);
});
