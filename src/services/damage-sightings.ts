import { DamagedText, isDamage } from "../../db/integrity/damage.ts";

/** How long the state of the service tells of a damage that a request met: the scrub of the day makes it last. */
const TOLD_MS = 10 * 60_000;
/** What the store can't name: a page of it. */
const UNNAMED = "une page de la base";
/** Named at once; the store may be damaged all over. */
const MAX_NAMED = 100;

/** What the requests of this process met of damaged texts, lately. */
export class DamageSightings {
  private readonly seenAt = new Map<string, number>();

  constructor(private readonly clock: () => Date) {}

  /** Takes note of a fault, when it tells of a damage. */
  note(fault: unknown): void {
    if (!isDamage(fault)) return;
    const name = fault instanceof DamagedText ? fault.identifier : UNNAMED;
    if (!this.seenAt.has(name) && this.seenAt.size >= MAX_NAMED) return;
    this.seenAt.set(name, this.clock().getTime());
  }

  /** What was met damaged in the last ten minutes, as it is to be named. */
  recent(): string[] {
    const oldest = this.clock().getTime() - TOLD_MS;
    for (const [name, at] of this.seenAt) if (at < oldest) this.seenAt.delete(name);
    return [...this.seenAt.keys()];
  }
}
