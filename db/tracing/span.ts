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
 * Runs work as a step of the present trace, if there is one (`call-context.ts`).
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
