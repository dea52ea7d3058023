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

  /** Viterbi: the best path to each position extends that to the start of its last piece, the longer one on ties. */
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

/** What SentencePiece writes instead of a space. */
const SPACE = "▁";

const encoder = new TextEncoder();
const BLANK = 0x20;

/** SentencePiece's `nmt_nfkc`: maps compatibility forms, spaces and controls; collapses spaces, and prepends one. */
class Normalizer {
  private readonly units: Uint32Array;
  private readonly replacements: Buffer;

  /** The size in bytes of a trie (darts-clone), the trie, then zero-terminated replacements. */
  constructor(characterMap: Buffer) {
    const trieBytes = characterMap.readUInt32LE();
    const trie = characterMap.subarray(4, 4 + trieBytes);
    this.units = new Uint32Array(new Uint8Array(trie).buffer);
    this.replacements = characterMap.subarray(4 + trieBytes);
  }

  /** The text as the vocabulary writes it, with spaces as U+2581; empty for a blank text. */
  normalize(text: string): string {
    const written: number[] = [];
    const bytes = encoder.encode(text);
    for (let at = 0; at < bytes.length; ) {
      const { length, replacement } = this.longestMatch(bytes, at);
      for (const byte of replacement ?? bytes.subarray(at, at + length)) {
        if (byte !== BLANK || (written.length > 0 && written.at(-1) !== BLANK)) written.push(byte);
      }
      at += length;
    }
    const normalized = SPACE + Buffer.from(written).toString().replaceAll(" ", SPACE);
    let end = normalized.length;
    while (normalized[end - 1] === SPACE) end--;
    return normalized.slice(0, end);
  }

  /** The longest sequence of the map that starts at `at`; a character without one is left as it is. */
  private longestMatch(bytes: Uint8Array, at: number): { length: number; replacement: Buffer | null } {
    const { units } = this;
    let matched = 0;
    let value = 0;
    let node = offsetOf(units[0] ?? 0);
    for (let i = at; i < bytes.length; i++) {
      const byte = bytes[i] ?? 0;
      node ^= byte;
      const unit = units[node] ?? 0;
      if (labelOf(unit) !== byte) break;
      node ^= offsetOf(unit);
      if (!hasLeaf(unit)) continue;
      matched = i + 1 - at;
      value = (units[node] ?? 0) & 0x7fffffff;
    }
    if (matched === 0) return { length: characterBytes(bytes[at] ?? 0), replacement: null };
    return {
      length: matched,
      replacement: this.replacements.subarray(value, this.replacements.indexOf(0, value)),
    };
  }
}

/** Units of darts-clone: a label in the low 8 bits (and the sign, for leaves), whether a leaf follows, an offset. */
function labelOf(unit: number): number {
  return (unit & 0x800000ff) >>> 0;
}

function hasLeaf(unit: number): boolean {
  return (unit & 0x100) !== 0;
}

function offsetOf(unit: number): number {
  return (unit >>> 10) << ((unit & 0x200) >>> 6);
}

function characterBytes(first: number): number {
  if (first < 0x80) return 1;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}

/** No node, or no piece. */
const NONE = -1;
/** Half of the slots stay empty, to keep look-ups short. */
const PLACES_A_NODE = 2;
const GOLDEN_RATIO = 0x9e3779b9;

/** The pieces by their beginnings, a hash table of (node, character): 20 bytes a node where objects would take 100. */
export class PrefixTree {
  /** By node, from the root, 0: the piece that ends there. */
  readonly pieces: Int32Array;
  private readonly parents: Int32Array;
  private readonly characters: Int32Array;
  private readonly children: Int32Array;
  private readonly mask: number;
  private count = 1;

  /** @param pieces by id. */
  constructor(pieces: readonly string[]) {
    const nodes = countNodes(pieces);
    this.pieces = new Int32Array(nodes).fill(NONE);
    const places = 2 ** Math.ceil(Math.log2(nodes * PLACES_A_NODE));
    this.mask = places - 1;
    this.parents = new Int32Array(places);
    this.characters = new Int32Array(places);
    this.children = new Int32Array(places).fill(NONE);
    for (const [id, piece] of pieces.entries()) this.add(piece, id);
  }

