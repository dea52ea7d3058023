import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import { callHeaders } from "../tracing/span.ts";
import { readRetryAfter } from "./retry.ts";

/** A call of a service that others run: nothing about its answer is taken on trust. */
interface Call {
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | Uint8Array<ArrayBuffer>;
  /** Bounds the whole exchange, the body of the answer included. */
  readonly signal: AbortSignal;
  /** Size limit of the answer's body, both as it is sent and once decompressed. */
  readonly mostBytes: number;
}

/** A call that sends JSON and expects JSON. */
interface JsonCall extends Omit<Call, "headers" | "body"> {
  /** Sent as a bearer token; null when the service asks for none. */
  readonly apiKey: string | null;
  readonly body: object;
}

/** An answer of any status. */
interface Answer<Body> {
  readonly status: number;
  /** How long it asks to wait; 0 when it gives no delay. */
  readonly retryAfterMs: number;
  /** Empty unless the status is 200: no other body is read. */
  readonly body: Body;
}

export type JsonAnswer = Answer<string>;

/** No whole answer came; `reason` is French and contains neither key nor address nor anything of the answer. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";

  constructor(
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(reason, options);
  }
}

/** Posts JSON; the body of the answer is text, not parsed yet. @throws {NoAnswer} */
export async function postJson({ apiKey, body, ...call }: JsonCall): Promise<JsonAnswer> {
  const headers = new Headers({
    ...callHeaders(),
    "Content-Type": "application/json",
    Accept: "application/json",
  });
  if (apiKey !== null) headers.set("Authorization", `Bearer ${apiKey}`);
  const answer = await post({ ...call, headers, body: JSON.stringify(body) });
  return { ...answer, body: answer.body.toString() };
}

/**
 * Posts a body and reads the answer within its limits. A redirection is not followed: that would lose the body, or
 * send the key elsewhere.
 * @throws {NoAnswer}
 */
export async function post({ url, headers, body, signal, mostBytes }: Call): Promise<Answer<Buffer>> {
  // Few bytes may decompress into any number: none is asked for, and what comes all the same is bounded below.
  headers.set("Accept-Encoding", "identity");
  try {
    const sent = { method: "POST", headers, body, signal, redirect: "manual", decompress: false } as const;
    const response = await fetch(url, sent);
    const { status } = response;
    const retryAfterMs = readRetryAfter(response.headers, Date.now());
    if (status === 200) return { status, retryAfterMs, body: await readBody(response, mostBytes) };
    await response.body?.cancel();
    return { status, retryAfterMs, body: Buffer.alloc(0) };
  } catch (error) {
    throw error instanceof NoAnswer ? error : new NoAnswer(reasonOf(error), { cause: error });
  }
}

const DECODERS = new Map([
  ["gzip", promisify(gunzip)],
  ["deflate", promisify(inflate)],
  ["br", promisify(brotliDecompress)],
]);

async function readBody(response: Response, mostBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > mostBytes) throw new NoAnswer(TOO_LONG);
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  const encoding = response.headers.get("content-encoding")?.trim().toLowerCase() ?? "identity";
  if (encoding === "identity") return bytes;
  const decode = DECODERS.get(encoding);
  if (decode === undefined) throw new NoAnswer("réponse compressée d'une façon inconnue");
  return await decode(bytes, { maxOutputLength: mostBytes });
}

const TOO_LONG = "réponse trop longue";

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "erreur inconnue";
  if (error.name === "TimeoutError") return "délai dépassé";
  if (!("code" in error)) return error.name;
  return error.code === "ERR_BUFFER_TOO_LARGE" ? TOO_LONG : String(error.code);
}
