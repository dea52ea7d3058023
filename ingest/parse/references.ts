import { findIdentifiers, readPermalink, splitIdentifier } from "../../bofip/identifiers/identifier.ts";
import { paragraphReader } from "../../bofip/paragraphs/paragraphs.ts";
import type { ReferenceTarget } from "../../db/schema/documents.ts";
import type { Link, Paragraphe, ReadText } from "./read-text.ts";
import type { CitedPlaces, Place } from "./references/places.ts";

/** A document, or an actualité, that a document cites. */
export interface Reference {
  /** Identifier without the date. */
  readonly target: string;
  /** Number of the first numbered paragraph that cites it, null when none does. */
  readonly paragraphe: string | null;
  readonly mentions: number;
  /** For each mention, the § that contains it and what it names of the document. */
  readonly cibles: readonly ReferenceTarget[];
}

export interface References {
  /** Documents cited, in order of first mention. */
  readonly references: readonly Reference[];
  /** Actualités cited (`ACTU-…`). */
  readonly actualites: readonly Reference[];
}

/** One mention of another document, and its position in the text. */
export interface Citation {
  /** Null when only the link's PGP number identifies the document. */
  readonly target: string | null;
  readonly pgp: number | null;
  readonly start: number;
  readonly places: readonly Place[];
}

/** Every mention of another document, in order: links' targets, and identifiers of the text not inside such a link. */
export function findCitations(body: ReadText, cited: CitedPlaces, self: string): readonly Citation[] {
  const linked = body.links.flatMap((link) => citationOfLink(link, body.texte, cited));
  const mentions = findIdentifiers(body.texte).map(({ written, start }) => {
    const { id, date } = splitIdentifier(written);
    return { target: id, pgp: null, start, places: cited.ofName(start, written, date) };
  });
  return [...linked, ...withoutLinked(mentions, body.links)]
    .filter((citation) => citation.target !== self)
    .sort((a, b) => a.start - b.start);
}

/** Groups mentions by target; a mention outside the numbered paragraphs has none, one without target is left out. */
export function groupReferences(
  citations: readonly Citation[],
  paragraphes: readonly Paragraphe[],
): References {
  const byTarget = new Map<string, Counted>();
  const paragrapheAt = paragraphReader(paragraphes);
  for (const { target, start, places } of citations) {
    if (target !== null) count(byTarget, target, places, paragrapheAt(start));
  }
  const cited = [...byTarget.values()];
  return {
    references: cited.filter(({ target }) => target.startsWith("BOI-")),
    actualites: cited.filter(({ target }) => !target.startsWith("BOI-")),
  };
}

function citationOfLink(link: Link, texte: string, cited: CitedPlaces): Citation[] {
  const { pgp, identifier } = readPermalink(link.href);
  const [words] = findIdentifiers(texte.slice(link.start, link.end));
  const target = identifier?.id ?? (words === undefined ? null : splitIdentifier(words.written).id);
  if (target === null && pgp === null) return [];
  const edition = identifier?.date ?? null;
  const places =
    words === undefined
      ? [cited.ofLink(link, edition)]
      : cited.ofName(link.start + words.start, words.written, edition);
  return [{ target, pgp, start: link.start, places }];
}

/** The mentions not already counted as links. Both lists are in the order of the text. */
function withoutLinked(written: readonly Citation[], links: readonly Link[]): Citation[] {
  let next = 0;
  return written.filter(({ start }) => {
    while ((links[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next += 1;
    const link = links[next];
    return link === undefined || start < link.start;
  });
}

interface Counted extends Reference {
  readonly cibles: ReferenceTarget[];
}

function count(
  counted: Map<string, Counted>,
  target: string,
  places: readonly Place[],
  depuis: string | null,
): void {
  const { paragraphe = null, mentions = 0, cibles = [] } = counted.get(target) ?? {};
  cibles.push(...places.map((place) => ({ depuis, ...place })));
  counted.set(target, { target, paragraphe: paragraphe ?? depuis, mentions: mentions + 1, cibles });
}
