import { LRUCache } from "lru-cache";
import type { ParagraphSpan } from "../../bofip/paragraphs/paragraph-text.ts";
import { assertIntact, editionProofSql, type StoredProof } from "../integrity/proof.ts";
import type { Database } from "../postgres/database.ts";
import type { Statements } from "../postgres/statements.ts";

/** For stores whose texts nobody bounds: those of a command, or of a test. */
const MAX_BYTES = 32_000_000;
/** Nearly every text holds a character (« ’ », « œ ») that makes all of them take two. */
const CHARACTER_BYTES = 2;
/** Above what the longest text takes with its §. */
const LONGEST_BYTES = 1_000_000;
/** What an entry takes beside its text, and each of its §. */
const ENTRY_BYTES = 300;
const SPAN_BYTES = 80;

/** Where a § lies in a text. */
export type TextSpan = Pick<ParagraphSpan, "numero" | "start" | "end">;

/** What an excerpt is cut from. */
export interface HitText {
  /** In NFC. */
  readonly contenu_texte: string;
  readonly spans: readonly TextSpan[];
}

interface Kept {
  readonly version: string;
  readonly text: HitText;
}

/**
 * The texts last found, so that a hit's whole text does not travel at each search to have a few words cut from it.
 * Each is kept with the version of its row, which every statement that reads it compares.
 */
export class KeptTexts {
  private readonly kept: LRUCache<string, Kept>;

  constructor(maxBytes = MAX_BYTES) {
    this.kept = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ text: { contenu_texte, spans } }) =>
        contenu_texte.length * CHARACTER_BYTES + spans.length * SPAN_BYTES + ENTRY_BYTES,
    });
  }

  /** Those that are kept of some documents, as they are now: the next ones may take their place. */
  among(boiIds: readonly string[]): FoundTexts {
    return new FoundTexts(
      boiIds.flatMap((boiId) => {
        const kept = this.kept.get(boiId);
        return kept === undefined ? [] : [[boiId, kept]];
      }),
      (boiId, version, text) => this.keep(boiId, version, text),
    );
  }

  /** Whether one more text, however long, would take no other's place. */
  get hasRoom(): boolean {
    return this.kept.calculatedSize + LONGEST_BYTES <= this.kept.maxSize;
  }

  /** In place of the text of another version. */
  keep(boiId: string, version: string, { contenu_texte, spans }: HitText): HitText {
    const own = spans.map(({ numero, start, end }) => ({ numero, start, end }));
    // Ingestion stores texts composed; one of another hand is composed here, once, rather than at each excerpt.
    const text = { contenu_texte: contenu_texte.normalize("NFC"), spans: own };
    this.kept.set(boiId, { version, text });
    return text;
  }
}

/** What a statement reads of the text of a document. */
export interface TextRow {
  readonly boi_id: string;
  /** Of the row that holds the text. */
  readonly version: string;
  /** Null when a text of that version is kept, as its §. */
  readonly contenu_texte: string | null;
  readonly spans: readonly TextSpan[] | null;
  /** Of the text, when it was read. */
  readonly proof: StoredProof | null;
}

/** Some of the texts kept, by document. */
export class FoundTexts {
  private readonly texts: ReadonlyMap<string, Kept>;

  constructor(
    entries: readonly (readonly [boiId: string, kept: Kept])[],
    private readonly keep: (boiId: string, version: string, text: HitText) => HitText,
  ) {
    this.texts = new Map(entries);
  }

  versions(): string[] {
    return [...this.texts.values()].map(({ version }) => version);
  }

  text(boiId: string): HitText | undefined {
    return this.texts.get(boiId)?.text;
  }

  /**
   * Joins that give the columns of a `TextRow` as `held`, where `c` is the row of `edition_contents`. `xmin`, the
   * transaction that wrote a row, tells one state of it from the others (PostgreSQL documentation, 5.6, « System
   * Columns »).
   */
  joins(sql: Statements) {
    return sql`
      cross join lateral (select c.edition_id || ':' || c.xmin as version) as row
      cross join lateral (select version = any(string_to_array(${this.versions().join(" ")}, ' ')) as is_kept) as here
      cross join lateral (select version,
        case when is_kept then null else c.contenu_texte end as contenu_texte,
        case when is_kept then null else c.paragraphes end as spans,
        case when is_kept then null else ${sql.unsafe(editionProofSql("c"))} end as proof) as held`;
  }

  /**
   * The text of a row, kept from now on if it was not.
   * @throws {DamagedText}
   */
  textOf({ boi_id, version, contenu_texte, spans, proof }: TextRow): HitText | undefined {
    if (contenu_texte === null || spans === null) return this.text(boi_id);
    assertIntact(boi_id, proof, { contenu_texte, paragraphes: spans });
    return this.keep(boi_id, version, { contenu_texte, spans });
  }
}

const byStore = new WeakMap<Database, KeptTexts>();

/** Has this process keep so many bytes of the texts of a store at most, of which it keeps none yet. */
export function keepTexts(database: Database, maxBytes: number): void {
  byStore.set(database, new KeptTexts(maxBytes));
}

/** The texts kept of a store: those of one process. */
export function keptTexts(database: Database): KeptTexts {
  const kept = byStore.get(database) ?? new KeptTexts();
  byStore.set(database, kept);
  return kept;
}
