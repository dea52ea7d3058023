/** What an accepted key may do. */
export interface KeyGrant {
  readonly id: number;
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
