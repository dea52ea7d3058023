import type { TSchema } from "@sinclair/typebox";
import { demandValidBody } from "../schemas/validation-errors.ts";
import { ApiError } from "./errors/api-error.ts";

/** Largest body that a route reads (docs/decisions.md, « Everywhere », Parameters). */
export const MAX_BODY_BYTES = 64 * 1024;

/** Bound of a whole text: 50,000 characters, whatever their alphabet and their escapes. */
export const MAX_TEXT_BODY_BYTES = 512 * 1024;

interface JsonBounds {
  /** Objects and lists within one another. */
  readonly levels: number;
  /** Fields and elements, all together. */
  readonly members: number;
}

/** Fields are plain values, or lists of objects of these: twice the members of a thousand references to follow. */
export const BODY_BOUNDS: JsonBounds = { levels: 8, members: 10_000 };

/**
 * Route hook that reads a JSON body; Elysia's own parsers accept other media types too, without a limit.
 * @throws {ApiError} `invalid_body` when it is not a JSON object in UTF-8, `payload_too_large` beyond 64 KiB.
 */
export const jsonBody = (context: { readonly request: Request }) => readJson(context.request, MAX_BODY_BYTES);

async function readJson(request: Request, maxBytes: number): Promise<object> {
  const mediaType = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (mediaType !== "application/json") {
    throw new ApiError("invalid_body", {
      reason: "Le corps doit être annoncé en « Content-Type: application/json ».",
    });
  }
  const body = parseBounded(await readBounded(request, maxBytes), BODY_BOUNDS);
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new ApiError("invalid_body", { reason: "Le corps doit être un objet JSON en UTF-8." });
  }
  // Elysia drops this field where it fills in defaults, before validation.
  if (Object.hasOwn(body, "__proto__"))
    throw new ApiError("invalid_parameter", { reason: "Le champ « __proto__ » est inconnu." });
  return body;
}

/**
 * A route's body, and the hooks that read and judge it once key and plan are accepted: Elysia parses bodies before such
 * hooks, and would look for many faults where one is told.
 */
export const jsonBodyAfterKey = <Body extends TSchema>(body: Body) => readAfterKey(body, MAX_BODY_BYTES);

/** `jsonBodyAfterKey` for a body that contains a whole text; `demand` judges it before its fields. */
export const jsonTextAfterKey = <Body extends TSchema>(body: Body, demand?: (body: object) => void) =>
  readAfterKey(body, MAX_TEXT_BODY_BYTES, demand);

function readAfterKey<Body extends TSchema>(
  schema: Body,
  maxBytes: number,
  demand: (body: object) => void = () => {},
) {
  return {
    body: schema,
    parse: () => ({}),
    async transform(context: { readonly request: Request; body: unknown }): Promise<void> {
      const body = await readJson(context.request, maxBytes);
      demand(body);
      demandValidBody(schema, body);
      context.body = body;
    },
  };
}

/** How much of a refused body is read and discarded: a client reads our answer only after sending all of it. */
const MAX_DISCARDED_BYTES = 8_000_000;

/** Reads the whole body. @throws {ApiError} `payload_too_large` beyond the bound, `invalid_body` when it is cut. */
export async function readBounded(
  request: Request,
  maxBytes: number = MAX_BODY_BYTES,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = announcedLength(request);
  if (size <= MAX_DISCARDED_BYTES) {
    size = await receive(request, (chunk, received) => {
      if (received <= maxBytes) chunks.push(chunk);
    });
  }
  if (size > maxBytes) throw new ApiError("payload_too_large", { limit: String(maxBytes) });
  return Buffer.concat(chunks);
}

/** Reads and discards the unread body of an answered request. Never throws. */
export async function discardBody(request: Request): Promise<void> {
  if (request.body === null || request.bodyUsed || announcedLength(request) > MAX_DISCARDED_BYTES) return;
  await receive(request, () => {}).catch(() => {});
}

function announcedLength(request: Request): number {
  return Number(request.headers.get("content-length") ?? 0);
}

/** Passes on a body by chunk with the bytes so far; stops when too long to discard. @throws {ApiError} `invalid_body` */
async function receive(
  request: Request,
  take: (chunk: Uint8Array, received: number) => void,
): Promise<number> {
  let received = 0;
  try {
    for await (const chunk of request.body ?? []) {
      received += chunk.byteLength;
      take(chunk, received);
      if (received > MAX_DISCARDED_BYTES) break;
    }
    return received;
  } catch (error) {
    throw isCut(error)
      ? new ApiError("invalid_body", { reason: "Le corps n'est pas arrivé en entier." })
      : error;
  }
}

/** The client left, or was too slow: nobody reads the answer, but it is not a fault of the service. */
function isCut(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

/** Parses UTF-8 JSON, counted before it is built; null when it is none. @throws {ApiError} `invalid_body` for too much */
export function parseBounded(bytes: Uint8Array, bounds: JsonBounds): unknown {
  demandBounded(bytes, bounds);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const OPENING: ReadonlySet<number | undefined> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number | undefined> = new Set([0x5d, 0x7d]);

/** Counts levels and members of a JSON text in one pass over its bytes. @throws {ApiError} `invalid_body` for too many */
export function demandBounded(json: Uint8Array, most: JsonBounds): void {
  let [levels, members] = [0, 0];
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) at = endOfString(json, at);
    else if (byte === COMMA) members += 1;
    else if (OPENING.has(byte)) {
      levels += 1;
      members += 1;
    } else if (CLOSING.has(byte)) levels -= 1;
    if (levels > most.levels) throw tooMuch(`est imbriqué sur plus de ${most.levels} niveaux`);
    if (members > most.members) throw tooMuch(`contient plus de ${most.members} champs et éléments`);
  }
}

/** Where the string that begins there has its last quote. */
function endOfString(json: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}

function tooMuch(what: string): ApiError {
  return new ApiError("invalid_body", { reason: `Le corps ${what}.` });
}
