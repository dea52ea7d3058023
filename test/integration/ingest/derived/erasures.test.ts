/** An erasure is done when every store proves it: until then it is a debt, whatever happens to a run. */
import { describe, expect, test } from "bun:test";
import { fingerprint } from "../../../../bofip/text/characters.ts";
import { eraseWording } from "../../../../db/erasure/erase.ts";
import { mustProveErasures, readErasures } from "../../../../db/erasure/erasures.ts";
import { EVERY_ENTRY, readJournal } from "../../../../db/queries/journal.ts";
import { proveErasures } from "../../../../ingest/derived/proof.ts";
import { readHistory } from "../../../../src/features/history/service.ts";
import { checkComponents } from "../../../../src/features/service/status.ts";
import { addCorpusGauges } from "../../../../src/metrics/gauges.ts";
import { Metrics } from "../../../../src/metrics/registry.ts";
import { DamageSightings } from "../../../../src/operator/damage-sightings.ts";
import { AWAY } from "../../../fixtures/absent-stores.ts";
import { EMBEDDED_ENGINES } from "../../../fixtures/engines.ts";
import { fakeFullText } from "../../../fixtures/fulltext.ts";
import { fakeSemantic } from "../../../fixtures/semantic.ts";
import { TODAY } from "../../../fixtures/site.ts";
import { forOneStore } from "../../../servers/stores.ts";
import { contenu, dating, emptyStore, ingester, TEN, writeExport } from "../exports.ts";
import { useOwnStore } from "../own-store.ts";

const ID = "BOI-IR-A";
const TEXT = "Zibeline taxée au nom de Martin.";
const NOW = new Date("2026-06-02T10:00:00Z");
const ALL = ["relational", "fulltext", "postings", "vectors"] as const;

forOneStore((_, open) => {
  const store = useOwnStore(open);
  const source = () =>
    writeExport([...TEN, contenu(ID, { date: "2021-01-01", pgp: 1, texte: TEXT }), dating("2021-01-31")]);
  const erase = (empreintes?: readonly string[]) =>
    eraseWording(store.database, { empreinte: fingerprint(TEXT), reason: "jugement", empreintes }, NOW);
  const vectors = { embeddings: EMBEDDED_ENGINES.embeddings, index: null };
  const remains = async () => (await readErasures(store.database)).map(({ reste }) => reste);
  const isInOrder = async () => {
    const sightings = new DamageSightings(() => NOW);
    const deps = {
      sightings,
      fulltext: fakeFullText({}),
      ...fakeSemantic(),
      isSourceOther: async () => false,
    };
    const checks = await checkComponents(
      { database: store.database, primary: store.database, ...deps },
      new Date("2026-06-02T10:00:00Z"),
    );
    return [checks.r2.ok, checks.search.ok, checks.vectorize.ok];
  };

  /** Erasures owed by each store, as in `/metrics`. */
  const gauge = async () => {
    const metrics = new Metrics();
    addCorpusGauges(metrics, store.database, () => NOW);
    const text = await metrics.registry.getSingleMetricAsString("doctrine_erasures_unproved");
    return [...text.matchAll(/^doctrine_erasures_unproved\{store="(\w+)"\} (\d+)$/gm)].map(
      ([, name, owed]) => `${name} ${owed}`,
    );
  };

  describe("a text erased by law", () => {
    test("is owed by every store, then by those alone that are away, then proved", async () => {
      const { fullText, ingest } = ingester(store.database);
      await ingest(source());
      expect(await gauge()).toEqual(ALL.map((name) => `${name} 0`));
      await erase();
      expect(await gauge()).toEqual(ALL.map((name) => `${name} 1`));
      expect(await remains()).toEqual([[...ALL]]);
      expect(await isInOrder()).toEqual([false, false, false]);
      expect(await proveErasures(store.database, { fullText: AWAY, vectors }, NOW)).toEqual(["fulltext"]);
      expect(await gauge()).toEqual(["relational 0", "fulltext 1", "postings 0", "vectors 0"]);
      expect(await isInOrder()).toEqual([true, false, true]);
      expect(await mustProveErasures(store.database, new Date(NOW.getTime() - 1))).toBe(false);
      expect(await mustProveErasures(store.database, new Date(NOW.getTime() + 1))).toBe(true);
      expect(await proveErasures(store.database, { fullText, vectors }, NOW)).toEqual([]);
      expect(await isInOrder()).toEqual([true, true, true]);
      expect(await gauge()).toEqual(ALL.map((name) => `${name} 0`));
      expect(await mustProveErasures(store.database, new Date(NOW.getTime() + 1))).toBe(false);
      expect(await proveErasures(store.database, { fullText, vectors }, NOW)).toBeNull();
      const reader = await fullText.digest();
      expect(reader.count).toBe(11);
    });

    test("is told by the journal and by the history, without a word of it", async () => {
      await ingester(store.database).ingest(source());
      await erase();
      const { entries } = await readJournal(
        store.database,
        0,
        { ...EVERY_ENTRY, evenement: "effacement" },
        10,
      );
      expect(entries).toMatchObject([
        { boiId: ID, titre: ID, date: "2021-01-01", empreinteAvant: fingerprint(TEXT), empreinteApres: null },
      ]);
      const { versions } = await readHistory(store.database, ID, TODAY);
      const effacee_le = NOW.toISOString();
      expect(versions).toMatchObject([{ effacee_le, redactions: [{ effacee_le }] }]);
    });

    test("asked again is attempted again, and told as known", async () => {
      const { ingest } = ingester(store.database);
      await ingest(source());
      await erase();
      await proveErasures(store.database, { fullText: AWAY, vectors }, NOW);
      expect(await erase()).toEqual({ wordings: 0, isKnown: true });
      expect(await readErasures(store.database)).toMatchObject([{ essayee_le: null, reste: ["fulltext"] }]);
    });

    test("is erased as it comes back to a store that never held it, once its register was applied", async () => {
      await ingester(store.database).ingest(source());
      await erase();
      const [{ empreintes } = { empreintes: [] }] = await readErasures(store.database);
      // An older dump: without the text and its erasure.
      await emptyStore(store.database);
      expect(await erase(empreintes)).toEqual({ wordings: 0, isKnown: true });
      const { fullText, ingest } = ingester(store.database);
      await ingest(source());
      const rows = await store.database.$client<{ texte: string; raw: number }[]>`
        select c.contenu_texte as texte, length(c.raw) as raw from edition_contents c
        join editions e on e.id = c.edition_id where e.boi_id = ${ID}`;
      expect([...rows]).toEqual([{ texte: "", raw: 0 }]);
      const { entries } = await readJournal(store.database, 0, { ...EVERY_ENTRY, boiId: ID }, 10);
      expect(entries.map(({ evenement }) => evenement)).toEqual(["edition", "effacement"]);
      expect(await proveErasures(store.database, { fullText, vectors }, NOW)).toEqual([]);
      // Its record is known: it is neither written nor reported again.
      await ingest(source());
      expect((await readJournal(store.database, 0, { ...EVERY_ENTRY, boiId: ID }, 10)).entries).toHaveLength(
        2,
      );
    });
  });
});
