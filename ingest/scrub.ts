import { setTimeout as sleep } from "node:timers/promises";
import { readActualiteSource, upsertActualite } from "../db/ingestion/actualites.ts";
import { type StaleRecord, upsertContent } from "../db/ingestion/editions.ts";
import { readEditionSources } from "../db/ingestion/pgp-links.ts";
import { replaceKept } from "../db/ingestion/wordings/kept-wordings.ts";
import { type Damage, isStoreDamaged, recordScrub, type ScrubEnd } from "../db/integrity/damages.ts";
import {
  type Finding,
  readKeptPlace,
  readNewsDerivation,
  readWordingOf,
  readWrittenEdition,
  type ScrubbedTexts,
  scrubbedEditions,
  scrubbedKeptSources,
  scrubbedKeptTexts,
  scrubbedLaw,
  scrubbedNews,
  type TextKey,
} from "../db/integrity/scrubbed.ts";
import { unpackRecord } from "../db/integrity/stored-record.ts";
import type { Database } from "../db/postgres/database.ts";
import { inTransaction } from "../db/postgres/statements.ts";
import { announceChange, raiseRevision } from "../db/queries/corpus.ts";
import type { ScrubbedKind } from "../db/schema/integrity.ts";
import { deriveActualite, deriveContenu, type Received } from "./facts/derive.ts";
import { KnownPgpNames } from "./facts/export-picture.ts";
import { deriveKept } from "./facts/guard-wordings.ts";
import { parseStored } from "./facts/parse-stored.ts";
import { rederiveVersions } from "./law/apply.ts";
import { DERIVATION_VERSION } from "./parse/derive.ts";
import { BadRecord, type SourceRecord } from "./parse/record.ts";

interface ScrubDeps {
  /** Nothing else writes the corpus meanwhile. */
  readonly database: Database;
  readonly clock: () => Date;
  /** Abandons the scrub: the next one starts again. */
  readonly signal: AbortSignal;
}

/** Keys listed by one statement, then texts read by one, which occupies PGlite for some 10 ms. */
const KEYS_AT_ONCE = 200;
const TEXTS_AT_ONCE = 8;

/** Names a table whose rows can't be listed. */
const UNLISTED: Readonly<Record<ScrubbedTexts["kind"], string>> = {
  edition: "la table des éditions",
  redaction: "la table des rédactions",
  source: "la table des documents officiels",
  actualite: "la table des actualités",
  article: "la table des articles de loi",
};

/**
 * Checks every text of the relational store against its fingerprint and its seals. A damaged one is derived again when
 * its source record is still what was received; what can't be mended is recorded, for `/v1/status` and the metrics.
 * Null when it was stopped before its end.
 */
export async function scrub({ database, clock, signal }: ScrubDeps): Promise<ScrubEnd | null> {
  const mender = new Mender(database);
  const damages: Damage[] = [];
  let texts = 0;
  let mended = 0;
  for (const kept of [scrubbedEditions, scrubbedKeptTexts, scrubbedKeptSources, scrubbedNews, scrubbedLaw]) {
    const { kind } = kept;
    for await (const { key, finding } of readAll(database, kept)) {
      if (signal.aborted) return null;
      texts += 1;
      if (finding === "unsealed") await kept.seal(database, key.place);
      if (finding !== "damaged") continue;
      if (await mender.mend(kind, key)) mended += 1;
      else damages.push({ kind, ...key });
    }
  }
  const end = { endedAt: clock(), texts, mended, damages };
  await recordScrub(database, end);
  return end;
}

interface Found {
  readonly key: TextKey;
  readonly finding: Finding;
}

/** Every text of a kind with its finding, by short statements that let others be served in between. */
async function* readAll(database: Database, kept: ScrubbedTexts): AsyncGenerator<Found> {
  for (let after = ""; ; ) {
    const keys = await unlessDamaged(() => kept.keys(database, after, KEYS_AT_ONCE));
    if (keys === null) {
      yield { key: { place: "", identifiant: UNLISTED[kept.kind] }, finding: "damaged" };
      return;
    }
    const last = keys.at(-1);
    if (last === undefined) return;
    for (let start = 0; start < keys.length; start += TEXTS_AT_ONCE) {
      yield* await checkAll(database, kept, keys.slice(start, start + TEXTS_AT_ONCE));
      await sleep(0);
    }
    after = last.place;
  }
}

/** An unreadable page of the store fails the statement, not the other texts that it reads: they are retried singly. */
async function checkAll(database: Database, kept: ScrubbedTexts, keys: readonly TextKey[]): Promise<Found[]> {
  const places = keys.map(({ place }) => place);
  const findings = await unlessDamaged(() => kept.check(database, places));
  if (findings !== null)
    return keys.flatMap((key) => {
      const finding = findings.get(key.place);
      return finding === undefined ? [] : [{ key, finding }];
    });
  if (keys.length === 1) return keys.map((key) => ({ key, finding: "damaged" }));
  const alone: Found[] = [];
  for (const key of keys) alone.push(...(await checkAll(database, kept, [key])));
  return alone;
}

async function unlessDamaged<Value>(read: () => Promise<Value>): Promise<Value | null> {
  try {
    return await read();
  } catch (error) {
    if (isStoreDamaged(error)) return null;
    throw error;
  }
}

/** Rewrites damaged texts only from a record that is as received and derives to the very text that was written. */
class Mender {
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
    article: (place) => this.mendLaw(place),
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

  /** A file that is not as received gives nothing: the version then stays as it is. */
  private async mendLaw(legiarti: string): Promise<boolean> {
    await rederiveVersions(this.database, [legiarti]);
    await announceChange(this.database);
    return (await scrubbedLaw.check(this.database, [legiarti])).get(legiarti) === "intact";
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
