import type { DerivedIndex, EntryWriter, Marks } from "../../../../ingest/derived/in-step.ts";

/** An entry of a derived store, by its name. */
export interface Entry {
  readonly name: string;
  readonly text: string;
}

/** A fault of a store on one entry; null = none. */
type Fault = "loses" | "halves" | "refuses" | null;

/** A derived store in memory: a mark is the text itself. */
export class MemoryStore implements DerivedIndex<Entry> {
  readonly unit = "articles";
  readonly batchSize = 2;
  breakEven = 0.5;
  /** Null when there is nothing to read. */
  live: Map<string, string> | null = new Map();
  /** Whether reading its content fails. */
  isUnreadable = false;
  faultOf: (name: string) => Fault = () => null;
  /** Its calls, in order: `a` a write, `-a` a removal, `rebuild`, `swap`. */
  readonly asked: string[] = [];
  private readonly entries: readonly Entry[];

  constructor(texts: Readonly<Record<string, string>>) {
    this.entries = Object.entries(texts).map(([name, text]) => ({ name, text }));
  }

  async wanted(): Promise<Map<string, Entry>> {
    return new Map(this.entries.map((entry) => [entry.name, entry]));
  }

  markOf({ text }: Entry): string {
    return text;
  }

  documentOf(name: string): string {
    return name;
  }

  async removeLeftovers(): Promise<void> {
    this.asked.push("leftovers");
  }

  async held(): Promise<Marks | null> {
    if (this.isUnreadable) throw new Error("illisible");
    return this.live === null ? null : new Map(this.live);
  }

  async write(work: (writer: EntryWriter<Entry>) => Promise<void>): Promise<void> {
    await work(this.writerOf(this.live ?? new Map()));
  }

  async rebuild(fill: (writer: EntryWriter<Entry>) => Promise<void>): Promise<void> {
    this.asked.push("rebuild");
    const fresh = new Map<string, string>();
    await fill(this.writerOf(fresh));
    this.asked.push("swap");
    this.live = fresh;
  }

  private writerOf(marks: Map<string, string>): EntryWriter<Entry> {
    let applied = 0;
    return {
      held: async () => new Map(marks),
      upsert: async (batch) => {
        for (const { name, text } of batch) {
          this.asked.push(name);
          const fault = this.faultOf(name);
          if (fault === "refuses") throw new Error(`${name} refusé`);
          if (fault !== "loses") marks.set(name, fault === "halves" ? "" : text);
          applied += 1;
        }
      },
      remove: async (names) => {
        for (const name of names) {
          this.asked.push(`-${name}`);
          if (this.faultOf(name) !== "loses") marks.delete(name);
        }
      },
      settle: (onWait) => onWait(),
      applied: () => applied,
    };
  }
}
