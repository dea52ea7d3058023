import { DOMAINS, subjectOf } from "../../bofip/identifiers/identifier.ts";
import type { Database } from "../postgres/database.ts";
import { anyOf } from "../postgres/statements.ts";
import type { DocumentStatut } from "../schema/documents.ts";

/** A node of the classification, with how many documents in force lie at it and below. */
export interface ClassificationEntry {
  readonly chemin: string;
  readonly segment: string;
  readonly titre: string;
  readonly documents: number;
}

/** A document as its node of the classification lists it. */
export interface ClassifiedDocument {
  readonly boi_id: string;
  readonly titre: string;
  readonly statut: DocumentStatut;
  readonly date_publication: string;
  /** Official page. */
  readonly url: string;
}

/** The node at a path (`IR/LIQ`, the empty path being the root) and its children, in no order. */
export async function readClassificationNodes(
  { $client: sql }: Database,
  chemin: string,
): Promise<ClassificationEntry[]> {
  return await sql<ClassificationEntry[]>`
    select chemin, segment, titre, documents from plan_nodes where chemin = ${chemin} or parent = ${chemin}`;
}

/** Whether the classification has a node at a path, or once had a document there. */
export async function hasClassificationNode({ $client: sql }: Database, chemin: string): Promise<boolean> {
  const found = await sql`
    select 1 from plan_nodes where chemin = ${chemin}
    union all select 1 from documents where boi_id = ${idOf(chemin)} limit 1`;
  return found.length > 0;
}

/** Titles of the paths that are in the classification, by path. */
export async function readClassificationTitles(
  { $client: sql }: Database,
  chemins: readonly string[],
): Promise<Map<string, string>> {
  const rows = await sql<Pick<ClassificationEntry, "chemin" | "titre">[]>`
    select chemin, titre from plan_nodes where chemin = ${anyOf(sql, chemins)}`;
  return new Map(rows.map(({ chemin, titre }) => [chemin, titre]));
}

/** The documents in force of a series, in no order. */
export async function readSeriesDocuments(
  { $client: sql }: Database,
  domaine: string,
): Promise<{ readonly boiId: string; readonly titre: string }[]> {
  return await sql<{ boiId: string; titre: string }[]>`
    select boi_id as "boiId", titre from documents where domaine = ${domaine} and statut = 'en_vigueur'`;
}

/** The document whose node is at a path, when it is in force. */
export async function readClassificationDocuments(
  { $client: sql }: Database,
  chemin: string,
): Promise<ClassifiedDocument[]> {
  return await sql<ClassifiedDocument[]>`
    select boi_id, titre, statut, date_publication, url
    from documents where boi_id = ${idOf(chemin)} and statut = 'en_vigueur'`;
}

function idOf(chemin: string): string {
  return `BOI-${chemin.replaceAll("/", "-")}`;
}

const RANKED = [...DOMAINS.keys()];

/** Every series code usable as a domain: the contract's twelve, then the others of the corpus, by code. */
export async function readSeries({ $client: sql }: Database): Promise<string[]> {
  const rows = await sql<{ code: string }[]>`select distinct domaine as code from documents`;
  return [...new Set([...RANKED, ...rows.map(({ code }) => code)])].sort(compareSeries);
}

/** The series of every identifier that the corpus holds or names. */
export async function readNamedSeries(database: Database): Promise<string[]> {
  // The next series after each one, by the index, rather than every reference.
  const named = await database.$client<{ serie: string }[]>`
    with recursive named as (
      (select split_part(target, '-', 2) as serie from edition_references
        where target >= 'BOI-' order by target limit 1)
      union all
      select (select split_part(target, '-', 2) from edition_references
        where target >= 'BOI-' || serie || '.' and target < 'BOI.' order by target limit 1)
      from named where serie is not null)
    select serie from named where serie is not null`;
  return [...new Set([...(await readSeries(database)), ...named.map(({ serie }) => serie)])];
}

/** Every value of `matiere`: the subjects of documents, in the order of series. */
export async function readSubjects({ $client: sql }: Database): Promise<string[]> {
  const rows = await sql<{ domaine: string; second: string; division: string | null }[]>`
    select distinct domaine, split_part(boi_id, '-', 3) as second, division from documents`;
  const found = rows.flatMap(({ domaine, second, division }) => {
    const subject = subjectOf({ boiId: `BOI-${domaine}-${second}`, domaine, division });
    return subject ?? [];
  });
  return [...new Set([...RANKED, ...found])].sort(compareSeries);
}

/** Label of each series of the classification, by code. */
export async function readSeriesLabels({ $client: sql }: Database): Promise<Map<string, string>> {
  const rows = await sql<{ code: string; titre: string }[]>`
    select segment as code, titre from plan_nodes where parent = ''`;
  return new Map(rows.map(({ code, titre }) => [code, titre]));
}

/** The order of series in every list (docs/decisions.md, « Identifiers »). */
export function compareSeries(left: string, right: string): number {
  return rankOf(left) - rankOf(right) || (left < right ? -1 : Number(left > right));
}

function rankOf(code: string): number {
  const rank = RANKED.indexOf(code);
  return rank === -1 ? RANKED.length : rank;
}
