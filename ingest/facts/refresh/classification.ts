import {
  type ClassificationNode,
  readClassificationNodes,
  readTitles,
  type TitledDocument,
  writeClassificationNodes,
} from "../../../db/ingestion/classification.ts";
import type { Database } from "../../../db/postgres/database.ts";
import type { Journal } from "../../journal/journal.ts";
import { classificationOf } from "../classification.ts";

const NODES_PER_BATCH = 250;

/** Recomputes the classification of the documents in force; writes only what differs. */
export async function refreshClassification(database: Database, journal: Journal): Promise<void> {
  await journal.beginStage("plan");
  const wanted = new Map(classificationOf(await allTitles(database)).map((node) => [node.chemin, node]));
  const stored = new Map<string, ClassificationNode>();
  for await (const page of readClassificationNodes(database)) {
    for (const node of page) stored.set(node.chemin, node);
  }
  const differing = [...wanted.values()].filter((node) => !isSame(node, stored.get(node.chemin)));
  const removed = [...stored.keys()].filter((chemin) => !wanted.has(chemin));
  for (let start = 0; start < Math.max(differing.length, removed.length); start += NODES_PER_BATCH) {
    const end = start + NODES_PER_BATCH;
    await writeClassificationNodes(database, differing.slice(start, end), removed.slice(start, end));
  }
}

async function allTitles(database: Database): Promise<TitledDocument[]> {
  const documents: TitledDocument[] = [];
  for await (const page of readTitles(database)) documents.push(...page);
  return documents;
}

function isSame(node: ClassificationNode, stored: ClassificationNode | undefined): boolean {
  return stored !== undefined && stored.titre === node.titre && stored.documents === node.documents;
}
