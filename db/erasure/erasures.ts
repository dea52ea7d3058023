import { type Static, Type } from "@sinclair/typebox";
import type { Database } from "../postgres/database.ts";
import { jsonRows, type Statements } from "../postgres/statements.ts";
import type { ErasedStore } from "../schema/erasures.ts";

/** Every store that may contain a text. */
const ERASED_STORES: readonly ErasedStore[] = ["relational", "fulltext", "postings", "vectors"];

/** An erasure as shown to operators and commands; instants are ISO 8601. */
export const ErasureView = Type.Object({
  empreinte: Type.String(),
  empreintes: Type.Array(Type.String()),
  motif: Type.String(),
  effacee_le: Type.String(),
  /** When the stores were last asked to remove it; null before. */
  essayee_le: Type.Union([Type.String(), Type.Null()]),
  /** Stores not proved to be without the text; empty once it is done. */
  reste: Type.Array(
    Type.Union([
      Type.Literal("relational"),
      Type.Literal("fulltext"),
      Type.Literal("postings"),
      Type.Literal("vectors"),
    ]),
  ),
});
export type ErasureView = Static<typeof ErasureView>;

/** Every erasure, the oldest first. */
export async function readErasures({ $client: sql }: Database): Promise<ErasureView[]> {
  return await sql<ErasureView[]>`
    select empreinte, empreintes, reason as motif,
      to_char(erased_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as effacee_le,
      to_char(attempted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as essayee_le, remains as reste
    from erasures order by erased_at, empreinte`;
}

/** Fingerprints of erased texts, with the reason of each. */
export async function readErasedPrints({ $client: sql }: Database): Promise<Map<string, string>> {
  const rows = await sql<{ prints: string[]; reason: string }[]>`
    select empreintes as prints, reason from erasures`;
  return new Map(rows.flatMap(({ prints, reason }) => prints.map((print) => [print, reason] as const)));
}

/** Stores not proved to be without every erased text. */
export async function readUnproved(database: Database): Promise<Set<ErasedStore>> {
  const counts = await countUnproved(database);
  return new Set(ERASED_STORES.filter((store) => (counts.get(store) ?? 0) > 0));
}

/** How many erasures each store has not proved; zero for a store without any. */
export async function countUnproved({ $client: sql }: Database): Promise<Map<ErasedStore, number>> {
  const rows = await sql<{ remains: ErasedStore[] }[]>`select remains from erasures`;
  return new Map(
    ERASED_STORES.map((store) => [store, rows.filter(({ remains }) => remains.includes(store)).length]),
  );
}

/** Whether some erasure is still unproved, and not attempted since an instant. */
export async function mustProveErasures({ $client: sql }: Database, since: Date): Promise<boolean> {
  const rows = await sql`
    select from erasures
    where remains <> '[]' and (attempted_at is null or attempted_at < ${since}) limit 1`;
  return rows.length > 0;
}

/** Records that every store must drop a text; one recorded already is to be proved again. */
export function recordErasure(
  statements: Statements,
  {
    empreinte,
    empreintes,
    reason,
    at,
  }: {
    readonly empreinte: string;
    readonly empreintes: readonly string[];
    readonly reason: string;
    /** ISO 8601. */
    readonly at: string;
  },
): Promise<unknown> {
  return statements`
    insert into erasures (empreinte, empreintes, reason, erased_at, remains)
    values (${empreinte}, ${jsonRows(empreintes)}::text::jsonb, ${reason}, ${at},
      ${jsonRows(ERASED_STORES)}::text::jsonb)
    on conflict (empreinte) do update set attempted_at = null, remains = excluded.remains,
      empreintes = (
        select jsonb_agg(distinct print)
        from jsonb_array_elements(erasures.empreintes || excluded.empreintes) as known(print))`;
}

/** Schedules the pending erasure of a fingerprint at once; returns whether it is recorded. */
export async function askAgain({ $client: sql }: Database, empreinte: string): Promise<boolean> {
  const rows = await sql`
    update erasures set attempted_at = null where empreintes ? ${empreinte} returning empreinte`;
  return rows.length > 0;
}

/** An erased text came back: every store must prove its absence again. */
export function oweAgain(statements: Statements, print: string): Promise<unknown> {
  return statements`
    update erasures set attempted_at = null, remains = ${jsonRows(ERASED_STORES)}::text::jsonb
    where empreintes ? ${print}`;
}

/** Records what each pending erasure still lacks after an attempt. */
export async function recordAttempt(
  { $client: sql }: Database,
  remains: readonly ErasedStore[],
  now: Date,
): Promise<void> {
  await sql`
    update erasures set attempted_at = ${now}, remains = ${jsonRows(remains)}::text::jsonb where remains <> '[]'`;
}

/** Whether the relational store has neither text nor official bytes of any erased wording, under any fingerprint. */
export async function isForgotten({ $client: sql }: Database): Promise<boolean> {
  const rows = await sql`
    select from wordings w
    where case
      when w.erased_at is null
        then exists (select from erasures e where e.empreintes ? w.empreinte or e.empreintes ? w.empreinte_source)
      else exists (select from kept_sources k where k.wording_id = w.id)
        or exists (
          select from kept_texts t where t.edition_id = w.edition_id
            and (t.wording_id = w.id or t.empreinte = w.empreinte) and t.contenu_texte <> '')
        or (w.current and exists (
          select from edition_contents c where c.edition_id = w.edition_id
            and (c.contenu_texte <> '' or length(c.raw) > 0)))
        or (w.current and exists (select from passages p where p.edition_id = w.edition_id)) end
    limit 1`;
  return rows.length === 0;
}
