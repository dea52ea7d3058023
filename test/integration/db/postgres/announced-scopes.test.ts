/** The one migration that changes entries of the journal: scopes stored as announced, although guessed. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { TextScope } from "../../../../bofip/comparison/compare.ts";
import { ANNOUNCING_PHRASES, DEDUCING_WORDS, scopeOf } from "../../../../bofip/news/scope.ts";
import type { RelationalStore } from "../../../../db/postgres/open.ts";
import { EVERY_ENTRY, readLatestEntries } from "../../../../db/queries/journal.ts";
import { parseRecord } from "../../../../ingest/parse/record.ts";
import { addActualite } from "../../../fixtures/corpus.ts";
import { addEntries, newEntry } from "../../../fixtures/journal.ts";
import { hasRealCorpus, readRealLines } from "../../../fixtures/real-corpus.ts";
import { forEachStore } from "../../../servers/stores.ts";

const MIGRATION = new URL(
  "../../../../db/migrations/0023_articles_scopes_consultations.sql",
  import.meta.url,
);

/** Titles that go on after a phrase are read as announcing it since that migration, which is not written again. */
const READ_SINCE = /sans nouveauté doctrinale\s+-\s/u;

interface Words {
  readonly id: string;
  readonly titre: string;
  readonly texte: string;
}

/** The words behind each rule, some that no rule covers, and the actualités of the real corpus where available. */
async function readWords(): Promise<Words[]> {
  const examples = [...ANNOUNCING_PHRASES, ...DEDUCING_WORDS].map(({ where, example }) =>
    where === "titre" ? { titre: example, texte: "" } : { titre: "Silence", texte: example },
  );
  const real = hasRealCorpus ? (await readRealLines()).map(parseRecord) : [];
  const announced = real.flatMap((record) =>
    record.kind === "actualite" ? [{ titre: record.titre, texte: record.texte ?? "" }] : [],
  );
  const all = [...examples, { titre: "Silence", texte: "Rien." }, ...announced];
  const known = all.filter(({ titre }) => !READ_SINCE.test(titre));
  return known.map((words, index) => ({ ...words, id: `ACTU-2020-${String(index).padStart(5, "0")}` }));
}

/** The scope that the previous release stored as announced, where it found one. */
function formerScope(titre: string, texte: string): TextScope {
  const { annoncee, deduite } = scopeOf(titre, texte);
  return annoncee ?? deduite?.portee ?? "fond";
}

forEachStore((_, open) => {
  let store: RelationalStore;
  let words: readonly Words[];

  beforeAll(async () => {
    store = await open();
    words = await readWords();
    for (const { id, titre, texte } of words)
      await addActualite(store.database, id, "2020-01-01", [], { titre, texte });
    const named = words.map(({ id, titre }) => ({ id, titre, url: `https://exemple.fr/${id}` }));
    await addEntries(
      store.database,
      ...words.map(({ titre, texte }, index) =>
        newEntry({
          evenement: "actualite",
          boiId: null,
          actualite: named[index] ?? null,
          porteeAnnoncee: formerScope(titre, texte),
        }),
      ),
      newEntry({
        actualite: { id: "ACTU-1999-00001", titre: "Absente", url: "" },
        porteeAnnoncee: "formelle",
      }),
      newEntry({ actualite: named[0] ?? null, porteeAnnoncee: null }),
    );
    const moving = (await Bun.file(MIGRATION).text()).split("--> statement-breakpoint").at(-1) ?? "";
    await store.database.$client.unsafe(moving);
  });
  afterAll(() => store.close());

  const entries = async () => await readLatestEntries(store.database, EVERY_ENTRY, 10_000);

  test("what no phrase says becomes what its words let one guess, as the code reads them", async () => {
    const told = new Map(
      (await entries()).flatMap((entry) =>
        entry.evenement === "actualite" ? [[entry.actualite?.id, entry] as const] : [],
      ),
    );
    expect(words.length).toBeGreaterThan(20);
    for (const { id, titre, texte } of words) {
      const { annoncee, deduite } = scopeOf(titre, texte);
      const { porteeAnnoncee, porteeDeduite } = told.get(id) ?? {};
      const guessed = deduite ?? { portee: "fond", indices: [] };
      expect({ titre, porteeAnnoncee, porteeDeduite }).toEqual({
        titre,
        porteeAnnoncee: annoncee,
        porteeDeduite: annoncee === null ? guessed : null,
      });
    }
  });

  test("what is not held keeps its scope as a guess from no word; what announced nothing stays", async () => {
    const [silent, absent] = await entries();
    expect(absent).toMatchObject({
      porteeAnnoncee: null,
      porteeDeduite: { portee: "formelle", indices: [] },
    });
    expect(silent).toMatchObject({ porteeAnnoncee: null, porteeDeduite: null });
  });
});
