import { describe, expect, test } from "bun:test";
import { lineStream, type StreamEnd } from "../../../../src/http/response/line-stream.ts";

const LONG = `${"a".repeat(40_000)}\n`;

/** A stream of so many long lines, what became of it, and how many were made. */
function streamOf(count: number, stallMs = 10_000, failsAt = Number.POSITIVE_INFINITY) {
  const state = { made: 0, ends: [] as StreamEnd[], isReleased: false };
  async function* lines() {
    try {
      for (; state.made < count; ) {
        if (state.made === failsAt) throw new Error("the store is away");
        state.made += 1;
        yield LONG;
      }
    } finally {
      state.isReleased = true;
    }
  }
  const stream = lineStream(lines(), { stallMs, onEnd: (end) => state.ends.push(end) });
  return { stream, state };
}

describe("lines sent as they are made", () => {
  test("are all there, in their order", async () => {
    const { stream, state } = streamOf(10);
    expect(await new Response(stream).text()).toBe(LONG.repeat(10));
    expect(state).toEqual({ made: 10, ends: ["whole"], isReleased: true });
  });

  test("are made no faster than they are read", async () => {
    const { stream, state } = streamOf(1_000);
    const reader = stream.getReader();
    await reader.read();
    expect(state.made).toBe(2);
    await reader.cancel();
    expect(state).toEqual({ made: 2, ends: ["left"], isReleased: true });
  });

  test("are cut when their client stops reading", async () => {
    const { stream, state } = streamOf(1_000, 20);
    const reader = stream.getReader();
    await reader.read();
    await reader.closed.catch(() => {});
    expect(state).toEqual({ made: 2, ends: ["cut"], isReleased: true });
    await expect(reader.read()).rejects.toThrow("stopped reading");
  });

  test("are cut when nobody begins to read them", async () => {
    const { stream, state } = streamOf(10, 20);
    const reader = stream.getReader();
    await reader.closed.catch(() => {});
    expect([state.made, state.ends]).toEqual([0, ["cut"]]);
  });

  test("are cut when they can't be made", async () => {
    const { stream, state } = streamOf(10, 10_000, 4);
    await expect(new Response(stream).text()).rejects.toThrow("the store is away");
    expect(state.ends).toEqual(["cut"]);
  });
});
