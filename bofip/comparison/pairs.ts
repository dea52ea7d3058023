import type { Match } from "./anchors.ts";

/** An item of the earlier text and its counterpart in the later one; null where a side has none. */
export interface Pair<Item> {
  readonly before: Item | null;
  readonly after: Item | null;
}

/**
 * Pairs the items of two lists, each exactly once: by the first key, then the remaining ones by the next key, finally
 * with `alike`. Items of equal key are paired in order. Pairs come in the order of the later list; a removed item
 * follows the one it followed in the earlier list. Swapping the lists swaps the sides of the pairs.
 * @param alike returns ranks in the two lists it receives, each rank once.
 */
export function pairUp<Item>(
  before: readonly Item[],
  after: readonly Item[],
  keys: readonly ((item: Item) => string)[],
  alike: (before: readonly Item[], after: readonly Item[]) => readonly Match[],
): Pair<Item>[] {
  const partners = new Map<number, number>();
  const paired = new Set<number>();
  for (const keyOf of keys) {
    const waiting = Map.groupBy(free(before, paired), (rank) => keyAt(before, rank, keyOf));
    for (const rank of free(after, partners)) {
      const partner = waiting.get(keyAt(after, rank, keyOf))?.shift();
      if (partner === undefined) continue;
      partners.set(rank, partner);
      paired.add(partner);
    }
  }
  const beforeLeft = free(before, paired);
  const afterLeft = free(after, partners);
  for (const [beforeRank, afterRank] of alike(itemsAt(before, beforeLeft), itemsAt(after, afterLeft))) {
    const partner = beforeLeft[beforeRank] ?? 0;
    partners.set(afterLeft[afterRank] ?? 0, partner);
    paired.add(partner);
  }
  return inOrder(before, after, partners, paired);
}

function free(items: readonly unknown[], taken: { has(rank: number): boolean }): number[] {
  return [...items.keys()].filter((rank) => !taken.has(rank));
}

function itemsAt<Item>(items: readonly Item[], ranks: readonly number[]): Item[] {
  return ranks.flatMap((rank) => itemAt(items, rank) ?? []);
}

function keyAt<Item>(items: readonly Item[], rank: number, keyOf: (item: Item) => string): string {
  const item = items[rank];
  return item === undefined ? "" : keyOf(item);
}

function inOrder<Item>(
  before: readonly Item[],
  after: readonly Item[],
  partners: ReadonlyMap<number, number>,
  paired: ReadonlySet<number>,
): Pair<Item>[] {
  const pairs: Pair<Item>[] = [];
  const addRemovedAfter = (rank: number) => {
    for (let next = rank + 1; next < before.length && !paired.has(next); next++)
      pairs.push({ before: itemAt(before, next), after: null });
  };
  addRemovedAfter(-1);
  after.forEach((item, rank) => {
    const partner = partners.get(rank);
    pairs.push({ before: itemAt(before, partner), after: item });
    if (partner !== undefined) addRemovedAfter(partner);
  });
  return pairs;
}

function itemAt<Item>(items: readonly Item[], rank: number | undefined): Item | null {
  return rank === undefined ? null : (items[rank] ?? null);
}
