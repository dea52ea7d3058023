import { ApiError } from "./errors.ts";

/** Largest body that a route reads (contract decisions, « Parameters »). */
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

/** The whole body. @throws {ApiError} `payload_too_large` beyond 64 KiB. */
export async function readBounded(request: Request): Promise<Uint8Array> {
  const tooLarge = new ApiError("payload_too_large", { limit: String(MAX_BODY_BYTES) });
  if (Number(request.headers.get("content-length") ?? 0) > MAX_BODY_BYTES) throw tooLarge;
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength;
      if (size > MAX_BODY_BYTES) throw tooLarge;
      chunks.push(chunk);
    }
  } catch (error) {
    throw isCut(error)
      ? new ApiError("invalid_body", { reason: "Le corps n'est pas arrivé en entier." })
      : error;
  }
  return Buffer.concat(chunks);
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
