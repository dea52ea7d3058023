import { paragraphIndex, UntakenParagraphs } from "../../../bofip/paragraphs/paragraph-index.ts";
import { oncePer } from "../../../bofip/reading/once-per.ts";
import {
  type PackedEdition,
  readPackedEditions,
  readPackedPassages,
} from "../../../db/queries/texts/packed.ts";
import type { ContextAnswer } from "../../schemas/answers/texts/context.ts";
import type { AskedFilter } from "../../schemas/parameters/filters.ts";
import { editionsInForce } from "../../schemas/parameters/searched-editions.ts";
import { findDocumentsIn, type HybridDeps } from "../hybrid/search.ts";
import { readNamedQuestion } from "../search/named-thing.ts";
import type { EditionDeps } from "../texts/edition.ts";
import { type Chosen, chosenAmong, elementOf } from "./element.ts";
import { fillPack } from "./pack.ts";
import { rankParagraphs } from "./ranked.ts";
import { destinationsOf, paragraphsAt } from "./sent-to.ts";

export type ContextDeps = HybridDeps & EditionDeps;

export interface ContextRequest {
  readonly question: string;
  /** Code points of the texts given. */
  readonly budget: number;
  readonly filter: AskedFilter;
  /** `YYYY-MM-DD`; null for today. */
  readonly date: string | null;
}

/** A pack, whether the same question may soon get another one, and the version of the vectors compared. */
export interface FoundContext {
  readonly answer: ContextAnswer;
  readonly isProvisional: boolean;
  readonly version: string;
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
  const { documents, reranking, version } = await findDocumentsIn(
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
  return { answer, isProvisional: reranking === "timeout", version };
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
