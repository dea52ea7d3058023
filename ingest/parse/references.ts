import { findIdentifiers, readPermalink, splitIdentifier } from "../../db/bofip/identifier.ts";
import type { Link, Paragraphe, ReadText } from "./text.ts";

/** A document, or an actualité, that a document cites. */
export interface Reference {
  /** Identifier without the date. */
  readonly target: string;
  /** Number of the first numbered paragraph that cites it, null when none does. */
  readonly paragraphe: string | null;
  readonly mentions: number;
}

export interface References {
  /** Documents cited, in order of first mention. */
  readonly references: readonly Reference[];
  /** Actualités cited (`ACTU-…`). */
  readonly actualites: readonly Reference[];
}

/** One mention of another document, where it stands in the text. */
export interface Citation {
  /** Null when only the link's PGP number tells which document it is. */
  readonly target: string | null;
  readonly pgp: number | null;
  readonly start: number;
}

/**
 * Every mention of another document, in the order of the text: the targets of links, and identifiers in the
 * plain text. A link is one mention even when its words are the identifier; `self` is never cited.
 */
export function findCitations(body: ReadText, self: string): readonly Citation[] {
  const linked = body.links.flatMap((link) => citationOfLink(link, body.texte));
  const mentions = findIdentifiers(body.texte).map(({ written, start }) => ({
    target: splitIdentifier(written).id,
    pgp: null,
    start,
  }));
  return [...linked, ...withoutLinked(mentions, body.links)]
    .filter((citation) => citation.target !== self)
    .sort((a, b) => a.start - b.start);
}

/** Groups mentions by target; a mention outside the numbered paragraphs has none, one without target is left out. */
export function groupReferences(
  citations: readonly Citation[],
  paragraphes: readonly Paragraphe[],
): References {
  const byTarget = new Map<string, Omit<Reference, "target">>();
  const paragrapheAt = paragraphReader(paragraphes);
  for (const { target, start } of citations) {
    if (target !== null) count(byTarget, target, paragrapheAt(start));
  }
  const cited = [...byTarget].map(([target, rest]) => ({ target, ...rest }));
  return {
    references: cited.filter(({ target }) => target.startsWith("BOI-")),
    actualites: cited.filter(({ target }) => !target.startsWith("BOI-")),
  };
}

function citationOfLink(link: Link, texte: string): Citation[] {
  const { pgp, identifier } = readPermalink(link.href);
  const [words] = findIdentifiers(texte.slice(link.start, link.end));
  const target = identifier?.id ?? (words === undefined ? null : splitIdentifier(words.written).id);
  return target === null && pgp === null ? [] : [{ target, pgp, start: link.start }];
}

/** The mentions that no link has counted already. Both lists are in the order of the text. */
function withoutLinked(written: readonly Citation[], links: readonly Link[]): Citation[] {
  let next = 0;
  return written.filter(({ start }) => {
    while ((links[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next += 1;
    const link = links[next];
    return link === undefined || start < link.start;
  });
}

/** Gives the number of the paragraph at an offset; offsets must not decrease from call to call. */
export function paragraphReader(paragraphes: readonly Paragraphe[]): (offset: number) => string | null {
  let next = 0;
  return (offset) => {
    while ((paragraphes[next]?.end ?? Number.POSITIVE_INFINITY) <= offset) next += 1;
    const paragraphe = paragraphes[next];
    return paragraphe !== undefined && paragraphe.start <= offset ? paragraphe.numero : null;
  };
}

interface Count {
  readonly paragraphe: string | null;
  readonly mentions: number;
}

function count(counts: Map<string, Count>, target: string, paragraphe: string | null): void {
  const seen = counts.get(target);
  counts.set(target, {
    paragraphe: seen?.paragraphe ?? paragraphe,
    mentions: (seen?.mentions ?? 0) + 1,
  });
}
