import { and, asc, count, eq, gt, gte, isNull, sql } from "drizzle-orm";
import { type Coverage, NO_COVERAGE } from "../../bofip/sources/coverage.ts";
import type { Database } from "../postgres/database.ts";
import { documents, editions } from "../schema/documents.ts";
import { corpus } from "../schema/ingestion.ts";
import { wordings } from "../schema/wordings.ts";
import { textIsHeldSql } from "./texts/text-is-held.ts";
import { sourcePrintSql } from "./texts/wordings.ts";
import { isVersion } from "./versions.ts";

/** The content of an export: the documents in force, or every known wording of every edition. */
export const PERIMETERS = ["en_vigueur", "tous"] as const;

export type Perimeter = (typeof PERIMETERS)[number];

/** State of the store when an export begins. */
interface ExportStart {
  readonly revision: number;
  readonly coverage: Coverage;
  /** Version of the parser that derived every stored text. */
  readonly derivation: number;
  /** The last number of the journal: changes later than the export have greater ones. */
  readonly sequence: number;
  /** Documents in force, or wordings. */
  readonly total: number;
}

/** Position of a wording: start of validity and PGP number of its edition, then its fingerprint. */
export interface WordingKey {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly pgp: number;
  readonly empreinte: string;
}

/** A wording whose text is stored; two kinds of source with the same text are one. */
export interface ExportedWording extends WordingKey {
  readonly boiId: string;
  /** Row of its edition. */
  readonly edition: number;
}

/** The state of the store as an export begins, in one statement. */
export async function readExportStart(database: Database, perimeter: Perimeter): Promise<ExportStart> {
  const total = perimeter === "tous" ? countWordings(database) : countInForce(database);
  const [start] = await database
    .select({
      revision: corpus.revision,
      coverage: corpus.coverage,
      derivation: corpus.derivation,
      sequence: corpus.lastSequence,
      total: total.total,
    })
    .from(corpus)
    .crossJoin(total);
  if (start === undefined)
    return { revision: 0, coverage: NO_COVERAGE, derivation: 0, sequence: 0, total: 0 };
  return { ...start, coverage: start.coverage ?? NO_COVERAGE };
}

/** Identifiers of the documents in force after one of them, in order. */
export async function readExportedIds(database: Database, after: string, limit: number): Promise<string[]> {
  const rows = await database
    .select({ boiId: documents.boiId })
    .from(documents)
    .where(and(eq(documents.statut, "en_vigueur"), gt(documents.boiId, after)))
    .orderBy(asc(documents.boiId))
    .limit(limit);
  return rows.map(({ boiId }) => boiId);
}

/** Wordings of every edition after one of them, by document, then by key; with a null key, after those of the document. */
export async function readExportedWordings(
  database: Database,
  { boiId, key }: { readonly boiId: string; readonly key: WordingKey | null },
  limit: number,
): Promise<ExportedWording[]> {
  const held = database
    .selectDistinct({ empreinte: sql<string>`${wordings.empreinte} collate "C"`.as("empreinte") })
    .from(wordings)
    .where(and(eq(wordings.editionId, editions.id), isNull(wordings.erasedAt)))
    .as("held");
  const isLaterOfTheSame = sql`${editions.boiId} = ${boiId} and
    (${editions.debutDeValidite}::text, ${editions.pgp}, ${held.empreinte})
      > (${key?.date ?? null}::text, ${key?.pgp ?? null}::int, ${key?.empreinte ?? null}::text)`;
  return await database
    .select({
      boiId: editions.boiId,
      edition: editions.id,
      date: editions.debutDeValidite,
      pgp: editions.pgp,
      empreinte: held.empreinte,
    })
    .from(editions)
    .innerJoin(documents, eq(documents.boiId, editions.boiId))
    .crossJoinLateral(held)
    .where(
      and(isVersion, gte(editions.boiId, boiId), sql`(${editions.boiId} > ${boiId} or ${isLaterOfTheSame})`),
    )
    .orderBy(editions.boiId, editions.debutDeValidite, editions.pgp, held.empreinte)
    .limit(limit);
}

function countInForce(database: Database) {
  return database
    .select({ total: count().as("total") })
    .from(documents)
    .where(eq(documents.statut, "en_vigueur"))
    .as("counted");
}

function countWordings(database: Database) {
  return database
    .select({ total: sql<number>`count(distinct (${editions.id}, ${wordings.empreinte}))::int`.as("total") })
    .from(wordings)
    .innerJoin(editions, eq(editions.id, wordings.editionId))
    .innerJoin(documents, eq(documents.boiId, editions.boiId))
    .where(and(isVersion, isNull(wordings.erasedAt)))
    .as("counted");
}

/** Digest of a whole export: two with the same value contain the same texts, under the same statuts. */
export interface ExportRoot {
  /** SHA-256, lower-case hexadecimal, over one line per text (docs/decisions.md, « Export »). */
  readonly valeur: string;
  /** The revision of the corpus, and the last number of the journal then. */
  readonly revision: number;
  readonly sequence: number;
}

const COLUMNS = `e.boi_id, e.id, e.debut_de_validite, e.pgp, e.statut, w.empreinte, ${textIsHeldSql("e")} as is_held`;

/** The texts of each perimeter, and the documents without any, in the order of the export. */
const EXPORTED: Readonly<Record<Perimeter, string>> = {
  en_vigueur: `
    select ${COLUMNS}
    from documents d join editions e on e.id = d.edition_id join wordings w on w.edition_id = e.id and w.current
    where d.statut = 'en_vigueur' and w.erased_at is null`,
  tous: `
    select distinct ${COLUMNS}
    from editions e join documents d on d.boi_id = e.boi_id join wordings w on w.edition_id = e.id
    where (${textIsHeldSql("e")} or e.id = d.edition_id) and w.erased_at is null`,
};

/** The root of a perimeter, in one statement, hence of one state of the store. */
export async function readExportRoot(database: Database, perimeter: Perimeter): Promise<ExportRoot> {
  const [root] = await database.$client.unsafe<ExportRoot[]>(`
    select corpus.revision, corpus.last_sequence::float8 as sequence, (
      select encode(sha256(convert_to(coalesce(string_agg(concat(
        line.boi_id, E'\\t', case when line.is_held then line.debut_de_validite end, E'\\t', line.pgp, E'\\t', line.statut,
        E'\\t', case when line.is_held then line.empreinte end, E'\\t',
        case when line.is_held then ${sourcePrintSql("line.id", "line.empreinte")} end, E'\\n'), ''
        order by line.boi_id collate "C", line.debut_de_validite, line.pgp, line.empreinte collate "C"), ''), 'UTF8')), 'hex')
      from (${EXPORTED[perimeter]}) as line) as valeur
    from corpus`);
  return root ?? { valeur: "", revision: 0, sequence: 0 };
}
