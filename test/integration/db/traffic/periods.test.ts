import { afterAll, beforeAll, expect, test } from "bun:test";
import { addMinutes, type PeriodTally, STEPS, stepOf } from "../../../../db/measures/traffic.ts";
import type { RelationalStore } from "../../../../db/postgres/open.ts";
import { readServiceTraffic } from "../../../../src/operator/traffic.ts";
import { forEachStore } from "../../../servers/stores.ts";

const NOW = new Date("2026-11-20T12:34:56Z");

/** Requests of the minute of an instant, each answered in as many milliseconds. */
function tally(
  at: string,
  requests: number,
  milliseconds: number,
  others: Partial<PeriodTally> = {},
): PeriodTally {
  const durations = new Array<number>(STEPS).fill(0);
  durations[stepOf(milliseconds)] = requests;
  return { start: new Date(`${at}:00Z`), requests, refusals: 0, faults: 0, durations, ...others };
}

forEachStore((_, open) => {
  let store: RelationalStore;
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.close());

  test("before the first request, an hour and thirty days of zeros, without a time", async () => {
    const { heure, trente_jours: month } = await readServiceTraffic(store.database, NOW);
    expect(heure).toMatchObject({ requetes: 0, refus: 0, erreurs: 0, p95_ms: null });
    expect([heure.par_minute.length, month.par_jour.length]).toEqual([60, 30]);
    expect(heure.par_minute.at(0)?.debut).toBe("2026-11-20T11:35:00.000Z");
    expect(heure.par_minute.at(-1)?.debut).toBe("2026-11-20T12:34:00.000Z");
    expect(month.par_jour.at(0)?.debut).toBe("2026-10-22T00:00:00.000Z");
    expect(month.par_jour.at(-1)?.debut).toBe("2026-11-20T00:00:00.000Z");
  });

  test("processes that write the same minutes at once lose no count, whatever the order of their minutes", async () => {
    const [early, late] = [
      tally("2026-11-20T12:10", 3, 5, { refusals: 1, faults: 2 }),
      tally("2026-11-20T12:11", 1, 500),
    ];
    await Promise.all(
      Array.from({ length: 12 }, (__, index) =>
        addMinutes(store.database, index % 2 === 0 ? [early, late] : [late, early], NOW),
      ),
    );
    const { heure, trente_jours: month } = await readServiceTraffic(store.database, NOW);
    expect(heure.par_minute.filter(({ requetes }) => requetes > 0)).toMatchObject([
      {
        debut: "2026-11-20T12:10:00.000Z",
        requetes: 36,
        refus: 12,
        erreurs: 24,
        p95_ms: expect.closeTo(6.2, 0),
      },
      { debut: "2026-11-20T12:11:00.000Z", requetes: 12, p95_ms: expect.closeTo(618.5, 0) },
    ]);
    expect(heure).toMatchObject({ requetes: 48, refus: 12, erreurs: 24 });
    // One answer in four is slow: so is the slowest twentieth.
    expect(heure.p95_ms).toBeGreaterThan(400);
    expect(month.par_jour.at(-1)).toMatchObject({
      requetes: 48,
      refus: 12,
      erreurs: 24,
      p95_ms: heure.p95_ms,
    });
  });

  test("the hour leaves out what came before it; the thirty days hold it, day by day (UTC)", async () => {
    await addMinutes(
      store.database,
      [tally("2026-11-20T11:34", 5, 1), tally("2026-11-19T23:59", 7, 1), tally("2026-10-22T00:00", 9, 1)],
      NOW,
    );
    const { heure, trente_jours: month } = await readServiceTraffic(store.database, NOW);
    expect(heure.requetes).toBe(48);
    expect(month.par_jour.filter(({ requetes }) => requetes > 0)).toMatchObject([
      { debut: "2026-10-22T00:00:00.000Z", requetes: 9 },
      { debut: "2026-11-19T00:00:00.000Z", requetes: 7 },
      { debut: "2026-11-20T00:00:00.000Z", requetes: 53 },
    ]);
  });

  test("minutes are forgotten after a day, days after thirty, with the next writing", async () => {
    const kept = async () => {
      const [row] = await store.database.execute<{ starts: Record<string, string[]> }>(
        `select json_object_agg(period, starts) as starts from (
          select period, json_agg(to_char(start at time zone 'UTC', 'MM-DD HH24:MI') order by start) as starts
          from service_traffic group by period) as listed`,
      );
      return row?.starts;
    };
    const write = (at: string) => addMinutes(store.database, [tally(at, 1, 1)], new Date(`${at}:30Z`));
    await write("2026-11-21T12:10");
    expect(await kept()).toEqual({
      minute: ["11-20 12:11", "11-21 12:10"],
      day: ["11-19 00:00", "11-20 00:00", "11-21 00:00"],
    });
    await write("2026-12-20T00:00");
    expect(await kept()).toEqual({ minute: ["12-20 00:00"], day: ["11-21 00:00", "12-20 00:00"] });
  });
});
