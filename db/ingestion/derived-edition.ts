import type { ArticleRange } from "../../bofip/law/article-number.ts";
import type { ArticleOccurrence, ArticleRank, ArticleRole } from "../../bofip/law/citation.ts";
import type { LawEntry } from "../../bofip/law/cited/entries.ts";
import type { ParagraphRange } from "../../bofip/paragraphs/paragraph-number.ts";
import type { ParagraphSpan } from "../../bofip/paragraphs/paragraph-text.ts";
import type { ListedTable } from "../../bofip/tables/list-tables.ts";
import type {
  DocumentType,
  EditionKind,
  ImageSource,
  InternalReference,
  ReferenceTarget,
  SourceKind,
} from "../schema/documents.ts";
import type { PassageSpan } from "../schema/passages.ts";

/** A passage of an edition, as stored in `passages`. */
interface DerivedPassage extends PassageSpan {
  readonly textHash: string;
}

/** An edition, in the columns of `editions`. */
interface EditionRow {
  readonly boiId: string;
  /** `YYYY-MM-DD`. */
  readonly debutDeValidite: string;
  readonly pgp: number;
  readonly kind: EditionKind;
  readonly transfereVers: string | null;
  readonly avis: string | null;
  readonly transferts: readonly string[];
  readonly titre: string;
  readonly type: DocumentType;
  readonly domaine: string;
  readonly division: string | null;
  readonly url: string;
  readonly sourceKind: SourceKind;
  readonly recordHash: string;
  readonly sourceHash: string;
  readonly derivationVersion: number;
  readonly textHash: string;
  /** Latest day on which the source shows it in force; null when unknown. */
  readonly attestedUntil: string | null;
}

interface CitedDocument {
  readonly target: string;
  readonly paragraphe: string | null;
  readonly mentions: number;
  /** For each mention, in the order of the text. */
  readonly cibles: readonly ReferenceTarget[];
}

export interface CitedArticle {
  readonly code: string;
  /** The first one of a range. */
  readonly article: string;
  readonly texte: string;
  /** Absent for a single article. */
  readonly etendue?: ArticleRange;
  readonly precision: string | null;
  readonly paragraphes: readonly string[];
  readonly mentions: number;
  readonly rang: ArticleRank;
  readonly role: ArticleRole;
  readonly occurrences: readonly ArticleOccurrence[];
}

/** A PGP number that an edition links to, and the document it was resolved to. */
export interface CitedPgp {
  readonly pgp: number;
  readonly target: string | null;
}

/** What a text cites of the law. */
export interface CitesLaw {
  /** In the order of first mention. */
  readonly articles: readonly CitedArticle[];
  /** Decisions, norms and ministerial answers. */
  readonly citedLaw: readonly LawEntry[];
}

/** An edition with its content, ready to be written. */
export interface DerivedEdition extends CitesLaw {
  readonly row: EditionRow;
  /** False when the store derives its own content again: the wordings do not change. */
  readonly isNew: boolean;
  /** Fingerprint of its text. */
  readonly empreinte: string;
  /** SHA-256 of its official bytes; null when what is stored may not be them. */
  readonly empreinteSource: string | null;
  readonly html: string;
  readonly texte: string;
  readonly paragraphes: readonly ParagraphSpan[];
  readonly reserves: readonly ParagraphRange[];
  readonly images: readonly ImageSource[];
  /** § of itself that it refers to. */
  readonly renvoisInternes: readonly InternalReference[];
  /** In the order of first mention. */
  readonly references: readonly CitedDocument[];
  /** Numbers that do not identify a document by themselves. */
  readonly pgpLinks: readonly CitedPgp[];
  /** In the order of the text. */
  readonly passages: readonly DerivedPassage[];
  /** In the order of the text. */
  readonly tables: readonly ListedTable[];
  /** The source record as received, compressed. */
  readonly raw: Uint8Array;
}
