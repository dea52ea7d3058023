import {
  type ParagraphRange,
  paragraphIndex,
  paragraphSpan,
  paragraphText,
  UntakenParagraphs,
} from "../../../bofip/paragraphs/paragraphs.ts";
import { oncePer } from "../../../bofip/reading/cursor.ts";
import { fingerprint } from "../../../bofip/text/characters.ts";
import {
  type PackedEdition,
  readPackedEditions,
  readPackedPassages,
} from "../../../db/queries/texts/packed.ts";
import { readNamedQuestion } from "../../questions/named-thing.ts";
import type { AskedFilter } from "../../schemas/parameters/filters.ts";
import { editionsInForce } from "../../schemas/parameters/search-query.ts";
import { type EditionDeps, paragraphEditionOf, placeOfParagraph } from "../../texts/edition.ts";
import { articleAnswer } from "../documents/service.ts";
import { findDocumentsIn, type HybridDeps, isProvisional } from "../hybrid/service.ts";
import { citedLawAnswer } from "../law/service.ts";
import { articlesOf } from "../paragraphs/service.ts";
import type { ContextAnswer, ContextElement } from "./answer.ts";
import { type Candidate, fillPack, type Packed } from "./pack.ts";
import { keyOf, type NamedParagraph, type RankedParagraph, rankParagraphs } from "./ranked.ts";

export type ContextDeps = HybridDeps & EditionDeps;

export interface ContextRequest {
  readonly question: string;
  /** Code points of the texts given. */
  readonly budget: number;
  readonly filter: AskedFilter;
  /** `YYYY-MM-DD`; null for today. */
  readonly date: string | null;
}

/** A pack, whether the same question may soon get another one, and `FoundDocuments.version`. */
interface FoundContext {
  readonly answer: ContextAnswer;
  readonly isProvisional: boolean;
  readonly version: string | null;
}

/** How many documents are read for a budget: each adds to the time of the search (docs/meaning.md, « Contexts »). */
const CODE_POINTS_A_DOCUMENT = 2_500;
const FEWEST_DOCUMENTS = 4;
const MOST_DOCUMENTS = 30;
/** How many others are read that the § found send to. */
const MOST_DESTINATIONS = 20;

/**
 * The § that answer a question, whole, within a budget, each with what proves and cites it (contract, « Context for a
 * language model »). After the search, the store is asked twice: for the documents found, then for those that they
 * send to.
 * @throws {EngineUnavailable} as the search
 * @throws {DamagedText}
 */
export async function readContext(
  deps: ContextDeps,
  { question, budget, filter, date }: ContextRequest,
): Promise<FoundContext> {
  const limit = documentsFor(budget);
  const editions = editionsInForce(date ?? undefined);
  const { warnings, ...asked } = await readNamedQuestion(deps, question);
  const { documents, ...search } = await findDocumentsIn(
    deps,
    { ...asked, filter, editions, limit },
    (named) => readPackedPassages(deps.database, named, date),
  );
  const found = new Map(documents.map(({ source }) => [source.boi_id, source]));
  const ranked = chosenAmong(found, rankParagraphs(documents));
  const alone = fillPack(ranked, () => [], budget);
  const others = await readPackedEditions(deps.database, unreadOf(alone.elements, found), date);
  const sentTo = followIn(new Map<string, PackedEdition>([...found, ...others]));
  const { elements, used, omitted } = fillPack(ranked, sentTo, budget);
  const answer = {
    question,
    budget,
    employe: used,
    elements: elements.map((element) => elementOf(deps, element, date)),
    omis: omitted,
    ...(warnings.length === 0 ? {} : { avertissements: [...warnings] }),
  };
  return { answer, isProvisional: isProvisional(search), version: search.version };
}

function documentsFor(budget: number): number {
  const wanted = Math.ceil(budget / CODE_POINTS_A_DOCUMENT);
  return Math.min(MOST_DOCUMENTS, Math.max(FEWEST_DOCUMENTS, wanted));
}

/** The documents that some § send to and that are not read yet, in the order of the § . */
function unreadOf(elements: readonly Chosen[], read: ReadonlyMap<string, PackedEdition>): string[] {
  const named = elements.flatMap(({ edition, numero }) => destinationsOf(edition, numero));
  const unread = new Set(named.map(({ boiId }) => boiId).filter((boiId) => !read.has(boiId)));
  return [...unread].slice(0, MOST_DESTINATIONS);
}

