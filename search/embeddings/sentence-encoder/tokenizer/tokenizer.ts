import { readPieceModel } from "./model.ts";
import { Normalizer } from "./normalizer.ts";
import { NONE, PrefixTree } from "./prefix-tree.ts";

const UNKNOWN = 0;
const BEGINNING = 1;
const END = 2;
/** How much less likely an unknown character is than the least likely piece (log-likelihood). */
const UNKNOWN_PENALTY = 10;

/** Splits texts into the pieces of a SentencePiece unigram model: the most likely sequence of pieces. */
export class Tokenizer {
  private readonly normalizer: Normalizer;
  private readonly tree: PrefixTree;
  private readonly scores: Float32Array;
  private readonly unknownScore: number;

  /** @throws {RangeError} when the file is not such a model. */
  constructor(file: Buffer) {
    const { pieces, scores, characterMap } = readPieceModel(file);
    this.normalizer = new Normalizer(characterMap);
    this.tree = new PrefixTree(pieces);
    this.scores = scores;
    this.unknownScore = scores.reduce((least, score) => Math.min(least, score), 0) - UNKNOWN_PENALTY;
  }

  /** The ids of a text's pieces, between the start and end markers. */
  tokenize(text: string): number[] {
    const characters = Array.from(
      this.normalizer.normalize(text),
      (character) => character.codePointAt(0) ?? 0,
    );
    return [BEGINNING, ...(characters.length === 0 ? [UNKNOWN] : this.mostLikely(characters)), END];
  }

  /**
   * Viterbi: the best path to each position extends the best path to the start of its last piece. On ties, the longer
   * last piece wins.
   */
  private mostLikely(characters: readonly number[]): number[] {
    const { tree, scores } = this;
    const best = new Float64Array(characters.length + 1).fill(Number.NEGATIVE_INFINITY);
    const starts = new Int32Array(characters.length + 1);
    const pieces = new Int32Array(characters.length + 1);
    best[0] = 0;
    const offer = (start: number, end: number, piece: number, score: number) => {
      const total = (best[start] ?? 0) + score;
      if (total <= (best[end] ?? 0)) return;
      best[end] = total;
      starts[end] = start;
      pieces[end] = piece;
    };
    for (let start = 0; start < characters.length; start++) {
      let node = 0;
      let isKnown = false;
      for (let end = start + 1; end <= characters.length; end++) {
        node = tree.child(node, characters[end - 1] ?? 0);
        if (node === NONE) break;
        const piece = tree.pieces[node] ?? NONE;
        if (piece === NONE) continue;
        offer(start, end, piece, scores[piece] ?? 0);
        if (end === start + 1) isKnown = true;
      }
      if (!isKnown) offer(start, start + 1, UNKNOWN, this.unknownScore);
    }
    const ids: number[] = [];
    for (let end = characters.length; end > 0; end = starts[end] ?? 0) ids.push(pieces[end] ?? UNKNOWN);
    return ids.reverse();
  }
}
