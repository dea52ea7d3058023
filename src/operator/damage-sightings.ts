import { DamagedText, isDamage } from "../../db/integrity/damages.ts";

/** How long the state of the service reports damage met by a request: the daily scrub then records it durably. */
const TOLD_MS = 10 * 60_000;
/** Damage to which the store can't give a name: one of its pages. */
const UNNAMED = "une page de la base";
/** Names kept at once; the whole store may be damaged. */
const MAX_NAMED = 100;

/** The damaged texts that the requests of this process met recently. */
export class DamageSightings {
  private readonly seenAt = new Map<string, number>();

  constructor(private readonly clock: () => Date) {}

  /** Records a fault, if it reports damage. */
  note(fault: unknown): void {
    if (!isDamage(fault)) return;
    const name = fault instanceof DamagedText ? fault.identifier : UNNAMED;
    if (!this.seenAt.has(name) && this.seenAt.size >= MAX_NAMED) return;
    this.seenAt.set(name, this.clock().getTime());
  }

  /** What was found damaged in the last ten minutes, as named in answers. */
  recent(): string[] {
    const oldest = this.clock().getTime() - TOLD_MS;
    for (const [name, at] of this.seenAt) if (at < oldest) this.seenAt.delete(name);
    return [...this.seenAt.keys()];
  }
}
