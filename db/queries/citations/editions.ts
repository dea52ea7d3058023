import {
  everyText,
  readProven,
  readSealed,
  type SealedText,
  shownTexts,
  type TextColumns,
} from "../../integrity/seals.ts";
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
export type EditionParagraphs = Pick<TextColumns, "spans" | "reserves">;

/**
 * What the current texts of editions are made of, by the edition's own number.
 * @throws {DamagedText}
 */
export async function readEditionTexts<Name extends keyof TextColumns>(
  { $client: sql }: Database,
  editionIds: readonly number[],
  text: readonly Name[],
): Promise<Map<number, Pick<TextColumns, Name>>> {
  if (editionIds.length === 0) return new Map();
  const rows = await readProven<Pick<TextColumns, Name> & { readonly id: number }>(sql, {
    of: "c",
    text,
    columns: sql`e.id`,
    from: sql`${shownTexts(sql)} where e.id = ${anyNumberOf(sql, editionIds)}`,
  });
  return new Map(rows.map((row) => [row.id, row]));
}

/** A text of an edition, of its current wording or of another, under this derivation or a previous one. */
export interface CitedText extends Pick<TextColumns, "texte" | "spans" | "reserves"> {
  readonly editionId: number;
  readonly empreinte: string;
  /** Whether its edition's current wording has it. */
  readonly isCurrent: boolean;
  /** Whether it was removed by law: only its fingerprint is kept. */
  readonly isErased: boolean;
}

/**
 * Every text that editions of a document have, or had, to match a fingerprint against; for each the one it shows first.
 * @throws {DamagedText}
 */
export async function readCitedTexts(
  { $client: sql }: Database,
  editions: readonly CitedEdition[],
): Promise<CitedText[]> {
  return await readProven<CitedText>(sql, {
    of: "said",
    text: ["texte", "spans", "reserves"],
    columns: sql`edition_id as "editionId", empreinte, is_current as "isCurrent", is_erased as "isErased"`,
    from: sql`${everyText(sql, anyOfThem(sql, editions), editions[0]?.boiId)}
      order by edition_id, version desc nulls first, is_current desc, empreinte`,
  });
}

function anyOfThem(sql: Statements, editions: readonly CitedEdition[]): Piece {
  return anyNumberOf(
    sql,
    editions.map(({ editionId }) => editionId),
  );
}

/** A text of an edition that is stored: of its current wording, of another one, or from a previous derivation of either. */
export interface TrackedText extends Pick<TextColumns, "texte" | "spans"> {
  readonly edition: number;
  readonly empreinte: string;
  /** Fingerprint of the same wording under the present derivation. */
  readonly presentEmpreinte: string;
  /** Whether the edition answers with it. */
  readonly isCurrent: boolean;
}

/** Every stored text of editions of a document, the current one first, then the latest derivation; one statement. */
export async function readTrackedTexts(
  { $client: sql }: Database,
  editions: readonly CitedEdition[],
): Promise<SealedText<TrackedText>[]> {
  const [first, ...others] = editions;
  // Nearly always there is one: the planner expects more of a list, and reads the tables through.
  const asked = first && others.length === 0 ? sql`${first.editionId}` : anyOfThem(sql, editions);
  return await readSealed<TrackedText>(sql, {
    of: "said",
    text: ["texte", "spans"],
    columns: sql`edition_id as edition, empreinte, present as "presentEmpreinte", is_shown as "isCurrent"`,
    from: sql`${everyText(sql, asked, first?.boiId)} where not is_erased order by version desc nulls first`,
  });
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
