import type { DerivedActualite } from "../../db/ingestion/actualites.ts";
import type { DerivedEdition } from "../../db/ingestion/derived-edition.ts";
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
}

/**
 * What the store keeps of an edition, all of it computed from its raw source and from the documents that PGP
 * numbers stand for. The notice of a shell is no content: it is kept apart.
 */
export function deriveContenu(received: Received<ContenuRecord>, names: PgpNames): DerivedEdition {
  const { record, raw, recordHash, sourceKind } = received;
  const { boiId, debutDeValidite, pgp, titre, division, url, relations, contentType } = record;
  const derived = deriveEdition({ id: boiId, ...body(record) }, { relations, names });
  const { paragraphes, reserves, references, pgpLinks, articles, shell } = derived;
  const { html, texte, images } = shell === null ? derived : EMPTY;
  const transferts = shell?.kind === "transfere" ? shell.transferts : [];
  const domaine = boiId.split("-")[1] ?? boiId;
  const row = {
    boiId,
    debutDeValidite,
    pgp,
    kind: shell?.kind ?? "contenu",
    transfereVers: transferts[0] ?? null,
    avis: shell?.avis ?? null,
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
  } as const;
  const passages = shell === null ? cutPassages({ titre, texte, paragraphes }) : [];
  const compressed = Bun.zstdCompressSync(raw);
  const content = { html, texte, images, paragraphes, reserves };
  return { row, ...content, references, pgpLinks, articles, passages, raw: compressed };
}

const EMPTY = { html: "", texte: "", images: [] };

/** What the store keeps of an actualité, all of it computed from its raw source. */
export function deriveActualite({ record, raw, recordHash }: Received<ActualiteRecord>): DerivedActualite {
  const { id, titre, date, serie, division, url } = record;
  const { html, texte, references } = deriveEdition({ id, ...body(record) });
  return {
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
