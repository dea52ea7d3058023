/** A numbered paragraph (§), as compared between two texts. */
export interface ComparedParagraph {
  readonly numero: string;
  /** Headings above it. */
  readonly section: readonly string[];
  readonly texte: string;
  /** Fingerprint of `texte`: equal for two texts that differ only in white space. */
  readonly fingerprint: string;
}

/** One wording of a document, ready to be compared. */
export interface ComparedText {
  /** The whole text, without § numbers. */
  readonly texte: string;
  /** In text order. */
  readonly paragraphs: readonly ComparedParagraph[];
  /** The text outside numbered §: introduction, headings, annexes. */
  readonly outside: string;
  readonly outsideFingerprint: string;
}

/** Span of a numbered paragraph in a text, as UTF-16 offsets. */
interface Span {
  readonly numero: string;
  readonly section: readonly string[];
  readonly start: number;
  readonly end: number;
}

/**
 * Prepares a stored text for comparison.
 * @param spans of its numbered paragraphs, in text order.
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

/** The stretches between the spans, separated by blank lines. */
function outsideOf(texte: string, spans: readonly Span[]): string {
  const ends = [0, ...spans.map(({ end }) => end)];
  const starts = [...spans.map(({ start }) => start), texte.length];
  return ends
    .map((end, rank) => texte.slice(end, starts[rank]).trim())
    .filter((stretch) => stretch !== "")
    .join("\n\n");
}
