/** A heading of a document, as its table of contents lists it. */
export interface Heading {
  readonly id: string;
  readonly text: string;
  /** 1 for the widest. */
  readonly depth: number;
}

/** Deepest heading of HTML, under the `h1` of the page. */
const MAX_DEPTH = 5;

/**
 * Gives headings their depth under the title of the page. The source skips levels (`h1`, then `h3`): a heading is
 * one deeper than the nearest wider one above it, so that none is skipped.
 */
export class Outline {
  readonly headings: Heading[] = [];
  #open: number[] = [];

  /**
   * @param level of the source, 1 to 6.
   * @param name that the source gives it, or null.
   */
  add(level: number, text: string, name: string | null = null): Heading {
    this.#open = [...this.#open.filter((wider) => wider < level), level];
    const depth = Math.min(this.#open.length, MAX_DEPTH);
    const heading = { id: name ?? `s${this.headings.length + 1}`, text, depth };
    this.headings.push(heading);
    return heading;
  }
}
