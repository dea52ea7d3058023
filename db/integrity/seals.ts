import type { Database } from "../postgres/database.ts";

/** SHA-256 of the columns of a text, by column; `of` is the state of the row when they were made (`proof.ts`). */
export type Seals = Readonly<Record<string, string>>;

/** Columns of a text, as written or read: a text, bytes, or a jsonb value. */
export type SealedColumns = Readonly<Record<string, unknown>>;

/** The seals of the columns of a text. */
export function sealsOf(of: string, columns: SealedColumns): Seals {
  const seals = Object.entries(columns).map(([column, value]) => [column, sealOf(value)]);
  return { of, ...Object.fromEntries(seals) };
}

/** The first column whose seal does not match, or null. A column without a seal proves nothing. */
export function brokenColumn(seals: Seals, columns: SealedColumns): string | null {
  const broken = Object.entries(columns).find(
    ([column, value]) => seals[column] !== undefined && seals[column] !== sealOf(value),
  );
  return broken?.[0] ?? null;
}

function sealOf(value: unknown): string {
  const bytes = typeof value === "string" || value instanceof Uint8Array ? value : canonical(value);
  return Bun.CryptoHasher.hash("sha256", bytes, "base64");
}

/** Sorts keys, because jsonb returns them in its own order; the engine then writes the whole much faster than we would. */
function canonical(value: unknown): string {
  return JSON.stringify(sorted(value));
}

/** An object puts keys that are whole numbers first, unlike the seals already stored: no sealed column has any. */
function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const fields: Readonly<Record<string, unknown>> = { ...value };
  const inOrder: Record<string, unknown> = {};
  for (const key of Object.keys(fields).sort()) inOrder[key] = sorted(fields[key]);
  return inOrder;
}

/** State of a text when it was written. */
export interface Written {
  readonly empreinte: string;
  /** The parser's version. */
  readonly derivationVersion: number;
}

/** State of the text that an edition answers with, when written; null for an unknown edition. */
export async function readWrittenEdition(
  { $client: sql }: Database,
  editionId: number,
): Promise<Written | null> {
  const [row] = await sql<Written[]>`
    select w.empreinte, e.derivation_version as "derivationVersion"
    from editions e join wordings w on w.edition_id = e.id and w.current and w.erased_at is null
    where e.id = ${editionId}`;
  return row ?? null;
}

/** The version of the parser that derived an actualité; null for an unknown one. */
export async function readNewsDerivation({ $client: sql }: Database, id: string): Promise<number | null> {
  const [row] = await sql<{ version: number }[]>`
    select derivation_version as version from actualites where id = ${id}`;
  return row?.version ?? null;
}

/** The wording of a text kept aside; null for an unknown text. */
export async function readWordingOf(
  { $client: sql }: Database,
  { editionId, empreinte, derivationVersion }: Written & { readonly editionId: number },
): Promise<number | null> {
  const [row] = await sql<{ id: number | null }[]>`
    select wording_id as id from kept_texts
    where edition_id = ${editionId} and empreinte = ${empreinte} and derivation_version = ${derivationVersion}`;
  return row?.id ?? null;
}
