import { expect, setDefaultTimeout, test } from "bun:test";
import { type Random, randomOf } from "../../../full/faults/random.ts";
import { IS_FULL, named } from "../../../full/faults/seed.ts";
import { differences } from "../../../full/faults/state/lines.ts";
import { writeSources } from "./facts.ts";
import { ingestInOrder } from "./state.ts";

setDefaultTimeout(600_000);

const SEEDS = named(
  Array.from({ length: IS_FULL ? 12 : 1 }, (_, index) => 20_261_121 + index),
  String,
);
const ORDERS = IS_FULL ? 10 : 3;

/** Without them the sources would contradict each other less than promised. */
const HELD = [
  /^documents .*statut=en_vigueur/,
  /^documents .*statut=retire/,
  /^documents .*statut=transfere .*transfere_vers=BOI/,
  /^editions .*kind=contenu .*source_kind=archive/,
  /^editions .*kind=contenu .*source_kind=export/,
  /^absences /,
  /^edition_pgp_links .*target=BOI/,
  /^\/v1\/changes /,
];

test.each(SEEDS)("the order in which sources are ingested makes no difference (seed %i)", async (seed) => {
  const sources = writeSources(seed);
  const { lines, runs } = await ingestInOrder(sources);
  expect(runs.map(({ status }) => status)).toEqual(runs.map(() => "succeeded"));
  expect(HELD.filter((pattern) => !lines.some((line) => pattern.test(line)))).toEqual([]);
  for (let order = 0; order < ORDERS; order += 1) {
    const random = randomOf(seed, `order ${order}`);
    const shuffled = order === 0 ? sources.toReversed() : regroup(random.shuffle(sources), random);
    const found = await ingestInOrder(shuffled);
    expect({ shuffled, differences: differences(lines, found.lines) }).toEqual({ shuffled, differences: [] });
  }
});

/** Groups some sources in one run, and repeats some later. */
function regroup(sources: readonly string[], random: Random): string[] {
  const groups: string[] = [];
  for (const source of sources) {
    const last = groups.length - 1;
    if (last >= 0 && random.below(3) === 0) groups[last] = `${groups[last]},${source}`;
    else groups.push(source);
  }
  return [...groups, ...groups.filter(() => random.below(4) === 0)];
}
