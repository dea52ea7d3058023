/** Destination of the log lines. */
export interface OutageLogger {
  error(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  info(fields: object, message: string): void;
}

export const SILENT: OutageLogger = { error() {}, warn() {}, info() {} };

/** Messages for the start of an outage, its continuation and its end. */
export interface OutageWords {
  readonly began: string;
  readonly goesOn: string;
  readonly over: string;
}

interface Outage {
  readonly sinceMs: number;
  failures: number;
  /** How many of them were logged. */
  told: number;
}

const MILLISECONDS = 1_000;

/**
 * Logs lasting faults, as when a store is away: the first one with its stack, then a count, and one line when it is
 * over.
 */
export class OutageLog {
  private readonly outages = new Map<string, Outage>();

  /** @param nowMs a monotonic clock. */
  constructor(
    private readonly log: OutageLogger,
    private readonly words: OutageWords,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  /** Records a fault under a name; `fields` and `level` apply to the line of the first one. */
  failed(
    name: string,
    error: unknown,
    { level = "error", fields = {} }: { readonly level?: "error" | "warn"; readonly fields?: object } = {},
  ): void {
    const known = this.outages.get(name);
    if (known !== undefined) {
      known.failures += 1;
      return;
    }
    this.outages.set(name, { sinceMs: this.nowMs(), failures: 1, told: 1 });
    this.log[level]({ ...fields, outage: name, err: error }, this.words.began);
  }

  /** Records a success: the outage, if there was one, is over; `fields` apply to its line. */
  worked(name: string, fields: object = {}): void {
    const outage = this.outages.get(name);
    if (outage === undefined) return;
    this.outages.delete(name);
    this.log.info({ ...this.describe(name, outage), ...fields }, this.words.over);
  }

  /**
   * For faults without a success signal: logs how many faults each outage now has, and ends those without one since the
   * last sweep. Returns whether any continues.
   */
  sweep(): boolean {
    for (const [name, outage] of this.outages) {
      if (outage.told === outage.failures) this.worked(name);
      else this.log.warn(this.describe(name, outage), this.words.goesOn);
      outage.told = outage.failures;
    }
    return this.outages.size > 0;
  }

  private describe(name: string, { sinceMs, failures }: Outage): object {
    const seconds = Math.round((this.nowMs() - sinceMs) / MILLISECONDS);
    return { outage: name, failures, seconds };
  }
}

const CAUSES: Readonly<Record<string, string>> = {
  ECONNREFUSED: "la connexion est refusée, rien n'écoute à cette adresse",
  ENOTFOUND: "le nom du serveur est introuvable",
  EAI_AGAIN: "le nom du serveur est introuvable",
  ECONNRESET: "la connexion est coupée",
  EPIPE: "la connexion est coupée",
  EHOSTUNREACH: "la machine est injoignable",
  ENETUNREACH: "la machine est injoignable",
  ETIMEDOUT: "la machine ne répond pas à temps",
  EPROTO: "ce port ne parle pas TLS",
};

/**
 * Why the network did not lead to a server, in French and without its address, from the code of an error or of one of
 * its causes; null for an error of another kind.
 */
export function networkCause(error: unknown): string | null {
  const code = codeOf(error);
  return code === null ? null : (CAUSES[code] ?? null);
}

/** Whether a connection was closed under a request: a server closes those that stay idle, at times under the next one. */
export function isCut(error: unknown): boolean {
  const code = codeOf(error);
  return code === "ECONNRESET" || code === "EPIPE";
}

/** The first known code of an error and its causes. */
function codeOf(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ("code" in cause && Object.hasOwn(CAUSES, String(cause.code))) return String(cause.code);
  return null;
}
