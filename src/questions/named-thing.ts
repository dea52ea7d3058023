import { readTitles } from "../../db/queries/hits.ts";
import { readQuery, type SearchQuery } from "../../search/fulltext/read-query.ts";
import type { ResolvedCandidate } from "../features/resolution/answer.ts";
import type { LawDeps } from "../features/resolution/law.ts";
import { resolveWhole, withPage } from "../features/resolution/service.ts";
import type { SearchWarning } from "../features/search/answer.ts";
import { consultationPath } from "../pages/addresses.ts";
import { shortened } from "../schemas/validation-errors.ts";

/** What words that are nothing else than a reference name, held or not. */
export interface NamedThing extends ResolvedCandidate {
  /** The words, as written. */
  readonly mot: string;
  /** Its document, when an edition of it is held, be it another than the one named. */
  readonly document: string | null;
  /** Path of its page, or of its document's; null when neither is held. */
  readonly path: string | null;
}

/** Between quotation marks, words are sought as they are. */
const QUOTED = /["«“]/u;

/** What words name that are nothing else than a reference; null for any other words, for which the store is not asked. */
export async function readNamedThing(deps: LawDeps, words: string): Promise<NamedThing | null> {
  const resolved = QUOTED.test(words) ? null : await resolveWhole(deps, words);
  if (resolved === null) return null;
  const document = resolved.url === null ? null : resolved.boi_id;
  const path = resolved.page ?? (document === null ? null : consultationPath(document));
  return { ...withPage(deps, resolved), mot: words.trim(), document, path };
}

interface NamedQuery {
  readonly query: SearchQuery;
  readonly named: NamedThing | null;
}

/** A query, and what it names: whatever names a document finds the same as its identifier does. */
export async function readNamedQuery(deps: LawDeps, query: SearchQuery): Promise<NamedQuery> {
  const named = await readNamedThing(deps, query.text);
  if (query.reference !== null || named === null || named.document === null) return { query, named };
  const place = named.numero === null ? "" : ` § ${named.numero}`;
  return { query: readQuery(named.document + place), named };
}

/** A question as it is compared with the texts, and what is told of it. */
interface NamedQuestion {
  readonly question: string;
  /** The only document that it asks for; null for all. */
  readonly only: string | null;
  readonly warnings: readonly SearchWarning[];
}

/** A question; one that is nothing else than a reference asks for its document alone, in the words of its title. */
export async function readNamedQuestion(deps: LawDeps, question: string): Promise<NamedQuestion> {
  const named = await readNamedThing(deps, question);
  const warnings = named === null ? [] : tellNamed(named);
  if (named === null || named.document === null) return { question, only: null, warnings };
  const title = (await readTitles(deps.database, [named.document])).get(named.document);
  return { question: title?.titre ?? question, only: named.document, warnings };
}

/** How words that name one thing were read, and where it is answered; none for law that is not held. */
export function tellNamed(named: NamedThing): SearchWarning[] {
  const { lecture, mot, detenu, boi_id, pgp, genre } = named;
  const isOfDoctrine = boi_id !== null || pgp !== null || genre === "actualite";
  if (!detenu && !isOfDoctrine) return [];
  const read = lecture.charAt(0).toLowerCase() + lecture.slice(1);
  const message = `« ${shortened(mot)} » est lu comme une référence : ${read}`;
  return [{ code: "citation_reconnue", message, mot, essayer: null, ...placeOf(named) }];
}

/** Absent for what is not held. */
export function placeOf({ adresse, page }: NamedThing): Pick<SearchWarning, "adresse" | "page"> {
  return adresse === null || page === null ? {} : { adresse, page };
}
