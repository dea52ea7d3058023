import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fingerprint } from "../../../bofip/text/characters.ts";
import claims from "../../fixtures/claims/suivi.json";
import { openService, type TestService } from "../../servers/service.ts";

setDefaultTimeout(600_000);

const CORPUS = join(import.meta.dir, "../../../../shared/corpus");
const hasCorpus = existsSync(CORPUS);
const AT_ONCE = 10;

interface Pinned {
  readonly texte: string;
  readonly empreinte: string;
}

interface Followed {
  readonly etat: string;
  readonly numero_actuel: string | null;
  readonly depuis: string | null;
  readonly comparaison: string | null;
}

const why = hasCorpus ? "" : " (skipped: ../shared/corpus is absent)";
describe.skipIf(!hasCorpus)(`§ pinned before the fluxes, judged after them${why}`, () => {
  let service: TestService;
  let key: string;

  /** For each reference, its § as returned once the stock was ingested. */
  let pinned: readonly Pinned[];

  beforeAll(async () => {
    service = await openService(null);
    const [stock = "", ...fluxes] = claims.sources;
    key = await service.key("interne", { minuteLimit: 1_000_000 });
    await service.ingest(join(CORPUS, stock), true);
    pinned = await readEachPinned();
    for (const flux of fluxes) await service.ingest(join(CORPUS, flux), true);
  });
  afterAll(() => service.close());

  /** A few at a time: 300 at once would wait too long for the store of a slow machine. */
  async function readEachPinned(): Promise<Pinned[]> {
    const read: Pinned[] = [];
    for (let rank = 0; rank < claims.references.length; rank += AT_ONCE)
      read.push(...(await Promise.all(claims.references.slice(rank, rank + AT_ONCE).map(readPinned))));
    return read;
  }

  async function readPinned({ boi_id, numero, epingle_le }: (typeof claims.references)[number]) {
    const path = `/v1/boi/${boi_id}/paragraphes/${numero}?date=${epingle_le}`;
    const response = await service.get(path, key);
    expect([path, response.status]).toEqual([path, 200]);
    return (await response.json()) as Pinned;
  }

  async function follow(references: readonly object[]): Promise<Followed[]> {
    const response = await service.get("/v1/suivi", key, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ references }),
    });
    expect(response.status).toBe(200);
    return ((await response.json()) as { references: Followed[] }).references;
  }

  /** The ranks in the set of the references whose answer is not the expected one. */
  function wrongOf(found: readonly Followed[], ranks: readonly number[]): object[] {
    expect(found.length).toBe(ranks.length);
    return ranks.flatMap((rank, index) => {
      const { no, attendu } = claims.references[rank] ?? {};
      const { etat, numero_actuel } = found[index] ?? {};
      return Bun.deepEquals({ etat, numero_actuel }, attendu) ? [] : [{ no, attendu, etat, numero_actuel }];
    });
  }

  const everyRank = [...claims.references.keys()];

  test("pinned by their day: names exactly those that changed, and how", async () => {
    const found = await follow(
      claims.references.map(({ boi_id, numero, epingle_le: date }) => ({ boi_id, numero, date })),
    );
    expect(wrongOf(found, everyRank)).toEqual([]);
  });

  test("pinned by the fingerprint that the service gave that day: the same", async () => {
    const found = await follow(
      claims.references.map(({ boi_id, numero }, rank) => {
        return { boi_id, numero, empreinte: pinned[rank]?.empreinte };
      }),
    );
    expect(wrongOf(found, everyRank)).toEqual([]);
  });

  test("pinned by the set's own fingerprint: the same, but for § with lists, whose items our text marks", async () => {
    const ranks = everyRank.filter((rank) => claims.references[rank]?.empreinte === pinned[rank]?.empreinte);
    const found = await follow(
      ranks.map((rank) => {
        const { boi_id, numero, empreinte } = claims.references[rank] ?? {};
        return { boi_id, numero, empreinte };
      }),
    );
    expect(wrongOf(found, ranks)).toEqual([]);
    const others = everyRank.filter((rank) => claims.references[rank]?.empreinte && !ranks.includes(rank));
    for (const rank of others) {
      const unmarked = pinned[rank]?.texte.replaceAll(/^- /gm, "") ?? "";
      expect(fingerprint(unmarked)).toBe(claims.references[rank]?.empreinte ?? "");
    }
  });

  test("a § that changed has done so since the edition after the last that has its words", async () => {
    const changed = claims.references.filter(({ attendu }) => attendu.etat === "modifiee");
    const found = await follow(
      changed.map(({ boi_id, numero, epingle_le: date }) => ({ boi_id, numero, date })),
    );
    for (const [rank, { detail }] of changed.entries()) {
      const { depuis = null, comparaison } = found[rank] ?? {};
      expect(depuis).not.toBeNull();
      expect((depuis ?? "") > (detail.derniere_edition_avec_ces_mots ?? "")).toBe(true);
      expect(comparaison).toStartWith("http://localhost/consultation/");
    }
  });

  test.each(claims.hors_des_300)("$reference: $attendu", async ({ reference, attendu }) => {
    expect((await follow([reference]))[0]?.etat).toBe(attendu);
  });
});
