import { foldAccents } from "../../../bofip/text/fold.ts";
import { isAcronym } from "./acronyms.ts";
import { stemFolded } from "./french/stemmer.ts";
import { LINKING_WORDS } from "./stop-words.ts";

/** The forms under which a written word is compared. */
export interface WordForms {
  readonly folded: string;
  readonly stem: string;
}

// The whole doctrine has well under 100,000 distinct words; a longer word is never worth caching.
const CACHE_LIMIT = 200_000;
const CACHED_LENGTH = 40;
const cache = new Map<string, WordForms>();

/** Words that only accents distinguish from a stop word, and whose other forms have no accent: dû, due; né, née. */
export const BESIDE_STOP_WORDS: ReadonlyMap<string, string> = new Map([
  ["dû", "due"],
  ["né", "nee"],
  ["sûr", "sure"],
]);
/** Suffix of an acronym's stem: no word contains it. */
const ACRONYM_MARK = "-";

/** Folded form and stem of a written word, cached: a text repeats few distinct words. */
export function formsOf(word: string): WordForms {
  const known = cache.get(word);
  if (known) return known;
  const lower = word.normalize("NFC").toLowerCase();
  const folded = foldAccents(lower);
  const forms = { folded, stem: isAcronym(word) ? folded + ACRONYM_MARK : stemOf(lower, folded) };
  if (word.length > CACHED_LENGTH) return forms;
  if (cache.size >= CACHE_LIMIT) cache.clear();
  const kept = { folded: detach(forms.folded), stem: detach(forms.stem) };
  cache.set(detach(word), kept);
  return kept;
}

/** Folds accents, except where they alone distinguish a word from a stop word: à and the A of 39 A, où and ou. */
function stemOf(lower: string, folded: string): string {
  if (lower === folded) return stemFolded(folded);
  if (!LINKING_WORDS.has(lower) && !LINKING_WORDS.has(folded)) return stemFolded(folded);
  const inflected = BESIDE_STOP_WORDS.get(lower);
  return inflected === undefined ? lower : stemFolded(inflected);
}

/**
 * The stem by which a word is compared: the French stem of its lower-case, accent-free form, so that `declarees`
 * typed without accents matches `déclarées`. Stateless: the same word has the same stem in any corpus.
 */
export function stem(word: string): string {
  return formsOf(word).stem;
}

/** Copies the string: a slice would keep the whole document it was cut from alive in the cache. */
function detach(slice: string): string {
  return Buffer.from(slice, "utf16le").toString("utf16le");
}
