import type { Database } from "../../../db/postgres/database.ts";
import {
  type Citation,
  type Direction,
  type GraphDocument,
  readCitations,
  readGraphDocuments,
} from "../../../db/queries/graph.ts";
import { demandPossible, unknownDocument } from "../documents/not-held.ts";
import type { Graph, GraphEdge, GraphNode } from "./answer.ts";

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
