import { LRUCache } from "lru-cache";
import type { ParagraphSpan } from "../../bofip/paragraphs/paragraphs.ts";
import type { Database } from "../postgres/database.ts";
import { anyOf, type Piece, type Statements } from "../postgres/statements.ts";

/** Default for stores whose cache is not configured: those of a command, or of a test. */
const MAX_BYTES = 32_000_000;
/** Nearly every text contains a character (« ’ », « œ ») that makes the engine use two bytes for all of them. */
const CHARACTER_BYTES = 2;
/** More than the longest text takes with its §. */
const LONGEST_BYTES = 1_000_000;
/** Overhead of an entry, and of each of its §. */
const ENTRY_BYTES = 300;
const SPAN_BYTES = 80;

/** Position of a § in a text. */
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
 * Cache of the texts last found, so that a search does not transfer whole texts to cut a few words from them. Each is
 * cached with the version of its row, which every statement that reads it compares.
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

  /** The cached texts of some keys (`TextRow`), as of now: later entries may evict them. */
  among(keys: readonly string[]): FoundTexts {
    return new FoundTexts(
      keys.flatMap((key) => {
        const kept = this.kept.get(key);
        return kept === undefined ? [] : [[key, kept]];
      }),
      (key, version, text) => this.keep(key, version, text),
    );
  }

  /** Whether one more text, of any length, would evict no other. */
  get hasRoom(): boolean {
    return this.kept.calculatedSize + LONGEST_BYTES <= this.kept.maxSize;
  }

  /** Replaces the text of another version. */
  keep(key: string, version: string, { contenu_texte, spans }: HitText): HitText {
    const own = spans.map(({ numero, start, end }) => ({ numero, start, end }));
    // Ingestion stores texts in NFC; any other is normalised here, once, rather than at each excerpt.
    const text = { contenu_texte: contenu_texte.normalize("NFC"), spans: own };
    this.kept.set(key, { version, text });
    return text;
  }
}

/** The columns about a document's text. */
export interface TextRow {
  /** What its text is cached under: the identifier for what the document shows, followed by the edition for another. */
  readonly key: string;
  /** The version of the row with the text. */
  readonly version: string;
  /** Null when a text of that version is cached, like its §. */
  readonly contenu_texte: string | null;
  readonly spans: readonly TextSpan[] | null;
}

/** Some of the cached texts, by key. */
export class FoundTexts {
  private readonly texts: ReadonlyMap<string, Kept>;

  constructor(
    entries: readonly (readonly [key: string, kept: Kept])[],
    private readonly keep: (key: string, version: string, text: HitText) => HitText,
  ) {
    this.texts = new Map(entries);
  }

  versions(): string[] {
    return [...this.texts.values()].map(({ version }) => version);
  }

  text(key: string): HitText | undefined {
    return this.texts.get(key)?.text;
  }

  /**
   * SQL that joins to a row `c` of `edition_contents`, as `held`, its version and whether that one is cached. `xmin`, the
   * transaction that wrote a row, identifies its version (PostgreSQL documentation, 5.6, « System Columns »).
   */
  joins(sql: Statements): Piece {
    return sql`
      cross join lateral (select c.edition_id || ':' || c.xmin as version) as row
      cross join lateral (select version, version = ${anyOf(sql, this.versions())} as is_kept) as held`;
  }

  /** The text of a row, cached from now on if it was not. */
  textOf({ key, version, contenu_texte, spans }: TextRow): HitText | undefined {
    if (contenu_texte === null || spans === null) return this.text(key);
    return this.keep(key, version, { contenu_texte, spans });
  }
}

const byStore = new WeakMap<Database, KeptTexts>();

/** Sets how many bytes of the texts of a store this process caches at most; call it before the first is cached. */
export function keepTexts(database: Database, maxBytes: number): void {
  byStore.set(database, new KeptTexts(maxBytes));
}

/** This process's cache of the texts of a store. */
export function keptTexts(database: Database): KeptTexts {
  const kept = byStore.get(database) ?? new KeptTexts();
  byStore.set(database, kept);
  return kept;
}
