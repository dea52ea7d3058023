import { and, desc, eq, gt, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { CitedArticle } from "../../bofip/law/citation.ts";
import type { LawEntry } from "../../bofip/law/cited/entries.ts";
import type { SubmittedPart } from "../../bofip/news/consultations/submitted.ts";
import type { ParagraphSpan } from "../../bofip/paragraphs/paragraph-index.ts";
import type { ParagraphRange } from "../../bofip/paragraphs/paragraph-number.ts";
import { assertIntact, JOINED_EDITION_PROOF_SQL, type StoredProof } from "../integrity/proof.ts";
import { builtOnce, type Database } from "../postgres/database.ts";
import {
  type DocumentType,
  documents,
  editionContents,
  editions,
  type ImageSource,
  type InternalReference,
  type Statut,
} from "../schema/documents.ts";
import { wordings } from "../schema/wordings.ts";
import { type CitedDocument, citedArticles, citedDocuments, citedLaw } from "./texts/cited.ts";
import { type ClassificationLevel, EDITION_COLUMNS } from "./texts/edition-columns.ts";
import { type Saying, sayingsSql } from "./texts/sayings.ts";
import { textIsHeldSql } from "./texts/text-is-held.ts";
import { sourcePrintSql } from "./texts/wordings.ts";
import { isVersion, type Notice } from "./versions.ts";

/** A public consultation on an edition, under the names of the contract. */
interface EditionConsultation {
  readonly actualite: string;
  readonly debut: string;
  readonly fin: string | null;
  /** Null for the whole document. */
  readonly parties: readonly SubmittedPart[] | null;
  readonly prevaloir: string | null;
  readonly definitive_le: string | null;
  readonly actualite_definitive: string | null;
}

/** The consultations that began while a row of `editions` was in force, from the first. */
const editionConsultations = sql<EditionConsultation[]>`(
  select coalesce(json_agg(json_build_object('actualite', held.actualite, 'debut', held.debut, 'fin', held.fin,
    'parties', held.parties, 'prevaloir', held.prevaloir, 'definitive_le', held.definitive_le,
    'actualite_definitive', held.actualite_definitive) order by held.debut, held.actualite), '[]')
  from consultations held where held.boi_id = ${editions.boiId} and held.debut >= ${editions.debutDeValidite}
    and (${editions.dateFin} is null or held.debut < ${editions.dateFin}))`;

/** The proof of a text, and what else is known of its edition. */
interface TextProof {
  /** Its row. */
  readonly edition: number;
  readonly pgp: number;
  /** Latest day on which sources show the edition in force; null when none does. */
  readonly attestee_jusqu_au: string | null;
  /** The sources that gave the text, the first received first. */
  readonly sayings: readonly Saying[];
  readonly fin_constatee: boolean;
  /** Whether the store has its text; without one, the fields below are meaningless and no response includes them. */
  readonly texte_detenu: boolean;
  /** Fingerprint of the text. */
  readonly empreinte: string;
  /** SHA-256 of the official bytes; null when they were not kept as received. */
  readonly empreinte_source: string | null;
  /** How many texts the store has of the edition. */
  readonly redactions: number;
  /** Whether its start of validity leaves a choice between texts. */
  readonly is_contested: boolean;
  /** Whether the page of its start of validity shows it. */
  readonly is_shown: boolean;
  /** When the text was removed by law; null when it was not. */
  readonly erased_at: Date | null;
}

/** What identifies an edition: when it was in force, what proves its text, how it is cited. */
export interface ToldEdition extends TextProof {
  readonly boi_id: string;
  readonly statut: Statut;
  readonly date_publication: string;
  readonly date_mise_a_jour: string | null;
  readonly url: string;
}

/** One edition with its text, under the names of the contract. */
export interface StoredEdition extends ToldEdition {
  readonly type: DocumentType;
  readonly domaine: string;
  readonly division: string | null;
  readonly contenu_texte: string;
  readonly spans: readonly ParagraphSpan[];
  readonly levels: ClassificationLevel[];
  /** Where the content moved, when `statut` is `transfere` and the source names it. */
  readonly transfere_vers: string | null;
  /** What announced the end of this edition; null when nothing did. */
  readonly notice: Notice | null;
  /** Numbers reserved by the text for later §. */
  readonly paragraphes_reserves: readonly ParagraphRange[];
}

/** The same with everything derived from the text. */
export interface StoredDocument extends StoredEdition {
  readonly titre: string;
  readonly contenu_html: string;
  readonly references: CitedDocument[];
  readonly articles: CitedArticle[];
  /** Decisions, norms and ministerial answers. */
  readonly citedLaw: readonly LawEntry[];
  readonly images: readonly ImageSource[];
  /** Those that began while it was in force, from the first. */
  readonly consultations: EditionConsultation[];
  /** § of itself that the text refers to. */
  readonly renvois: readonly InternalReference[];
}

/**
 * Selects an edition of a document: the shown one, that of a start of validity, the one in force on a day, or a row.
 */
type AskedEdition =
  | { readonly kind: "shown" }
  | { readonly kind: "edition"; readonly date: string }
  | { readonly kind: "day"; readonly date: string }
  | { readonly kind: "row"; readonly edition: number };

const DATE = sql.placeholder("date");

/** Which editions were in force on the day given as `date`: those of one document never overlap. */
export const isInForceOnDate = and(
  lte(editions.debutDeValidite, DATE),
  or(isNull(editions.dateFin), gt(editions.dateFin, DATE)),
);

/** Which edition each kind selects, from the values that it is given. */
const IS_ASKED: Readonly<Record<AskedEdition["kind"], SQL | undefined>> = {
  shown: eq(editions.id, documents.editionId),
  edition: and(eq(editions.debutDeValidite, DATE), isVersion),
  day: and(isVersion, isInForceOnDate),
  row: eq(editions.id, sql.placeholder("edition")),
};

/**
 * Reads an edition in one statement, hence one state of the store; of those that began one day, the one in force first,
 * then the higher PGP number. Null when there is none. Prepared, because planning costs more than reading its rows.
 * @throws {DamagedText}
 */
export async function findDocument(
  database: Database,
  boiId: string,
  asked: AskedEdition,
): Promise<StoredDocument | null> {
  const [row] = await STATEMENTS[asked.kind](database).execute({ boiId, ...asked });
  if (row === undefined) return null;
  const { proof, ...found } = row;
  const { contenu_html, contenu_texte, spans: paragraphes, paragraphes_reserves: reserves, images } = found;
  const columns = { contenu_html, contenu_texte, paragraphes, reserves, images };
  assertIntact(boiId, proof, { ...columns, renvois_internes: found.renvois });
  return found;
}

const STATEMENTS = {
  shown: documentStatement("shown"),
  edition: documentStatement("edition"),
  day: documentStatement("day"),
  row: documentStatement("row"),
} as const;

function documentStatement(kind: AskedEdition["kind"]) {
  return builtOnce((database) =>
    database
      .select({
        ...textColumns(),
        titre: editions.titre,
        contenu_html: editionContents.contenuHtml,
        references: citedDocuments,
        articles: citedArticles,
        citedLaw,
        images: editionContents.images,
        renvois: editionContents.renvoisInternes,
        consultations: editionConsultations,
      })
      .from(editions)
      .innerJoin(documents, eq(documents.boiId, editions.boiId))
      .innerJoin(editionContents, eq(editionContents.editionId, editions.id))
      .innerJoin(wordings, and(eq(wordings.editionId, editions.id), wordings.current))
      .where(and(eq(editions.boiId, sql.placeholder("boiId")), IS_ASKED[kind]))
      .orderBy(desc(editions.current), desc(editions.pgp))
      .limit(1)
      .prepare(`document_${kind}`),
  );
}

/**
 * Editions of a document by their rows, in no order, without what is derived from their texts; unknown rows are left
 * out. One statement for all.
 * @throws {DamagedText}
 */
export async function readEditions(
  database: Database,
  boiId: string,
  rows: readonly number[],
): Promise<StoredEdition[]> {
  if (rows.length === 0) return [];
  const found = await database
    .select(textColumns())
    .from(editions)
    .innerJoin(documents, eq(documents.boiId, editions.boiId))
    .innerJoin(editionContents, eq(editionContents.editionId, editions.id))
    .innerJoin(wordings, and(eq(wordings.editionId, editions.id), wordings.current))
    .where(
      and(
        eq(editions.boiId, boiId),
        sql`${editions.id} = any(string_to_array(${rows.join(" ")}, ' ')::int[])`,
      ),
    )
    .prepare("editions_of_document")
    .execute();
  return found.map(({ proof, ...edition }) => {
    const { contenu_texte, spans: paragraphes, paragraphes_reserves: reserves } = edition;
    assertIntact(boiId, proof, { contenu_texte, paragraphes, reserves });
    return edition;
  });
}

/** Columns of `StoredEdition`, with the proof of its text. */
function textColumns() {
  return {
    ...EDITION_COLUMNS,
    contenu_texte: editionContents.contenuTexte,
    spans: editionContents.paragraphes,
    paragraphes_reserves: editionContents.reserves,
    ...proofColumns(),
  };
}

/** Columns of what proves the text of a row of `editions`, joined to its contents and to its current wording. */
export function proofColumns() {
  return {
    empreinte: wordings.empreinte,
    empreinte_source: sourcePrint,
    sayings,
    is_shown: isFirstOfItsDay,
    erased_at: wordings.erasedAt,
    proof: editionProof,
  };
}

const editionProof = sql<StoredProof | null>`${sql.raw(JOINED_EDITION_PROOF_SQL)}`;

/** Identifier of the latest published document in force, or null in an empty store. */
export async function findNewestId(database: Database): Promise<string | null> {
  const [newest] = await database
    .select({ boiId: documents.boiId })
    .from(documents)
    .where(eq(documents.statut, "en_vigueur"))
    .orderBy(desc(documents.datePublication), documents.boiId)
    .limit(1);
  return newest?.boiId ?? null;
}

const sourcePrint = sql<
  string | null
>`${sql.raw(sourcePrintSql("wordings.edition_id", "wordings.empreinte"))}`;

const sayings = sql<readonly Saying[]>`${sql.raw(sayingsSql("wordings.edition_id", "wordings.empreinte"))}`;

/** Of editions that began one day, the page of that day shows the one in force, then the higher PGP number. */
const isFirstOfItsDay = sql<boolean>`(${editions.current} or not exists (
  select from editions rival
  where rival.boi_id = ${editions.boiId} and rival.debut_de_validite = ${editions.debutDeValidite}
    and ${sql.raw(textIsHeldSql("rival"))} and (rival.current or rival.pgp > ${editions.pgp})))`;
