import { type Static, Type } from "@sinclair/typebox";
import { NO_TEXT_LEAF } from "../../bofip/proof/leaf.ts";
import { Nullable } from "../engine/parse-json.ts";
import { owing } from "../ingestion/derived/owed-documents.ts";
import { type NewEntry, writeEntries } from "../ingestion/journal/entries.ts";
import type { Database } from "../postgres/database.ts";
import { inTransaction, jsonRows, type Statements } from "../postgres/statements.ts";
import { raiseRevision } from "../queries/corpus.ts";
import type { DocumentType } from "../schema/documents.ts";
import { askAgain, recordErasure } from "./erasures.ts";

/** What the law requires to remove, and why. */
export interface ErasureRequest {
  /** Fingerprint of a text of the doctrine, or of its official bytes. */
  readonly empreinte: string;
  readonly reason: string;
  /** Other fingerprints under which the text was erased before, when a register is applied again. */
  readonly empreintes?: readonly string[] | undefined;
  /** When it was first erased, ISO 8601. */
  readonly erasedAt?: string | undefined;
}

/**
 * How many wordings were erased, and whether the erasure of this fingerprint is recorded; null while a run, which may
 * be deriving that very text, is under way.
 */
export const ErasureOutcome = Type.Object({ wordings: Nullable(Type.Integer()), isKnown: Type.Boolean() });
export type ErasureOutcome = Readonly<Static<typeof ErasureOutcome>>;

/** A wording to erase, and its edition. */
interface Named {
  readonly boiId: string;
  readonly domaine: string;
  readonly type: DocumentType;
  readonly date: string;
  readonly empreinte: string;
  /** Every fingerprint of this text and of its official bytes. */
  readonly prints: readonly (string | null)[];
}

/**
 * Removes a text from every edition that has it, with its official bytes and its versions from previous derivations.
 * Fingerprints, dates and the reason stay, and the journal records it. An edition that answered with it has no text any
 * more until its source gives other words. Derived stores still contain it: the erasure is a debt until each is proved
 * not to (`ingest/derived/proof.ts`). An erasure from a register is recorded even when the store has no such text.
 */
export async function eraseWording(
  database: Database,
  { empreinte, reason, empreintes, erasedAt }: ErasureRequest,
  now: Date,
): Promise<ErasureOutcome> {
  const [running] = await database.$client`select from runs where status = 'running' limit 1`;
  if (running !== undefined) return { wordings: null, isKnown: false };
  const asked = [...new Set([empreinte, ...(empreintes ?? [])])];
  const named = await readNamed(database, asked);
  if (named.length === 0 && empreintes === undefined)
    return { wordings: 0, isKnown: await askAgain(database, empreinte) };
  const at = now.toISOString();
  const prints = [...new Set([...asked, ...named.flatMap((one) => one.prints)])].filter(
    (print) => print !== null,
  );
  const changed = named.map(({ boiId }) => boiId);
  await inTransaction(database, (sql) => [
    ...owing(sql, changed, () => eraseNamed(sql, prints, { at, reason })),
    writeEntries(sql, named.map(erasureEntry)),
    recordErasure(sql, { empreinte, empreintes: prints, reason, at: erasedAt ?? at }),
    raiseRevision(sql),
  ]);
  const [row] = await database.$client<{ wordings: number }[]>`
    select count(*)::int as wordings from wordings where erased_at = ${at}`;
  return { wordings: row?.wordings ?? 0, isKnown: true };
}

/** The journal entry that has a mirror drop a text; it omits the title, which may contain the same words. */
export function erasureEntry(named: Omit<Named, "prints">): NewEntry {
  const { boiId, domaine, type, date, empreinte } = named;
  return {
    evenement: "effacement",
    boiId,
    titre: boiId,
    domaine,
    type,
    date,
    porteeAnnoncee: null,
    porteeDeduite: null,
    porteeTexte: null,
    paragraphes: { ajoutes: [], modifies: [], supprimes: [] },
    empreinteAvant: empreinte,
    empreinteApres: null,
    actualite: null,
    documents: [],
    champs: null,
    leaf: { ...NO_TEXT_LEAF, evenement: "effacement", boi_id: boiId, date_debut: date, empreinte },
  };
}

