import { isWithin } from "../../../bofip/paragraphs/paragraphs.ts";
import type { Database } from "../../../db/postgres/database.ts";
import {
  type Citation,
  type Direction,
  type GraphDocument,
  readCitations,
  readCitingDocuments,
  readGraphDocuments,
  type CitingDocument as StoredCitingDocument,
} from "../../../db/queries/graph.ts";
import { readDocumentState } from "../../../db/queries/versions.ts";
import type { ReferenceTarget } from "../../../db/schema/documents.ts";
import { demandPossible, unknownDocument } from "../../texts/find-text.ts";
import type { CitingDocument, CitingPage, Graph, GraphEdge, GraphNode } from "./answer.ts";

interface GraphRequest {
  readonly boiId: string;
  /** References to follow from the root, 1 to 3. */
  readonly depth: number;
  readonly direction: Direction;
}

/** docs/decisions.md, « Graph ». */
const MAX_NODES = 2000;

/**
 * The documents within `depth` references of a document, breadth-first, each once at its smallest depth, and the
 * references that were followed: for every node nearer than `depth`, those of the direction. Nodes are ordered by
 * depth then identifier, edges by source then target.
 * @throws {ApiError} `unknown_document`
 */
export async function exploreGraph(database: Database, request: GraphRequest): Promise<Graph> {
  const { boiId, depth } = request;
  demandPossible(boiId);
  const { depths, citations, isTruncated } = await explore(request, (boiIds) =>
    readCitations(database, boiIds, request.direction),
  );
  const known = new Map<string, GraphDocument>();
  for (const document of await readGraphDocuments(database, [...depths.keys()])) {
    known.set(document.boi_id, document);
  }
  if (!known.has(boiId)) throw await unknownDocument(database, boiId);
  return {
    root: boiId,
    depth,
    nodes: [...depths].map(([id, nodeDepth]) => toNode(id, nodeDepth, known.get(id))),
    edges: toEdges(citations, depths),
    ...(isTruncated ? { truncated: true } : {}),
  };
}

interface Exploration {
  /** Depth of every node, in the order of the answer. */
  readonly depths: ReadonlyMap<string, number>;
  readonly citations: readonly Citation[];
  readonly isTruncated: boolean;
}

async function explore(
  { boiId, depth }: GraphRequest,
  follow: (boiIds: readonly string[]) => Promise<Citation[]>,
): Promise<Exploration> {
  const depths = new Map([[boiId, 0]]);
  const citations: Citation[] = [];
  let frontier = [boiId];
  let isTruncated = false;
  for (let level = 1; level <= depth && frontier.length > 0; level++) {
    const followed = await follow(frontier);
    const reached = new Set(followed.flatMap(({ source, target }) => [source, target]));
    const fresh = [...reached].filter((id) => !depths.has(id)).sort();
    frontier = fresh.slice(0, MAX_NODES - depths.size);
    isTruncated ||= frontier.length < fresh.length;
    for (const id of frontier) depths.set(id, level);
    for (const citation of followed) citations.push(citation);
  }
  return { depths, citations, isTruncated };
}

/** The domain of a target outside the corpus comes from its identifier. */
function toNode(boiId: string, depth: number, known: GraphDocument | undefined): GraphNode {
  return {
    boi_id: boiId,
    titre: known?.titre ?? null,
    domaine: known?.domaine ?? boiId.split("-")[1] ?? "",
    depth,
    existe: known !== undefined,
    statut: known?.statut ?? null,
    date_publication: known?.date_publication ?? null,
    url: known?.url ?? null,
  };
}

/** Followed references between kept nodes; both ends of a reference may have followed it. */
function toEdges(citations: readonly Citation[], depths: ReadonlyMap<string, number>): GraphEdge[] {
  const edges = new Map<string, GraphEdge>();
  for (const { source, target, paragraphe } of citations) {
    if (!depths.has(source) || !depths.has(target)) continue;
    edges.set(`${source} ${target}`, { source, target, kind: "references", paragraphe });
  }
  return [...edges.keys()].sort().flatMap((key) => edges.get(key) ?? []);
}

interface CitingRequest {
  readonly boiId: string;
  /** Number of a §; null for the whole document. */
  readonly paragraphe: string | null;
  readonly limit: number;
  readonly offset: number;
}

/** Documents in force that cite a document, or one of its §, with the citing §. @throws {ApiError} `unknown_document` */
export async function readCiting(
  database: Database,
  { boiId, paragraphe, limit, offset }: CitingRequest,
): Promise<CitingPage> {
  demandPossible(boiId);
  const [citing, state] = await Promise.all([
    readCitingDocuments(database, boiId),
    readDocumentState(database, boiId),
  ]);
  if (state === null) throw await unknownDocument(database, boiId);
  const all = citing.flatMap((document) => {
    const places =
      paragraphe === null ? document.cibles : document.cibles.filter((place) => names(place, paragraphe));
    return paragraphe !== null && places.length === 0 ? [] : [citingAnswer(document, places)];
  });
  return { boi_id: boiId, paragraphe, total: all.length, citants: all.slice(offset, offset + limit) };
}

function citingAnswer(
  { cibles: _, ...document }: StoredCitingDocument,
  places: readonly ReferenceTarget[],
): CitingDocument {
  return { ...document, paragraphes: [...new Set(places.flatMap(({ depuis }) => depuis ?? []))] };
}

interface CitedNumbers {
  readonly total: number;
  /** Those with the most mentions, as many as requested. */
  readonly first: readonly CitingDocument[];
  /** Whether one of them names that § of it. */
  readonly names: (numero: string) => boolean;
}

/** How many documents in force cite a document, the first of them, and which of its § they name. */
export async function readCitedNumbers(
  database: Database,
  boiId: string,
  most: number,
): Promise<CitedNumbers> {
  const citing = await readCitingDocuments(database, boiId);
  const places = citing.flatMap(({ cibles }) => cibles);
  const single = new Set(places.map(({ vers }) => vers));
  const ranges = places.filter(({ jusqua }) => jusqua !== null);
  return {
    total: citing.length,
    first: citing.slice(0, most).map((document) => citingAnswer(document, document.cibles)),
    names: (numero) => single.has(numero) || ranges.some((place) => names(place, numero)),
  };
}

function names({ vers, jusqua }: ReferenceTarget, numero: string): boolean {
  return vers !== null && isWithin(numero, { de: vers, a: jusqua ?? vers });
}
