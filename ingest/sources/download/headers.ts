import type { Validator } from "../../../db/ingestion/sources.ts";

/** A part of a file: `bytes 500-999/1000`. */
interface ContentRange {
  readonly start: number;
  /** Size of the whole file, or null when the server does not know it. */
  readonly total: number | null;
}

/** Parses `Content-Range` (RFC 9110, §14.4), or null. */
export function readContentRange(headers: Headers): ContentRange | null {
  const [, start, total] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers.get("content-range") ?? "") ?? [];
  if (start === undefined) return null;
  return { start: Number(start), total: total === "*" ? null : Number(total) };
}

/** Parses `Content-Length`, or null. */
export function readLength(headers: Headers): number | null {
  const length = headers.get("content-length");
  return length !== null && /^\d+$/.test(length) ? Number(length) : null;
}

export function readDate(value: string | null): Date | null {
  const date = value === null ? null : new Date(value);
  return date === null || Number.isNaN(date.getTime()) ? null : date;
}

export function readValidator(url: string, headers: Headers): Validator | null {
  const [etag, lastModified] = [headers.get("etag"), headers.get("last-modified")];
  return etag === null && lastModified === null ? null : { url, etag, lastModified };
}

/**
 * The value of `If-Range` that makes the rest come from the very file already begun: a strong entity tag, or a date
 * without any tag (RFC 9110, §13.1.5). Null: the file must be requested from its start.
 */
export function rangeCondition(headers: Headers): string | null {
  if (headers.get("accept-ranges") === "none") return null;
  const etag = headers.get("etag");
  if (etag === null) return headers.get("last-modified");
  return etag.startsWith('"') ? etag : null;
}

/** The file name that the server proposes, or the last segment of the address; never a path. */
export function readFileName(response: Response): string {
  const disposition = response.headers.get("content-disposition") ?? "";
  const [, quoted, bare] = /filename="([^"]+)"|filename=([^\s;"]+)/i.exec(disposition) ?? [];
  const name = quoted ?? bare ?? new URL(response.url).pathname;
  return name.split(/[/\\]/).at(-1) ?? "";
}
