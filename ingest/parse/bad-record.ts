/** An unusable record of the official source. It is logged and skipped; the others continue. */
export class BadRecord extends Error {
  override readonly name = "BadRecord";
  /** Identifier or PGP number of the record, when readable. */
  readonly identifier: string | null;

  /** @param reason one French sentence saying what is wrong with the record. */
  constructor(reason: string, identifier: string | null) {
    super(identifier === null ? reason : `${identifier} : ${reason}`);
    this.identifier = identifier;
  }
}
