/** What a store says of each entry that it holds, by the entry's identity; "" for one that it holds only in part. */
export type Marks = ReadonlyMap<string, string>;

/**
 * A store that is made from the relational one: what it must hold, what it holds, and how it is written. All that
 * `bringInStep` needs to know of it.
 */
export interface DerivedIndex<Entry> {
  /** What its entries are to the operator, in French and in the plural: `documents`, `passages`. */
  readonly unit: string;
  /** Entries given to one `upsert`. */
  readonly batchSize: number;
  /** Entries to write or remove, as a share of those that it must hold, from which a rebuild is quicker. */
  readonly breakEven: number;
  /** Every entry that it must hold, by identity. */
  wanted(): Promise<ReadonlyMap<string, Entry>>;
  /** What the store must say of an entry. */
  markOf(entry: Entry): string;
  /**
   * Removes what processes that were cut short left and no reader sees. Once it resolves, nothing that they asked of
   * the store is still to be applied.
   */
  removeLeftovers(): Promise<void>;
  /** What readers see; null when there is nothing to read, and the store is to be filled anew whatever it must hold. */
  held(): Promise<Marks | null>;
  /** Writes into what readers see. */
  write(work: (writer: EntryWriter<Entry>) => Promise<void>): Promise<void>;
  /**
   * Fills a new store beside the one that readers see and puts it in its place once `fill` is done. When `fill`
   * fails the live one stays.
   */
  rebuild(fill: (writer: EntryWriter<Entry>) => Promise<void>): Promise<void>;
}

/** Writes entries into a store, the one that readers see or a new one. */
export interface EntryWriter<Entry> {
  /** What the store holds once all that was given is applied. */
  held(): Promise<Marks>;
  /** Adds or replaces entries; a server may apply them later. */
  upsert(entries: readonly Entry[]): Promise<void>;
  /** Removes entries by identity, likewise; unknown ones are ignored. */
  remove(identities: readonly string[]): Promise<void>;
  /**
   * Resolves once all that was given is applied.
   * @param onWait called now and then meanwhile; what it throws ends the wait.
   */
  settle(onWait: () => Promise<void>): Promise<void>;
  /** How many of the entries given to `upsert` are known to be applied. */
  applied(): number;
}
