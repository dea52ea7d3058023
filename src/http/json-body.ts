import { ApiError } from "./errors/api-error.ts";

/** Largest body that a route reads (docs/decisions.md, « Everywhere », Parameters). */
export const MAX_BODY_BYTES = 64 * 1024;

/** The same for a route that reads a whole text: 50,000 characters, whatever their alphabet and their escapes. */
export const MAX_TEXT_BODY_BYTES = 512 * 1024;

/** Fields are plain values, and Elysia words a refused body in a time quadratic in its depth. */
const MAX_NESTING = 8;

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
  const body = parse(await readBounded(request, maxBytes));
  if (!isShallow(body, MAX_NESTING)) {
    throw new ApiError("invalid_body", {
      reason: `Le corps est imbriqué sur plus de ${MAX_NESTING} niveaux.`,
    });
  }
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new ApiError("invalid_body", { reason: "Le corps doit être un objet JSON en UTF-8." });
  }
  // Elysia drops this field where it fills in defaults, before validation.
  if (Object.hasOwn(body, "__proto__"))
    throw new ApiError("invalid_parameter", { reason: "Le champ « __proto__ » est inconnu." });
  return body;
}

/**
 * Route hooks that read a JSON body once the key and the plan are accepted: Elysia parses bodies before it runs the
 * hooks that check them, so its parser does nothing and a later hook does its work.
 */
export const jsonBodyAfterKey = readAfterKey(MAX_BODY_BYTES);

/** The same for a body that contains a whole text. */
export const jsonTextAfterKey = readAfterKey(MAX_TEXT_BODY_BYTES);

function readAfterKey(maxBytes: number) {
  return {
    parse: () => ({}),
    async transform(context: { readonly request: Request; body: unknown }): Promise<void> {
      context.body = await readJson(context.request, maxBytes);
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
  const hasNone = request.method === "GET" || request.method === "HEAD" || request.body === null;
  if (hasNone || request.bodyUsed || announcedLength(request) > MAX_DISCARDED_BYTES) return;
  await receive(request, () => {}).catch(() => {});
}

function announcedLength(request: Request): number {
  return Number(request.headers.get("content-length") ?? 0);
}

/**
 * Passes on the body chunk by chunk, with the bytes received so far, and stops where it is too long to discard.
 * @returns the bytes received.
 * @throws {ApiError} `invalid_body`
 */
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

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((part) => isShallow(part, levels - 1));
}
