import { setImmediate as nextTurn } from "node:timers/promises";
import { codePointReader } from "../../../bofip/citations/code-points.ts";
import { parisDay } from "../../../bofip/days/paris-day.ts";
import type { Database } from "../../../db/postgres/database.ts";
import type { FullTextReader } from "../../../search/fulltext/port.ts";
import type { CheckedText } from "../../schemas/answers/citations.ts";
import type { CitationChecker } from "./checker.ts";
import { findCited } from "./find-cited.ts";
import { referencesOfLaw } from "./law-references.ts";
import { needsOf } from "./needs.ts";
import { findFree, MOST_SOUGHT } from "./quotations/free-quotations.ts";
import { findOtherTitles } from "./quotations/other-titles.ts";
import { shownOf, shownQuotation } from "./shown-citation.ts";
import { tallyOf } from "./tally.ts";
import { readWords } from "./text-findings.ts";
import { judgeCited } from "./verdict.ts";

/** The series of identifiers that the corpus holds or names, known now. */
export interface NamedSeries {
  named(): ReadonlySet<string>;
}

export interface CitationDeps {
  readonly database: Database;
  readonly fulltext: FullTextReader;
  readonly citationChecker: CitationChecker;
  readonly domains: NamedSeries;
  readonly clock: () => Date;
  readonly publicUrl: () => string;
}

/** Time limit for comparing fingerprints and words, waits included; an ordinary text takes about 20 ms. */
const CHECK_LIMIT_MS = 3_000;

/**
 * Checks every citation of the doctrine in a text on a day, today by default; the quotations next to none; what looks
 * like a citation but can't be read; the law cited. Nothing of the text is stored.
 * @throws {EngineUnavailable} when too many long texts are waiting.
 */
export async function checkCitations(
  { database, fulltext, citationChecker, domains, clock, publicUrl }: CitationDeps,
  texte: string,
  asked: string | null,
): Promise<CheckedText> {
  const {
    citations: written,
    isCut,
    quotes,
    free,
    unread,
    law,
  } = await citationChecker.read(texte, domains.named());
  const { match, locate } = citationChecker;
  const deadline = performance.now() + CHECK_LIMIT_MS;
  const day = { date: asked ?? parisDay(clock()), isToday: asked === null };
  const found = await findCited(database, written, { day, match, deadline });
  const tools = { database, fulltext, locate, deadline };
  const sought = free.slice(0, MOST_SOUGHT).map((quote) => quote.texte);
  const findings = await readWords(tools, needsOf(texte, found, quotes, sought.length > 0), sought);
  await nextTurn();
  const titles = await findOtherTitles(database, found, findings);
  const judged = judgeCited(found, quotes, { findings, titles });
  const quotations = await findFree(tools, free, judged, findings);
  const references = await referencesOfLaw(database, law);
  const citationAt = placer(texte);
  const quotationAt = placer(texte);
  const lawAt = placer(texte);
  // Of a text full of citations, judging, showing and writing the answer are long: others have their turn in between.
  await nextTurn();
  const citations = judged.map((each) => ({
    ...citationAt(each.written),
    ...shownOf(each, publicUrl()),
    non_lus: each.unread.map(placer(texte)),
  }));
  await nextTurn();
  const entries = {
    citations,
    citations_libres: quotations.map((each) => ({ ...quotationAt(each.quote), ...shownQuotation(each) })),
    non_lues: unread.map(placer(texte)),
    references_droit: references.map(({ place, ...reference }) => ({ ...lawAt(place), ...reference })),
  };
  const checked: CheckedText = {
    date: day.date,
    bilan: tallyOf(entries),
    ...entries,
    ...(isCut ? { tronque: true } : {}),
  };
  await nextTurn();
  return checked;
}

interface Place {
  readonly start: number;
  readonly end: number;
}

/** Converts places of a text, in its order, into those of answers. */
function placer(texte: string): (place: Place) => { debut: number; fin: number; texte: string } {
  const countAt = codePointReader(texte);
  return ({ start, end }) => ({ debut: countAt(start), fin: countAt(end), texte: texte.slice(start, end) });
}
