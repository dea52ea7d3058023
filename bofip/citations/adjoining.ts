import { countWords, isLong, OPENS, type Quote, type QuotePlace, quoteAt, readQuotes } from "./quotes.ts";

interface ReadQuotations {
  /** Quotations next to a citation, by that citation's rank, in text order. */
  readonly adjoining: ReadonlyMap<number, readonly Quote[]>;
  /** Quotations next to no citation, in text order. */
  readonly free: readonly Quote[];
}

type Place = QuotePlace;

const LETTERS = String.raw`[\p{L}\s,'’]`;
const SAYING = String.raw`(?:qu['’]|(?:(?<!\p{L})(?:que|dit|précise|indique|énonce|écrit|retient|vise|exige|prévoit|dispose|impose|admet|ajoute|rappelle|souligne|affirme|soutient|mentionne|lequel|laquelle|duquel|desquels|quoi))|:)`;
/** Between a citation and the quotation it introduces: « , précise que », « : », « , qui fixe le seuil à », « ? ». */
const SAYS = new RegExp(
  String.raw`[\s,)\]]{0,4}(?:${LETTERS}{0,80}${SAYING}|${LETTERS}{0,80}(?:ce qui suit|comme suit|ainsi)[ .]{0,2}|\?|(?:qui|selon|dont|où|en vertu|aux termes)(?!\p{L})${LETTERS}{0,80})?\s{0,3}(?=${OPENS})`,
  "uy",
);
/** The sentence continues up to words long enough to be quoted from the citation: « , ils sont réservés ». */
const GOES_ON = new RegExp(`[^.!?…;:«»“”"‹›<>]{1,80}(?=${OPENS})`, "uy");
const OPENING_MARK = new RegExp(OPENS, "u");
const EMPTY_LINE = /\n[^\S\n]*\n/;

const LEADING_WORDS = String.raw`(?:(?:cf|voir|v|voy|not|source|selon|suivant|d['’]après|in|extraits?|comme|ainsi|en ce sens|aux?|du|de|des|le|la|les|sous|par|dans|termes|doctrine|administrative|commentaires?|documents?|référence|instruction|rescrit|publiée?s?|n°|BOFiP(?:-Impôts)?|précise|indique|énonce|rappelle|prévoit|dispose|souligne|dit|écrit|note|que|voilà ce que|lit-on|peut-on lire|[IVX]{1,5}(?:[-.][A-Za-z\d]{1,2}°?){0,6})(?![\p{L}\d])[\s.:,]{0,3}|l['’]){1,8}`;
/** What separates words from the citation that follows them, and leaves no doubt: « (cf. II-A ». */
const ENCLOSED = new RegExp(String.raw`^[.,]?[\s>]{0,8}[([—–-]\s?(?:${LEADING_WORDS})?$`, "iu");
/** « , comme l'indique le », before the citation that follows. */
const CITED = new RegExp(String.raw`^[\s,:]{0,4}${LEADING_WORDS}$`, "iu");
/** A line that only names the source of the words above. */
const SOURCE_LINE =
  /^[.,]?[\s>]{0,8}\n[^\S\n]{0,3}(?:[—–-]\s?)?(?:source|réf|référence|extrait)s?(?!\p{L})[^\n]{0,40}$/iu;
/** A sentence that begins by naming the source of the one before: « . C'est le », « . Cf. ». */
const SOURCE_SENTENCE = new RegExp(
  String.raw`^[.!…]\s(?:(?:sources?|réf(?:érence)?s?|extrait|cf|v|voir)(?!\p{L})[\s.:]{0,4}|c['’]est\s)(?:${LEADING_WORDS})?$`,
  "iu",
);
/** A comma or a space alone. */
const BESIDE = /^[\s,:>]{0,8}$/;
const END_OF_LINE = /[ \t\u200b]{0,4}[.)\]]?[ \t\u200b]{0,4}(?:\n|$)/y;
/** Where the sentence of a quotation ends, or that of an object, a row or an item. */
const BREAK = /[.!?…][)\]]?\s+(?=[\p{Lu}«“"‘])|;(?=\s)|[{}«»“”]|\n(?<!(?:^|"),\n)(?![^\S\n]*\p{Ll})/u;
/** What the marks of Markdown leave. */
const ZERO_WIDTH = /\u200b/g;
const LONGEST_GAP = 60;
/** Enough characters to tell four words, whatever a quotation holds. */
const FIRST_WORDS = 120;
/** What OPENS looks at, after the words before it. */
const LONGEST_MARK = 3;

