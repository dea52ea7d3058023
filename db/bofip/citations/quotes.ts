/** Words between quotation marks. UTF-16 offsets, the marks included. */
export interface Quote {
  readonly start: number;
  readonly end: number;
  /** Without the marks and the white space inside them. */
  readonly texte: string;
}

const MARKS = /[«»“”"]/g;
const CLOSING: Readonly<Record<string, string>> = { "«": "»", "“": "”", '"': '"' };
/** A line that begins with an opening mark goes on with the quote of the line before. */
const LINE_START = /(?:^|\n)[^\S\n]{0,8}$/;
const DEEPEST = 3;

/** The outermost quotes of a text, in its order; a mark that nothing closes opens none. */
export function readQuotes(texte: string): Quote[] {
  const quotes: Quote[] = [];
  let open: { readonly mark: string; readonly start: number; depth: number } | null = null;
  for (const { 0: mark, index } of texte.matchAll(MARKS)) {
    if (open !== null && mark === CLOSING[open.mark]) {
      open.depth -= 1;
      if (open.depth > 0) continue;
      const end = index + 1;
      quotes.push({ start: open.start, end, texte: texte.slice(open.start + 1, index).trim() });
      open = null;
    } else if (open === null || (mark === open.mark && open.depth === DEEPEST)) {
      open = mark in CLOSING ? { mark, start: index, depth: 1 } : null;
    } else if (mark === open.mark && !LINE_START.test(texte.slice(Math.max(0, index - 9), index))) {
      open.depth += 1;
    }
  }
  return quotes.filter((quote) => quote.texte !== "");
}

/** What leads from a citation to the words it is quoted for: « , », « précise que », « : ». */
const LEADS_TO_QUOTE =
  /[\s,)\]]{0,4}(?:[\p{L}\s,'’]{0,60}(?:(?<!\p{L})(?:que|dit|précise|indique|énonce|écrit|retient|vise)|qu['’]|lequel|duquel|:))?\s{0,3}(?=[«“"])/uy;
/** What stands between words and their citation: « (cf. II-A ». */
const LEADS_TO_CITATION =
  /^[\s,:–—([-]{0,6}(?:(?:cf|voir|v|source|selon|d['’]après|in|extraits?|aux?|du|le|la|les|[IVX]{1,5}(?:-[A-Za-z\d]{1,2}°?){0,6})[\s.:,]{1,3}){0,4}$/iu;
const LONGEST_GAP = 60;

/**
 * The quote that adjoins each citation, by the citation's rank: the words that it follows, else those that it leads to.
 * A quote adjoins one citation alone.
 */
export function adjoiningQuotes(
  texte: string,
  citations: readonly { readonly start: number; readonly end: number }[],
): Map<number, Quote> {
  const adjoining = new Map<number, Quote>();
  let next = 0;
  for (const quote of readQuotes(texte)) {
    while ((citations[next]?.start ?? Number.POSITIVE_INFINITY) < quote.end) next += 1;
    let before = next - 1;
    while ((citations[before]?.end ?? 0) > quote.start) before -= 1;
    const rank = followsQuote(texte, quote, citations[next]) ? next : before;
    const isAdjoining = rank === next || leadsTo(texte, citations[rank], quote);
    if (isAdjoining && !adjoining.has(rank)) adjoining.set(rank, quote);
  }
  return adjoining;
}

function followsQuote(
  texte: string,
  { end }: Quote,
  citation: { readonly start: number } | undefined,
): boolean {
  if (citation === undefined || citation.start - end > LONGEST_GAP) return false;
  return LEADS_TO_CITATION.test(texte.slice(end, citation.start));
}

function leadsTo(texte: string, citation: { readonly end: number } | undefined, { start }: Quote): boolean {
  if (citation === undefined) return false;
  LEADS_TO_QUOTE.lastIndex = citation.end;
  return LEADS_TO_QUOTE.test(texte) && LEADS_TO_QUOTE.lastIndex === start;
}
