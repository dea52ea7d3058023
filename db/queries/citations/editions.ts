import type { ParagraphRange, ParagraphSpan } from "../../../bofip/paragraphs/paragraphs.ts";
import { assertIntact, editionProof, keptProof, type StoredProof } from "../../integrity/seals.ts";
import type { Database } from "../../postgres/database.ts";
import { anyNumberOf, anyOf, type Piece, type Statements } from "../../postgres/statements.ts";
import type { DocumentStatut, Statut } from "../../schema/documents.ts";
import { isContested, isVersion, textIsHeld } from "../texts/edition-columns.ts";

/** A version of a document, as a possible target of a citation, or of a reference that is tracked. */
export interface CitedEdition {
  readonly editionId: number;
  readonly boiId: string;
  readonly titre: string;
  /** Number of the source. */
  readonly pgp: number;
  /** Start of validity. */
  readonly date_debut: string;
  /** When the next edition or the withdrawal took effect; null while it is in force. */
  readonly date_fin: string | null;
  readonly statut: Statut;
  /** Statut of its document, today. */
  readonly documentStatut: DocumentStatut;
  /** Whether its document shows it. */
  readonly isShown: boolean;
  /** Where the document moved, if it did. */
  readonly transfereVers: string | null;
  /** Official page. */
  readonly url: string;
  /** False for the mere notice of a withdrawal or of a move. */
  readonly hasText: boolean;
  /** Whether its text was removed by law. */
  readonly isErased: boolean;
  /** Latest day on which sources show it in force; null when none does. */
  readonly attestee_jusqu_au: string | null;
  /** Fingerprint of its text. */
  readonly empreinte: string;
  /** Whether its start of validity leaves a choice between texts. */
  readonly isContested: boolean;
}

/** The versions of documents, by identifier, newest first, the higher PGP number first at one date. */
export async function readCitedEditions(
  { $client: sql }: Database,
  boiIds: readonly string[],
): Promise<Map<string, CitedEdition[]>> {
  if (boiIds.length === 0) return new Map();
  const rows = await sql<CitedEdition[]>`
    select e.id as "editionId", e.boi_id as "boiId", e.titre, e.pgp, e.debut_de_validite as date_debut, e.date_fin,
      e.statut, d.statut as "documentStatut", e.id = d.edition_id as "isShown", d.transfere_vers as "transfereVers", e.url,
      ${textIsHeld(sql)} as "hasText", w.erased_at is not null as "isErased", e.attested_until as attestee_jusqu_au,
      w.empreinte, ${isContested(sql)} as "isContested"
    from editions e join documents d on d.boi_id = e.boi_id join wordings w on w.edition_id = e.id and w.current
    where d.boi_id = ${anyOf(sql, boiIds)} and ${isVersion(sql)}
    order by e.boi_id, e.debut_de_validite desc, e.pgp desc`;
  return Map.groupBy(rows, ({ boiId }) => boiId);
}

/** The spans of the § of an edition, and the numbers that it reserves. */
export interface EditionParagraphs {
  readonly spans: readonly ParagraphSpan[];
  readonly reserves: readonly ParagraphRange[];
}

/**
 * The § of editions, by the edition's own number.
 * @throws {DamagedText}
 */
export async function readEditionParagraphs(
  { $client: sql }: Database,
  editionIds: readonly number[],
): Promise<Map<number, EditionParagraphs>> {
  if (editionIds.length === 0) return new Map();
  const rows = await sql<(EditionParagraphs & Proved)[]>`
    select e.id, c.paragraphes as spans, c.reserves, e.boi_id as "boiId", ${editionProof(sql)} as proof
    from edition_contents c join editions e on e.id = c.edition_id where e.id = ${anyNumberOf(sql, editionIds)}`;
  return new Map(
    rows.map(({ id, boiId, proof, spans, reserves }) => {
      assertIntact(boiId, proof, { paragraphes: spans, reserves });
      return [id, { spans, reserves }];
    }),
  );
}

/**
 * The texts of editions, by the edition's own number.
 * @throws {DamagedText}
 */
export async function readEditionTexts(
  { $client: sql }: Database,
  editionIds: readonly number[],
): Promise<Map<number, string>> {
  if (editionIds.length === 0) return new Map();
  const rows = await sql<(Proved & { readonly texte: string })[]>`
    select e.id, c.contenu_texte as texte, e.boi_id as "boiId", ${editionProof(sql)} as proof
    from edition_contents c join editions e on e.id = c.edition_id where e.id = ${anyNumberOf(sql, editionIds)}`;
  return new Map(
    rows.map(({ id, boiId, proof, texte }) => {
      assertIntact(boiId, proof, { contenu_texte: texte });
      return [id, texte];
    }),
  );
}

interface Proved {
  readonly id: number;
  readonly boiId: string;
  readonly proof: StoredProof | null;
}

