/** A numbered paragraph (§) as two texts are compared by it. */
export interface ComparedParagraph {
  readonly numero: string;
  /** Headings that it stands under. */
  readonly section: readonly string[];
  readonly texte: string;
  /** Of `texte`: equal for two texts that differ by white space alone. */
  readonly fingerprint: string;
}

/** One wording of a document, ready to be compared with another. */
export interface ComparedText {
  /** All of it, without the numbers of §. */
  readonly texte: string;
  /** In the order of the text. */
  readonly paragraphs: readonly ComparedParagraph[];
  /** What stands in no numbered §: introduction, headings, annexes. */
  readonly outside: string;
  readonly outsideFingerprint: string;
}

/** Where a numbered paragraph lies in a text, as UTF-16 offsets. */
interface Span {
  readonly numero: string;
  readonly section: readonly string[];
  readonly start: number;
  readonly end: number;
}

/**
 * A stored text, cut for its comparison.
 * @param spans its numbered paragraphs, in the order of the text.
 */
export function comparedText(
  texte: string,
  spans: readonly Span[],
  fingerprintOf: (texte: string) => string,
): ComparedText {
  const paragraphs = spans.map(({ numero, section, start, end }) => {
    const own = texte.slice(start, end);
    return { numero, section, texte: own, fingerprint: fingerprintOf(own) };
  });
  const outside = outsideOf(texte, spans);
  return { texte, paragraphs, outside, outsideFingerprint: fingerprintOf(outside) };
}

/** The stretches between the spans, a blank line apart. */
function outsideOf(texte: string, spans: readonly Span[]): string {
  const ends = [0, ...spans.map(({ end }) => end)];
  const starts = [...spans.map(({ start }) => start), texte.length];
  return ends
    .map((end, rank) => texte.slice(end, starts[rank]).trim())
    .filter((stretch) => stretch !== "")
    .join("\n\n");
}
