import type { RelationalStore } from "../../../db/postgres/open.ts";
import { openFullTextReader } from "../../../search/fulltext/open.ts";
import { parseQuery, QuerySyntaxError } from "../../../search/fulltext/query/parse.ts";
import { type Random, randomOf } from "../faults/random.ts";

/** What requests are drawn from: the whole corpus, in an order that the seed decides. */
export interface Material {
  readonly ids: readonly string[];
  /** The documents that cite most first. */
  readonly citing: readonly string[];
  readonly chemins: readonly string[];
  /** The words of the titles, in their order, those of fewer than four letters left out. */
  readonly titles: readonly (readonly string[])[];
  /** Words that fill a page of results. */
  readonly words: readonly string[];
  /** For what is drawn from all this. */
  readonly random: Random;
}

/** A word is drawn when at least this many documents contain it: a page of results. */
const PAGE = 20;
const SHORTEST_WORD = 4;
const FEWEST_WORDS = 4;

/** @param dataDir where the embedded full-text index is, from which words are read. */
export async function readMaterial(
  { database }: RelationalStore,
  dataDir: string,
  seed: number,
): Promise<Material> {
  const random = randomOf(seed, "bench");
  const sql = database.$client;
  const documents = await sql<{ boi_id: string; titre: string }[]>`
    select boi_id, titre from documents where statut = 'en_vigueur' and domaine <> 'ACTU' order by boi_id`;
  const citing = await sql<{ boi_id: string }[]>`
    select documents.boi_id from documents join edition_references using (edition_id)
    group by documents.boi_id order by count(*) desc, boi_id`;
  const nodes = await sql<{ chemin: string }[]>`select chemin from plan_nodes order by chemin`;
  const titles = documents
    .map(({ titre }) => titre.match(/\p{L}{4,}/gu) ?? [])
    .filter((words) => words.length >= FEWEST_WORDS);
  return {
    ids: random.shuffle(documents.map(({ boi_id }) => boi_id)),
    citing: citing.map(({ boi_id }) => boi_id),
    chemins: random.shuffle(nodes.map(({ chemin }) => chemin)),
    titles: random.shuffle(titles),
    words: random.shuffle(await readWords(dataDir)),
    random,
  };
}

/** At most so many that are all different, of those that `make` draws; fewer when it repeats itself. */
export function distinct(count: number, make: () => string): string[] {
  const drawn = new Set<string>();
  for (let attempts = count * 4; drawn.size < count && attempts > 0; attempts -= 1) drawn.add(make());
  return [...drawn];
}

async function readWords(dataDir: string): Promise<string[]> {
  const index = openFullTextReader({ dataDir, fulltext: { kind: "embedded" } });
  const words: string[] = [];
  for (const letter of "abcdefghijklmnopqrstuvwxyz") {
    for (const [word, documents] of await index.wordsBeginning(letter))
      if (documents >= PAGE && word.length >= SHORTEST_WORD && isSought(word)) words.push(word);
  }
  await index.close();
  return words.sort();
}

/** Whether the word may be searched alone: a stop word may not. */
function isSought(word: string): boolean {
  try {
    parseQuery(word);
    return true;
  } catch (error) {
    if (error instanceof QuerySyntaxError) return false;
    throw error;
  }
}
