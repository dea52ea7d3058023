import { Comparable, soughtWords } from "../../../bofip/citations/words/comparable.ts";
import type { ParagraphChange, TextComparison } from "../../../bofip/comparison/compare.ts";
import { sameSubstance } from "../../../bofip/comparison/substance.ts";
import { sentencesOf } from "../../../bofip/news/consultations/submitted.ts";
import { oncePer } from "../../../bofip/reading/cursor.ts";
import { EngineUnavailable } from "../../../db/engine/unavailable.ts";
import type { TrackedText } from "../../../db/queries/citations/editions.ts";
import type { Comparator } from "../comparison/service.ts";
import type { TrackedGap } from "./answer.ts";
import type { Verdict } from "./judge.ts";
import type { TrackedReference } from "./pinned.ts";

/** A document may have been rewritten: the first ones tell. */
const MOST_GIVEN = 100;

/** Time that comparing may take of one request, waits included: two texts take some milliseconds. */
const COMPARISON_LIMIT_MS = 2_000;

/** Finds what separates the words that references name from those in force, within the time of one request. */
export class GapFinder {
  #spentMs = 0;
  readonly #comparable = oncePer(({ texte }: TrackedText) => new Comparable(texte));

  constructor(private readonly comparator: Comparator) {}

  /** Null when nothing is to be compared, past the time, or when too many comparisons are waiting. */
  async find({ numero }: TrackedReference, { etat, pinned, now }: Verdict): Promise<TrackedGap | null> {
    if (etat !== "modifiee" || pinned === null || now === null) return null;
    if (this.#spentMs > COMPARISON_LIMIT_MS) return null;
    const start = performance.now();
    const { text } = pinned;
    try {
      const comparison = await this.comparator.compare(sourceOf(text), sourceOf(now), "keyed");
      const [before, after] = [this.#comparable(text), this.#comparable(now)];
      return gapOf(numero, { before, after, comparison });
    } catch (error) {
      if (error instanceof EngineUnavailable) return null;
      throw error;
    } finally {
      this.#spentMs += performance.now() - start;
    }
  }
}

function sourceOf({ texte, spans }: TrackedText): Pick<TrackedText, "texte" | "spans"> {
  return { texte, spans };
}

interface ComparedTexts {
  readonly before: Comparable;
  readonly after: Comparable;
  readonly comparison: TextComparison;
}

/** Between the § of a number, or the whole text for null, and what took its place; null when unchanged. */
function gapOf(numero: string | null, { before, after, comparison }: ComparedTexts): TrackedGap | null {
  const all = comparison.paragraphes;
  const changes = numero === null ? all : all.filter((change) => change.numero_avant === numero).slice(0, 1);
  if (changes.length === 0) return null;
  const substantial = changes.filter(({ avant, apres }) => !sameSubstance(avant, apres));
  const phrases_retirees = sentencesLacking(
    substantial.map(({ avant }) => avant),
    after,
  );
  const phrases_ajoutees = sentencesLacking(
    substantial.map(({ apres }) => apres),
    before,
  );
  const isRecut = phrases_retirees.length + phrases_ajoutees.length === 0;
  return {
    portee: substantial.length === 0 ? "formelle" : isRecut ? "decoupage" : "fond",
    phrases_retirees,
    phrases_ajoutees,
    nombres_changes: substantial.flatMap(changedNumbers).slice(0, MOST_GIVEN),
  };
}

const HAS_WORDS = /\p{L}/u;

/** The sentences of some § that a text has nowhere, whatever surrounds them there. */
function sentencesLacking(paragraphs: readonly string[], text: Comparable): string[] {
  const lacking: string[] = [];
  for (const { words } of paragraphs.flatMap(sentencesOf)) {
    if (lacking.length === MOST_GIVEN) break;
    const sought = HAS_WORDS.test(words) ? soughtWords(words) : null;
    if (sought !== null && text.fidelityTo(sought) === "absent") lacking.push(words);
  }
  return lacking;
}

const NUMBER = /\d{1,3}(?:[ \u00a0\u202f]\d{3}(?!\d))+(?:,\d+)?|\d+(?:[.,]\d+)*/g;

interface WrittenNumber {
  readonly texte: string;
  readonly start: number;
  readonly end: number;
}

/** The numbers of a § that stand in the place of as many others. */
function changedNumbers({ avant, apres, segments }: ParagraphChange): TrackedGap["nombres_changes"] {
  const [before, after] = [new Numbers(avant), new Numbers(apres)];
  const changed: { avant: string; apres: string }[] = [];
  let [beforeAt, afterAt] = [0, 0];
  let [beforeFrom, afterFrom] = [0, 0];
  const close = () => {
    if (beforeFrom === beforeAt && afterFrom === afterAt) return;
    const own = before.between(beforeFrom, beforeAt);
    const others = after.between(afterFrom, afterAt);
    if (own.length !== others.length) return;
    for (const [rank, number] of own.entries()) {
      const other = others[rank] ?? number;
      if (other !== number) changed.push({ avant: number, apres: other });
    }
  };
  for (const { op, texte } of segments) {
    if (op === "egal") close();
    if (op !== "ajoute") beforeAt += texte.length;
    if (op !== "retire") afterAt += texte.length;
    if (op === "egal") [beforeFrom, afterFrom] = [beforeAt, afterAt];
  }
  close();
  return changed;
}

class Numbers {
  readonly #numbers: readonly WrittenNumber[];
  #next = 0;

  constructor(texte: string) {
    this.#numbers = [...texte.matchAll(NUMBER)].map(({ 0: written, index }) => ({
      texte: written,
      start: index,
      end: index + written.length,
    }));
  }

  /** Those of which some figure is between two offsets, or that begin or end there; offsets never decrease. */
  between(from: number, to: number): readonly string[] {
    while ((this.#numbers[this.#next]?.end ?? from) < from) this.#next += 1;
    const found: string[] = [];
    for (
      let number = this.#numbers[this.#next];
      number && number.start <= to;
      number = this.#numbers[this.#next]
    ) {
      found.push(number.texte);
      this.#next += 1;
    }
    return found;
  }
}
