import type { ReadCitations, WrittenCitation } from "../../bofip/citations/read-citations.ts";
import { findIdentifiers, readPermalink, splitIdentifier } from "../../bofip/identifiers/identifier.ts";
import { paragraphReader } from "../../bofip/paragraphs/paragraphs.ts";
import { collapse, placeNumber } from "../../bofip/text/contenu-html.ts";
import type { InternalReference, ReferenceTarget } from "../../db/schema/documents.ts";
import type { Link, Paragraphe, ReadText } from "./read-text.ts";

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

/** The parts of a document that one mention names. */
export type Place = Omit<ReferenceTarget, "depuis">;

/** How far words that tell whose a number is may stand from it, in characters. */
const LONGEST_LEAD = 24;
/** « cf. », « voir », and the numbers listed after it. */
const SENDS_TO = /(?:cf\.?|voir|supra|infra)[\s:,]{0,3}(?:n°s?\s?)?(?:\d{1,4}\s?(?:,|et|ou)\s?){0,2}$/iu;
const OF_ANOTHER = /^[\s,]{0,2}(?:du|de la|des|de l['’])(?!\p{L})/u;

type Named = Pick<WrittenCitation, "numero" | "numeroFin" | "hasSign" | "start" | "end">;

/** The § and the editions that a text names of the documents that it cites, and of itself. */
export class CitedPlaces {
  readonly #body: ReadText;
  readonly #read: ReadCitations;
  readonly #byName: ReadonlyMap<number | null, WrittenCitation[]>;
  /** § not adjacent to any name, in the order of the text. */
  readonly #unnamed: readonly Named[];

  constructor(body: ReadText, read: ReadCitations) {
    this.#body = body;
    this.#read = read;
    this.#byName = Map.groupBy(read.citations, ({ nameStart }) => nameStart);
    this.#unnamed = [...read.lone, ...(this.#byName.get(null) ?? [])].sort(byStart);
  }

  /** The places of the document whose name begins there; the name alone when nothing more is written. */
  ofName(start: number, written: string, edition: string | null): Place[] {
    // A citation may go on where the identifier is not known to: « BOI-IR-PAS-\n50-10 ».
    const named = (this.#byName.get(start) ?? []).filter(({ identifiant }) => identifiant === written);
    if (named.length === 0) return [{ vers: null, jusqua: null, edition, texte: written }];
    return named.map((citation) => ({
      vers: citation.numero,
      jusqua: citation.numeroFin,
      edition: citation.edition ?? edition,
      texte: this.#words(citation),
    }));
  }

  /** The place of a document whose link is not worded by its name: « II-A § 130 », else the link's own place. */
  ofLink(link: Link, edition: string | null): Place {
    const inside = this.#unnamed[firstFrom(this.#unnamed, link.start)];
    const own = inside !== undefined && inside.start < link.end ? inside : null;
    const vers = own?.numero ?? placeNumber(link.href);
    return { vers, jusqua: own?.numeroFin ?? null, edition, texte: this.#words(link) };
  }

  /** § of the text itself, named alone or by its own name; « n° » is one in a range, or a § of the text after « cf. ». */
  ofItself(self: string): InternalReference[] {
    const { links, paragraphes } = this.#body;
    const own = this.#read.citations.filter(({ boiId, nameStart }) => nameStart !== null && boiId === self);
    const unnamed = this.#unnamed.filter(({ start }) => {
      const link = links[firstFrom(links, start + 1) - 1];
      return link === undefined || link.end <= start;
    });
    const paragraphAt = paragraphReader(paragraphes);
    const held = new Set(paragraphes.map(({ numero }) => numero));
    const isParagraph = ({ numero, numeroFin, hasSign, start, end }: Named) => {
      if (hasSign) return true;
      const { texte } = this.#body;
      if (OF_ANOTHER.test(texte.slice(end, end + LONGEST_LEAD))) return false;
      const isSentTo = SENDS_TO.test(texte.slice(Math.max(0, start - LONGEST_LEAD), start));
      // « n° 11-18323 » is a decision.
      const isRange = numeroFin !== null && texte.slice(start, end).includes("à");
      return isRange || (isSentTo && held.has(numero ?? ""));
    };
    return [...own, ...unnamed].sort(byStart).flatMap((place) => {
      const { numero } = place;
      const depuis = paragraphAt(place.start);
      return numero === null || !isParagraph(place)
        ? []
        : [{ depuis, vers: numero, texte: this.#words(place) }];
    });
  }

  #words({ start, end }: { readonly start: number; readonly end: number }): string {
    return collapse(this.#body.texte.slice(start, end)).trim();
  }
}

function byStart(one: { readonly start: number }, other: { readonly start: number }): number {
  return one.start - other.start;
}

/** Rank of the first item, in the order of the text, that starts at an offset or behind it. */
function firstFrom(items: readonly { readonly start: number }[], offset: number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((items[middle]?.start ?? offset) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
