/** What SentencePiece writes instead of a space. */
const SPACE = "▁";

const encoder = new TextEncoder();
const BLANK = 0x20;

/**
 * The `nmt_nfkc` rule of SentencePiece: maps compatibility forms, unusual spaces and control characters to plain ones
 * through a map of byte sequences; collapses runs of spaces, trims them, and prepends one to the text.
 */
export class Normalizer {
  private readonly units: Uint32Array;
  private readonly replacements: Buffer;

  /**
   * @param characterMap size of a double-array trie (darts-clone) in bytes, the trie, then zero-terminated
   * replacements.
   */
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

/** Number of bytes of a UTF-8 character, from its first one. */
function characterBytes(first: number): number {
  if (first < 0x80) return 1;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}
