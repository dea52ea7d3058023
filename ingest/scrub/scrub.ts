import { setTimeout as sleep } from "node:timers/promises";
import { isStoreDamaged } from "../../db/integrity/damage.ts";
import { type Damage, recordScrub, type ScrubEnd } from "../../db/integrity/damages.ts";
import { scrubbedEditions } from "../../db/integrity/scrubbed/editions.ts";
import { scrubbedKeptSources } from "../../db/integrity/scrubbed/kept-sources.ts";
import { scrubbedKeptTexts } from "../../db/integrity/scrubbed/kept-texts.ts";
import { scrubbedNews } from "../../db/integrity/scrubbed/news.ts";
import type { Finding, ScrubbedTexts, TextKey } from "../../db/integrity/scrubbed/port.ts";
import type { Database } from "../../db/postgres/database.ts";
import { Mender } from "./mend-texts.ts";

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
  for (const kept of [scrubbedEditions, scrubbedKeptTexts, scrubbedKeptSources, scrubbedNews]) {
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

/** Null when the store can't read its own content. */
async function unlessDamaged<Value>(read: () => Promise<Value>): Promise<Value | null> {
  try {
    return await read();
  } catch (error) {
    if (isStoreDamaged(error)) return null;
    throw error;
  }
}
