import { readActualiteSource, upsertActualite } from "../../db/ingestion/actualites.ts";
import { type StaleRecord, upsertContent } from "../../db/ingestion/editions.ts";
import { readEditionSources } from "../../db/ingestion/pgp-links.ts";
import { replaceKept } from "../../db/ingestion/wordings/kept-wordings.ts";
import { isStoreDamaged } from "../../db/integrity/damage.ts";
import { readKeptPlace } from "../../db/integrity/scrubbed/kept-texts.ts";
import type { TextKey } from "../../db/integrity/scrubbed/port.ts";
import { unpackRecord } from "../../db/integrity/stored-record.ts";
import { readNewsDerivation, readWordingOf, readWrittenEdition } from "../../db/integrity/written-texts.ts";
import type { Database } from "../../db/postgres/database.ts";
import { inTransaction } from "../../db/postgres/statements.ts";
import { raiseRevision } from "../../db/queries/corpus.ts";
import type { ScrubbedKind } from "../../db/schema/integrity.ts";
import { deriveActualite, deriveContenu, type Received } from "../facts/derive.ts";
import { KnownPgpNames } from "../facts/pgp-names.ts";
import { parseStored } from "../facts/records/parse-stored.ts";
import { deriveKept } from "../facts/wordings/derive-kept.ts";
import { BadRecord } from "../parse/bad-record.ts";
import { DERIVATION_VERSION } from "../parse/derive.ts";
import type { SourceRecord } from "../parse/record.ts";

/**
 * Rewrites damaged texts from the stored source records: only when such a record is as it was received, and derives to
 * the very text that was written.
 */
export class Mender {
  private names: Promise<KnownPgpNames> | null = null;

  constructor(private readonly database: Database) {}

  /** Whether the text is repaired. */
  async mend(kind: ScrubbedKind, { place }: TextKey): Promise<boolean> {
    try {
      return await this.#menders[kind](place);
    } catch (error) {
      // The record, or the page to rewrite, is damaged too.
      if (isStoreDamaged(error) || error instanceof BadRecord) return false;
      throw error;
    }
  }

  readonly #menders: Readonly<Record<ScrubbedKind, (place: string) => Promise<boolean>>> = {
    edition: (place) => this.mendEdition(Number(place)),
    redaction: (place) => this.mendKept(place),
    // No other copy exists of what was received.
    source: async () => false,
    actualite: (place) => this.mendNews(place),
  };

  private async mendEdition(editionId: number): Promise<boolean> {
    const written = await readWrittenEdition(this.database, editionId);
    const [stored] = await readEditionSources(this.database, [editionId]);
    const received = stored && receivedOf(stored);
    if (written?.derivationVersion !== DERIVATION_VERSION || received?.record.kind !== "contenu")
      return false;
    const { record } = received;
    const derived = deriveContenu({ ...received, record }, await this.pgpNames());
    if (derived.empreinte !== written.empreinte) return false;
    await inTransaction(this.database, (sql) => [upsertContent(sql, derived), raiseRevision(sql)]);
    return true;
  }

  private async mendKept(place: string): Promise<boolean> {
    const key = readKeptPlace(place);
    const wordingId = await readWordingOf(this.database, key);
    if (key.derivationVersion !== DERIVATION_VERSION || wordingId === null) return false;
    const derived = await deriveKept(this.database, wordingId, await this.pgpNames());
    if (derived?.empreinte !== key.empreinte) return false;
    await replaceKept(this.database, wordingId, derived);
    return true;
  }

  private async mendNews(id: string): Promise<boolean> {
    const stored = await readActualiteSource(this.database, id);
    // Without a seal, nothing proves that the record is what was received.
    const received = stored === null || stored.seal === null ? null : receivedOf(stored);
    const version = await readNewsDerivation(this.database, id);
    if (version !== DERIVATION_VERSION || received === null || received.record.kind === "contenu")
      return false;
    const derived = deriveActualite({ ...received, record: received.record }, await this.pgpNames());
    await inTransaction(this.database, (sql) => [upsertActualite(sql, derived), raiseRevision(sql)]);
    return true;
  }

  private pgpNames(): Promise<KnownPgpNames> {
    this.names ??= KnownPgpNames.read(this.database);
    return this.names;
  }
}

/** The record that a text was derived from; null when it is no longer what was received. */
function receivedOf(stored: StaleRecord): Received<SourceRecord> | null {
  const raw = unpackRecord(stored);
  if (raw === null) return null;
  const { recordHash, sourceKind } = stored;
  return { record: parseStored(sourceKind, raw), raw, recordHash, sourceKind, isNew: false };
}