/** A text of an edition, of its current wording or of another, under this derivation or a previous one. */
export interface CitedText extends EditionParagraphs {
  readonly editionId: number;
  readonly empreinte: string;
  readonly texte: string;
  /** Whether its edition's current wording has it. */
  readonly isCurrent: boolean;
  /** Whether it was removed by law: only its fingerprint is kept. */
  readonly isErased: boolean;
}

/**
 * Every text that editions have, or had, to match a fingerprint against; for each the one it shows first.
 * @throws {DamagedText}
 */
export async function readCitedTexts(
  { $client: sql }: Database,
  editionIds: readonly number[],
): Promise<CitedText[]> {
  const rows = await sql<(CitedText & Omit<Proved, "id">)[]>`
    select edition as "editionId", empreinte, texte, spans, reserves, is_current as "isCurrent",
      is_erased as "isErased", proof, (select boi_id from editions where id = edition) as "boiId"
    from (${everyText(sql, anyNumberOf(sql, editionIds))}) texts
    order by edition, version desc nulls first, is_current desc, empreinte`;
  return rows.map(({ boiId, proof, ...text }) => {
    const { texte: contenu_texte, spans: paragraphes, reserves } = text;
    assertIntact(boiId, proof, { contenu_texte, paragraphes, reserves });
    return text;
  });
}

/** A text of an edition that is stored: of its current wording, of another one, or from a previous derivation of either. */
export interface TrackedText {
  readonly empreinte: string;
  /** Fingerprint of the same wording under the present derivation. */
  readonly presentEmpreinte: string;
  /** Whether the edition answers with it. */
  readonly isCurrent: boolean;
  readonly texte: string;
  readonly spans: readonly ParagraphSpan[];
}

/** A text as it was read, not compared with its proof yet. */
export type UnprovenText = TrackedText & { readonly edition: number; readonly proof: StoredProof | null };

/** Every stored text of editions, the current one first, then the latest derivation; one statement. */
export async function readTrackedTexts(
  { $client: sql }: Database,
  editionIds: readonly number[],
): Promise<UnprovenText[]> {
  const [only = 0, ...others] = editionIds;
  // Nearly always there is one: the planner expects more of a list, and reads the tables through.
  const asked = others.length === 0 ? sql`${only}` : anyNumberOf(sql, editionIds);
  return await sql<UnprovenText[]>`
    select edition, empreinte, present as "presentEmpreinte", is_shown as "isCurrent", texte, spans, proof
    from (${everyText(sql, asked)}) texts where not is_erased
    order by version desc nulls first`;
}

/** @throws {DamagedText} for one that no longer reads as it was written. */
export function provenText(boiId: string, { edition: _, proof, ...text }: UnprovenText): TrackedText {
  assertIntact(boiId, proof, { contenu_texte: text.texte, paragraphes: text.spans });
  return text;
}

/**
 * SQL of every text that editions have, or had under a previous derivation; a shown one has no `version`.
 * @param asked what the number of an edition is equal to.
 */
function everyText(sql: Statements, asked: Piece): Piece {
  return sql`
    select w.edition_id as edition, w.empreinte, w.empreinte as present, true as is_shown, true as is_current,
      w.erased_at is not null as is_erased, c.contenu_texte as texte, c.paragraphes as spans, c.reserves,
      null as version, ${editionProof(sql)} as proof
    from wordings w join edition_contents c on c.edition_id = w.edition_id
    where w.current and w.edition_id = ${asked}
    union all
    select t.edition_id, t.empreinte, w.empreinte, false, w.current, w.erased_at is not null, t.contenu_texte,
      t.paragraphes, t.reserves, t.derivation_version, case when w.erased_at is null then ${keptProof(sql)} end
    from kept_texts t join wordings w on w.id = t.wording_id where t.edition_id = ${asked}`;
}

/**
 * The fingerprints of all texts that documents have, or had under a previous derivation, erased ones included, by
 * identifier.
 */
export async function readSaidFingerprints(
  { $client: sql }: Database,
  boiIds: readonly string[],
): Promise<Map<string, Set<string>>> {
  if (boiIds.length === 0) return new Map();
  const rows = await sql<{ readonly boiId: string; readonly empreinte: string }[]>`
    select e.boi_id as "boiId", said.empreinte
    from editions e join wordings w on w.edition_id = e.id
    cross join lateral (
      select w.empreinte union select t.empreinte from kept_texts t where t.wording_id = w.id) said
    where e.boi_id = ${anyOf(sql, boiIds)} and ${textIsHeld(sql)}`;
  const said = Map.groupBy(rows, ({ boiId }) => boiId);
  return new Map([...said].map(([boiId, own]) => [boiId, new Set(own.map(({ empreinte }) => empreinte))]));
}
