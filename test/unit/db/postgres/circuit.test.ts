import { expect, test } from "bun:test";
import { StoreAway, StoreCircuit } from "../../../../db/postgres/circuit.ts";
import { isStoreAway } from "../../../../db/postgres/client.ts";
import { eventually } from "../../../eventually.ts";
import { rejectionOf } from "../../../rejection.ts";

const LOST = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
const FULL = Object.assign(new Error("disk full"), { code: "53100" });

/** A circuit over a store that answers its probes or not, with its log. */
function circuitOver() {
  const state = { isBack: false, isMute: false, probes: 0 };
  const lines: [string, string, object][] = [];
  const write = (level: string) => (fields: object, message: string) =>
    void lines.push([level, message, fields]);
  const circuit = new StoreCircuit(
    async () => {
      state.probes += 1;
      if (state.isMute) await new Promise(() => {});
      if (!state.isBack) throw LOST;
    },
    { log: { error: write("error"), warn: write("warn"), info: write("info") }, timeLimitMs: 50 },
  );
  const lose = () => rejectionOf(circuit.call(() => Promise.reject(LOST)));
  const isOver = () => eventually(async () => expect(await circuit.call(async () => "asked")).toBe("asked"));
  return { circuit, state, lines, lose, isOver };
}

for (const { title, work, isAway } of [
  { title: "a lost connection", work: () => Promise.reject(LOST), isAway: true },
  { title: "no answer in time", work: () => new Promise<never>(() => {}), isAway: true },
  { title: "a statement that is refused", work: () => Promise.reject(FULL), isAway: false },
]) {
  test(`${title} ${isAway ? "means that the store is away" : "does not mean that the store is away"}`, async () => {
    const { circuit, state } = circuitOver();
    const error = await rejectionOf(circuit.call(work));
    expect(error instanceof StoreAway).toBe(isAway);
    expect(state.probes > 0).toBe(isAway);
  });
}

test("while the store is away nothing is asked of it, and who asks learns whether it was", async () => {
  const { circuit, lose } = circuitOver();
  expect(await lose()).toMatchObject({ isAsked: true, engine: "postgres" });
  let asked = 0;
  const refusal = await rejectionOf(circuit.call(async () => (asked += 1)));
  expect(refusal).toMatchObject({ isAsked: false });
  expect(isStoreAway(refusal)).toBe(true);
  expect(asked).toBe(0);
});

test("an outage is logged once when it begins, with its cause, and once when it is over, with what became of requests", async () => {
  const { circuit, state, lines, lose, isOver } = circuitOver();
  await lose();
  for (let request = 0; request < 100; request += 1) {
    const refusal = await rejectionOf(circuit.call(async () => {}));
    if (!(refusal instanceof StoreAway)) throw new Error("the store should be away");
    if (request < 30) refusal.countAnswerFromMemory();
    else refusal.countRefusal();
  }
  state.isBack = true;
  await isOver();
  expect(lines.map(([level, message]) => [level, message.includes("back")])).toEqual([
    ["error", false],
    ["info", true],
  ]);
  expect(lines.map(([, , fields]) => fields)).toMatchObject([
    { outage: "postgres", err: LOST },
    { outage: "postgres", fromMemory: 30, refused: 70 },
  ]);
});

test("a probe that a dead connection never answers is followed by others", async () => {
  const { state, lose, isOver } = circuitOver();
  state.isMute = true;
  await lose();
  state.isMute = false;
  state.isBack = true;
  await isOver();
});

test("what must be settled is settled before anything is asked again, and tried again when it fails", async () => {
  const { circuit, state, lose, isOver } = circuitOver();
  const steps: string[] = [];
  circuit.beforeReturn(async () => {
    steps.push("settle");
    if (steps.length === 1) throw LOST;
  });
  await lose();
  state.isBack = true;
  await isOver();
  await circuit.call(async () => steps.push("ask"));
  expect(steps).toEqual(["settle", "settle", "ask"]);
});
