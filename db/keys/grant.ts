/** What an accepted key may do, within what its account has left. */
export interface KeyGrant {
  readonly id: number;
  /** The account that it is counted with: the id of the account's first key. */
  readonly accountId: number;
  readonly visibleStart: string;
  readonly name: string;
  readonly plan: string;
  /** Charged answers a month, or null for no quota. */
  readonly monthlyQuota: number | null;
  readonly minuteLimit: number;
  readonly semantic: boolean;
  /** First instant at which the key is refused, or null. */
  readonly expiresAt: Date | null;
}
