import type { NormKind } from "../mentions.ts";

/** A norm as its own words identify it, without its article. */
export interface NormCore {
  readonly nature: NormKind;
  readonly numero: string | null;
  readonly date: string | null;
  /**
   * Name that later mentions may use alone: « loi de finances pour 2012 », `MONACO` for a convention, `TFUE`
   * for a treaty, `1958` for the Constitution; null without.
   */
  readonly name: string | null;
}
