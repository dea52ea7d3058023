/** Days from one to another, `YYYY-MM-DD`. */
export interface Period {
  /** Included. */
  readonly debut: string;
  /** Excluded; null when no end is known. */
  readonly fin: string | null;
}
