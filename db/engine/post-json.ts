import { callHeaders } from "../tracing/call-context.ts";
import { readRetryAfter } from "./retry.ts";

/** A call of a service that reads and writes JSON. */
interface JsonCall {
  readonly url: string;
  /** Sent as a bearer token; null when the service asks for none. */
  readonly apiKey: string | null;
  readonly body: object;
  readonly signal: AbortSignal;
}

/** An answer of any status, its body not parsed yet. */
export interface JsonAnswer {
  readonly status: number;
  /** How long it asks to wait; 0 when it gives no delay. */
  readonly retryAfterMs: number;
  readonly body: string;
}

/** No whole answer came; `reason` is French and contains neither key nor address. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";

  constructor(
    readonly reason: string,
    options: ErrorOptions,
  ) {
    super(reason, options);
  }
}

/**
 * Posts JSON. A redirection is not followed: that would lose the body, or send the key elsewhere.
 * @throws {NoAnswer}
 */
export async function postJson({ url, apiKey, body, signal }: JsonCall): Promise<JsonAnswer> {
  const headers = new Headers({
    ...callHeaders(),
    "Content-Type": "application/json",
    Accept: "application/json",
  });
  if (apiKey !== null) headers.set("Authorization", `Bearer ${apiKey}`);
  const sent = JSON.stringify(body);
  try {
    const response = await fetch(url, { method: "POST", headers, body: sent, signal, redirect: "manual" });
    const retryAfterMs = readRetryAfter(response.headers, Date.now());
    return { status: response.status, retryAfterMs, body: await response.text() };
  } catch (error) {
    throw new NoAnswer(reasonOf(error), { cause: error });
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "erreur inconnue";
  if (error.name === "TimeoutError") return "délai dépassé";
  return "code" in error ? String(error.code) : error.name;
}
