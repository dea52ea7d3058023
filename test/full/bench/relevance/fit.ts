/** The signals of the candidates of a question, and which of them answer it. */
export interface FittedQuestion {
  readonly list: string;
  /** By candidate, in the order of the signals' names. */
  readonly signals: readonly Float64Array[];
  readonly isRight: readonly boolean[];
}

const STEPS = 400;
const RATE = 1;
/** Scores of 0 to 1 differ too little for a softmax: weights start there. */
const FIRST_WEIGHT = 15;
/** Of the square of the weights: keeps a signal that decides little near zero. */
const RIDGE = 1e-6;

/**
 * Weights under which the candidates that answer a question score above the others: those that maximise the likelihood
 * of drawing a right one by the softmax of the scores (ListNet, Z. Cao et al., 2007), by gradient ascent, every list
 * counting as much. Only a free weight may be below zero.
 */
export function fitWeights(questions: readonly FittedQuestion[], isFree: readonly boolean[]): Float64Array {
  const counts = Map.groupBy(questions, ({ list }) => list);
  const weights = Float64Array.from(isFree, (free) => (free ? 0 : FIRST_WEIGHT));
  const squares = new Float64Array(isFree.length);
  for (let step = 0; step < STEPS; step++) {
    const gradient = weights.map((weight) => -2 * RIDGE * weight);
    for (const question of questions) {
      const share = 1 / (counts.size * (counts.get(question.list)?.length ?? 1));
      addGradient(question, weights, share, gradient);
    }
    climb(weights, gradient, squares);
    for (const [at, weight] of weights.entries()) if (isFree[at] !== true && weight < 0) weights[at] = 0;
  }
  return weights;
}

/** AdaGrad: each weight has a pace of its own. */
function climb(weights: Float64Array, gradient: Float64Array, squares: Float64Array): void {
  for (const [at, slope] of gradient.entries()) {
    const square = (squares[at] ?? 0) + slope * slope;
    squares[at] = square;
    if (square > 0) weights[at] = (weights[at] ?? 0) + (RATE * slope) / Math.sqrt(square);
  }
}

// Indexed loops: some hundred million turns.

function addGradient(
  { signals, isRight }: FittedQuestion,
  weights: Float64Array,
  share: number,
  gradient: Float64Array,
): void {
  const chances = softmax(signals.map((of) => scoreOf(of, weights)));
  let right = 0;
  for (let at = 0; at < chances.length; at++) if (isRight[at] === true) right += chances[at] ?? 0;
  if (right === 0) return;
  for (let at = 0; at < signals.length; at++) {
    const chance = chances[at] ?? 0;
    const slope = share * ((isRight[at] === true ? chance / right : 0) - chance);
    for (let name = 0; name < gradient.length; name++)
      gradient[name] = (gradient[name] ?? 0) + slope * (signals[at]?.[name] ?? 0);
  }
}

function softmax(scores: readonly number[]): Float64Array {
  const most = Math.max(...scores);
  const powers = Float64Array.from(scores, (score) => Math.exp(score - most));
  const sum = powers.reduce((all, power) => all + power, 0);
  return powers.map((power) => power / sum);
}

export function scoreOf(signals: Float64Array, weights: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < weights.length; at++) sum += (signals[at] ?? 0) * (weights[at] ?? 0);
  return sum;
}

/** Reciprocal rank of the first right candidate; ties count against it. */
export function reciprocalRank({ signals, isRight }: FittedQuestion, weights: Float64Array): number {
  const scores = signals.map((of) => scoreOf(of, weights));
  const best = Math.max(...scores.filter((_, at) => isRight[at] === true));
  return 1 / (1 + scores.filter((score, at) => isRight[at] !== true && score >= best).length);
}
