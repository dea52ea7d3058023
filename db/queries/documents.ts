import { and, desc, eq, sql } from "drizzle-orm";
import type { ArticleRange } from "../bofip/law/article-number.ts";
import type { ParagraphRange } from "../bofip/paragraph-number.ts";
import type { Database } from "../postgres/database.ts";
import {
  type DocumentType,
  documents,
  editionContents,
  editions,
  type ImageSource,
  type InternalReference,
  type ParagraphSpan,
  type ReferenceTarget,
  type Statut,
} from "../schema/documents.ts";
import { type Notice, noticeOf } from "./notices.ts";
import { isVersion } from "./versions.ts";

/** State of a document, as opposed to one of its editions. */
export type DocumentStatut = (typeof documents.$inferSelect)["statut"];

/** A document that an edition cites; one that is not in the corpus has neither title nor statut. */
export interface CitedDocument {
  readonly boi_id: string;
  readonly titre: string | null;
  readonly existe: boolean;
  readonly statut: DocumentStatut | null;
  /** First § of the citing edition that cites it; null before the first §. */
  readonly paragraphe: string | null;
  readonly mentions: number;
  readonly cibles: CitedPlace[];
}

/** One place where an edition cites a document; `existe` is null when it names no § of it. */
export interface CitedPlace extends Omit<ReferenceTarget, "jusqua"> {
  readonly existe: boolean | null;
}

export interface CitedArticle {
  readonly code: string;
  readonly article: string;
  /** The citation as written. */
  readonly texte: string;
  /** What of the article the citation names, the whole first: « II-1° »; null for all of it. */
  readonly precision: string | null;
  /** Numbers of the § that cite it. */
  readonly paragraphes: readonly string[];
  /** Null for a single article; else `article` is the first one. */
  readonly etendue: ArticleRange | null;
}

/** A level of the classification above a document, or its own, with what may name it. */
export interface ClassificationLevel {
  readonly chemin: string;
  /** Label in the classification; null when the node holds no document in force. */
  readonly label: string | null;
  /** Title of the level's own document, in force or not. */
  readonly titre: string | null;
}

/** One edition, whole, under the names of the contract. */
export interface StoredDocument {
  readonly boi_id: string;
  readonly titre: string;
  readonly type: DocumentType;
  readonly domaine: string;
  readonly division: string | null;
  readonly statut: Statut;
  readonly date_publication: string;
  readonly date_mise_a_jour: string | null;
  readonly url: string;
  readonly contenu_html: string;
  readonly contenu_texte: string;
  readonly spans: readonly ParagraphSpan[];
  readonly references: CitedDocument[];
  readonly articles: CitedArticle[];
  readonly levels: ClassificationLevel[];
  /** Where the content went, when `statut` is `transfere` and the source says it. */
  readonly transfere_vers: string | null;
  /** What announced the end of this edition; null when nothing did. */
  readonly notice: Notice | null;
  /** Numbers that the text keeps for later §. */
  readonly paragraphes_reserves: readonly ParagraphRange[];
  readonly images: readonly ImageSource[];
  /** § of itself that the text refers to. */
  readonly renvois: readonly InternalReference[];
}

/**
 * Reads in one statement, hence one state of the store, the shown edition of a document or, with a `date`
 * (YYYY-MM-DD), the edition of that start of validity: the one in force first, then the higher PGP number.
 * Null when it is not held. Prepared, since its plan costs more than its rows.
 */
