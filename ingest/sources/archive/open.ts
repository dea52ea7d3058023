import { stat } from "node:fs/promises";
import type { KnownSources } from "../../../db/ingestion/sources.ts";
import { IngestionFault } from "../../journal/fault.ts";
import { assertChecksum, md5Of } from "../checksum.ts";
import { type FoundFiles, isApplied, NOTHING_FOUND } from "../found-files.ts";
import { type ArchiveFile, readArchiveName } from "./file.ts";

/** An archive on the local disk, and what is known of it. */
interface ArchiveAt {
  readonly path: string;
  /** The source's own name for it. */
  readonly name: string;
  /** MD5 from the source, or null. */
  readonly checksum: string | null;
  /** File time by default. */
  readonly issuedAt?: Date;
}

/**
 * Returns an archive to apply, once it is proved to be the one issued by the source; nothing when it is already
 * applied.
 * @throws {IngestionFault} when it is not, or its name is not that of an archive.
 */
export async function openArchive(
  { path, name, checksum, issuedAt }: ArchiveAt,
  known: KnownSources,
): Promise<FoundFiles> {
  const period = readArchiveName(name);
  if (period === null) {
    throw new IngestionFault(
      `${name} : nom d'archive inconnu ; bofip_stock_live_AAAAMMJJ.tgz ou bofip_flux_live_AAAAMMJJ_AAAAMMJJ.tgz attendu.`,
    );
  }
  const md5 = await md5Of(path);
  if (checksum !== null) assertChecksum(name, md5, checksum);
  if (isApplied(known, name, md5)) return NOTHING_FOUND;
  const archive: ArchiveFile = { ...period, path, issuedAt: issuedAt ?? (await stat(path)).mtime, md5 };
  const notes =
    checksum === null ? [`${name} : ingérée sans vérification, aucune empreinte MD5 donnée.`] : [];
  return { ...NOTHING_FOUND, archives: [archive], notes };
}
