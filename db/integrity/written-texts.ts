import type { Database } from "../postgres/database.ts";

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
