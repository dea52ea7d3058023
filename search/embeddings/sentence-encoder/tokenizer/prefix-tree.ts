/** No node, or no piece. */
export const NONE = -1;
/** Half of the slots stay empty, to keep look-ups short. */
const PLACES_A_NODE = 2;
const GOLDEN_RATIO = 0x9e3779b9;

/**
 * The pieces of a vocabulary by their beginnings: a tree of characters kept as a hash table of (node, character) in
 * typed arrays, 20 bytes a node where objects would take 100.
 */
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

/**
 * The root, and the distinct prefixes of pieces: each piece adds those that the previous one in order does not have.
 */
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
