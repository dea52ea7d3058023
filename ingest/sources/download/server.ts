import { createHash } from "node:crypto";
import { checkServerIdentity, type PeerCertificate } from "node:tls";
import type { Validator } from "../../../db/ingestion/sources.ts";

/** The server that sent a file, and the certificate that it showed. */
export interface ShownServer {
  /** Address of the file itself, redirections followed; without user, password nor query, which may be secret. */
  readonly adresse: string;
  /** SHA-256 of the certificate's DER, lower-case hexadecimal; null without TLS. */
  readonly certificat: string | null;
  /** Its issuer: `CN=…, O=…`. */
  readonly emetteur: string | null;
}

/** Looks at the certificate of a server while its identity is checked as usual. */
export class ServerWitness {
  private certificate: PeerCertificate | null = null;

  /** The option of `fetch`. */
  readonly tls = {
    checkServerIdentity: (host: string, certificate: PeerCertificate): Error | undefined => {
      this.certificate = certificate;
      return checkServerIdentity(host, certificate);
    },
  };

  /** @param url from which the file was sent. */
  seen(url: string): ShownServer {
    const { origin, pathname } = new URL(url);
    const { raw, issuer } = this.certificate ?? {};
    return {
      adresse: origin + pathname,
      certificat: raw === undefined ? null : createHash("sha256").update(raw).digest("hex"),
      emetteur: issuer === undefined ? null : nameOf(issuer),
    };
  }
}

/** A name may have several values of one type. */
function nameOf(issuer: PeerCertificate["issuer"]): string {
  return Object.entries(issuer)
    .flatMap(([type, value]) => [value].flat().map((one) => `${type}=${one}`))
    .join(", ");
}

export interface DownloadLimits {
  /** Consecutive attempts that bring nothing new. */
  readonly attempts: number;
  /** Wait before the second attempt; it doubles each time. */
  readonly firstDelayMs: number;
  /** Upper bound of a wait, even one asked for by the server (`Retry-After`). */
  readonly maxDelayMs: number;
  /** How long the server may stay silent, before or during its response. */
  readonly silenceMs: number;
  /** How long the whole download may take, attempts and waits included. */
  readonly wholeMs: number;
  readonly maxBytes: number;
}

const MIB = 1024 * 1024;

/** About ten times the official files: an export of 230 MB, archives of 300 MB. */
export const DOWNLOAD_LIMITS: DownloadLimits = {
  attempts: 5,
  firstDelayMs: 1_000,
  maxDelayMs: 120_000,
  silenceMs: 60_000,
  wholeMs: 2 * 60 * 60_000,
  maxBytes: 4 * 1024 * MIB,
};

/** Manifests and checksums, which are read whole into memory. */
export const MAX_TEXT_BYTES = 16 * MIB;

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

/** `If-Range` for the rest of the very file begun: a strong tag, or a date without any (RFC 9110, 13.1.5); or null. */
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
