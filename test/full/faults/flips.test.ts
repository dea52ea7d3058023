import { afterAll, beforeAll, expect, test } from "bun:test";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createKey } from "../../../db/keys/keys.ts";
import { openRelational } from "../../../db/postgres/open.ts";
import { temporaryFolder } from "../../folders.ts";
import { copyOfSample } from "../../servers/service.ts";
import { faultsOf } from "./flips/judge.ts";
import { type Behaviour, observe } from "./flips/service.ts";
import { findTargets, flipOneBit, type Target } from "./flips/targets.ts";
import { randomOf } from "./random.ts";
import { FAULT_SEED, IS_FULL, named } from "./seed.ts";

const TIMEOUT_MS = 180_000;
/** Folders damaged, started and asked at once: a start waits as much as it works. */
const AT_ONCE = 2;
/** Of the kinds of files, where not every one is tried. */
const SAMPLED = 4;

let whole: string;
let key: string;
let expected: Behaviour;
let targets: readonly Target[];

beforeAll(async () => {
  whole = await copyOfSample();
  const store = await openRelational({ database: { kind: "embedded" }, dataDir: whole });
  ({ key } = await createKey(store.database, { name: "essai", plan: "interne" }));
  targets = chosen(await findTargets(store.database, whole));
  await store.close();
  // What a first start writes, it has written before the folder is damaged.
  await observe(whole, key);
  expected = await observe(whole, key);
}, TIMEOUT_MS);

afterAll(() => rmSync(whole, { recursive: true, force: true }));

test(
  "one flipped bit in each kind of file of the data folder: the right answers, a named fault, or a plain refusal to start",
  async () => {
    const wrong = new Map<string, readonly string[]>();
    const waiting = [...targets];
    const flipAll = async () => {
      for (let target = waiting.shift(); target !== undefined; target = waiting.shift()) {
        const faults = await flip(target);
        if (faults.length > 0) wrong.set(target.kind, faults);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, flipAll));
    expect(Object.fromEntries(wrong)).toEqual({});
  },
  TIMEOUT_MS,
);

async function flip({ kind, file }: Target): Promise<readonly string[]> {
  const dataDir = temporaryFolder();
  cpSync(whole, dataDir, { recursive: true, verbatimSymlinks: true });
  try {
    const place = flipOneBit(join(dataDir, file), randomOf(FAULT_SEED, kind));
    const behaviour = await observe(dataDir, key);
    const faults = faultsOf(behaviour, expected);
    console.log(`${kind} (${file}, ${place}): ${tell(behaviour)}`);
    return faults;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function tell(behaviour: Behaviour): string {
  if (behaviour.kind !== "answers") return `${behaviour.kind}: ${behaviour.message.trim().split("\n")[0]}`;
  const codes = [...behaviour.answers.values()].flatMap(({ code }) => code ?? []);
  const state = behaviour.isOperational ? "operational" : "degraded";
  return `${state}; ${codes.length} of ${behaviour.answers.size} refused: ${[...new Set(codes)].join(", ")}`;
}

function chosen(all: readonly Target[]): readonly Target[] {
  const asked = named(all, ({ kind }) => kind);
  return IS_FULL ? asked : randomOf(FAULT_SEED, "flips").shuffle(asked).slice(0, SAMPLED);
}
