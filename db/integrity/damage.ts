import { OperatorFault } from "../../config/operator-fault.ts";

/**
 * A stored text that no longer is what was written: it is not to be served, nor anything derived from it.
 * `identifier` names the document, or the actualité, in the contract's words.
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
 * SQLSTATE of a store that reads something else than it wrote (PostgreSQL documentation, appendix A): data_corrupted
 * (a page whose checksum fails, a value that can't be decompressed), index_corrupted, bytes that are no UTF-8, a
 * missing file, a disk that can't be read.
 */
const DAMAGED = new Set(["XX001", "XX002", "22021", "58P01", "58030"]);

/** Releases of PostgreSQL that give these no code of their own say internal_error. */
const DAMAGED_WORDS = /invalid page in block|compressed \w+ data is corrupt|missing chunk number/;

/** Whether an error says that the relational store itself can't read a page or a value that it holds. */
export function isStoreDamaged(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string" && DAMAGED.has(cause.code)) return true;
    if (DAMAGED_WORDS.test(cause.message)) return true;
  }
  return false;
}

/** Whether an error says that something stored is damaged, whoever found it. */
export function isDamage(error: unknown): boolean {
  return error instanceof DamagedText || isStoreDamaged(error);
}
