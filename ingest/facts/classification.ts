import { compareSegments, DOMAINS } from "../../bofip/identifiers/identifier.ts";
import type { ClassificationNode, TitledDocument } from "../../db/ingestion/classification.ts";

const TITLE_SEPARATOR = " - ";

interface Node {
  readonly chemin: string;
  readonly segment: string;
  readonly parent: Node | null;
  readonly children: Node[];
  /** Title of the node's own document, in parts; null when it has none. */
  title: readonly string[] | null;
  documents: number;
}

/**
 * The classification of the documents in force: the node of a document is its identifier after `BOI-`, hyphens as
 * slashes, and every path above it is a node. Labels come from the titles, which are breadcrumbs (« IR - Liquidation -
 * Calcul de l'impôt »): the part that a title adds to that of the node above.
 */
export function classificationOf(documents: readonly TitledDocument[]): ClassificationNode[] {
  const nodes = new Map<string, Node>();
  for (const { boiId, titre } of documents) {
    const node = nodeAt(nodes, boiId.slice("BOI-".length).split("-"));
    // The source leaves some titles out; the identifier then replaces it, and labels nothing.
    node.title = titre === boiId ? null : titre.split(TITLE_SEPARATOR);
    for (let above: Node | null = node; above !== null; above = above.parent) above.documents += 1;
  }
  const roots = [...nodes.values()].filter(({ parent }) => parent === null);
  const series = new Map([
    ...DOMAINS,
    ...roots.map((root) => [root.segment, labelSeries(root).label] as const),
  ]);
  return roots.flatMap((root) => labelBranch(root, [], series));
}

type Series = ReadonlyMap<string, string>;

function nodeAt(nodes: Map<string, Node>, segments: readonly string[]): Node {
  const chemin = segments.join("/");
  const known = nodes.get(chemin);
  if (known !== undefined) return known;
  const parent = segments.length > 1 ? nodeAt(nodes, segments.slice(0, -1)) : null;
  const segment = segments.at(-1) ?? "";
  const node: Node = { chemin, segment, parent, children: [], title: null, documents: 0 };
  parent?.children.push(node);
  nodes.set(chemin, node);
  return node;
}

/** @param above parts of the full title of the node's parent. */
function labelBranch(node: Node, above: readonly string[], series: Series): ClassificationNode[] {
  const { label, full } = node.parent === null ? labelSeries(node) : labelNode(node, above, series);
  const { chemin, segment, documents } = node;
  return [
    { chemin, parent: node.parent?.chemin ?? "", segment, titre: label, documents },
    ...node.children.flatMap((child) => labelBranch(child, full, series)),
  ];
}

interface Label {
  readonly label: string;
  /** Leading parts of the titles below. */
  readonly full: readonly string[];
}

/** A series' own title is « IR - Impôt sur le revenu », those below begin with « IR » alone. */
function labelSeries({ segment, title }: Node): Label {
  const named = title?.slice(1).join(TITLE_SEPARATOR) || title?.[0];
  return { label: named ?? DOMAINS.get(segment) ?? segment, full: [title?.[0] ?? segment] };
}

function labelNode(node: Node, above: readonly string[], series: Series): Label {
  if (node.title !== null) {
    const added = startsWith(node.title, above) ? node.title.slice(above.length).join(TITLE_SEPARATOR) : "";
    return { label: added || (node.title.at(-1) ?? node.segment), full: node.title };
  }
  const below = firstTitleBelow(node);
  const next = below !== null && startsWith(below, above) ? below[above.length] : undefined;
  if (next === undefined) return { label: node.segment, full: above };
  if (!series.has(next)) return { label: next, full: [...above, next] };
  // A rescrit's title lists the series concerned by their codes, its own not always first: « RES - RSA - BNC ».
  const label = series.get(node.segment) ?? node.segment;
  return { label, full: next === node.segment ? [...above, next] : above };
}

function startsWith(title: readonly string[], beginning: readonly string[]): boolean {
  return beginning.every((part, index) => title[index] === part);
}

/** Title of the first document below, in the order of the classification. */
function firstTitleBelow(node: Node): readonly string[] | null {
  for (const child of node.children.toSorted((a, b) => compareSegments(a.segment, b.segment))) {
    const title = child.title ?? firstTitleBelow(child);
    if (title !== null) return title;
  }
  return null;
}
