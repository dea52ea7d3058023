import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { isRealDate } from "../../bofip/identifiers/identifier.ts";
import { isUrl } from "../../config/allowed-sources.ts";
import { InvalidJson, jsonParser } from "../../db/engine/parse-json.ts";
import type { NamedArchive } from "../../db/ingestion/coverage.ts";
import type { KnownSources } from "../../db/ingestion/sources.ts";
import { IngestionFault } from "../journal/fault.ts";
import { type ArchivePeriod, compareArchives, readArchiveName } from "./archive/entries.ts";
import { isApplied, isSettled } from "./session.ts";

/** An archive that the manifest names. */
export interface ManifestRow extends ArchivePeriod {
  readonly url: string | null;
  readonly checksumUrl: string | null;
  /** The days that it covers, from the cells of its row, else from its name. */
  readonly covers: Pick<ArchivePeriod, "from" | "to">;
}

interface Manifest {
  readonly rows: readonly ManifestRow[];
  /** Rows that name no archive of a known form. */
  readonly ignored: readonly string[];
}

/** A cell that is not text costs its row no more than that cell. */
const Cell = Type.Optional(Type.Unknown());

const Row = Type.Object({
  nom_du_fichier: Cell,
  telechargement: Cell,
  empreinte: Cell,
  date_de_debut: Cell,
  date_de_fin: Cell,
});

const parseRows = jsonParser(Type.Array(Type.Unknown()));

/**
 * Parses the manifest of archives, `bofip-impots.json`. Archives are ordered by the dates of their names, whatever its
 * cells contain, so that one source decides.
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
        covers: daysOf(cells, period),
      });
    }
  }
  if (byName.size === 0 && rows.length > 0)
    throw new IngestionFault(`${origin} : ce manifeste ne nomme aucune archive connue.`);
  return { rows: [...byName.values()], ignored };
}

/** The archives that a manifest names, to record the days that they cover. */
export function namedBy(rows: readonly ManifestRow[]): NamedArchive[] {
  return rows.map(({ name, kind, covers }) => ({ name, kind, ...covers }));
}

/**
 * Chooses the archives to apply: the latest stock when none ever was, or when it follows a gap, then every flux not yet
 * applied that does not end before it, by period; also those with rejected documents, perhaps reissued.
 */
export function chooseArchives(rows: readonly ManifestRow[], known: KnownSources): ManifestRow[] {
  const ordered = [...rows].sort(compareArchives);
  const held = known.archives.filter(({ kind }) => kind === "stock").map(({ to }) => to);
  const latest = ordered.findLast(({ kind }) => kind === "stock");
  const isNeeded = held.length === 0 || known.gaps.some(({ to }) => to <= (latest?.to ?? ""));
  const stock = isNeeded ? latest : undefined;
  const covered = [...held, ...(stock === undefined ? [] : [stock.to])].sort().at(-1) ?? "";
  return ordered.filter((row) => {
    const { kind, name, to } = row;
    if (isApplied(known, name)) return !isSettled(known, name);
    return kind === "stock" ? row === stock : to > covered;
  });
}

/** A stock covers only its own day. */
function daysOf(cells: Static<typeof Row>, named: ArchivePeriod): ManifestRow["covers"] {
  const to = dayOf(cells.date_de_fin) ?? named.to;
  const from = (named.kind === "stock" ? to : dayOf(cells.date_de_debut)) ?? named.from;
  return from > to ? { from: named.from, to: named.to } : { from, to };
}

function dayOf(cell: unknown): string | null {
  const text = textOf(cell);
  return text !== null && isRealDate(text) ? text : null;
}

function textOf(cell: unknown): string | null {
  return typeof cell === "string" ? cell.trim() || null : null;
}

function urlOf(cell: unknown): string | null {
  const value = textOf(cell);
  return value !== null && isUrl(value) && URL.canParse(value) ? value : null;
}
