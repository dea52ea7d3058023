import { listTables } from "../../bofip/tables/read-tables.ts";
import { fingerprint, longestSplitRun, sha256 } from "../../bofip/text/characters.ts";
import type { DerivedActualite } from "../../db/ingestion/actualites.ts";
import type { DerivedEdition } from "../../db/ingestion/derived-edition.ts";
import { officialContent } from "../../db/integrity/stored-record.ts";
import type { SourceKind } from "../../db/schema/documents.ts";
import { cutPassages } from "../derived/passages.ts";
import { sourceHash } from "../parse/canonical.ts";
import { DERIVATION_VERSION, deriveEdition } from "../parse/derive.ts";
import { NO_PGP, type PgpDays, type PgpNames } from "../parse/pgp.ts";
import type { ActualiteRecord, ContenuRecord } from "../parse/record.ts";
import { documentType } from "../parse/type.ts";

/** A source record on its way to the store. */
export interface Received<Record> {
  readonly record: Record;
  /** The record as received. */
  readonly raw: Uint8Array;
  readonly recordHash: string;
  readonly sourceKind: SourceKind;
  /** False when the store derives its own content again. */
  readonly isNew: boolean;
}

/** What is known of PGP numbers. */
export type KnownPgp = PgpNames & PgpDays;

/**
 * The stored form of an edition, computed from its raw source and from what PGP numbers resolve to. The
 * notice of a tombstone is no content: it is stored apart.
 * @param attestedUntil latest day on which its file shows it in force; null adds nothing to what is known.
 */
export function deriveContenu(
  received: Received<ContenuRecord>,
  names: KnownPgp,
  attestedUntil: string | null = null,
): DerivedEdition {
  const { record, raw, recordHash, sourceKind, isNew } = received;
  const { boiId, debutDeValidite, pgp, titre, division, url, relations, contentType } = record;
  const source = { id: boiId, titre, date: debutDeValidite, ...body(record) };
  const derived = deriveEdition(source, { relations, names, days: names });
  const { paragraphes, reserves, references, pgpLinks, law, tombstone } = derived;
  const { html, texte, images, renvoisInternes } = tombstone === null ? derived : EMPTY;
  const transferts = tombstone?.kind === "transfere" ? tombstone.transferts : [];
  const domaine = boiId.split("-")[1] ?? boiId;
  const row = {
    boiId,
    debutDeValidite,
    pgp,
    kind: tombstone?.kind ?? "contenu",
    transfereVers: transferts[0] ?? null,
    avis: tombstone?.avis ?? null,
    transferts,
    titre,
    type: documentType(domaine, contentType),
    domaine,
    division,
    url,
    sourceKind,
    recordHash,
    sourceHash: sourceHash(record),
    derivationVersion: DERIVATION_VERSION,
    textHash: new Bun.CryptoHasher("sha256").update(texte).digest("base64"),
    attestedUntil,
  } as const;
  const passages = tombstone === null ? cutPassages({ titre, texte, paragraphes }) : [];
  const compressed = Bun.zstdCompressSync(raw);
  const content = { html, texte, images, renvoisInternes, paragraphes, reserves };
  const identity = { row, isNew, empreinte: fingerprint(texte), empreinteSource: officialDigest(received) };
  return {
    ...identity,
    ...content,
    references,
    pgpLinks,
    law,
    passages,
    tables: listTables(html),
    raw: compressed,
  };
}

/** Fingerprint of a record's text as the store would keep it. */
export function empreinteOf(record: ContenuRecord, names: KnownPgp): string {
  const { boiId: id, titre, debutDeValidite: date, relations } = record;
  const pgp = { relations, names, days: names };
  const { texte, tombstone } = deriveEdition({ id, titre, date, ...body(record) }, pgp);
  return fingerprint(tombstone === null ? texte : "");
}

/** What a run says of a record whose combining marks were split: its name, how many there are. Null for real texts. */
export function tellSplitMarks({ row, texte }: Pick<DerivedEdition, "row" | "texte">): string | null {
  return tellLongestRun(row.boiId, [row.titre, row.avis ?? "", texte]);
}

/** `tellSplitMarks` of an actualité. */
export function tellSplitMarksOfNews({ id, titre, texte }: DerivedActualite): string | null {
  return tellLongestRun(id, [titre, texte]);
}

function tellLongestRun(id: string, texts: readonly string[]): string | null {
  const longest = Math.max(...texts.map(longestSplitRun));
  if (longest === 0) return null;
  return `${id} : ${longest} signes combinants de suite, servis par groupes de trente (U+034F entre eux) ; l'original est gardé tel quel.`;
}

/** Null for archives stored before their bytes were kept as received: the stored bytes may differ. */
function officialDigest({ raw, sourceKind, isNew }: Received<ContenuRecord>): string | null {
  return isNew || sourceKind === "export" ? sha256(officialContent(sourceKind, raw)) : null;
}

const EMPTY = { html: "", texte: "", images: [], renvoisInternes: [] };

/** The stored form of an actualité, computed from its raw source and from the days that PGP numbers resolve to. */
export function deriveActualite(
  { record, raw, recordHash, isNew }: Omit<Received<ActualiteRecord>, "sourceKind">,
  days: PgpDays,
): DerivedActualite {
  const { id, titre, date, serie, division, url } = record;
  const source = { id, titre, date, ...body(record) };
  const { html, texte, references, law } = deriveEdition(source, { ...NO_PGP, days });
  return {
    isNew,
    id,
    titre,
    date,
    serie,
    division,
    url,
    html,
    texte,
    targets: references.map(({ target }) => target),
    law,
    raw: Bun.zstdCompressSync(raw),
    recordHash,
    sourceHash: sourceHash(record),
    derivationVersion: DERIVATION_VERSION,
    source: null,
  };
}

function body({ html, texte }: ContenuRecord | ActualiteRecord) {
  return { html, texte };
}
