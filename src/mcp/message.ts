import { z } from "zod";
import { ApiError } from "../http/errors/api-error.ts";
import {
  demandBounded,
  MAX_BODY_BYTES,
  MAX_TEXT_BODY_BYTES,
  parseBounded,
  readBounded,
} from "../http/json-body.ts";
import { faultOf } from "./fault.ts";

/** What a client posted. */
interface McpMessage {
  readonly body: Uint8Array<ArrayBuffer>;
  /** The body as JSON; null when it is not JSON, which the protocol refuses in its own terms. */
  readonly parsed: object | null;
}

const ToolCall = z.object({ id: z.union([z.string(), z.number()]), method: z.literal("tools/call") });

/** Tools and prompts that take a whole text, or as many references: messages for any other are short. */
const TAKING_TEXTS: ReadonlySet<string> = new Set([
  "check_citations",
  "check_references",
  "verifier_une_note",
]);
const PromptCall = z.object({ method: z.literal("prompts/get") });
const TextsGiven = z.object({ params: z.object({ arguments: z.record(z.string(), z.string()).optional() }) });
const Named = z.object({ params: z.object({ name: z.string() }) });

/** Of a message: twice the members of two hundred references to check. What a client says of itself has levels. */
const BOUNDS = { levels: 16, members: 2_000 };
/** Of one that names none of these: the library that answers it words each fault that it finds. */
const SHORT_BOUNDS = { levels: 16, members: 250 };

/**
 * Reads the single message of a request: the protocol has no batches since its revision 2025-06-18, and one would
 * count as a single request whatever its length.
 * @throws {ApiError} `payload_too_large` beyond 64 KiB, or 512 KiB for what takes a whole text, `invalid_body` for a batch or
 * one of too many members.
 */
export async function readMessage(request: Request): Promise<McpMessage> {
  const body = await readBounded(request, MAX_TEXT_BODY_BYTES);
  const value = parseBounded(body, BOUNDS);
  const parsed = typeof value === "object" ? value : null;
  if (Array.isArray(parsed)) {
    const reason = "Les lots de messages ne sont pas acceptés : envoyez un message à la fois.";
    throw new ApiError("invalid_body", { reason });
  }
  const named = Named.safeParse(parsed);
  if (!(named.success && TAKING_TEXTS.has(named.data.params.name))) demandShort(body);
  demandTexts(parsed);
  const isJson = request.headers.get("content-type")?.includes("application/json") === true;
  return { body, parsed: isJson ? parsed : null };
}

/**
 * The answer to a tool call whose key has reached the minute limit: a tool result that models read, made without a
 * server. Any other message, and one that can't be read, is refused as elsewhere.
 */
export async function refuseCall(request: Request, refusal: unknown): Promise<Response> {
  if (!(refusal instanceof ApiError && refusal.code === "rate_limited")) throw refusal;
  const message = await readMessage(request).catch(() => null);
  const call = ToolCall.safeParse(message?.parsed);
  if (!call.success) throw refusal;
  const { message: text } = faultOf(refusal.code, refusal.message);
  const result = { content: [{ type: "text", text }], isError: true };
  return Response.json({ jsonrpc: "2.0", id: call.data.id, result });
}

/** @throws {ApiError} `payload_too_large` or `invalid_body` */
function demandShort(body: Uint8Array): void {
  if (body.length > MAX_BODY_BYTES)
    throw new ApiError("payload_too_large", { limit: String(MAX_BODY_BYTES) });
  demandBounded(body, SHORT_BOUNDS);
}

/** The library that answers would give back all that is no text, in several lines each. @throws {ApiError} `invalid_body` */
function demandTexts(message: object | null): void {
  if (!PromptCall.safeParse(message).success || TextsGiven.safeParse(message).success) return;
  throw new ApiError("invalid_body", { reason: "Les arguments d'une invite doivent être des textes." });
}
