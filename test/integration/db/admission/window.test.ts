import { afterAll, beforeAll, expect, test } from "bun:test";
import { decide } from "../../../../db/admission/decide.ts";
import { createKey } from "../../../../db/keys/keys.ts";
import type { RelationalStore } from "../../../../db/postgres/open.ts";
import { grantOf } from "../../../fixtures/keys.ts";
import { worstExcess } from "../../../full/topology/window.ts";
import { forEachStore } from "../../../servers/stores.ts";
import { randomNumbers } from "../../search/fulltext/corpus.ts";

const LIMIT = 60;
const MINUTE_MS = 60_000;
const START_MS = Date.parse("2026-11-21T10:00:00Z");

/** Requests that arrive together. */
interface Wave {
  readonly atMs: number;
  readonly requests: number;
}

/** Callers over three minutes; each of two processes sends every other wave. */
const CALLERS: Readonly<Record<string, readonly Wave[]>> = {
  "one request a second": waves(1_000, () => 1),
  "two requests a second": waves(500, () => 1),
  "waves at random": waves(700, (random) => (random() < 0.1 ? Math.floor(random() * 50) : 1)),
  "as fast as it can from the middle of a minute": waves(100, () => 5, 30_000),
  "all at the end of a minute, then as fast as it can": waves(100, () => 60, 59_900),
};

forEachStore((name, open) => {
  let store: RelationalStore;

  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.close());

  test.each(Object.entries(CALLERS))("%s: let through as the two cells say", async (caller, sent) => {
    const { key } = await createKey(store.database, { name: "essai", plan: "pro" });
    const keyId = (await grantOf(store.database, key))?.id ?? 0;
    const acceptedAtMs: number[] = [];
    const model = new TwoCells();
    for (const { atMs, requests } of sent) {
      const asked = { keyId, minuteLimit: LIMIT, monthlyQuota: null, requests, chargeable: requests };
      const { granted } = await decide(store.database, [asked], new Date(atMs));
      const counted = granted[0]?.counted ?? -1;
      expect([atMs, counted]).toEqual([atMs, model.take(atMs, requests)]);
      for (let rank = 0; rank < counted; rank += 1) acceptedAtMs.push(atMs);
    }
    const excess = worstExcess(acceptedAtMs, LIMIT);
    console.log(`${name}, ${caller}: worst excess ${excess} over ${LIMIT} in 60 s`);
    // The cells do not record when in its minute a request came: nearly two minutes' worth may fall in one window.
    expect(excess).toBeLessThan(LIMIT);
  });
});

/** The sliding minute as described in docs/decisions.md. */
class TwoCells {
  private minute = 0;
  private current = 0;
  private previous = 0;

  take(atMs: number, requests: number): number {
    const minute = Math.floor(atMs / MINUTE_MS);
    if (minute !== this.minute) {
      this.previous = minute === this.minute + 1 ? this.current : 0;
      this.current = 0;
      this.minute = minute;
    }
    const covered = this.previous * (MINUTE_MS - (atMs % MINUTE_MS));
    const room = Math.floor(((LIMIT - this.current) * MINUTE_MS - covered) / MINUTE_MS);
    const taken = Math.max(0, Math.min(requests, room));
    this.current += taken;
    return taken;
  }
}

function waves(everyMs: number, size: (random: () => number) => number, fromMs = 0): Wave[] {
  const random = randomNumbers(20_261_121);
  const sent: Wave[] = [];
  for (let atMs = fromMs; atMs < 3 * MINUTE_MS; atMs += everyMs) {
    const requests = size(random);
    if (requests > 0) sent.push({ atMs: START_MS + atMs, requests });
  }
  return sent;
}
