import { EngineUnavailable } from "./unavailable.ts";

/**
 * A derived store whose content is no longer what was written in it, as its seals or its engine prove: its answers may
 * be wrong, and it must be refilled from the relational store.
 */
export class StoreDamaged extends EngineUnavailable {
  override readonly name = "StoreDamaged";
}
