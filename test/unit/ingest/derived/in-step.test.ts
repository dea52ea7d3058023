import { describe, expect, test } from "bun:test";
import { bringInStep, type Follower, NotApplied, rebuildBeside } from "../../../../ingest/derived/in-step.ts";
import { rejectionOf } from "../../../rejection.ts";
import { MemoryStore } from "./memory-store.ts";

/** Ten entries, so that four changes are under the break-even of a half and six above. */
const TEN = Object.fromEntries([..."abcdefghij"].map((name) => [name, "1"]));

/** A follower that records its calls. */
function listener() {
  const told: string[] = [];
  const follower: Follower = {
    expects: (wanted) => void told.push(`expects ${wanted}`),
    compared: async (unchanged, remaining) => void told.push(`${unchanged} right, ${remaining} to do`),
    wrote: async (progress) => void told.push(`${progress?.done}/${progress?.total}`),
    applied: async ({ added, changed, removed }) =>
      void told.push(`+${added} ~${changed} -${removed} applied`),
  };
  return { told, follower };
}

/** A store that must contain the ten and does, except for the given changes; undefined = absent. */
function storeHolding(changes: Readonly<Record<string, string | undefined>> = {}): MemoryStore {
  const store = new MemoryStore(TEN);
  const marks = Object.entries({ ...TEN, ...changes });
  store.live = new Map(marks.flatMap(([name, mark]) => (mark === undefined ? [] : [[name, mark]])));
  return store;
}

const isWhole = ({ live }: MemoryStore) => Bun.deepEquals(live, new Map(Object.entries(TEN)));
const sorted = ({ live }: MemoryStore) => Object.fromEntries([...(live ?? [])].sort());

describe("a store brought in step", () => {
  test("is not written to when it holds what it must", async () => {
    const store = storeHolding();
    const { told, follower } = listener();
    await bringInStep(store, follower);
    expect(store.asked).toEqual(["leftovers"]);
    expect(told).toEqual(["expects 10", "10 right, 0 to do"]);
  });

  test("is given what it lacks, holds otherwise or in part, batch by batch, then rid of the rest", async () => {
    const store = storeHolding({ a: undefined, b: "0", c: "", x: "1" });
    const { told, follower } = listener();
    await bringInStep(store, follower);
    expect(store.asked).toEqual(["leftovers", "a", "b", "c", "-x"]);
    expect(sorted(store)).toEqual(TEN);
    expect(told).toEqual(["expects 10", "7 right, 4 to do", "2/3", "3/3", "3/3", "+1 ~2 -1 applied"]);
  });

  test.each([
    {
      state: "when half of it is to be written",
      make: () => storeHolding({ a: "", b: "", c: "", d: "", e: "" }),
    },
    {
      state: "when removals make the half",
      make: () => storeHolding({ a: "0", b: "0", x: "1", y: "1", z: "1" }),
    },
    { state: "when it holds nothing", make: () => Object.assign(storeHolding(), { live: new Map() }) },
    { state: "when it is not there", make: () => Object.assign(storeHolding(), { live: null }) },
    {
      state: "when it holds nothing, whatever its break-even",
      make: () => Object.assign(storeHolding(), { live: new Map(), breakEven: Number.POSITIVE_INFINITY }),
    },
    {
      state: "when it is not there and must hold nothing",
      make: () => Object.assign(new MemoryStore({}), { live: null }),
      whole: {},
    },
  ])("is filled anew beside and swapped $state", async ({ make, whole = TEN }) => {
    const store = make();
    await bringInStep(store, listener().follower);
    expect(store.asked).toEqual(["leftovers", "rebuild", ...Object.keys(whole), "swap"]);
    expect(sorted(store)).toEqual(whole);
  });

  test("is written in place above the half when a rebuild is never quicker", async () => {
    const store = Object.assign(storeHolding({ a: "", b: "", c: "", d: "", e: "", f: "" }), {
      breakEven: Number.POSITIVE_INFINITY,
    });
    await bringInStep(store, listener().follower);
    expect(store.asked).not.toContain("rebuild");
    expect(isWhole(store)).toBe(true);
  });
});

