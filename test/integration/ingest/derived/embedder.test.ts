import { expect, test } from "bun:test";
import { readActiveEmbedder } from "../../../../db/queries/corpus.ts";
import { embeddingModels } from "../../../../db/schema/embeddings.ts";
import { passageVectors } from "../../../../db/schema/passages.ts";
import { openEmbedded } from "../../../servers/stores.ts";
import { contenu, dating, ingester, writeExport } from "../exports.ts";
import { useOwnStore } from "../own-store.ts";

const WORDS = [
  "pension",
  "salaire",
  "crédit",
  "dividende",
  "logement",
  "donation",
  "taxe",
  "barème",
  "enfant",
];

/** Documents whose words come in several of them. */
function corpus(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const texte = [0, 1, 2].map((turn) => WORDS[(index * (turn + 2)) % WORDS.length]).join(" et ");
    return contenu(`BOI-IR-${index + 1}0`, { date: "2020-01-15", pgp: index + 1, texte });
  });
}

const store = useOwnStore(openEmbedded);

async function ingest(lines: readonly string[], date: string) {
  const { counts } = await ingester(store.database).ingest(writeExport([...lines, dating(date)]));
  return { embedded: counts.embedded, version: await readActiveEmbedder(store.database) };
}

test("the model of the corpus is trained by the first run, and kept by one that brings little", async () => {
  const first = await ingest(corpus(100), "2021-01-31");
  expect([first.embedded, first.version]).toEqual([100, expect.stringContaining("corpus")]);
  const second = await ingest(corpus(110), "2021-02-28");
  expect(second).toEqual({ embedded: 10, version: first.version });
});

test("a corpus that has grown by a fifth gets a new model; the old one leaves with its vectors", async () => {
  const first = await ingest(corpus(100), "2021-01-31");
  const second = await ingest(corpus(120), "2021-02-28");
  expect(second.embedded).toBe(120);
  expect(second.version).not.toBe(first.version);
  const kept = [{ version: second.version ?? "" }];
  expect(await store.database.select({ version: embeddingModels.version }).from(embeddingModels)).toEqual(
    kept,
  );
  expect(
    await store.database.selectDistinct({ version: passageVectors.version }).from(passageVectors),
  ).toEqual(kept);
});

test("documents of unknown words bring a new model, unless they are too few to tell", async () => {
  const stranger = (index: number) =>
    contenu(`BOI-TVA-${index}`, {
      date: "2021-02-01",
      pgp: 900 + index,
      texte: `mot${index} inconnu${index} nouveau${index}`,
    });
  const large = corpus(300);
  const first = await ingest(large, "2021-01-31");
  const second = await ingest([...large, stranger(1)], "2021-02-28");
  expect(second).toEqual({ embedded: 1, version: first.version });
  const third = await ingest([...large, ...[1, 2, 3, 4, 5, 6].map(stranger)], "2021-03-31");
  expect([third.embedded, third.version === first.version]).toEqual([306, false]);
});
