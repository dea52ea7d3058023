import { fold } from "./fold.ts";
import { stemFolded } from "./french/stemmer.ts";

/** What a written word compares as. */
export interface WordForms {
  readonly folded: string;
  readonly stem: string;
}

// The whole doctrine holds well under 100,000 distinct words; a longer word is never worth keeping.
const CACHE_LIMIT = 200_000;
const CACHED_LENGTH = 40;
const cache = new Map<string, WordForms>();

/** Folded form and stem of one written word, remembered: a text repeats few distinct words. */
export function formsOf(word: string): WordForms {
  const known = cache.get(word);
  if (known) return known;
  const folded = fold(word);
  const forms = { folded, stem: stemFolded(folded) };
  if (word.length > CACHED_LENGTH) return forms;
  if (cache.size >= CACHE_LIMIT) cache.clear();
  const kept = { folded: detach(forms.folded), stem: detach(forms.stem) };
  cache.set(detach(word), kept);
  return kept;
}

/**
 * What the word compares by: French stem of its lower-case, accent-free form, so that `declarees` typed
 * without accents meets `déclarées`. Stateless: the same word gives the same stem in any corpus.
 */
export function stem(word: string): string {
  return formsOf(word).stem;
}

/** A copy of its own: a slice would keep the whole document it was cut from alive in the cache. */
function detach(slice: string): string {
  return Buffer.from(slice, "utf16le").toString("utf16le");
}
