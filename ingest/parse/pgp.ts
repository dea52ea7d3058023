import type { Citation, Reference } from "./references.ts";

/** Identifier of the document, or of the actualité, of each PGP number, as far as the corpus is known. */
export interface PgpNames {
  get(pgp: number): string | undefined;
}

/** Days of documents and actualités, as far as the corpus is known. */
export interface PgpDays {
  /** Start of the edition in force on the day `on`, or the day of an actualité, `YYYY-MM-DD`; null when not held. */
  dayOf(pgp: number, on: string): string | null;
}

/** What a document links to by numbers alone: relations of its metadata, and what the corpus knows of them. */
export interface PgpContext {
  readonly relations: readonly number[];
  readonly names: PgpNames;
  /** Absent when no day is known. */
  readonly days?: PgpDays;
}

export const NO_PGP: PgpContext = { relations: [], names: new Map() };

/** A PGP number that an edition links to, and its document: null when unknown, and derived again once it is known. */
export interface PgpLink {
  readonly pgp: number;
  readonly target: string | null;
}

/** Resolves the citations whose number is known; drops those that turn out to be of `self`. */
export function resolveCitations(
  citations: readonly Citation[],
  { names }: PgpContext,
  self: string,
): readonly Citation[] {
  return citations
    .map((citation) => ({ ...citation, target: citation.target ?? nameOf(names, citation.pgp) }))
    .filter(({ target }) => target !== self);
}

/** Numbers that the text links to without naming a document, then relations that the text does not link to. */
export function pgpLinksOf(
  citations: readonly Citation[],
  { relations, names }: PgpContext,
): readonly PgpLink[] {
  const linked = new Set(citations.map(({ pgp }) => pgp));
  const unnamed = citations.flatMap(({ target, pgp }) => (target === null && pgp !== null ? [pgp] : []));
  const numbers = new Set([...unnamed, ...relations.filter((pgp) => !linked.has(pgp))]);
  return [...numbers].map((pgp) => ({ pgp, target: nameOf(names, pgp) }));
}

/** Adds the numbers whose days the text gives: it depends on what is known of them too. */
export function withDays(
  links: readonly PgpLink[],
  numbers: readonly number[],
  { names }: PgpContext,
): readonly PgpLink[] {
  const added = numbers.map((pgp) => ({ pgp, target: nameOf(names, pgp) }));
  return [...new Map([...links, ...added].map((link) => [link.pgp, link])).values()];
}

/** The references of the text, then the documents found only in the metadata: without a § or a mention. */
export function withRelations(
  references: readonly Reference[],
  links: readonly PgpLink[],
  self: string,
): readonly Reference[] {
  const cited = new Set([self, ...references.map(({ target }) => target)]);
  const documents = links.flatMap(({ target }) => (target?.startsWith("BOI-") ? [target] : []));
  const added = new Set(documents.filter((target) => !cited.has(target)));
  return [
    ...references,
    ...[...added].map((target) => ({ target, paragraphe: null, mentions: 0, cibles: [] })),
  ];
}

function nameOf(names: PgpNames, pgp: number | null): string | null {
  return pgp === null ? null : (names.get(pgp) ?? null);
}
