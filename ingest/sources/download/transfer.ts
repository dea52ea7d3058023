import { type AllowedSources, displaySource } from "../../../config/allowed-sources.ts";
import { readRetryAfter } from "../../../db/engine/retry.ts";
import type { Validator } from "../../../db/ingestion/sources.ts";
import { IngestionFault } from "../../journal/fault.ts";
import { assertAllowed } from "../session.ts";
import {
  type DownloadLimits,
  rangeCondition,
  readContentRange,
  readDate,
  readFileName,
  readLength,
  readValidator,
  ServerWitness,
  type ShownServer,
} from "./server.ts";
import { type OpenSink, onDisk } from "./sink.ts";

/** What is known of a file once it is on the disk. */
export interface Download {
  /** `Last-Modified` of the resource, or null. */
  readonly modifiedAt: Date | null;
  /** To send the next time, once the whole file has been used. */
  readonly validator: Validator | null;
  /** From the server or the address; never a path. */
  readonly fileName: string;
  /** That of the start of the file, when it was sent in several parts. */
  readonly server: ShownServer;
}

/** Request Timeout, Too Early, Too Many Requests: the 4xx that mean « later ». */
const LATER = new Set([408, 425, 429]);

export type Encoding = "gzip" | "identity";

interface TransferRequest {
  readonly address: Address;
  readonly path: string;
  readonly encoding: Encoding;
  readonly limits: DownloadLimits;
  readonly openSink: OpenSink;
  /** Where redirections may lead; null = anywhere. */
  readonly allowed: AllowedSources | null;
}

/** A file being downloaded: what was received stays from one attempt to the next, when the server allows it. */
export class Transfer {
  /** Bytes of the file on the disk. */
  received = 0;
  /** Proves to the server that the bytes already received are those of its file. */
  private condition: string | null = null;
  /** The server's description sent with the start of the file: it may not repeat it with the rest. */
  private described: Download | null = null;

  constructor(readonly request: TransferRequest) {}

  /** Requests what is missing. @throws {IngestionFault} for what no other attempt could change, else what is worth one */
  async attempt(validator: Validator | null, signal: AbortSignal): Promise<Download | "unchanged"> {
    const silence = new Silence(this.request.limits.silenceMs);
    const over = new AbortController();
    const isResumed = this.received > 0 && this.condition !== null;
    silence.begin();
    try {
      const { address, allowed } = this.request;
      const headers = {
        ...this.headers(),
        ...(isResumed ? this.rangeHeaders() : conditionalHeaders(validator)),
      };
      const init = { headers, signal: AbortSignal.any([signal, silence.signal, over.signal]) };
      const { response, server } = await getFollowing(address, init, allowed);
      if (response.status === 304 && validator !== null && !isResumed) return "unchanged";
      const total = this.begin(response, server, isResumed);
      await this.save(response, silence);
      if (total !== null && total !== this.received) {
        if (this.received > total) this.forget();
        throw new Transient(`${this.received} octets reçus sur ${total}`);
      }
      return this.described ?? describe(this.request.address.url, response, server);
    } finally {
      silence.end();
      // A rejected response is still being sent.
      over.abort();
    }
  }

  private headers(): Record<string, string> {
    return {
      "Accept-Encoding": this.request.encoding,
      Accept: "application/x-ndjson, application/json, */*",
    };
  }

  private rangeHeaders(): Record<string, string> {
    return { Range: `bytes=${this.received}-`, "If-Range": this.condition ?? "" };
  }

  /** Checks a response, and returns the size of the whole file, or null when it is unknown. */
  private begin(response: Response, server: ShownServer, isResumed: boolean): number | null {
    const { status, headers } = response;
    if (status === 206 && isResumed) return this.goOn(headers);
    if (status === 416) this.forget();
    if (status !== 200) throw refusal(this.request.address.url, response);
    this.received = 0;
    this.condition = rangeCondition(headers);
    this.described = describe(this.request.address.url, response, server);
    const length = readLength(headers);
    this.checkSize(length ?? 0);
    return length;
  }

  private goOn(headers: Headers): number | null {
    const range = readContentRange(headers);
    if (range === null || range.start !== this.received) {
      this.forget();
      throw new Transient("suite de fichier inattendue");
    }
    this.checkSize(range.total ?? 0);
    return range.total;
  }

  /** The next attempt takes the file from its start. */
  private forget(): void {
    this.condition = null;
  }

