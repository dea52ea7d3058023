import { type Static, Type as t } from "@sinclair/typebox";
import { asciiUpperCase, isIdentifierStart } from "../../../bofip/identifiers/identifier.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { readTitles } from "../../../db/queries/hits.ts";
import type { FullTextReader } from "../../../search/fulltext/port.ts";
import { namedObject } from "../../schemas/named-object.ts";
import { resolveDocument } from "../resolution/service.ts";

/** Documents in force whose titles resemble `q`, or whose identifiers start with what it names, best first. */
export async function suggestTitles(
  { database, fulltext }: { readonly database: Database; readonly fulltext: FullTextReader },
  { q, limit }: { readonly q: string; readonly limit: number },
): Promise<Suggestions> {
  const named = isIdentifierStart(asciiUpperCase(q.trim())) ? null : await resolveDocument(database, q);
  const boiIds = await fulltext.suggest((named?.detenu && named.boi_id) || q, limit);
  const titles = await readTitles(database, boiIds);
  return { q, suggestions: boiIds.flatMap((boiId) => titles.get(boiId) ?? []) };
}

const Suggestion = namedObject("Suggestion", { boi_id: t.String(), titre: t.String(), domaine: t.String() });

/** Answer of /v1/suggest. */
export const Suggestions = namedObject("Suggestions", { q: t.String(), suggestions: t.Array(Suggestion) });

export type Suggestions = Static<typeof Suggestions>;
