import { z } from "zod";
import { ApiError } from "../http/errors/api-error.ts";
import { MAX_TEXT_BODY_BYTES, readBounded } from "../http/json-body.ts";
import { faultOf } from "./fault.ts";

/** What a client posted. */
interface McpMessage {
  readonly body: Uint8Array<ArrayBuffer>;
  /** The body as JSON; null when it is not JSON, which the protocol refuses in its own terms. */
  readonly parsed: object | null;
}

const ToolCall = z.object({ id: z.union([z.string(), z.number()]), method: z.literal("tools/call") });

/**
 * Reads the single message of a request: the protocol has no batches since its revision 2025-06-18, and one would
 * count as a single request whatever its length.
 * @throws {ApiError} `payload_too_large` beyond 512 KiB, because a tool takes a whole text, `invalid_body` for a
 * batch.
 */
export async function readMessage(request: Request): Promise<McpMessage> {
  const body = await readBounded(request, MAX_TEXT_BODY_BYTES);
  const parsed = parse(body);
  if (Array.isArray(parsed)) {
    const reason = "Les lots de messages ne sont pas acceptés : envoyez un message à la fois.";
    throw new ApiError("invalid_body", { reason });
  }
  const isJson = request.headers.get("content-type")?.includes("application/json") === true;
  return { body, parsed: isJson ? parsed : null };
}

/**
 * The answer to a tool call whose key has reached the minute limit: a tool result that models read, made without a
 * server. Any other message is refused as elsewhere.
 */
export function refuseCall({ parsed }: McpMessage, refusal: unknown): Response {
  const call = ToolCall.safeParse(parsed);
  if (!(refusal instanceof ApiError && refusal.code === "rate_limited" && call.success)) throw refusal;
  const { message } = faultOf(refusal.code, refusal.message);
  const result = { content: [{ type: "text", text: message }], isError: true };
  return Response.json({ jsonrpc: "2.0", id: call.data.id, result });
}

function parse(body: Uint8Array): object | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body));
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}
