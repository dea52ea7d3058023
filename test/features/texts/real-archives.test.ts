import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { IS_FULL } from "../../full/faults/seed.ts";
import { openService, type TestService } from "../../servers/service.ts";

setDefaultTimeout(600_000);

const CORPUS = join(import.meta.dir, "../../../../shared/corpus");
const ARCHIVES = [
  "bofip_stock_live_20260521.tgz",
  "bofip_flux_live_20260522_20260528.tgz",
  "bofip_flux_live_20260529_20260604.tgz",
];
const TODAY = "2026-11-20";

interface Held {
  readonly boiId: string;
  readonly date_publication: string;
  readonly date_mise_a_jour: string | null;
  readonly empreinte: string;
}

describe.skipIf(!existsSync(CORPUS))("the editions of the real archives (skipped without ../shared)", () => {
  let service: TestService;
  let key: string;
  let held: readonly Held[];

  beforeAll(async () => {
    service = await openService(null);
    for (const archive of ARCHIVES) await service.ingest(join(CORPUS, archive), true);
    key = await service.key("interne", { minuteLimit: 1_000_000 });
    const { changes } = await read<{ changes: { boi_id: string }[] }>(
      "/v1/changes?since=1900-01-01&limit=1000",
    );
    const histories = [...new Set(changes.map(({ boi_id }) => boi_id))].map(async (boiId) => {
      const { versions } = await read<{ versions: Held[] }>(`/v1/boi/${boiId}/historique`);
      return versions.map((version) => ({ ...version, boiId }));
    });
    const all = (await Promise.all(histories)).flat();
    held = all.filter((version) => version.date_publication !== version.date_mise_a_jour);
  });
  afterAll(() => service.close());

  async function read<Body>(path: string): Promise<Body> {
    return (await (await service.get(path, key)).json()) as Body;
  }

  /** Start and fingerprint of the text of a day, or the code of its refusal. */
  async function textOn(boiId: string, day: string): Promise<string> {
    const { edition, error } = await read<{
      edition?: { date_debut: string; empreinte: string };
      error?: { code: string };
    }>(`/v1/boi/${boiId}?date=${day}`);
    return edition === undefined ? (error?.code ?? "") : `${edition.date_debut} ${edition.empreinte}`;
  }

  test("each answers on the first and on the last day of its interval, and not outside of it", async () => {
    expect(held.length).toBeGreaterThan(150);
    const asked = held.filter((_, index) => IS_FULL || index % 4 === 0);
    const wrong: unknown[] = [];
    for (const { boiId, date_publication: start, date_mise_a_jour: end, empreinte } of asked) {
      const own = `${start} ${empreinte}`;
      const inside = [start, end === null ? TODAY : shifted(end, -1)];
      const outside = [shifted(start, -1), ...(end === null ? [] : [end])];
      for (const day of inside)
        if ((await textOn(boiId, day)) !== own) wrong.push({ boiId, day, expected: own });
      for (const day of outside)
        if ((await textOn(boiId, day)).startsWith(start)) wrong.push({ boiId, day, unexpected: own });
    }
    expect(wrong).toEqual([]);
  });
});

function shifted(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}
