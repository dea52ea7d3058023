/** What a key may use: both limits of its plan. */
export interface Limits {
  readonly minute: number;
  /** Of the month, what is left when the simulation starts. */
  readonly month: number;
}

const MINUTE_MS = 60_000;

/** A sliding minute in two cells of one clock minute, as `decide` of `db/admission` keeps it. */
class Minute {
  private minute = 0;
  private current = 0;
  private previous = 0;

  /** What the window holds, the previous cell by the share that it still covers. */
  held(nowMs: number): number {
    this.turn(nowMs);
    return this.current + this.previous * (1 - (nowMs % MINUTE_MS) / MINUTE_MS);
  }

  add(units: number, nowMs: number): void {
    this.turn(nowMs);
    this.current += units;
  }

  /** Takes back units that were counted at an instant. */
  takeBack(units: number, countedAtMs: number, nowMs: number): void {
    this.turn(nowMs);
    const countedIn = Math.floor(countedAtMs / MINUTE_MS);
    if (countedIn === this.minute) this.current = Math.max(0, this.current - units);
    else if (countedIn === this.minute - 1) this.previous = Math.max(0, this.previous - units);
  }

  private turn(nowMs: number): void {
    const minute = Math.floor(nowMs / MINUTE_MS);
    if (minute === this.minute) return;
    this.previous = minute === this.minute + 1 ? this.current : 0;
    this.current = 0;
    this.minute = minute;
  }
}

/** What the store knows of a key: every unit that it gave away, used or not. */
export class Account {
  private readonly window = new Minute();
  private given = 0;

  constructor(readonly limits: Limits) {}

  get monthGiven(): number {
    return this.given;
  }

  /** Units of both limits for requests that wait, then for a lease; `counted` requests had room in the minute. */
  take(requests: number, lease: number, nowMs: number): { counted: number; charged: number; leased: number } {
    const room = Math.max(0, Math.floor(this.limits.minute - this.window.held(nowMs)));
    const counted = Math.min(requests, room);
    const charged = Math.min(counted, this.limits.month - this.given);
    const leased = Math.min(lease, room - counted, this.limits.month - this.given - charged);
    this.window.add(counted + leased, nowMs);
    this.given += charged + leased;
    return { counted, charged, leased };
  }

  giveBack(units: number, leasedAtMs: number, nowMs: number): void {
    this.window.takeBack(units, leasedAtMs, nowMs);
    this.given -= units;
  }
}

/** What a key really used, as one process that saw every answer would count it. */
export class Truth {
  private readonly window = new Minute();
  private used = 0;
  private over = 0;

  constructor(private readonly limits: Limits) {}

  get monthUsed(): number {
    return this.used;
  }

  /** The most answers that a sliding minute held above its limit. */
  get minuteExcess(): number {
    return Math.max(0, Math.floor(this.over));
  }

  use(nowMs: number): void {
    this.used += 1;
    this.window.add(1, nowMs);
    this.over = Math.max(this.over, this.window.held(nowMs) - this.limits.minute);
  }

  /** Whether a refusal by this limit was for want of units that nobody had used. */
  isWronglyRefused(limit: keyof Limits, nowMs: number): boolean {
    if (limit === "month") return this.used < this.limits.month;
    return this.window.held(nowMs) + 1 <= this.limits.minute;
  }
}
