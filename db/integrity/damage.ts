import { OperatorFault } from "../../config/operator-fault.ts";

/**
 * A stored text that is no longer what was written: it must not be served, nor anything derived from it. `identifier`
 * names the document, or the actualité, in the contract's words.
 */
export class DamagedText extends OperatorFault {
  override readonly name = "DamagedText";

  constructor(
    readonly identifier: string,
    options?: ErrorOptions,
  ) {
    super(`Le texte enregistré de ${identifier} est abîmé : il n'est plus celui qui a été écrit.`, options);
  }
}

/**
 * SQLSTATE of a store that reads something else than it wrote (PostgreSQL documentation, appendix A): data_corrupted (a
 * page whose checksum fails, a value that can't be decompressed), index_corrupted, invalid UTF-8, a missing file, an
 * unreadable disk.
 */
const DAMAGED = new Set(["XX001", "XX002", "22021", "58P01", "58030"]);

/** Releases of PostgreSQL without a code for these use internal_error. */
const DAMAGED_WORDS = /invalid page in block|compressed \w+ data is corrupt|missing chunk number/;

/** Whether an error means that the relational store can't read one of its own pages or values. */
export function isStoreDamaged(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string" && DAMAGED.has(cause.code)) return true;
    if (DAMAGED_WORDS.test(cause.message)) return true;
  }
  return false;
}

/** Whether an error means that stored data is damaged, whoever detected it. */
export function isDamage(error: unknown): boolean {
  return error instanceof DamagedText || isStoreDamaged(error);
}
