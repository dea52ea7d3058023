import { articleOf } from "./article-number.ts";

/** LEGI's day for « later, on a day not yet known », of a deferred version. */
export const UNKNOWN_DAY = "2222-02-22";
/** LEGI's day for none: no end, or a start that was never dated. */
export const NO_DAY = "2999-01-01";

/** A version as files list it: days are `YYYY-MM-DD`, as LEGI writes them. */
export interface ListedVersion {
  readonly legiarti: string;
  readonly num: string;
  readonly etat: string;
  readonly debut: string;
  readonly fin: string;
}

/** What modified a version of an article. */
export interface Amendment {
  /** Key of the norm (`/v1/normes/{cle}`); null when its number is not given. */
  readonly cle: string | null;
  /** As LEGI writes it: « Loi n°2019-1479 du 28 décembre 2019 - art. 4 (V) ». */
  readonly texte: string;
}

/**
 * Whether a version was never in force. Days alone decide, but for this state: such a version may keep an end that was
 * set before its start was put off.
 */
export function isStillBorn({ etat, debut, fin }: Pick<ListedVersion, "etat" | "debut" | "fin">): boolean {
  return etat === "MODIFIE_MORT_NE" || fin <= debut;
}

/** The day after the last one; null for an end that is unknown or none. */
export function endOf(fin: string): string | null {
  return fin >= UNKNOWN_DAY ? null : fin;
}

/**
 * The number of an article, as citations write it, from LEGI's: `L80 A` gives `L. 80 A`, `R*196-1` gives `R.* 196-1`. What
 * the grammar does not read whole stays as it is (« 28 à 30 »); null without a number.
 */
export function articleOfNum(num: string): string | null {
  const written = num.normalize("NFKC").replace(/\s+/g, " ").trim();
  if (written === "") return null;
  // No subdivision: LEGI's « 371-1 » is an article of its own.
  const article = articleOf(written, false);
  return bare(article) === bare(written) || article === "1er" ? article : written;
}

function bare(number: string): string {
  return number.replace(/[. ]/g, "");
}

/** Key of an article in its code: decrees in Council of State have it with or without their star. */
export function articleKey(article: string): string {
  return article.replace(".*", ".");
}

/** Address of a version on Légifrance. */
export function officialVersionUrl(legiarti: string): string {
  return `https://www.legifrance.gouv.fr/codes/article_lc/${legiarti}`;
}

/** An archive of LEGI, as coverage sees it. */
export interface LawArchive {
  readonly name: string;
  readonly stamp: string;
  readonly kind: "global" | "increment";
  /** Texts read from it (`LEGITEXT…`). */
  readonly codes: readonly string[];
  readonly fault: string | null;
}

/** How far the law held reaches. */
export interface LawCoverage {
  /** Day of the last archive before the first gap; null while no global archive is applied. */
  readonly jusqu_au: string | null;
  /** Archives that are missing or refused, in order. */
  readonly trous: readonly string[];
}

export const NO_LAW: LawCoverage = { jusqu_au: null, trous: [] };

/** @param asked the texts that archives must have been read for. */
export function lawCoverageOf(archives: readonly LawArchive[], asked: readonly string[]): LawCoverage {
  const isApplied = ({ codes }: LawArchive) => asked.every((code) => codes.includes(code));
  const inOrder = archives.toSorted((one, other) => (one.stamp < other.stamp ? -1 : 1));
  const base = inOrder.findLast((archive) => archive.kind === "global" && isApplied(archive));
  if (base === undefined) return NO_LAW;
  const since = inOrder.filter(({ stamp }) => stamp >= base.stamp);
  const missing = since.filter((archive) => archive.kind === "increment" && !isApplied(archive));
  const firstGap = missing[0]?.stamp ?? "9";
  const last = since.findLast((archive) => archive.stamp < firstGap && isApplied(archive)) ?? base;
  return { jusqu_au: dayOfStamp(last.stamp), trous: missing.map(({ name }) => name) };
}

/** The day of a stamp `20260527-213012`, in Paris as DILA writes it. */
export function dayOfStamp(stamp: string): string {
  return stamp.replace(/^(\d{4})(\d{2})(\d{2}).*$/, "$1-$2-$3");
}
