import { ApiError } from "./errors/api-error.ts";

/** Largest body that a route reads (docs/decisions.md, « Everywhere », Parameters). */
export const MAX_BODY_BYTES = 64 * 1024;

/** Fields are plain values, and Elysia words a refused body in a time that grows with the square of its depth. */
const MAX_NESTING = 8;

/**
 * Route hook that reads a JSON body; Elysia's own parsers take other media types too, without a limit.
 * @throws {ApiError} `invalid_body` when it is not a JSON object in UTF-8, `payload_too_large` beyond 64 KiB.
 */
export async function jsonBody({ request }: { readonly request: Request }): Promise<object> {
  const mediaType = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (mediaType !== "application/json") {
    throw new ApiError("invalid_body", {
      reason: "Le corps doit être annoncé en « Content-Type: application/json ».",
    });
  }
  const body = parse(await readBounded(request));
  if (!isShallow(body, MAX_NESTING)) {
    throw new ApiError("invalid_body", {
      reason: `Le corps est imbriqué sur plus de ${MAX_NESTING} niveaux.`,
    });
  }
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new ApiError("invalid_body", { reason: "Le corps doit être un objet JSON en UTF-8." });
  }
  // Elysia loses this one where it fills in defaults, before the fields are judged.
  if (Object.hasOwn(body, "__proto__"))
    throw new ApiError("invalid_parameter", { reason: "Le champ « __proto__ » est inconnu." });
  return body;
}

/**
 * Route hooks that read a JSON body once the key and the plan are judged: Elysia parses bodies before it runs the
 * hooks that judge them, so that its parser is given nothing to do and a later hook does its work.
 */
export const jsonBodyAfterKey = {
  parse: () => ({}),
  async transform(context: { readonly request: Request; body: unknown }): Promise<void> {
    context.body = await jsonBody(context);
  },
};

/** What is read of a body that is refused, and thrown away: a client reads our answer once it has sent it all. */
const MAX_DISCARDED_BYTES = 8_000_000;

/** The whole body. @throws {ApiError} `payload_too_large` beyond 64 KiB, `invalid_body` when it is cut. */
export async function readBounded(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = announcedLength(request);
  if (size <= MAX_DISCARDED_BYTES) {
    size = await receive(request, (chunk, received) => {
      if (received <= MAX_BODY_BYTES) chunks.push(chunk);
    });
  }
  if (size > MAX_BODY_BYTES) throw new ApiError("payload_too_large", { limit: String(MAX_BODY_BYTES) });
  return Buffer.concat(chunks);
}

/** Reads what nobody read of the body of a request that is answered, and throws it away. Never throws. */
export async function discardBody(request: Request): Promise<void> {
  const hasNone = request.method === "GET" || request.method === "HEAD" || request.body === null;
  if (hasNone || request.bodyUsed || announcedLength(request) > MAX_DISCARDED_BYTES) return;
  await receive(request, () => {}).catch(() => {});
}

function announcedLength(request: Request): number {
  return Number(request.headers.get("content-length") ?? 0);
}

/**
 * Hands over the body chunk by chunk, with the bytes received so far, and stops where it is too long to be thrown
 * away.
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

/** The client left, or was too slow: nobody reads the answer, but it is no fault of the service. */
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
