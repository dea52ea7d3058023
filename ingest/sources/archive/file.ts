import { isRealDate } from "../../../bofip/identifiers/identifier.ts";

/** A stock or flux archive, on the local disk. */
export interface ArchiveFile {
  readonly path: string;
  /** The source's own name for it, `bofip_flux_live_20260522_20260528.tgz`: it is recorded under it. */
  readonly name: string;
  readonly kind: "stock" | "flux";
  /** First day covered, `YYYY-MM-DD`; a stock covers the day it was made. */
  readonly from: string;
  /** Last day covered. */
  readonly to: string;
  /** The source's own timestamp: file time, `Last-Modified`, else now. */
  readonly issuedAt: Date;
  /** MD5 of the file, in lower-case hexadecimal; null when no checksum was provided. */
  readonly md5: string | null;
}

/** What the name of an archive specifies. */
export type ArchivePeriod = Pick<ArchiveFile, "name" | "kind" | "from" | "to">;

const NAME = /^bofip_(?:stock_live_(\d{8})|flux_live_(\d{8})_(\d{8}))\.tgz$/;

/** Parses `bofip_stock_live_YYYYMMDD.tgz` or `bofip_flux_live_YYYYMMDD_YYYYMMDD.tgz`; null for any other name. */
export function readArchiveName(name: string): ArchivePeriod | null {
  const [, day, first, last] = NAME.exec(name) ?? [];
  const from = dashed(day ?? first);
  const to = dashed(day ?? last);
  if (from === null || to === null || from > to) return null;
  return { name, kind: day === undefined ? "flux" : "stock", from, to };
}

/** Stocks first, the oldest first, then fluxes by period: the order in which they are applied. */
export function compareArchives(a: ArchivePeriod, b: ArchivePeriod): number {
  const [first, second] = [a, b].map(({ kind, to, from, name }) =>
    [kind === "stock" ? 0 : 1, to, from, name].join(" "),
  );
  return String(first) < String(second) ? -1 : 1;
}

function dashed(digits = ""): string | null {
  const date = digits.replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3");
  return isRealDate(date) ? date : null;
}
