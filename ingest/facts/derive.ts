import { fingerprint, sha256 } from "../../bofip/text/fingerprint.ts";
import type { DerivedActualite } from "../../db/ingestion/actualites.ts";
import type { DerivedEdition } from "../../db/ingestion/derived-edition.ts";
import { officialContent } from "../../db/records/official-content.ts";
import type { SourceKind } from "../../db/schema/documents.ts";
import { cutPassages } from "../derived/passages.ts";
import { sourceHash } from "../parse/canonical.ts";
import { DERIVATION_VERSION, deriveEdition } from "../parse/derive.ts";
import type { PgpNames } from "../parse/pgp.ts";
import type { ActualiteRecord, ContenuRecord } from "../parse/record.ts";
import { documentType } from "../parse/type.ts";

/** A source record on its way to the store. */
export interface Received<Record> {
  readonly record: Record;
  /** The record as received. */
  readonly raw: Uint8Array;
  readonly recordHash: string;
  readonly sourceKind: SourceKind;
  /** False when the store derives again what it holds. */
  readonly isNew: boolean;
}

/**
 * What the store keeps of an edition, all of it computed from its raw source and from the documents that PGP
 * numbers stand for. The notice of a tombstone is no content: it is kept apart.
 * @param attestedUntil latest day on which its file shows it in force; null adds nothing to what is known.
 */
export function deriveContenu(
  received: Received<ContenuRecord>,
  names: PgpNames,
  attestedUntil: string | null = null,
): DerivedEdition {
  const { record, raw, recordHash, sourceKind, isNew } = received;
  const { boiId, debutDeValidite, pgp, titre, division, url, relations, contentType } = record;
  const derived = deriveEdition({ id: boiId, titre, ...body(record) }, { relations, names });
  const { paragraphes, reserves, references, pgpLinks, articles, tombstone } = derived;
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
  return { ...identity, ...content, references, pgpLinks, articles, passages, raw: compressed };
}

/** Fingerprint of the text that the store would keep of a record. */
export function empreinteOf(record: ContenuRecord): string {
  const { texte, tombstone } = deriveEdition({ id: record.boiId, ...body(record) });
  return fingerprint(tombstone === null ? texte : "");
}

/** What an archive gave before its bytes were kept as received may differ from them: nothing is said of it. */
function officialDigest({ raw, sourceKind, isNew }: Received<ContenuRecord>): string | null {
  return isNew || sourceKind === "export" ? sha256(officialContent(sourceKind, raw)) : null;
}

const EMPTY = { html: "", texte: "", images: [], renvoisInternes: [] };

/** What the store keeps of an actualité, all of it computed from its raw source. */
export function deriveActualite({
  record,
  raw,
  recordHash,
  isNew,
}: Omit<Received<ActualiteRecord>, "sourceKind">): DerivedActualite {
  const { id, titre, date, serie, division, url } = record;
  const { html, texte, references } = deriveEdition({ id, ...body(record) });
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
    raw: Bun.zstdCompressSync(raw),
    recordHash,
    sourceHash: sourceHash(record),
    derivationVersion: DERIVATION_VERSION,
  };
}

function body({ html, texte }: ContenuRecord | ActualiteRecord) {
  return { html, texte };
}