  /** The child node for one more character, or `NONE`. */
  child(node: number, character: number): number {
    return this.children[this.placeOf(node, character)] ?? NONE;
  }

  private add(piece: string, id: number): void {
    let node = 0;
    for (const character of piece) {
      const code = character.codePointAt(0) ?? 0;
      const place = this.placeOf(node, code);
      if (this.children[place] === NONE) {
        this.parents[place] = node;
        this.characters[place] = code;
        this.children[place] = this.count++;
      }
      node = this.children[place] ?? 0;
    }
    this.pieces[node] = id;
  }

  /** Slot of this child, or the slot where it would be inserted. */
  private placeOf(node: number, character: number): number {
    let place = (Math.imul(node, GOLDEN_RATIO) ^ Math.imul(character, 0x85ebca6b)) >>> 0;
    place = (place ^ (place >>> 15)) & this.mask;
    while (
      this.children[place] !== NONE &&
      (this.parents[place] !== node || this.characters[place] !== character)
    )
      place = (place + 1) & this.mask;
    return place;
  }
}

/** The root, and the distinct prefixes of pieces: those that the previous one in order does not have. */
function countNodes(pieces: readonly string[]): number {
  let nodes = 1;
  let previous = "";
  for (const piece of pieces.toSorted()) {
    let shared = 0;
    while (shared < piece.length && piece[shared] === previous[shared]) shared++;
    nodes += piece.length - shared;
    previous = piece;
  }
  return nodes;
}

interface PieceModel {
  /** By id. */
  readonly pieces: readonly string[];
  /** Log-likelihood of each piece. */
  readonly scores: Float32Array;
  /** Character normalisation: see `Normalizer`. */
  readonly characterMap: Buffer;
}

/** Fields of the model: in the format of that time, the third is the normaliser, not the trainer. */
const PIECE = 1;
const NORMALIZER = 3;
const PIECE_TEXT = 1;
const PIECE_SCORE = 2;
const CHARACTER_MAP = 2;

/** Parses the file of a SentencePiece model. @throws {RangeError} when it is not one */
function readPieceModel(file: Buffer): PieceModel {
  const pieces: string[] = [];
  const scores: number[] = [];
  let characterMap: Buffer = Buffer.alloc(0);
  for (const { number, bytes } of readFields(file)) {
    if (number === PIECE) {
      const fields = new Map([...readFields(bytes)].map((field) => [field.number, field.bytes]));
      pieces.push(fields.get(PIECE_TEXT)?.toString() ?? "");
      scores.push(fields.get(PIECE_SCORE)?.readFloatLE() ?? 0);
    } else if (number === NORMALIZER) {
      for (const field of readFields(bytes)) if (field.number === CHARACTER_MAP) characterMap = field.bytes;
    }
  }
  if (pieces.length === 0 || characterMap.length === 0) throw new RangeError("no SentencePiece model");
  return { pieces, scores: Float32Array.from(scores), characterMap };
}

/** A length-delimited or four-byte field of a protocol buffer; others are skipped. */
interface Field {
  readonly number: number;
  readonly bytes: Buffer;
}

const VARINT = 0;
const EIGHT_BYTES = 1;
const LENGTH_AND_BYTES = 2;
const FOUR_BYTES = 5;

/** The fields of a message, in order (Protocol Buffers, « Encoding »). @throws {RangeError} when it is not one */
export function* readFields(message: Buffer): Generator<Field> {
  let at = 0;
  const readVarint = () => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = message.readUInt8(at++);
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  };
  const take = (length: number) => {
    at += length;
    if (at > message.length) throw new RangeError("a field goes beyond its message");
    return message.subarray(at - length, at);
  };
  while (at < message.length) {
    const tag = readVarint();
    const number = tag >>> 3;
    const type = tag & 7;
    if (type === LENGTH_AND_BYTES) yield { number, bytes: take(readVarint()) };
    else if (type === FOUR_BYTES) yield { number, bytes: take(4) };
    else if (type === VARINT) readVarint();
    else if (type === EIGHT_BYTES) take(8);
    else throw new RangeError("a field of an unknown type");
  }
}