describe("a store that does not do all it accepts", () => {
  test.each([
    {
      does: "loses a write",
      name: "a",
      fault: "loses",
      applied: "+0 ~2 -1 applied",
      count: "9 articles tenus, 10",
    },
    {
      does: "does a write by half",
      name: "b",
      fault: "halves",
      applied: "+1 ~1 -1 applied",
      count: "parmi 10 articles",
    },
    {
      does: "keeps what it must remove",
      name: "x",
      fault: "loses",
      applied: "+1 ~2 -0 applied",
      count: "11 articles",
    },
  ] as const)("counts what it then holds and fails, and is made right next time ($does)", async (one) => {
    const store = storeHolding({ a: undefined, b: "0", c: "", x: "1" });
    store.faultOf = (name) => (name === one.name ? one.fault : null);
    const { told, follower } = listener();
    const error = await rejectionOf(bringInStep(store, follower));
    expect(error).toBeInstanceOf(NotApplied);
    expect(String(error)).toContain("1 écriture acceptée n'est pas faite : ");
    expect(String(error)).toContain(one.count);
    expect(told.at(-1)).toBe(one.applied);
    store.faultOf = () => null;
    await bringInStep(store, follower);
    expect(sorted(store)).toEqual(TEN);
  });

  test.each(["loses", "halves"] as const)("keeps the live one when a rebuild %s a write", async (fault) => {
    const store = storeHolding({ a: "0", b: "0", c: "0", d: "0", e: "0" });
    const before = sorted(store);
    store.faultOf = (name) => (name === "j" ? fault : null);
    const { told, follower } = listener();
    expect(await rejectionOf(bringInStep(store, follower))).toBeInstanceOf(NotApplied);
    expect(store.asked).not.toContain("swap");
    expect([sorted(store), told.at(-1)]).toEqual([before, "+0 ~0 -0 applied"]);
  });

  test("is not taken at its word when it can't be read again", async () => {
    const store = storeHolding({ a: "0" });
    const { told, follower } = listener();
    const blinding = { ...follower, wrote: async () => void Object.assign(store, { isUnreadable: true }) };
    expect(await rejectionOf(bringInStep(store, blinding))).toBeInstanceOf(NotApplied);
    expect(told.at(-1)).toBe("+0 ~0 -0 applied");
  });
});

describe("a store that fails midway", () => {
  test("counts what was done before, and the failure passes on", async () => {
    const store = storeHolding({ a: "0", b: "0", c: "0" });
    store.faultOf = (name) => (name === "c" ? "refuses" : null);
    const { told, follower } = listener();
    expect(await rejectionOf(bringInStep(store, follower))).toMatchObject({ message: "c refusé" });
    expect(told.at(-1)).toBe("+0 ~2 -0 applied");
  });

  test("is told before anything is written, so that a debt outlives the process", async () => {
    const store = storeHolding({ a: "0" });
    const { follower } = listener();
    const owing = { ...follower, compared: () => Promise.reject(new Error("tué")) };
    expect(await rejectionOf(bringInStep(store, owing))).toMatchObject({ message: "tué" });
    expect(store.asked).toEqual(["leftovers"]);
  });

  test("can't be read: nothing is written", async () => {
    const store = Object.assign(storeHolding({ a: "0" }), { isUnreadable: true });
    const { told, follower } = listener();
    expect(await rejectionOf(bringInStep(store, follower))).toMatchObject({ message: "illisible" });
    expect([store.asked, told]).toEqual([["leftovers"], ["expects 10"]]);
  });

  test.each([
    { where: "in the live store", changes: { a: "0", b: "0", c: "0" }, done: "+0 ~2 -0 applied" },
    { where: "beside", changes: { a: "0", b: "0", c: "0", d: "0", e: "0" }, done: "+0 ~0 -0 applied" },
  ])("stops between two batches when the work is interrupted $where", async ({ changes, done }) => {
    const store = storeHolding(changes);
    const { told, follower } = listener();
    const stopping = { ...follower, wrote: () => Promise.reject(new Error("interrompu")) };
    expect(await rejectionOf(bringInStep(store, stopping))).toMatchObject({ message: "interrompu" });
    expect(store.asked.filter((asked) => /^[a-j]$/.test(asked))).toEqual(["a", "b"]);
    expect(told.at(-1)).toBe(done);
  });
});

describe("a rebuild that is asked for", () => {
  test("fills a whole store anew and gives its entries", async () => {
    const store = storeHolding();
    expect(await rebuildBeside(store)).toBe(10);
    expect(store.asked).toEqual(["leftovers", "rebuild", ...Object.keys(TEN), "swap"]);
  });

  test("keeps the live store when the new one is not whole", async () => {
    const store = storeHolding();
    store.faultOf = (name) => (name === "a" ? "loses" : null);
    expect(await rejectionOf(rebuildBeside(store))).toBeInstanceOf(NotApplied);
    expect(isWhole(store)).toBe(true);
  });
});