async function readNamed({ $client: sql }: Database, prints: readonly string[]): Promise<readonly Named[]> {
  const asked = jsonRows(prints);
  return await sql<Named[]>`
    select e.boi_id as "boiId", e.domaine, e.type, e.debut_de_validite::text as date, w.empreinte,
      json_agg(w.empreinte_source)::jsonb || jsonb_build_array(w.empreinte) || coalesce((
        select jsonb_agg(t.empreinte) from kept_texts t
        where t.edition_id = w.edition_id and t.wording_id = any(array_agg(w.id))), '[]') as prints
    from wordings w join editions e on e.id = w.edition_id
    where w.erased_at is null and (
      ${asked}::text::jsonb ? w.empreinte or ${asked}::text::jsonb ? w.empreinte_source
      or exists (
        select from kept_texts t join wordings held on held.id = t.wording_id
        where held.edition_id = w.edition_id and held.empreinte = w.empreinte
          and ${asked}::text::jsonb ? t.empreinte))
    group by e.boi_id, e.domaine, e.type, e.debut_de_validite, e.pgp, w.edition_id, w.empreinte
    order by e.boi_id, e.debut_de_validite, e.pgp`;
}

/**
 * Removes every text with one of these fingerprints from the relational store.
 * @param at an instant used by no other erasure: it marks what these statements erase.
 */
export function eraseNamed(
  sql: Statements,
  prints: readonly string[],
  { at, reason }: { readonly at: string; readonly reason: string },
): readonly Promise<unknown>[] {
  const asked = jsonRows(prints);
  return [
    sql`
      update wordings w set erased_at = ${at}, erasure_reason = ${reason}
      from (
        select edition_id, empreinte from wordings
        where ${asked}::text::jsonb ? empreinte or ${asked}::text::jsonb ? empreinte_source
        union
        select held.edition_id, held.empreinte from kept_texts t join wordings held on held.id = t.wording_id
        where ${asked}::text::jsonb ? t.empreinte) as named
      where w.edition_id = named.edition_id and w.empreinte = named.empreinte and w.erased_at is null`,
    ...emptyKept(sql, at),
    ...emptyShown(sql, at),
  ];
}
/** Rows of texts stay, for the fingerprints of previous derivations. */
function emptyKept(sql: Statements, at: string): readonly Promise<unknown>[] {
  return [
    sql`
      update kept_texts t set contenu_html = '', contenu_texte = '', paragraphes = '[]', reserves = '[]',
        images = '[]', cited_documents = '[]', cited_articles = '[]', cited_law = '[]', seals = null
      from wordings w
      where w.erased_at = ${at} and t.edition_id = w.edition_id
        and (t.wording_id = w.id or t.empreinte = w.empreinte)`,
    sql`delete from kept_sources k using wordings w where w.erased_at = ${at} and k.wording_id = w.id`,
  ];
}

function emptyShown(sql: Statements, at: string): readonly Promise<unknown>[] {
  const shown = sql`(select edition_id from wordings where current and erased_at = ${at})`;
  return [
    sql`
      delete from passage_vectors v using passages p
      where p.edition_id in ${shown} and v.text_hash = p.text_hash and not exists (
        select from passages other where other.text_hash = p.text_hash and other.edition_id not in ${shown})`,
    sql`delete from passages where edition_id in ${shown}`,
    sql`delete from edition_references where edition_id in ${shown}`,
    sql`delete from cited_law where edition_id in ${shown}`,
    sql`delete from edition_pgp_links where edition_id in ${shown}`,
    sql`delete from edition_tables where edition_id in ${shown}`,
    sql`
      update edition_contents set contenu_html = '', contenu_texte = '', paragraphes = '[]', reserves = '[]',
        images = '[]', raw = '', seals = null
      where edition_id in ${shown}`,
    sql`
      update editions set text_hash = encode(sha256(''), 'base64') where id in ${shown}`,
  ];
}
