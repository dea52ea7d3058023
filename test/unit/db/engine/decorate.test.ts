import { describe, expect, test } from "bun:test";
import { decorate } from "../../../../db/engine/decorate.ts";
import { rejectionOf } from "../../../rejection.ts";

/** Has private fields, methods of each kind, and takes more than it declares. */
class Engine {
  #calls = 0;
  weight = 2;

  constructor(readonly version: string) {}

  get calls(): number {
    return this.#calls;
  }

  async search(...asked: readonly unknown[]): Promise<readonly unknown[]> {
    this.#calls += 1;
    return asked;
  }

  canJudge(...asked: readonly unknown[]): readonly unknown[] {
    this.#calls += 1;
    return asked;
  }

  async fail(): Promise<never> {
    throw new Error(`away after ${this.#calls} calls`);
  }

  refuse(): never {
    throw new Error(`refused after ${this.#calls} calls`);
  }

  readonly close = async () => this.#calls;
}

const ASKED = ["a", undefined, null, 4, {}, []];

function watched() {
  const seen: string[] = [];
  const around =
    (name: string) =>
    <Answer>(call: () => Answer): Answer => {
      seen.push(name);
      return call();
    };
  const engine = decorate(new Engine("1"), {
    search: around("search"),
    canJudge: around("canJudge"),
    fail: around("fail"),
    refuse: around("refuse"),
    close: around("close"),
  });
  return { engine, seen };
}

describe.each([
  ["with nothing around its calls", () => ({ engine: decorate(new Engine("1"), {}), seen: null })],
  ["with something around each call", watched],
])("an engine %s", (_, open) => {
  test.each<[told: string, call: (engine: Engine) => unknown, answer: unknown, name: keyof Engine]>([
    ["what is asked, whole", (engine) => engine.search(...ASKED), ASKED, "search"],
    ["what is asked and not awaited", (engine) => engine.canJudge(...ASKED), ASKED, "canJudge"],
    ["a failure", (engine) => rejectionOf(engine.fail()), new Error("away after 0 calls"), "fail"],
    ["a property that is a function", (engine) => engine.close(), 0, "close"],
    ["a method taken apart", ({ search }) => search(1), [1], "search"],
  ])("forwards %s", async (_, call, answer, name) => {
    const { engine, seen } = open();
    expect(await call(engine)).toEqual(answer);
    if (seen !== null) expect(seen).toEqual([name]);
  });

  test("throws at once what it throws at once", () => {
    expect(() => open().engine.refuse()).toThrow("refused after 0 calls");
  });

  test("has its properties, private ones included, and is awaited as itself", async () => {
    const { engine } = open();
    await engine.search();
    engine.weight = 3;
    expect([engine.version, engine.weight, engine.calls, await engine]).toEqual(["1", 3, 1, engine]);
  });
});

test("what is around a call may answer otherwise, or by itself", async () => {
  const engine = decorate(new Engine("1"), {
    search: async (call) => [...(await call()), "more"],
    canJudge: (_, ...asked) => asked.toReversed(),
  });
  const answers = [await engine.search("a"), engine.canJudge("a", "b"), engine.calls];
  expect(answers).toEqual([["a", "more"], ["b", "a"], 1]);
});

test("a member that every object has is the engine's own", () => {
  expect(String(decorate(new Engine("1"), {}))).toBe("[object Object]");
});
