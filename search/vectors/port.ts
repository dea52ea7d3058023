import { createHash } from "node:crypto";
import type { StoreDigest } from "../../db/engine/digest.ts";
import type { StoredVector } from "../../db/queries/passages.ts";

/** A passage of a document in force, as vector stores know it. */
export interface PassageKey {
  readonly boiId: string;
  readonly domaine: string;
  /** Hash of the embedded text, which stands for it. */
  readonly textHash: string;
}

export interface VectorPoint extends PassageKey {
  readonly vector: StoredVector;
}

/** The documents that a question is compared with. */
export interface VectorFilter {
  /** Series code in upper case, or null for every series. */
  readonly domaine: string | null;
  /** The only documents to compare, every vector of theirs; absent = all documents. */
  readonly among?: readonly string[];
}

export interface VectorQuery extends VectorFilter {
  /** L2-normalised. */
  readonly vector: Float32Array;
  /** Version of the embedder that made it: only vectors of that version are compared with it. */
  readonly version: string;
  readonly limit: number;
}

/** A document, by its passage nearest to the question. */
export interface VectorHit {
  readonly boiId: string;
  readonly textHash: string;
  /** Cosine, -1 to 1. */
  readonly score: number;
}

/** What the API asks of a vector store. Methods reject with EngineUnavailable when it can't answer. */
export interface VectorReader {
  /** The nearest documents, one hit each, by falling score. */
  search(query: VectorQuery): Promise<VectorHit[]>;
  /** Resolves when the vectors of that version can be searched, with a remark for the operator if there is one. */
  ping(version: string): Promise<string | null>;
  close(): Promise<void>;
}

/** What ingestion asks of the points of one version. */
export interface VectorWriter {
  /** What every point held says of itself (`pointContent`), by identifier; "" for one that says what no point does. */
  held(): Promise<Map<string, string>>;
  /** Adds points; those already held are replaced. They are searchable when it resolves. */
  upsert(points: readonly VectorPoint[]): Promise<void>;
  /** Removes points by identifier; unknown ones are ignored. */
  remove(pointIds: readonly string[]): Promise<void>;
}

/** What tells whether a store that approximates finds what comparing every vector would. */
export interface RecallSample {
  /** Vectors of questions. */
  questions(): Promise<readonly Float32Array[]>;
  /** Called now and then meanwhile; what it throws ends the work. */
  onWait(): Promise<void>;
  judged(judgement: Judgement): void;
}

/** What readers do from then on: they approximate when that is trusted, else they compare every vector. */
export interface Judgement {
  /** Share of the ten nearest documents found, 0 to 1; null when the store could not be judged. */
  readonly recall: number | null;
  readonly minRecall: number;
  readonly isTrusted: boolean;
}

/** A vector store outside the relational one, as those who fill it see it. */
export interface VectorIndex {
  /** The points that readers of that version see, or null when there are none yet. */
  open(version: string): Promise<VectorWriter | null>;
  /**
   * Fills new points beside those that readers of the version see, and puts them in their place once `fill` is
   * done and they are judged: readers never see a hole. When `fill` fails the live ones stay.
   */
  rebuild(
    version: string,
    fill: (writer: VectorWriter) => Promise<void>,
    sample: RecallSample,
  ): Promise<void>;
  /**
   * Judges anew the points that readers see when they have changed, or when readers compare them one by one.
   * @param isChanged since they were judged, as far as the caller knows.
   */
  judge(version: string, sample: RecallSample, isChanged: boolean): Promise<void>;
  /** Digest of the points that readers of the version see, as the store holds them. */
  digest(version: string): Promise<StoreDigest>;
  /** Removes the points of all other versions, and what an interrupted rebuild left. */
  keepOnly(versions: readonly string[]): Promise<void>;
}

/** What a point says of itself, beside its vector, which follows from the text: an entry of `VectorIndex.digest`. */
export function pointContent({ boiId, domaine, textHash }: PassageKey): string {
  return `${boiId} ${domaine} ${textHash}`;
}

/** Identity of a point, a UUID of version 8 (RFC 9562): what it holds follows from it, so points never change. */
export function pointId({ boiId, textHash }: Omit<PassageKey, "domaine">): string {
  const hex = createHash("sha256").update(`${boiId} ${textHash}`).digest("hex");
  const [version, variant] = [`8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`];
  return [hex.slice(0, 8), hex.slice(8, 12), version, variant, hex.slice(20, 32)].join("-");
}
