import { sameWords } from "../../../bofip/citations/words/folded.ts";
import type { QuotedText } from "../../../bofip/citations/words/nearest-words.ts";
import type { FoundPlace, QuotedWords } from "../../../bofip/citations/words/quoted-words.ts";
import { type ParagraphSpan, paragraphText } from "../../../bofip/paragraphs/paragraphs.ts";
import { oncePer } from "../../../bofip/reading/cursor.ts";
import { fingerprint, labelOf } from "../../../bofip/text/characters.ts";
import { EngineUnavailable } from "../../../db/engine/unavailable.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { readEditionTexts } from "../../../db/queries/citations/editions.ts";
import { readTitlesEnding } from "../../../db/queries/citations/named.ts";
import { readNewsTexts } from "../../../db/queries/news.ts";
import type { LocatedQuotations, QuotationTask } from "./check-task.ts";
import type { FoundCitation } from "./edition.ts";
import { type CitedNumbers, rangesCited } from "./paragraphs.ts";

/** Texts read by one statement: the longest have about 90,000 characters. */
const TEXTS_A_STATEMENT = 25;

/** What to read from one stored text. */
export interface TextNeeds {
  readonly source: TextSource;
  readonly quotations: readonly NeededQuotation[];
  /** Numbers of the § whose fingerprints are needed. */
  readonly numbers: ReadonlySet<string>;
}

/** A text by where it is stored; a wording that its edition does not show has been read already. */
export type TextSource = {
  /** Title of its document. */
  readonly titre: string;
} & (
  | { readonly kind: "edition"; readonly editionId: number; readonly spans: readonly ParagraphSpan[] }
  | { readonly kind: "news"; readonly id: string }
  | {
      readonly kind: "wording";
      readonly editionId: number;
      readonly empreinte: string;
      readonly text: SpannedText;
    }
);

interface SpannedText extends Omit<QuotedText, "titre"> {
  readonly spans: readonly ParagraphSpan[];
}

interface NeededQuotation {
  /** Rank of the citation next to it. */
  readonly rank: number;
  readonly quote: string;
  readonly cited: CitedNumbers;
}

/** Words quoted for the citation of a rank, as a text has them. */
interface ComparedWords extends Pick<NeededQuotation, "rank" | "quote"> {
  readonly found: QuotedWords | null;
}

/** What was read of one text. */
export interface TextFindings {
  readonly source: TextSource;
  /** For the quotations, in their order; null for one that could not be compared. */
  readonly words: readonly ComparedWords[];
  /** By number. */
  readonly prints: ReadonlyMap<string, string>;
  /** Where the free quotations are; null for those that the text does not contain. */
  readonly places: readonly (FreePlace | null)[];
}

export interface FreePlace extends FoundPlace {
  /** Fingerprint of the § or of the text. */
  readonly empreinte: string;
}

export interface ReadingTools {
  readonly database: Database;
  /** @throws {EngineUnavailable} past the time limit, in milliseconds. */
  readonly locate: (task: QuotationTask, timeLimitMs: number) => Promise<LocatedQuotations>;
  /** A time of `performance.now()`. */
  readonly deadline: number;
}

/**
 * Reads stored texts, each once and a few at a time, for needed quotations and fingerprints, and for `free` quotations.
 * Texts not read by the deadline are missing.
 */
export async function readWords(
  { database, locate, deadline }: ReadingTools,
  needs: readonly TextNeeds[],
  free: readonly string[],
): Promise<TextFindings[]> {
  const findings: TextFindings[] = [];
  for (let from = 0; from < needs.length && performance.now() < deadline; from += TEXTS_A_STATEMENT) {
    const some = needs.slice(from, from + TEXTS_A_STATEMENT);
    const texts = await loadTexts(
      database,
      some.map(({ source }) => source),
    );
    for (const [index, { source, quotations, numbers }] of some.entries()) {
      const text = texts[index];
      const left = deadline - performance.now();
      if (!text || left <= 0) continue;
      const asked = quotations.map(({ quote, cited }) => ({ quote, cited }));
      const task = { text: { ...text, titre: source.titre }, quotations: asked, free };
      const located = await locateInTime(locate, task, left);
      if (located === null) continue;
      findings.push({
        source,
        words: quotations.map(({ rank, quote }, each) => ({
          ...{ rank, quote },
          found: located.words[each] ?? null,
        })),
        prints: new Map([...numbers].flatMap((numero) => printOf(text, numero))),
        places: located.places.map((place) => place && withPrint(text, place)),
      });
    }
  }
  return findings;
}

const NOTHING: LocatedQuotations = { words: [], places: [] };

async function locateInTime(
  locate: ReadingTools["locate"],
  task: QuotationTask,
  timeLimitMs: number,
): Promise<LocatedQuotations | null> {
  if (task.quotations.length + task.free.length === 0) return NOTHING;
  try {
    return await locate(task, timeLimitMs);
  } catch (error) {
    if (error instanceof EngineUnavailable) return null;
    throw error;
  }
}

