import type { Observer, Passage, Step } from "../../servers/observed.ts";

/** A step as it came, with the stage of the run that took it. */
export interface TakenStep extends Step {
  /** From 1. */
  readonly number: number;
  /** A stage of `RunStage`, or `start` before the first. */
  readonly stage: string;
}

const ON_ITS_WAY: Passage = {};

/** Counts what a run asks of all its engines together, and may do something about one step of it. */
export class Steps implements Observer {
  readonly taken: TakenStep[] = [];
  private current = "start";

  /** @param onStep what is done about a step; nothing by default. */
  constructor(private readonly onStep: (step: TakenStep) => Passage = () => ON_ITS_WAY) {}

  stage(name: string): void {
    this.current = name;
  }

  step(step: Step): Passage {
    const taken = { ...step, number: this.taken.length + 1, stage: this.current };
    this.taken.push(taken);
    return this.onStep(taken);
  }
}
