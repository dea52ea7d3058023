/** The engines of a run, as the tests name them. */
export type EngineName = "postgres" | "meilisearch" | "qdrant";

/** One thing that a run asks of an engine: a statement, a request. Polls and reports of progress are none. */
export interface Step {
  readonly engine: EngineName;
  /** The statement or the request, in short. */
  readonly label: string;
}

/** What is done about a step, on its way. */
export interface Passage {
  /** Before the engine hears of it. */
  before?(): Promise<void>;
  /** Once the engine has done it and before the run hears of that. */
  after?(): Promise<void>;
}

/** Told of what passes. */
export interface Observer {
  /** Of each step, before it passes. */
  step(step: Step): Passage;
  /** The stage that the run reports as begun. */
  stage(name: string): void;
}

/**
 * What befalls a run at an engine: `refuse` closes its port; `error` answers everything by an error, `stumble`
 * the next request only; `hang` answers nothing any more; `lose` accepts writes, drops them
 * and never reports them done.
 */
export type EngineFault = "refuse" | "error" | "stumble" | "hang" | "lose";

/** A proxy of an engine that reports what passes and can fail on demand. */
export interface ObservedEngine {
  readonly url: string;
  /** From now on, open connections included; null lifts the fault. */
  suffer(fault: EngineFault | null): Promise<void>;
  close(): Promise<void>;
}