export async function findDocument(
  database: Database,
  boiId: string,
  date: string | null,
): Promise<StoredDocument | null> {
  const isAsked =
    date === null ? eq(editions.id, documents.editionId) : and(eq(editions.debutDeValidite, date), isVersion);
  const [found] = await database
    .select({
      boi_id: editions.boiId,
      titre: editions.titre,
      type: editions.type,
      domaine: editions.domaine,
      division: editions.division,
      statut: editions.statut,
      date_publication: editions.debutDeValidite,
      date_mise_a_jour: editions.dateFin,
      url: editions.url,
      contenu_html: editionContents.contenuHtml,
      contenu_texte: editionContents.contenuTexte,
      spans: editionContents.paragraphes,
      references: citedDocuments,
      articles: citedArticles,
      levels: classificationLevels,
      transfere_vers: moveTarget,
      notice: noticeOf,
      paragraphes_reserves: editionContents.reserves,
      images: editionContents.images,
      renvois: editionContents.renvoisInternes,
    })
    .from(editions)
    .innerJoin(documents, eq(documents.boiId, editions.boiId))
    .innerJoin(editionContents, eq(editionContents.editionId, editions.id))
    .where(and(eq(editions.boiId, boiId), isAsked))
    .orderBy(desc(editions.current), desc(editions.pgp))
    .limit(1)
    .prepare("document")
    .execute();
  return found ?? null;
}

/** Identifier of the document in force published last, or null in an empty store. */
export async function findNewestId(database: Database): Promise<string | null> {
  const [newest] = await database
    .select({ boiId: documents.boiId })
    .from(documents)
    .where(eq(documents.statut, "en_vigueur"))
    .orderBy(desc(documents.datePublication), documents.boiId)
    .limit(1);
  return newest?.boiId ?? null;
}

const citedDocuments = sql<CitedDocument[]>`(
  select coalesce(json_agg(json_build_object(
    'boi_id', cited.target, 'titre', target.titre, 'existe', target.boi_id is not null,
    'statut', target.statut, 'paragraphe', cited.paragraphe, 'mentions', cited.mentions,
    'cibles', (
      select coalesce(json_agg(json_build_object(
        'depuis', place -> 'depuis', 'vers', place -> 'vers', 'edition', place -> 'edition', 'texte', place -> 'texte',
        'existe', case when place ->> 'vers' is not null then coalesce(
          held.paragraphes @> jsonb_build_array(jsonb_build_object('numero', place -> 'vers')), false) end
      ) order by rank), '[]')
      from jsonb_array_elements(cited.cibles) with ordinality as named (place, rank))
  ) order by cited.position), '[]')
  from edition_references cited left join documents target on target.boi_id = cited.target
  left join edition_contents held on held.edition_id = target.edition_id
  where cited.edition_id = ${editions.id})`;

const citedArticles = sql<CitedArticle[]>`(
  select coalesce(json_agg(json_build_object('code', cited.code, 'article', cited.article, 'texte', cited.texte,
    'precision', cited.precision, 'paragraphes', cited.paragraphes,
    'etendue', case when cited.etendue is not null
      then json_build_object('de', cited.etendue -> 'de', 'a', cited.etendue -> 'a') end
  ) order by cited.position), '[]')
  from edition_articles cited where cited.edition_id = ${editions.id})`;

/** A document that came back after a move keeps, in the tombstone of its time, where it had gone. */
const moveTarget = sql<string | null>`case
  when ${editions.statut} <> 'transfere' then null
  when ${editions.id} = ${documents.editionId} then ${documents.transfereVers}
  else (
    select tombstone.transfere_vers from editions tombstone
    where tombstone.boi_id = ${editions.boiId} and tombstone.kind = 'transfere'
      and tombstone.debut_de_validite >= ${editions.dateFin}
    order by tombstone.debut_de_validite, tombstone.pgp desc limit 1)
  end`;

/** Paths from the series down to the document's own: its identifier after `BOI-`, hyphens as slashes. */
const classificationLevels = sql<ClassificationLevel[]>`(
  select json_agg(json_build_object('chemin', level.chemin, 'label', node.titre, 'titre', own.titre)
    order by level.rank)
  from (
    select rank, string_agg(segment, '/') over (order by rank) as chemin
    from unnest(string_to_array(substr(${editions.boiId}, 5), '-')) with ordinality as part (segment, rank)
  ) level
  left join plan_nodes node on node.chemin = level.chemin
  left join documents own on own.boi_id = 'BOI-' || replace(level.chemin, '/', '-'))`;
