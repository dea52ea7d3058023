import type { KnownSources } from "../../db/ingestion/sources.ts";
import { IngestionFault } from "../journal/fault.ts";
import { type ArchivePeriod, compareArchives, readArchiveName } from "./archive/file.ts";
import { isApplied, isSettled } from "./found.ts";
import { isUrl } from "./name.ts";

/** An archive that the manifest names. */
export interface ManifestRow extends ArchivePeriod {
  readonly url: string | null;
  readonly checksumUrl: string | null;
}

export interface Manifest {
  readonly rows: readonly ManifestRow[];
  /** Rows that name no archive of a known form. */
  readonly ignored: readonly string[];
}

/**
 * Reads the manifest of archives, `bofip-impots.json`. The dates are those of the names: one truth.
 * @throws {IngestionFault} when the text is no manifest.
 */
export function readManifest(text: string, origin: string): Manifest {
  const rows = parseArray(text);
  if (rows === null)
    throw new IngestionFault(`${origin} : manifeste illisible (un tableau JSON est attendu).`);
  const byName = new Map<string, ManifestRow>();
  const ignored: string[] = [];
  for (const row of rows) {
    const name = stringOf(row, "nom_du_fichier") ?? "sans nom_du_fichier";
    const period = readArchiveName(name);
    if (period === null) ignored.push(name);
    else if (!byName.has(name)) {
      byName.set(name, {
        ...period,
        url: urlOf(row, "telechargement"),
        checksumUrl: urlOf(row, "empreinte"),
      });
    }
  }
  if (byName.size === 0 && rows.length > 0)
    throw new IngestionFault(`${origin} : ce manifeste ne nomme aucune archive connue.`);
  return { rows: [...byName.values()], ignored };
}

/**
 * Chooses what to apply: the latest stock when none ever was, then every flux not yet applied, by period. A flux
 * that ends before a stock says nothing that the stock does not hold already. Those of which documents were set
 * aside come too: the source may have issued them again, put right.
 */
export function chooseArchives(rows: readonly ManifestRow[], known: KnownSources): ManifestRow[] {
  const ordered = [...rows].sort(compareArchives);
  const held = known.archives.filter(({ kind }) => kind === "stock").map(({ to }) => to);
  const stock = held.length === 0 ? ordered.findLast(({ kind }) => kind === "stock") : undefined;
  const covered = [...held, ...(stock === undefined ? [] : [stock.to])].sort().at(-1) ?? "";
  return ordered.filter((row) => {
    const { kind, name, to } = row;
    if (isApplied(known, name)) return !isSettled(known, name);
    return kind === "stock" ? row === stock : to > covered;
  });
}

function parseArray(text: string): unknown[] | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ""));
    return Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

function stringOf(row: unknown, field: string): string | null {
  if (typeof row !== "object" || row === null || !(field in row)) return null;
  const value: unknown = Reflect.get(row, field);
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

function urlOf(row: unknown, field: string): string | null {
  const value = stringOf(row, field);
  return value !== null && isUrl(value) && URL.canParse(value) ? value : null;
}
