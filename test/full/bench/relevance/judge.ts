import { meanOf, pairedInterval } from "./interval.ts";
import { type JudgedQuestion, LISTS, type List } from "./test-set.ts";

/** The documents found by one route of one engine for each question, best first, without `BOI-`. */
export interface Found {
  readonly list: List;
  readonly asked: string;
  readonly ids: readonly string[];
}

type Figure = (question: JudgedQuestion, ids: readonly string[]) => number;

const CUT = 10;

/** Figures of one question, 0 to 1. */
const FIGURES = {
  "Hit@1": (question, ids) => hit(question, ids, 1),
  "Hit@5": (question, ids) => hit(question, ids, 5),
  "Hit@10": (question, ids) => hit(question, ids, CUT),
  MRR: (question, ids) => 1 / rankOf(question, ids),
  "nDCG@10": (question, ids) => gainOf(question, ids) / gainOf(question, idealOf(question)),
} satisfies Record<string, Figure>;

type FigureName = keyof typeof FIGURES;
const NAMES: readonly FigureName[] = ["Hit@1", "Hit@5", "Hit@10", "MRR", "nDCG@10"];
/** Reciprocal ranks and gains are printed in thousandths, the others in hundredths. */
const DIGITS: Readonly<Record<FigureName, number>> = {
  "Hit@1": 2,
  "Hit@5": 2,
  "Hit@10": 2,
  MRR: 3,
  "nDCG@10": 3,
};

/** A line a list: its figures and, beside the same questions of a former result, the difference and its 95 % interval. */
export function wordedFigures(
  questions: readonly JudgedQuestion[],
  found: readonly Found[],
  former: readonly Found[] | null,
): string[] {
  const now = byQuestion(found);
  const then = former === null ? null : byQuestion(former);
  return LISTS.flatMap((list) => {
    const asked = questions.filter(
      (question) => question.list === list && (then?.has(keyOf(question)) ?? true),
    );
    if (asked.length === 0) return [];
    const figures = NAMES.map((name) => {
      const of = (answers: ReadonlyMap<string, readonly string[]>) =>
        asked.map((question) => FIGURES[name](question, answers.get(keyOf(question)) ?? []));
      const after = of(now);
      const mean = meanOf(after).toFixed(DIGITS[name]);
      return then === null
        ? `${name} ${mean}`
        : `${name} ${mean} (${wordedGain(of(then), after, DIGITS[name])})`;
    });
    return [`${list} (${asked.length}) | ${figures.join(" | ")}`];
  });
}

function wordedGain(before: readonly number[], after: readonly number[], digits: number): string {
  const { difference, low, high } = pairedInterval(before, after);
  const [gain, from, to] = [difference, low, high].map(
    (figure) => `${figure < 0 ? "" : "+"}${figure.toFixed(digits)}`,
  );
  return `${gain} [${from} ; ${to}]`;
}

function byQuestion(found: readonly Found[]): Map<string, readonly string[]> {
  return new Map(found.map((one) => [keyOf(one), one.ids]));
}

function keyOf({ list, asked }: Pick<Found, "list" | "asked">): string {
  return `${list} ${asked}`;
}

/** Where the first right document stands, from 1; Infinity when none is found. */
function rankOf({ gold }: JudgedQuestion, ids: readonly string[]): number {
  const right = new Set(gold.map(({ id }) => id));
  const at = ids.findIndex((id) => right.has(id));
  return at < 0 ? Number.POSITIVE_INFINITY : at + 1;
}

function hit(question: JudgedQuestion, ids: readonly string[], cut: number): number {
  return rankOf(question, ids) <= cut ? 1 : 0;
}

/** Discounted cumulative gain of the first ten, grades as gains (K. Järvelin and J. Kekäläinen, 2002). */
function gainOf({ gold }: JudgedQuestion, ids: readonly string[]): number {
  const grades = new Map(gold.map(({ id, grade }) => [id, grade]));
  return ids.slice(0, CUT).reduce((sum, id, at) => sum + (grades.get(id) ?? 0) / Math.log2(at + 2), 0);
}

function idealOf({ gold }: JudgedQuestion): string[] {
  return gold.toSorted((one, other) => other.grade - one.grade).map(({ id }) => id);
}
