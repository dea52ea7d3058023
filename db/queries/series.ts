import { eq, sql } from "drizzle-orm";
import { DOMAINS, subjectOf } from "../../bofip/identifiers/identifier.ts";
import type { Database } from "../postgres/database.ts";
import { classificationNodes, documents } from "../schema/documents.ts";

const RANKED = [...DOMAINS.keys()];

/** Every series code usable as a domain: the contract's twelve, then the others of the corpus, by code. */
export async function readSeries(database: Database): Promise<string[]> {
  const rows = await database.selectDistinct({ code: documents.domaine }).from(documents);
  const codes = new Set([...RANKED, ...rows.map((row) => row.code)]);
  return [...codes].sort(compareSeries);
}

/** The series of every identifier that the corpus holds or names. */
export async function readNamedSeries(database: Database): Promise<string[]> {
  // The next series after each one, by the index, rather than every reference.
  const named = await database.execute<{ serie: string }>(sql`
    with recursive named as (
      (select split_part(target, '-', 2) as serie from edition_references
        where target >= 'BOI-' order by target limit 1)
      union all
      select (select split_part(target, '-', 2) from edition_references
        where target >= 'BOI-' || serie || '.' and target < 'BOI.' order by target limit 1)
      from named where serie is not null)
    select serie from named where serie is not null`);
  const held = await readSeries(database);
  return [...new Set([...held, ...[...named].map(({ serie }) => serie)])];
}

/** Every value of `matiere`: the subjects of documents, in the order of series. */
export async function readSubjects(database: Database): Promise<string[]> {
  const second = sql<string>`split_part(${documents.boiId}, '-', 3)`;
  const { domaine, division } = documents;
  const rows = await database.selectDistinct({ domaine, second, division }).from(documents);
  const found = rows.flatMap(({ domaine, second, division }) => {
    const subject = subjectOf({ boiId: `BOI-${domaine}-${second}`, domaine, division });
    return subject ?? [];
  });
  return [...new Set([...RANKED, ...found])].sort(compareSeries);
}

/** Label of each series of the classification, by code. */
export async function readSeriesLabels(database: Database): Promise<Map<string, string>> {
  const rows = await database
    .select({ code: classificationNodes.segment, titre: classificationNodes.titre })
    .from(classificationNodes)
    .where(eq(classificationNodes.parent, ""));
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
