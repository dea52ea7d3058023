import type { Static } from "@sinclair/typebox";
import type { FieldsOf } from "../../../bofip/law/cited/entries.ts";
import type { CitedKind } from "../../../bofip/law/cited/keys.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { readListedLaw } from "../../../db/queries/cited-law/listed.ts";
import { nextPage } from "../../http/next-page.ts";
import type { Site } from "../texts/place.ts";
import type { DecisionList, NormeList, ReponseList } from "./answer.ts";
import { decisionOf, normeOf, reponseOf } from "./answers.ts";
import { knownFields } from "./known.ts";

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
