import { and, asc, count, eq, gt, gte, isNull, sql } from "drizzle-orm";
import { type Coverage, NO_COVERAGE } from "../../bofip/sources/coverage.ts";
import type { Database } from "../postgres/database.ts";
import { documents, editions } from "../schema/documents.ts";
import { corpus } from "../schema/ingestion.ts";
import { wordings } from "../schema/wordings.ts";
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
