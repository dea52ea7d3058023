import type { Quote } from "../../../bofip/citations/quotes.ts";
import type { QuotedWords } from "../../../bofip/citations/words/quoted-words.ts";
import { type ParagraphSpan, paragraphIndex } from "../../../bofip/paragraphs/paragraphs.ts";
import { oncePer } from "../../../bofip/reading/cursor.ts";
import { type FoundCitation, isOpen, type Verdict } from "./edition.ts";
import { keyOf, sourceInForce, sourceOf } from "./needs.ts";
import { judgeSections, numbersCited } from "./paragraphs.ts";
import { type TextFindings, type TextSource, worstOf } from "./text-findings.ts";

/** The result of checking a citation once its text was read. */
export interface JudgedCitation extends FoundCitation {
  readonly verdict: Verdict;
  /** Null when nothing is quoted for it, or nothing was compared. */
  readonly words: QuotedWords | null;
  /** Fingerprint of the cited text, where its citation needs one. */
  readonly print: string | null;
  /** Whether the cited § is in force word for word under its number; null when not requested, or unknown. */
  readonly isUnchanged: boolean | null;
}

interface ReadWords {
  readonly findings: readonly TextFindings[];
  /** The other document whose title is quoted for a citation, by the citation's rank. */
  readonly titles: ReadonlyMap<number, string>;
}

/** Checks everything that each citation states, against what was read of the texts. */
export function judgeCited(
  found: readonly FoundCitation[],
  quotes: ReadonlyMap<number, readonly Quote[]>,
  { findings, titles }: ReadWords,
): JudgedCitation[] {
  const read = new Map(findings.map((each) => [keyOf(each.source), each]));
  return found.map((citation, rank) => {
    const source = sourceOf(citation);
    const quoted = source === null ? [] : (quotes.get(rank) ?? []);
    const own = source === null ? undefined : read.get(keyOf(source));
    const compared = own?.words.flatMap((each) => (each.rank === rank ? [each.found] : [])) ?? [];
    const words = compared.length < quoted.length ? null : worstOf(compared);
    const print = printOf(citation, own);
    const isLate = (quoted.length > 0 && words === null) || print === undefined;
    const verdict = verdictOf(citation, { words, isLate, titled: titles.get(rank) ?? null });
    const isUnchanged = verdict.etat === "remplacee" ? unchanged(citation, source, read) : null;
    return { ...citation, verdict, words, print: print ?? null, isUnchanged };
  });
}

interface JudgedWords {
  readonly words: QuotedWords | null;
  /** Whether something was not compared in time. */
  readonly isLate: boolean;
  /** The other document whose title the words are, or null. */
  readonly titled: string | null;
}

/** The first fault that applies, in the order of the checks. */
function verdictOf(citation: FoundCitation, { words, isLate, titled }: JudgedWords): Verdict {
  const { written, finding, paragraphs, empreinte } = citation;
  if (titled !== null && !BEFORE_TITLES.has(finding.etat))
    return { etat: "titre_inexact", motif: `Les mots entre guillemets sont le titre du ${titled}.` };
  if (!isOpen(finding)) return finding;
  if (empreinte === "inexacte") return { etat: "empreinte_inexacte", motif: WRONG_FINGERPRINT };
  const wrong = judgeSections(written, paragraphs);
  if (wrong !== null) return wrong;
  if (words?.etat === "absent") return { etat: "citation_inexacte", motif: motifOfWords(citation, words) };
  if (words?.hides) return { etat: "citation_tronquee", motif: motifOfCut(words.hides) };
  if (isLate || empreinte === "non_verifiee") return { etat: "non_verifiee", motif: NOT_COMPARED };
  if (citation.unread.length > 0) return { etat: "partielle", motif: UNREAD };
  return finding;
}

/** What is told before the title. */
const BEFORE_TITLES: ReadonlySet<string> = new Set([
  "non_verifiable",
  "document_inconnu",
  "edition_non_detenue",
  "lien_contradictoire",
]);

const UNREAD = "Ce qui est lu est juste, mais une partie n'a pas été lue ou comparée : voir « non_lus ».";
const WRONG_FINGERPRINT = "L'empreinte n'est celle d'aucune rédaction détenue du texte cité, ni du § cité.";
const NOT_COMPARED =
  "Cette citation n'a pas été comparée au texte en entier dans le temps imparti : vérifiez-la à part.";

function motifOfWords({ written: { numero, numeroFin }, news }: FoundCitation, words: QuotedWords): string {
  const range = numeroFin === null ? `au § ${numero}` : `aux § ${numero} à ${numeroFin}`;
  const whole = news === null ? "dans le texte cité" : "dans cette actualité";
  const place = numero === null ? whole : range;
  const elsewhere = words.numero === null ? "" : ` : ils sont au § ${words.numero}`;
  return `Les mots entre guillemets ne se trouvent pas ${place}${elsewhere}.`;
}

function motifOfCut(hides: string): string {
  return `Les points de suspension laissent de côté ${hides} : citez ces mots (« omis » de citation_textuelle).`;
}

/** Null when its citation needs none; undefined when it was not read in time. */
function printOf(
  { written, finding: { edition }, wording }: FoundCitation,
  own: TextFindings | undefined,
): string | null | undefined {
  if (edition === null || (!edition.isContested && wording === null)) return null;
  const isOne = written.numero !== null && written.numeroFin === null;
  if (!isOne) return wording?.empreinte ?? edition.empreinte;
  return own === undefined ? undefined : (own.prints.get(written.numero ?? "") ?? null);
}

function unchanged(
  citation: FoundCitation,
  source: TextSource | null,
  read: ReadonlyMap<string, TextFindings>,
): boolean | null {
  const { written, paragraphs, paragraphsInForce } = citation;
  const inForce = sourceInForce(citation);
  if (written.numero === null || source === null || inForce === null || paragraphsInForce === null)
    return null;
  const before = read.get(keyOf(source));
  const now = read.get(keyOf(inForce));
  if (before === undefined || now === undefined) return null;
  const range = { de: written.numero, a: written.numeroFin ?? written.numero };
  const [own, other] = [paragraphIndex(paragraphs.spans), paragraphIndex(paragraphsInForce.spans)];
  const [from, to] = own.placesWithin(range);
  if (own.isRising && other.isRising && from < to) {
    const [otherFrom, otherTo] = other.placesWithin(range);
    const changes = changesBetween(before)(now);
    return to - from === otherTo - otherFrom && changes[from] === changes[to];
  }
  const numbers = numbersCited(written, paragraphs);
  if (numbers.join() !== numbersCited(written, paragraphsInForce).join()) return false;
  return numbers.every((numero) => before.prints.get(numero) === now.prints.get(numero));
}

/** How many § of a text stand before each place in number order that another text has not, or not in the same words. */
const changesBetween = oncePer(({ source, prints }: TextFindings) =>
  oncePer((now: TextFindings) => {
    let changes = 0;
    const isChanged = (numero: string) => prints.get(numero) !== now.prints.get(numero);
    const counts = paragraphIndex(spansOf(source)).numbers.map((numero) => {
      changes += isChanged(numero) ? 1 : 0;
      return changes;
    });
    return [0, ...counts];
  }),
);

function spansOf(source: TextSource): readonly ParagraphSpan[] {
  if (source.kind === "news") return [];
  return source.kind === "edition" ? source.spans : source.text.spans;
}
