import { EngineUnavailable } from "./unavailable.ts";

/**
 * A derived store that holds something else than what was written in it, proved by its seals or by its engine: what it
 * would answer may be wrong, and it is to be filled anew from the relational store.
 */
export class StoreDamaged extends EngineUnavailable {
  override readonly name = "StoreDamaged";
}
