import type { Static } from "@sinclair/typebox";
import {
  type AnswerFields,
  completed,
  type DecisionFields,
  type FieldsOf,
  type LawEntry,
  type NormFields,
} from "../../../bofip/law/cited/entries.ts";
import type { CitedKind } from "../../../bofip/law/cited/keys.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { type LawVariant, readListedLaw } from "../../../db/queries/cited-law/citing.ts";
import { nextPage } from "../../http/kept-words.ts";
import type { Site } from "../../texts/place.ts";
import type {
  CitedDecision,
  CitedNorme,
  CitedReponse,
  DecisionList,
  NormeList,
  ReponseList,
} from "./answer.ts";

export interface CitedLawDeps extends Site {
  readonly database: Database;
}

export interface LawListRequest {
  /** A court, a kind of norm or a chamber; null for all. */
  readonly classe: string | null;
  /** Series of the documents that cite; null for all. */
  readonly domaine: string | null;
  readonly limit: number;
  readonly offset: number;
  /** Path of this page, with its parameters. */
  readonly path: string;
}

/** One page of the decisions that documents in force and actualités cite, the most cited first. */
export async function listDecisions(
  deps: CitedLawDeps,
  request: LawListRequest,
): Promise<Static<typeof DecisionList>> {
  const { entries, ...page } = await listOf(deps, "decision", request);
  const decisions = entries.map(({ cle, champs, ...counts }) => ({ ...decisionOf(cle, champs), ...counts }));
  return { ...page, decisions };
}

/** Likewise, of the norms: a statute is one, whatever the articles of it that are cited. */
export async function listNormes(
  deps: CitedLawDeps,
  request: LawListRequest,
): Promise<Static<typeof NormeList>> {
  const { entries, ...page } = await listOf(deps, "norme", request);
  const normes = entries.map(({ cle, champs, ...counts }) => ({ ...normeOf(cle, champs), ...counts }));
  return { ...page, normes };
}

/** Likewise, of the ministerial answers. */
export async function listReponses(
  deps: CitedLawDeps,
  request: LawListRequest,
): Promise<Static<typeof ReponseList>> {
  const { entries, ...page } = await listOf(deps, "reponse", request);
  const reponses = entries.map(({ cle, champs, ...counts }) => ({ ...reponseOf(cle, champs), ...counts }));
  return { ...page, reponses };
}

interface ListedEntry<Fields> {
  readonly cle: string | null;
  readonly champs: Fields;
  readonly documents: number;
  readonly mentions: number;
  readonly actualites: number;
}

async function listOf<Genre extends CitedKind>(
  { database, publicUrl }: CitedLawDeps,
  genre: Genre,
  { path, ...asked }: LawListRequest,
): Promise<{ total: number; entries: ListedEntry<FieldsOf<Genre>>[]; page_suivante: string | null }> {
  const { total, entries } = await readListedLaw(database, { genre, ...asked });
  return {
    total,
    entries: entries.flatMap(({ variants, ...entry }) => {
      const champs = knownFields(variants);
      return champs === null ? [] : [{ champs, ...entry }];
    }),
    page_suivante: nextPage(publicUrl() + path, { limit: asked.limit, offset: asked.offset, total }),
  };
}

/** One thing as documents describe it: each field has its most frequent value. */
export function knownFields<Fields extends object>(variants: readonly LawVariant<Fields>[]): Fields | null {
  const [first, ...others] = variants.toSorted(
    (one, other) => other.citations - one.citations || compare(written(one), written(other)),
  );
  return first === undefined
    ? null
    : others.reduce((fields, { champs }) => completed(fields, champs), first.champs);
}

/** Between as many citations, any order would do, if it is always the same. */
function written({ champs }: LawVariant<object>): string {
  return JSON.stringify(Object.entries(champs).sort(([one], [other]) => compare(one, other)));
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** What a text cites beside the articles of codes, with the contract's field names. */
interface CitedLawAnswer {
  readonly decisions: CitedDecision[];
  readonly normes: CitedNorme[];
  readonly reponses: CitedReponse[];
}

/**
 * The decisions, norms and ministerial answers that a text cites.
 * @param numero a § that cites them, whose words describe them; null for the whole text.
 */
export function citedLawAnswer(entries: readonly LawEntry[], numero: string | null = null): CitedLawAnswer {
  const answer: CitedLawAnswer = { decisions: [], normes: [], reponses: [] };
  for (const entry of entries) {
    const { cle, article, occurrences } = entry;
    const first = occurrences.find(({ paragraphe }) => numero === null || paragraphe === numero);
    if (first === undefined) continue;
    const numbers = occurrences.flatMap(({ paragraphe }) => paragraphe ?? []);
    const cited = { texte: first.texte, paragraphes: [...new Set(numbers)] };
    if (entry.genre === "decision") answer.decisions.push({ ...decisionOf(cle, entry.champs), ...cited });
    else if (entry.genre === "norme")
      answer.normes.push({ ...normeOf(cle, entry.champs), article, ...cited });
    else answer.reponses.push({ ...reponseOf(cle, entry.champs), ...cited });
  }
  return answer;
}

/** A decision's fields, in the order of the contract. */
export function decisionOf(cle: string | null, fields: DecisionFields) {
  const { juridiction, formation, date, numero, ecli, url } = fields;
  return { cle, juridiction, formation, date, numero, ecli, url };
}

/** A norm's fields, likewise. */
export function normeOf(cle: string | null, { nature, numero, date, url }: NormFields) {
  return { cle, nature, numero, date, url };
}

/** A ministerial answer's fields, likewise. */
export function reponseOf(cle: string | null, { chambre, auteur, numero, date, url }: AnswerFields) {
  return { cle, chambre, auteur, numero, date, url };
}
