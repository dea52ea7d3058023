import { beforeEach, describe, expect, test } from "bun:test";
import { decorate, inTurn } from "../../../../db/engine/decorate.ts";
import { rejectionOf } from "../../../rejection.ts";

class Engine {
  #calls = 0;
  readonly version = "1";
  readonly close = async () => this.#calls;

  get calls(): number {
    return this.#calls;
  }

  async search(...asked: readonly unknown[]): Promise<readonly unknown[]> {
    this.#calls += 1;
    return asked;
  }

  judge(...asked: readonly unknown[]): readonly unknown[] {
    return asked;
  }

  async fail(): Promise<never> {
    throw new Error("away");
  }
}

const ASKED = ["a", undefined, null, 4, {}, []];
const MEMBERS: [member: keyof Engine, read: (engine: Engine) => unknown, value: unknown][] = [
  ["search", ({ search }) => search(...ASKED), ASKED],
  ["judge", (engine) => engine.judge(...ASKED), ASKED],
  ["fail", (engine) => rejectionOf(engine.fail()), new Error("away")],
  ["close", (engine) => engine.close(), 0],
];

test.each<(typeof MEMBERS)[number]>([
  ...MEMBERS,
  ["version", ({ version }) => version, "1"],
  ["calls", ({ calls }) => calls, 0],
])("%s is the engine's own, whatever it is given, with nothing around it", async (_, read, value) =>
  expect(await read(decorate(new Engine(), {}))).toEqual(value),
);

test.each(MEMBERS)("%s is called through what is around it", async (member, call, answer) => {
  const seen: unknown[] = [];
  const around = <Answer>(make: () => Answer, ...asked: readonly unknown[]): Answer => {
    seen.push(...asked);
    return make();
  };
  expect(await call(decorate(new Engine(), { [member]: around }))).toEqual(answer);
  expect(seen).toEqual(Array.isArray(answer) ? answer : []);
});

test("what is around a call may change its answer, or make none", async () => {
  const engine = decorate(new Engine(), {
    search: async (call) => [...(await call()), "b"],
    judge: () => [],
  });
  expect([await engine.search("a"), engine.judge("a"), engine.calls]).toEqual([["a", "b"], [], 1]);
});

describe("engines in turn", () => {
  const away = new Error("away");
  const refusal = new Error("refused");
  let faults: (Error | null)[];
  let asked: string[];
  const engine = (rank: number) => ({
    async search(word: string): Promise<string> {
      asked.push(`${rank} ${word}`);
      const fault = faults[rank];
      if (fault) throw fault;
      return `${word} by ${rank}`;
    },
  });
  const open = () => inTurn([engine(0), engine(1), engine(2)], (error) => error === away);

  beforeEach(() => {
    faults = [null, null, null];
    asked = [];
  });

  test("the first answers while it does, then the next one, which is kept once it has answered", async () => {
    const { search } = open();
    expect(await search("a")).toBe("a by 0");
    faults = [away, away, null];
    expect(await search("b")).toBe("b by 2");
    faults = [null, null, null];
    expect(await search("c")).toBe("c by 2");
    expect(asked).toEqual(["0 a", "0 b", "1 b", "2 b", "2 c"]);
  });

  test("a refusal is the answer: another one would refuse too", async () => {
    faults = [refusal, null, null];
    expect(await rejectionOf(open().search("a"))).toBe(refusal);
    expect(asked).toEqual(["0 a"]);
  });

  test("each is asked once when all are away, and the last fault is told", async () => {
    faults = [away, away, away];
    expect(await rejectionOf(open().search("a"))).toBe(away);
    expect(asked).toEqual(["0 a", "1 a", "2 a"]);
  });
});
