/** A title in two parts: what distinguishes the document from its neighbours, and its place in the plan. */
interface TitleParts {
  readonly leaf: string;
  /** From the series down; empty for a title of one part. */
  readonly chain: readonly string[];
}

const JOINT = " - ";

/**
 * Splits a title, which is a path through the plan, `IR - Liquidation - Barème progressif`: its last part is the
 * document's subject, and long titles start alike.
 * @param label of the document's own node, when it is known: it may contain the separator itself.
 */
export function splitTitle(titre: string, label?: string): TitleParts {
  const isLabelled = label !== undefined && titre.endsWith(JOINT + label);
  const cut = isLabelled ? titre.length - label.length - JOINT.length : titre.lastIndexOf(JOINT);
  if (cut <= 0) return { leaf: titre, chain: [] };
  const chain = titre.slice(0, cut).split(JOINT);
  return { leaf: titre.slice(cut + JOINT.length), chain: chain.map((part) => part.trim()) };
}