  private async save(response: Response, silence: Silence): Promise<void> {
    const { path, openSink } = this.request;
    const sink = await onDisk(path, () => openSink(path, this.received === 0 ? "w" : "a"));
    try {
      for await (const chunk of response.body ?? []) {
        silence.end();
        this.checkSize(this.received + chunk.length);
        await onDisk(path, () => sink.appendFile(chunk));
        this.received += chunk.length;
        silence.begin();
      }
    } finally {
      await onDisk(path, () => sink.close());
    }
  }

  private checkSize(bytes: number): void {
    const { maxBytes } = this.request.limits;
    if (bytes > maxBytes)
      throw new IngestionFault(`Fichier de plus de ${maxBytes} octets, refusé : ${this.request.address.url}`);
  }
}

function describe(url: string, response: Response, server: ShownServer): Download {
  const { headers } = response;
  return {
    modifiedAt: readDate(headers.get("last-modified")),
    validator: readValidator(url, headers),
    fileName: readFileName(response),
    server,
  };
}

function conditionalHeaders(validator: Validator | null): Record<string, string> {
  const { etag = null, lastModified = null } = validator ?? {};
  return {
    ...(etag === null ? {} : { "If-None-Match": etag }),
    ...(lastModified === null ? {} : { "If-Modified-Since": lastModified }),
  };
}

function refusal(url: string, { status, headers }: Response): Error {
  if (status >= 500 || LATER.has(status) || status === 416)
    return new Transient(`statut ${status}`, readRetryAfter(headers, Date.now()));
  return new IngestionFault(`Le serveur de la source répond ${status} : vérifiez l'adresse ${url}`);
}

/** Aborts after too long a silence: a transfer may be slow, not stopped. */
class Silence {
  private readonly controller = new AbortController();
  private timer: Timer | undefined;

  constructor(private readonly limitMs: number) {}

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  begin(): void {
    this.end();
    const reason = new Error(`aucune réponse depuis ${this.limitMs / 1000} s`);
    this.timer = setTimeout(() => this.controller.abort(reason), this.limitMs);
  }

  /** Something arrived, or nothing is awaited any more. */
  end(): void {
    clearTimeout(this.timer);
  }
}

/** Those with a location (RFC 9110, 15.4); 300 leaves the choice, 304 is no redirection. */
const REDIRECTIONS = new Set([301, 302, 303, 307, 308]);
const MAX_REDIRECTIONS = 10;

/** Follows redirections where allowed; user and password go to their own server. @throws {IngestionFault} */
async function getFollowing(
  address: Address,
  init: { readonly headers: Readonly<Record<string, string>>; readonly signal: AbortSignal },
  allowed: AllowedSources | null,
): Promise<{ readonly response: Response; readonly server: ShownServer }> {
  let current = address;
  for (let followed = 0; followed <= MAX_REDIRECTIONS; followed += 1) {
    const { url, authorization } = current;
    const witness = new ServerWitness();
    const response = await fetch(url, {
      ...init,
      tls: witness.tls,
      headers: authorization === null ? init.headers : { ...init.headers, Authorization: authorization },
      redirect: "manual",
      // Content-Length counts the bytes sent, before any decoding.
      decompress: false,
    });
    const location = REDIRECTIONS.has(response.status) ? response.headers.get("location") : null;
    if (location === null) return { response, server: witness.seen(url) };
    await response.body?.cancel();
    const next = readAddress(location, url);
    assertAllowed(allowed, next.url);
    const isSameServer = new URL(next.url).origin === new URL(url).origin;
    current = { url: next.url, authorization: next.authorization ?? (isSameServer ? authorization : null) };
  }
  throw new IngestionFault(`Plus de ${MAX_REDIRECTIONS} redirections : ${address.url}`);
}

interface Address {
  /** Without user nor password. */
  readonly url: string;
  /** Value of `Authorization` for its server alone, or null. */
  readonly authorization: string | null;
}

/** Separates user and password from an address (RFC 7617), to request and log none. @throws {IngestionFault} */
export function readAddress(written: string, base?: string): Address {
  const url = URL.parse(written, base);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new IngestionFault(`Adresse illisible : ${displaySource(written)}`);
  const { username, password } = url;
  if (username === "" && password === "")
    return { url: base === undefined ? written : url.href, authorization: null };
  const secret = Buffer.from(`${decode(username)}:${decode(password)}`).toString("base64");
  url.username = "";
  url.password = "";
  return { url: url.href, authorization: `Basic ${secret}` };
}

/** A password may contain a `%` that encodes nothing. */
function decode(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

/** Worth retrying: a fault of the network, or a response that means « later ». */
export class Transient extends Error {
  constructor(
    message: string,
    /** Wait requested by the server. */
    readonly retryAfterMs: number = 0,
  ) {
    super(message);
  }
}
