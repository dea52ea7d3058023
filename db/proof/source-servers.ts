import type { Database } from "../postgres/database.ts";
import { jsonRows } from "../postgres/statements.ts";

/** The server that a source file was downloaded from. */
export interface SourceServer {
  /** Without user nor password, redirections followed. */
  readonly adresse: string;
  /** SHA-256 of the certificate that it showed, lower-case hexadecimal; null without TLS. */
  readonly certificat: string | null;
  readonly emetteur: string | null;
}

/** Records the servers of files, by their fingerprints; the first one seen of a file stays. */
export async function recordSourceServers(
  { $client: sql }: Database,
  servers: readonly (SourceServer & { readonly empreinteFichier: string })[],
): Promise<void> {
  if (servers.length === 0) return;
  await sql`
    insert into source_servers (empreinte_fichier, adresse, certificat, emetteur)
    select r."empreinteFichier", r.adresse, r.certificat, r.emetteur
    from json_to_recordset(${jsonRows(servers)}::text::json) as r("empreinteFichier" text, adresse text,
      certificat text, emetteur text)
    on conflict do nothing`;
}

/** Forgets those of files from which nothing was received: no attestation names them. */
export async function forgetUnusedServers({ $client: sql }: Database): Promise<void> {
  await sql`
    delete from source_servers s
    where not exists (select from wordings w where w.empreinte_fichier = s.empreinte_fichier)`;
}

/** The server of a file; null for one that was not downloaded, or was before servers were recorded. */
export async function readSourceServer(
  { $client: sql }: Database,
  empreinteFichier: string,
): Promise<SourceServer | null> {
  const [row] = await sql<SourceServer[]>`
    select adresse, certificat, emetteur from source_servers where empreinte_fichier = ${empreinteFichier}`;
  return row ?? null;
}