/** The § that a § sends to, among the documents read, but those that another one has sent to. */
function followIn(editions: ReadonlyMap<string, PackedEdition>): (one: Chosen) => Chosen[] {
  const untaken = oncePer(({ spans }: PackedEdition) => new UntakenParagraphs(paragraphIndex(spans)));
  return ({ edition, numero }) =>
    destinationsOf(edition, numero).flatMap((destination) => {
      const target = editions.get(destination.boiId);
      const named = target === undefined ? [] : paragraphsAt(target, destination, untaken(target));
      return chosenAmong(
        editions,
        named.map((one) => ({ ...one, reason: "renvoi", isFound: false })),
      );
    });
}

/** A stretch of § that a § sends to; a whole document when it names no §. */
interface Destination {
  readonly boiId: string;
  readonly range: ParagraphRange | null;
}

type Sending = Pick<PackedEdition, "boi_id" | "renvois" | "links">;

/** Where a § sends: to its own document first, then to others in the order of the text that cites them. */
export function destinationsOf(edition: Sending, numero: string | null): readonly Destination[] {
  return destinationsByNumber(edition).get(numero) ?? [];
}

const destinationsByNumber = oncePer(({ boi_id, renvois, links }: Sending) => {
  const byNumber = new Map<string | null, Destination[]>();
  const send = (depuis: string | null, destination: Destination) => {
    const own = byNumber.get(depuis) ?? [];
    own.push(destination);
    byNumber.set(depuis, own);
  };
  for (const { depuis, vers } of renvois) send(depuis, { boiId: boi_id, range: { de: vers, a: vers } });
  for (const { target, cibles } of links)
    for (const { depuis, vers, jusqua } of cibles)
      send(depuis, { boiId: target, range: vers === null ? null : { de: vers, a: jusqua ?? vers } });
  return byNumber;
});

/** The § of a destination, of those `left`, each given once; none for a whole document with numbered ones, too many. */
export function paragraphsAt(
  { boi_id: boiId, spans }: Pick<PackedEdition, "boi_id" | "spans">,
  { range }: Destination,
  left = new UntakenParagraphs(paragraphIndex(spans)),
): NamedParagraph[] {
  if (range === null) return spans.length === 0 ? [{ boiId, numero: null }] : [];
  return [...new Set(left.take(range))].map((numero) => ({ boiId, numero }));
}

interface Chosen extends Candidate, NamedParagraph {
  readonly edition: PackedEdition;
}

/** In their editions, in order. Of hundreds ranked, few are given: words are cut out, and hashed, on first use. */
function chosenAmong(
  editions: ReadonlyMap<string, PackedEdition>,
  ranked: readonly RankedParagraph[],
): Chosen[] {
  return ranked.flatMap((one) => {
    const edition = editions.get(one.boiId);
    return edition !== undefined && hasParagraph(edition, one.numero) ? [chosenIn(edition, one)] : [];
  });
}

/** A document without numbered § counts as one, whose number is null. */
function hasParagraph({ spans }: PackedEdition, numero: string | null): boolean {
  return numero === null ? spans.length === 0 : paragraphSpan(spans, numero) !== undefined;
}

function chosenIn(edition: PackedEdition, one: RankedParagraph): Chosen {
  const { contenu_texte: whole, spans } = edition;
  const { numero } = one;
  let texte: string | null = null;
  let empreinte: string | null = numero === null ? edition.empreinte : null;
  return {
    ...one,
    key: keyOf(one),
    edition,
    get texte() {
      texte ??= numero === null ? whole : (paragraphText(whole, spans, numero) ?? "");
      return texte;
    },
    get empreinte() {
      empreinte ??= fingerprint(this.texte);
      return empreinte;
    },
  };
}

/** A § as the answer gives it. @param day that was asked for; null for none. */
function elementOf(
  deps: EditionDeps,
  { boiId, numero, texte, empreinte, reason, isCut, edition: stored }: Packed<Chosen>,
  day: string | null,
): ContextElement {
  const edition = paragraphEditionOf(deps, stored, day);
  const { citation, page } =
    numero === null ? edition : placeOfParagraph(deps, stored, { numero, empreinte });
  return {
    boi_id: boiId,
    titre: stored.titre,
    numero,
    section: (numero === null ? undefined : paragraphSpan(stored.spans, numero)?.section) ?? [],
    texte,
    coupe: isCut,
    edition,
    empreinte,
    citation,
    page,
    pourquoi: reason,
    articles: numero === null ? stored.articles.map(articleAnswer) : articlesOf(stored, numero),
    decisions: citedLawAnswer(stored.citedLaw, numero).decisions,
  };
}
