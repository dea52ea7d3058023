import { AsyncLocalStorage } from "node:async_hooks";

/** Attributes of a span: names, counts and codes, never what a caller asks for, nor a key. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** A timed step of a trace. */
export interface Span {
  readonly traceId: string;
  /** The headers that continue this trace in another process (https://www.w3.org/TR/trace-context/). */
  readonly headers: Readonly<Record<string, string>>;
  /** @param startedAt when it has begun before this call. */
  child(name: string, attributes: SpanAttributes, startedAt?: Date): Span;
  /** Adds attributes. @param name when it is only known at the end. */
  describe(attributes: SpanAttributes, name?: string): void;
  /** @param fault name of the fault that it ended with. */
  end(fault?: string): void;
}

/**
 * Runs work as a step of the present trace, if there is one.
 * @param name of the step, from a short list.
 */
export type Step = <Value>(
  name: string,
  attributes: SpanAttributes,
  work: () => Promise<Value>,
) => Promise<Value>;

/** Opens traces and sends them; there is none unless the operator asks for it. */
export interface Tracing {
  /**
   * Opens the span of a request.
   * @param continued headers whose `traceparent` may continue a trace; null for a trace of its own.
   */
  request(name: string, continued: Headers | null): Span;
  /** Opens the first span of a trace. */
  root(name: string, attributes: SpanAttributes): Span;
  /** Sends what remains, for a few seconds at most. */
  stop(): Promise<void>;
}

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