/** Between two quotations for one citation: « a » et « b ». */
const AND = /^\s{0,2},?\s{0,2}(?:(?:et|ou|puis|ainsi que|mais|et aussi)\s{1,2}(?:que?\s|qu['’])?)?$/u;

/** A quotation without any word only marks an omission: « […] ». */
const HAS_WORDS = /[\p{L}\p{N}]/u;

/**
 * Reads the quotations of a text and links each to one adjacent citation at most, which may have several. The inside of
 * an unlinked quotation that contains citations, given in text order, is read like the text around it.
 */
export function readQuotations(
  texte: string,
  citations: readonly Place[],
  quotes: readonly Place[] = readQuotes(texte),
): ReadQuotations {
  const found = attributed(texte, citations, quotes);
  const adjoining = new Map<number, Quote[]>();
  const free: Quote[] = [];
  for (const { place, rank } of found) {
    const quote = quoteAt(texte, place);
    if (!HAS_WORDS.test(quote.texte)) continue;
    if (rank === null) {
      if (isLong(quote.texte)) free.push(quote);
      continue;
    }
    const own = adjoining.get(rank) ?? [];
    own.push(quote);
    adjoining.set(rank, own);
  }
  return { adjoining, free };
}

interface Attributed {
  readonly place: Place;
  /** Rank of the linked citation, or null. */
  rank: number | null;
  readonly isBefore: boolean;
}

function attributed(texte: string, citations: readonly Place[], quotes: readonly Place[]): Attributed[] {
  const found: Attributed[] = [];
  const footnotes = new Footnotes(texte);
  let end = 0;
  for (const place of quotes) {
    if (place.start < end) continue;
    const next = firstFrom(citations, place.end);
    const before = firstFrom(citations, place.start) - 1;
    const note = noted(place, citations, footnotes);
    const own = adjoined(texte, place, citations, { before, next, note });
    // The quotations inside it are read next.
    if (own === null && next - before > 1 && holdsQuotes(texte, place)) continue;
    end = place.end;
    found.push({ place, rank: own, isBefore: own === before });
  }
  return chained(texte, found);
}

function adjoined(
  texte: string,
  quote: Place,
  citations: readonly Place[],
  { before, next, note }: { readonly before: number; readonly next: number; readonly note: number | null },
): number | null {
  const cited = citations[next];
  const after =
    cited && cited.start - quote.end <= LONGEST_GAP ? plainGap(texte, quote.end, cited.start) : null;
  if (after !== null && introduces(after)) return next;
  const lead = citations[before]?.end ?? Number.POSITIVE_INFINITY;
  const isApart = note !== null && texte.slice(lead, quote.start).trim() === "";
  if (!isApart && leads(SAYS, texte, lead, quote.start)) return before;
  if (note !== null) return note;
  if (cited && after !== null && BESIDE.test(after) && (!EMPTY_LINE.test(after) || endsLine(texte, cited)))
    return next;
  if (!isPhrase(texte, quote)) return null;
  if (leads(GOES_ON, texte, lead, quote.start)) return before;
  const ahead = cited === undefined ? null : reachOf(texte, quote.end, cited.start);
  const back = reachOf(texte, lead, quote.start);
  if (back !== null && (ahead === null || back < ahead)) return before;
  return ahead === null ? null : next;
}

/** How far a citation and a quotation of one sentence stand from each other; null for two sentences. */
function reachOf(texte: string, from: number, to: number): number | null {
  if (from > to || to - from > LONGEST_GAP) return null;
  return BREAK.test(texte.slice(from, to + 1)) ? null : to - from;
}

/** Whether the text between words and the citation that follows them gives it as their source. */
function introduces(gap: string): boolean {
  if (ENCLOSED.test(gap) || SOURCE_LINE.test(gap) || SOURCE_SENTENCE.test(gap)) return true;
  return CITED.test(gap) && !EMPTY_LINE.test(gap);
}

function endsLine(texte: string, { end }: Place): boolean {
  END_OF_LINE.lastIndex = end;
  return END_OF_LINE.test(texte);
}

/** The first citation of the footnote that words call, or null. */
function noted(quote: Place, citations: readonly Place[], footnotes: Footnotes): number | null {
  const notes = footnotes.calledAt(quote.end);
  const note = notes[firstFrom(notes, quote.end)];
  if (note === undefined) return null;
  const rank = firstFrom(citations, note.start);
  return (citations[rank]?.end ?? Number.POSITIVE_INFINITY) <= note.end ? rank : null;
}

/** Whether words may be quoted from the citation that their sentence names: fewer may be any expression. */
function isPhrase(texte: string, { start, end }: Place): boolean {
  return countWords(texte.slice(start, Math.min(end, start + FIRST_WORDS))) >= 4;
}

/** Links to the same citation the quotations that « et » joins to one already linked. */
function chained(texte: string, found: Attributed[]): Attributed[] {
  const joins = (one: Attributed | undefined, other: Attributed | undefined) =>
    one !== undefined && other !== undefined && AND.test(gapOf(texte, one, other));
  found.forEach((each, index) => {
    const last = found[index - 1];
    if (each.rank === null && last?.isBefore && joins(last, each))
      found[index] = { ...last, place: each.place };
  });
  for (let index = found.length - 2; index >= 0; index -= 1) {
    const each = found[index];
    const next = found[index + 1];
    if (each?.rank === null && next && !next.isBefore && next.rank !== null && joins(each, next))
      found[index] = { ...next, place: each.place };
  }
  return found;
}

function gapOf(texte: string, one: Attributed, other: Attributed): string {
  return plainGap(texte, one.place.end, Math.min(other.place.start, one.place.end + LONGEST_GAP));
}

/** Whether the text between two offsets matches a pattern, without an empty line except at its end. */
function leads(pattern: RegExp, texte: string, from: number, to: number): boolean {
  if (from > to || to - from > 2 * LONGEST_GAP) return false;
  const gap = plainGap(texte, from, to);
  pattern.lastIndex = 0;
  if (!pattern.test(gap + texte.slice(to, to + LONGEST_MARK)) || pattern.lastIndex !== gap.length)
    return false;
  return !EMPTY_LINE.test(gap.trimEnd());
}

function plainGap(texte: string, from: number, to: number): string {
  return texte.slice(from, to).replace(ZERO_WIDTH, "");
}

function holdsQuotes(texte: string, { start, end }: Place): boolean {
  const inside = texte.slice(start + 1, end - 1);
  return OPENING_MARK.test(inside);
}

/** Rank of the first place that starts at or after an offset (binary search; places are in text order). */
function firstFrom(places: readonly Place[], offset: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle]?.start ?? offset) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** UTF-16 offsets. */
interface Note {
  readonly start: number;
  readonly end: number;
}

const MARK = String.raw`(?:\[\^?(\d{1,3})\]|\((\d{1,3})\)|([⁰¹²³⁴-⁹]{1,3}))`;
/** Just after words: « […] », « (1) », « ¹ ». */
const CALL = new RegExp(String.raw`^[.,;]?\s?${MARK}`, "u");
/** A line that begins with the mark of a note, or one of a list: « 1. » is called by « [1] ». */
const NOTE = new RegExp(String.raw`(?<![^\n])[^\S\n]{0,8}(?:${MARK}:?|(\d{1,3})\.\s)[^\n]*`, "gu");
const LONGEST_CALL = 8;

/** The footnotes of a text, by their marks: `[^1]`, `[1]`, `(1)`, `¹`. */
class Footnotes {
  readonly #texte: string;
  readonly #notes = new Map<string, Note[]>();

  constructor(texte: string) {
    this.#texte = texte;
    for (const line of texte.matchAll(NOTE)) {
      const mark = markOf(line);
      const note = { start: line.index, end: line.index + line[0].length };
      const same = this.#notes.get(mark);
      if (same === undefined) this.#notes.set(mark, [note]);
      else same.push(note);
    }
  }

  /** The notes, in text order, of the mark that stands at an offset; none without a mark. */
  calledAt(offset: number): readonly Note[] {
    const call = CALL.exec(this.#texte.slice(offset, offset + LONGEST_CALL));
    return call === null ? [] : (this.#notes.get(markOf(call)) ?? []);
  }
}

/** One for `[1]`, `[^1]` and « 1. ». */
function markOf([, bracket, parenthesis, raised, listed = bracket]: RegExpMatchArray): string {
  if (listed !== undefined) return `[${listed}`;
  return parenthesis === undefined ? `^${raised}` : `(${parenthesis}`;
}
