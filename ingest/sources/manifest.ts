import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { InvalidJson, jsonParser } from "../../db/engine/parse-json.ts";
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

/** What is no text costs its row no more than that cell. */
const Cell = Type.Optional(Type.Unknown());

const Row = Type.Object({ nom_du_fichier: Cell, telechargement: Cell, empreinte: Cell });

const parseRows = jsonParser(Type.Array(Type.Unknown()));

/**
 * Reads the manifest of archives, `bofip-impots.json`. The dates are those of the names: one truth.
 * @throws {IngestionFault} when the text is no manifest.
 */
export function readManifest(text: string, origin: string): Manifest {
  const rows = parseRows(text.replace(/^\ufeff/, ""));
  if (rows instanceof InvalidJson)
    throw new IngestionFault(`${origin} : manifeste illisible (un tableau JSON est attendu).`);
  const byName = new Map<string, ManifestRow>();
  const ignored: string[] = [];
  for (const row of rows) {
    const cells: Static<typeof Row> = Value.Check(Row, row) ? row : {};
    const name = textOf(cells.nom_du_fichier) ?? "sans nom_du_fichier";
    const period = readArchiveName(name);
    if (period === null) ignored.push(name);
    else if (!byName.has(name)) {
      byName.set(name, {
        ...period,
        url: urlOf(cells.telechargement),
        checksumUrl: urlOf(cells.empreinte),
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

function textOf(cell: unknown): string | null {
  return typeof cell === "string" ? cell.trim() || null : null;
}

function urlOf(cell: unknown): string | null {
  const value = textOf(cell);
  return value !== null && isUrl(value) && URL.canParse(value) ? value : null;
}
