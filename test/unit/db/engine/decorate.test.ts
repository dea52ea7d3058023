import { expect, test } from "bun:test";
import { decorate } from "../../../../db/engine/decorate.ts";
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
