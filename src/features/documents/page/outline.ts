/** A heading of a document, as listed in its table of contents. */
export interface Heading {
  readonly id: string;
  readonly text: string;
  /** 1 for the top level. */
  readonly depth: number;
}

/** Deepest HTML heading, under the `h1` of the page. */
const MAX_DEPTH = 5;

/**
 * Computes the depth of headings under the title of the page. The source skips levels (`h1`, then `h3`): a heading is
 * one deeper than its nearest ancestor, so that no depth is skipped.
 */
export class Outline {
  readonly headings: Heading[] = [];
  #open: number[] = [];

  /**
   * @param level in the source, 1 to 6.
   * @param name its anchor in the source, or null.
   */
  add(level: number, text: string, name: string | null = null): Heading {
    this.#open = [...this.#open.filter((wider) => wider < level), level];
    const depth = Math.min(this.#open.length, MAX_DEPTH);
    const heading = { id: name ?? `s${this.headings.length + 1}`, text, depth };
    this.headings.push(heading);
    return heading;
  }
}
