import { describe, expect, test } from "bun:test";
import { lineStream, type PaceLimits, type StreamEnd } from "../../../../src/http/response/line-stream.ts";

const LIMITS = { bytesASecond: 1e9, averagedOverMs: 10_000, wholeMs: 10_000 };

const LONG = `${"a".repeat(40_000)}\n`;

/** A stream of this many long lines, its outcome, and how many lines were produced. */
function streamOf(count: number, averagedOverMs = 10_000, failsAt = Number.POSITIVE_INFINITY) {
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
  const stream = lineStream(lines(), {
    limits: { ...LIMITS, averagedOverMs },
    onEnd: (end) => state.ends.push(end),
  });
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
    await expect(reader.read()).rejects.toThrow("reads too slowly");
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

  /** Reads chunks at this interval in milliseconds; returns how the stream ended. */
  async function readSlowly(limits: PaceLimits, chunks: number, everyMs: number): Promise<StreamEnd[]> {
    const ends: StreamEnd[] = [];
    async function* lines() {
      for (let line = 0; line < 2 * chunks; line += 1) yield LONG;
    }
    const reader = lineStream(lines(), { limits, onEnd: (end) => ends.push(end) }).getReader();
    try {
      while (!(await reader.read()).done) await Bun.sleep(everyMs);
    } catch {
      // `onEnd` reports it.
    }
    return ends;
  }
  const chunkBytes = 2 * LONG.length;

  test("are cut when their client reads a little now and then, below the least rate", async () => {
    const limits = { bytesASecond: chunkBytes * 20, averagedOverMs: 300, wholeMs: 60_000 };
    expect(await readSlowly(limits, 40, 100)).toEqual(["cut"]);
  });

  test("are given whole to a client that reads above the least rate, however long it takes", async () => {
    const limits = { bytesASecond: chunkBytes * 5, averagedOverMs: 300, wholeMs: 60_000 };
    expect(await readSlowly(limits, 10, 100)).toEqual(["whole"]);
  });

  test("are cut at the end of their whole duration, however fast they are read", async () => {
    const limits = { bytesASecond: 1, averagedOverMs: 60_000, wholeMs: 200 };
    expect(await readSlowly(limits, 40, 20)).toEqual(["cut"]);
  });

  test("wait for the store as long as it takes: that is not their client's doing", async () => {
    const ends: StreamEnd[] = [];
    async function* lines() {
      for (let line = 0; line < 4; line += 1) {
        await Bun.sleep(100);
        yield LONG;
      }
    }
    const limits = { bytesASecond: 1e9, averagedOverMs: 50, wholeMs: 60_000 };
    const stream = lineStream(lines(), { limits, onEnd: (end) => ends.push(end) });
    expect((await new Response(stream).text()).length).toBe(4 * LONG.length);
    expect(ends).toEqual(["whole"]);
  });
});
