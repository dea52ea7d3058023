import { AsyncLocalStorage } from "node:async_hooks";
import type { Span, Step } from "./span.ts";

/** What the calls made for one request have in common. */
interface CallContext {
  readonly requestId: string | null;
  /** The present step of its trace; null when nothing is traced. */
  readonly span: Span | null;
}

const current = new AsyncLocalStorage<CallContext>();

/** Runs `work` for an API request, whose identifier is sent with every call to an engine. */
export function onBehalfOf<Value>(requestId: string, work: () => Value): Value {
  return current.run({ requestId, span: currentSpan() }, work);
}

/** Runs `work` as part of a trace. */
export function inSpan<Value>(span: Span, work: () => Value): Value {
  return current.run({ requestId: current.getStore()?.requestId ?? null, span }, work);
}

/** The present step of the trace; null when nothing is traced. */
export function currentSpan(): Span | null {
  return current.getStore()?.span ?? null;
}

/** Runs `work` as it is when nothing is traced; else as a span, which ends with `work` and names its fault. */
export const step: Step = (name, attributes, work) => {
  const parent = currentSpan();
  return parent === null ? work() : within(parent.child(name, attributes), work);
};

async function within<Value>(span: Span, work: () => Promise<Value>): Promise<Value> {
  try {
    const value = await inSpan(span, work);
    span.end();
    return value;
  } catch (error) {
    // Its message may repeat what a caller asked.
    span.end(error instanceof Error ? error.name : typeof error);
    throw error;
  }
}

/** Headers of a call to an engine's server; none outside a request and a trace. */
export function callHeaders(): Record<string, string> {
  const context = current.getStore();
  if (context === undefined) return {};
  const { requestId, span } = context;
  return { ...(requestId !== null && { "x-request-id": requestId }), ...span?.headers };
}
