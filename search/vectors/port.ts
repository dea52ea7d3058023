import { createHash } from "node:crypto";
import type { TextSet } from "../../db/engine/dated-texts.ts";
import type { StoreDigest } from "../../db/engine/digest.ts";
import type { StoredVector } from "../../db/queries/passages.ts";

/** A passage of a document, as identified in vector stores: those of its past texts are apart (`TextSet`). */
export interface PassageKey {
  readonly boiId: string;
  readonly domaine: string;
  /** Hash of the embedded text, used as its identity. */
  readonly textHash: string;
  /** The past texts that have it, in order (`entryOf`); absent for a passage of the document in force. */
  readonly entries?: readonly string[];
}

export interface VectorPoint extends PassageKey {
  readonly vector: StoredVector;
}

/** The documents to compare a question with. */
export interface VectorFilter {
  /** Series code in upper case, or null for every series. */
  readonly domaine: string | null;
  /** The only documents to compare, with every one of their vectors; absent = all documents. */
  readonly among?: readonly string[];
  /** The only past texts to compare, by entry, at most one a document, in place of the documents in force. */
  readonly pastAmong?: readonly string[];
}

export interface VectorQuery extends VectorFilter {
  /** L2-normalised. */
  readonly vector: Float32Array;
  /** Version of the embedder that made it: it is compared only with vectors of that version. */
  readonly version: string;
  readonly limit: number;
  /** Number of hits of one document, for named documents only; absent = 1. */
  readonly perDocument?: number;
}

/** A document, with the score of its passage nearest to the question, or of another of its passages. */
export interface VectorHit {
  readonly boiId: string;
  readonly textHash: string;
  /** Cosine, -1 to 1. */
  readonly score: number;
}

/** What the API asks of a vector store. Methods reject with EngineUnavailable when it can't respond. */
export interface VectorReader {
  /** The nearest documents, one hit each unless more are asked for, by decreasing score. */
  search(query: VectorQuery): Promise<VectorHit[]>;
  /** Resolves when the vectors of that version can be searched, with a remark for the operator or null. */
  ping(version: string): Promise<string | null>;
  close(): Promise<void>;
}

/** What ingestion asks of the points of one version, of one set of texts. */
export interface VectorWriter {
  /** The content of every stored point (`pointContent`), by identifier; "" when it is invalid. */
  held(): Promise<Map<string, string>>;
  /** Adds or replaces points. They are searchable when it resolves. */
  upsert(points: readonly VectorPoint[]): Promise<void>;
  /** Removes points by identifier; unknown ones are ignored. */
  remove(pointIds: readonly string[]): Promise<void>;
}

/** How many of its points a store has indexed. */
export interface Indexed {
  readonly done: number;
  readonly total: number;
}

/** Used to judge whether an approximating store finds what an exhaustive comparison would. */
export interface RecallSample {
  /** Vectors of questions. */
  questions(): Promise<readonly Float32Array[]>;
  /** Called at intervals meanwhile, with the points indexed so far, if known; throwing aborts the work. */
  onWait(indexed: Indexed | null): Promise<void>;
  judged(judgement: Judgement): void;
}

/** Decides how readers search from then on: approximately when that is trusted, otherwise comparing every vector. */
export interface Judgement {
  /** Share of the ten nearest documents found, 0 to 1; null when the store could not be judged. */
  readonly recall: number | null;
  readonly minRecall: number;
  readonly isTrusted: boolean;
}

/** A vector store outside the relational one, as seen by ingestion. */
export interface VectorIndex {
  /** The points of a set of texts that readers of that version use, or null when there are none yet. */
  open(version: string, set?: TextSet): Promise<VectorWriter | null>;
  /**
   * Fills new points beside the live ones and swaps them in once judged; when `fill` fails the live ones stay.
   * @param sample null for those of past texts, which are always compared one by one.
   */
  rebuild(
    version: string,
    fill: (writer: VectorWriter) => Promise<void>,
    sample: RecallSample | null,
  ): Promise<void>;
  /** Judges the points again when they have changed, as far as the caller knows, or are compared exhaustively. */
  judge(version: string, sample: RecallSample, isChanged: boolean): Promise<void>;
  /** Digest of the points that readers of the version use, of all texts, as stored. */
  digest(version: string): Promise<StoreDigest>;
  /** Another text once a version's points were replaced or lost, or number otherwise. @throws {EngineUnavailable} */
  generation(version: string): Promise<string>;
  /** Deletes the points of all other versions, and the remains of interrupted rebuilds. */
  keepOnly(versions: readonly string[]): Promise<void>;
}

/** The content of a point besides its vector, which is derived from the text: an entry of `VectorIndex.digest`. */
export function pointContent({ boiId, domaine, textHash, entries }: PassageKey): string {
  const content = `${boiId} ${domaine} ${textHash}`;
  return entries === undefined ? content : `${content} ${entries.join(",")}`;
}

/** Identity of a point, a UUID of version 8 (RFC 9562): it is derived from the content, so points never change. */
export function pointId({ boiId, textHash }: Pick<PassageKey, "boiId" | "textHash">): string {
  const hex = createHash("sha256").update(`${boiId} ${textHash}`).digest("hex");
  const [version, variant] = [`8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`];
  return [hex.slice(0, 8), hex.slice(8, 12), version, variant, hex.slice(20, 32)].join("-");
}