async function loadTexts(
  database: Database,
  sources: readonly TextSource[],
): Promise<(SpannedText | null)[]> {
  const [editions, news] = await Promise.all([
    readEditionTexts(
      database,
      sources.flatMap((source) => (source.kind === "edition" ? source.editionId : [])),
      ["texte"],
    ),
    readNewsTexts(
      database,
      sources.flatMap((source) => (source.kind === "news" ? source.id : [])),
    ),
  ]);
  const newsTexts = new Map(news.map(({ id, texte }) => [id, texte]));
  return sources.map((source) => {
    if (source.kind === "wording") return source.text;
    const texte = source.kind === "news" ? newsTexts.get(source.id) : editions.get(source.editionId)?.texte;
    if (texte === undefined) return null;
    return { texte, spans: source.kind === "news" ? [] : source.spans };
  });
}

function printOf({ texte, spans }: SpannedText, numero: string): [string, string][] {
  const paragraph = paragraphText(texte, spans, numero);
  return paragraph === null ? [] : [[numero, fingerprint(paragraph)]];
}

function withPrint(text: SpannedText, place: FoundPlace): FreePlace {
  const paragraph = place.numero === null ? null : paragraphText(text.texte, text.spans, place.numero);
  return { ...place, empreinte: fingerprint(paragraph ?? text.texte) };
}

/** A citation's words are as exact as its worst quotation, and leave out what each does; null if one is not compared. */
export function worstOf(words: readonly (QuotedWords | null)[]): QuotedWords | null {
  if (words.includes(null)) return null;
  const each = words.flatMap((found) => found ?? []);
  const [worst] = each.toSorted((one, other) => rankOf(one) - rankOf(other));
  return worst === undefined ? null : { ...worst, omis: each.flatMap(({ omis }) => omis) };
}

/** The worst first: absent, cut where it counts, cut, up to typography, exact. */
function rankOf({ etat, hides }: QuotedWords): number {
  const ranks = { absent: 0, coupee: hides === null ? 2 : 1, equivalent: 3, exact: 4 };
  return ranks[etat];
}

/** « § 130 et 140 », named once: words quoted for both may be in either. */
const LISTED = /^\s?,?\s?(?:(?:et|ou|ainsi que)\s)?(?:(?:aux?|les?|du|des)\s)?[\p{L}\d°-]{0,12}[\s,]{0,2}$/u;

/** § that the quotations next to a citation may be from, by its rank: its own and those of citations listed with it. */
export function numbersQuoted(
  texte: string,
  found: readonly FoundCitation[],
): (rank: number) => CitedNumbers {
  const lists: (readonly FoundCitation[])[] = [];
  let list: FoundCitation[] = [];
  for (const [rank, one] of found.entries()) {
    if (!isListed(texte, found[rank - 1], one)) list = [];
    list.push(one);
    lists.push(list);
  }
  const numbersOf = oncePer((listed: readonly FoundCitation[]) => {
    const cited = listed.map(({ written, paragraphs }) => rangesCited(written, paragraphs));
    return cited.some((numbers) => numbers.length === 0) ? [] : [...new Set(cited.flat())];
  });
  return (rank) => numbersOf(lists[rank] ?? []);
}

function isListed(texte: string, one: FoundCitation | undefined, next: FoundCitation | undefined): boolean {
  if (!one || !next || one.written.nameStart === null || one.written.numero === null) return false;
  if (one.written.nameStart !== next.written.nameStart) return false;
  return LISTED.test(texte.slice(one.written.end, next.written.start));
}

/** No title is longer, in characters. */
const LONGEST_TITLE = 300;
/** How many quotations of one text are looked for among titles. */
const MOST_SOUGHT = 20;

/** By rank, the other document in force whose title is quoted, for the first quotations that cited texts do not have. */
export async function findOtherTitles(
  database: Database,
  found: readonly FoundCitation[],
  findings: readonly TextFindings[],
): Promise<ReadonlyMap<number, string>> {
  const absent = findings
    .flatMap(({ words }) => words)
    .filter((each) => each.found?.etat === "absent" && each.quote.length <= LONGEST_TITLE)
    .slice(0, MOST_SOUGHT);
  const alike = await readTitlesEnding(
    database,
    absent.map(({ quote }) => quote),
  );
  return new Map(
    absent.flatMap(({ rank, quote }) => {
      const cited = found[rank]?.written.boiId;
      const other = alike.find(({ boiId, titre }) => boiId !== cited && isTitle(quote, titre));
      return other === undefined ? [] : [[rank, other.boiId] as const];
    }),
  );
}

function isTitle(quote: string, titre: string): boolean {
  return [titre, labelOf(titre)].some((title) => sameWords(title, quote));
}
