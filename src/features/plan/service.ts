import { type Static, Type as t } from "@sinclair/typebox";
import { compareSegments } from "../../../bofip/identifiers/identifier.ts";
import type { Database } from "../../../db/postgres/database.ts";
import {
  compareSeries,
  readClassificationDocuments,
  readClassificationNodes,
  readClassificationTitles,
} from "../../../db/queries/classification.ts";
import { namedObject } from "../../schemas/named-object.ts";
import { DocumentStatut, Nullable, StartDay } from "../../schemas/responses.ts";

const ROOT_TITLE = "Plan de classement";

/** The node at a path like `IR/LIQ/20`, the root being empty; empty lists where the classification is empty. */
export async function readClassificationNode(
  database: Database,
  chemin: string,
): Promise<ClassificationNode> {
  const [nodes, documents] = await Promise.all([
    readClassificationNodes(database, chemin),
    readClassificationDocuments(database, chemin),
  ]);
  const isRoot = chemin === "";
  const compare = isRoot ? compareSeries : compareSegments;
  const own = nodes.find((node) => node.chemin === chemin);
  return {
    chemin,
    titre: isRoot ? ROOT_TITLE : (own?.titre ?? null),
    children: nodes
      .filter((node) => node.chemin !== chemin)
      .sort((left, right) => compare(left.segment, right.segment)),
    documents,
  };
}

/** Nodes from the series down to a path, itself included; one not in the classification is named by its segment. */
export async function readClassificationTrail(
  database: Database,
  chemin: string,
): Promise<{ readonly chemin: string; readonly titre: string }[]> {
  const segments = chemin === "" ? [] : chemin.split("/");
  const levels = segments.map((segment, index) => ({
    chemin: segments.slice(0, index + 1).join("/"),
    segment,
  }));
  const titles = await readClassificationTitles(
    database,
    levels.map((level) => level.chemin),
  );
  return levels.map((level) => ({ chemin: level.chemin, titre: titles.get(level.chemin) ?? level.segment }));
}

/** A subdivision of a node. */
export const ClassificationChild = namedObject("ClassificationChild", {
  chemin: t.String({ examples: ["IR/LIQ"] }),
  segment: t.String({ examples: ["LIQ"] }),
  titre: t.String(),
  documents: t.Integer({ description: "Documents en vigueur à ce nœud et en dessous." }),
});

const Listed = namedObject("ClassifiedDocument", {
  boi_id: t.String(),
  titre: t.String(),
  statut: DocumentStatut,
  date_publication: StartDay,
  url: t.String({ description: "Page officielle." }),
});

/** Answer of /v1/plan/{chemin}: a node of the classification with what lies directly below it. */
export const ClassificationNode = namedObject("ClassificationNode", {
  chemin: t.String(),
  titre: Nullable(t.String({ description: "null où le plan ne contient rien." })),
  children: t.Array(ClassificationChild),
  documents: t.Array(Listed),
});

export type ClassificationNode = Static<typeof ClassificationNode>;
