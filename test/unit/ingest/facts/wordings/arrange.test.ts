import { describe, expect, test } from "bun:test";
import type { KnownWording } from "../../../../../db/ingestion/editions.ts";
import { arrange } from "../../../../../ingest/facts/guard-wordings.ts";
import { randomOf } from "../../../../full/faults/random.ts";

interface Case {
  readonly name: string;
  /** `kind day text`. */
  readonly held: readonly string[];
  /** The same, and the next file of its kind that contains the edition. */
  readonly received: string;
  readonly next?: string;
  readonly wordings: readonly string[];
  readonly current: string;
}

const CASES: readonly Case[] = [
  {
    name: "a text that differs from the last of its kind is a wording, and the current one",
    held: ["export 01 A"],
    received: "export 02 B",
    wordings: ["export 01 A", "export 02 B"],
    current: "export 02 B",
  },
  {
    name: "a text that its kind said last brings nothing",
    held: ["export 01 A"],
    received: "export 02 A",
    wordings: ["export 01 A"],
    current: "export 01 A",
  },
  {
    name: "words that come back after others are a wording again",
    held: ["export 01 A", "export 02 B"],
    received: "export 03 A",
    wordings: ["export 01 A", "export 02 B", "export 03 A"],
    current: "export 03 A",
  },
  {
    name: "a kind is compared with its own last, not with the other's",
    held: ["export 01 A", "archive 02 B"],
    received: "export 03 A",
    wordings: ["export 01 A", "archive 02 B"],
    current: "archive 02 B",
  },
  {
    name: "the archive's words prevail when the kinds meet",
    held: ["archive 01 A"],
    received: "export 02 B",
    wordings: ["archive 01 A", "export 02 B"],
    current: "archive 01 A",
  },
  {
    name: "an export that changes its own words rectifies the archive's",
    held: ["archive 01 A", "export 02 B"],
    received: "export 03 C",
    wordings: ["archive 01 A", "export 02 B", "export 03 C"],
    current: "export 03 C",
  },
  {
    name: "a late text is a wording of its time, which the current one follows again",
    held: ["export 01 A"],
    received: "export 02 B",
    next: "03",
    wordings: ["export 01 A", "export 02 B", "export 03 A"],
    current: "export 03 A",
  },
  {
    name: "a late text that says what followed begins it earlier",
    held: ["export 01 A", "export 03 B"],
    received: "export 02 B",
    next: "03",
    wordings: ["export 01 A", "export 02 B"],
    current: "export 02 B",
  },
  {
    name: "a late text before all others is the first",
    held: ["export 03 B"],
    received: "export 02 A",
    next: "03",
    wordings: ["export 02 A", "export 03 B"],
    current: "export 03 B",
  },
];

describe("a text received", () => {
  test.each(CASES)("$name", ({ held, received, next, wordings, current }) => {
    const before = held.map(readWording);
    const { sourceKind, sourceOrder, titre, empreinte } = readWording(received, -1);
    const reception = { sourceKind, sourceOrder, titre, empreinte, next: next ?? null };
    const arranged = arrange(before, reception);
    expect(apply(before, arranged).map(shown)).toEqual([...wordings]);
    expect(shown(arranged.current)).toBe(current);
  });
});

const SEEDS = 200;

test("the order in which texts are received makes no difference", () => {
  const wrong: number[] = [];
  for (let seed = 0; seed < SEEDS; seed += 1) {
    const random = randomOf(seed, "wordings");
    const said = (["export", "archive"] as const).flatMap((kind) =>
      ["01", "02", "03", "04", "05"]
        .slice(random.below(5))
        .map((day) => `${kind} ${day} ${"AB"[random.below(2)]}`),
    );
    const [expected, found] = [receiveAll(said), receiveAll(random.shuffle(said))];
    if (expected !== found) wrong.push(seed);
  }
  expect(wrong).toEqual([]);
});

/** The wordings after texts were received one after the other, and the current one. */
function receiveAll(said: readonly string[]): string {
  let held: KnownWording[] = [];
  let current = "";
  const seen: KnownWording[] = [];
  for (const line of said) {
    const { sourceKind, sourceOrder, titre, empreinte } = readWording(line, -1);
    const later = seen.filter((other) => other.sourceKind === sourceKind && other.sourceOrder > sourceOrder);
    const next = later.map((other) => other.sourceOrder).sort()[0] ?? null;
    const arranged = arrange(held, { sourceKind, sourceOrder, titre, empreinte, next });
    held = apply(held, arranged);
    current = shown(arranged.current);
    seen.push(readWording(line, -1));
  }
  return [...held.map(shown).sort(), current].join(", ");
}

function apply(
  held: readonly KnownWording[],
  { added, redated }: ReturnType<typeof arrange>,
): KnownWording[] {
  const dated = held.map((wording) => (wording.id === redated?.id ? { ...wording, ...redated } : wording));
  const flags = { isCurrent: false, isErased: false };
  const rows = added.map((wording, index) => ({ ...wording, ...flags, id: held.length + index }));
  return [...dated, ...rows].sort((a, b) => (a.sourceOrder < b.sourceOrder ? -1 : 1));
}

function readWording(line: string, id: number): KnownWording {
  const [kind, day = "", text = ""] = line.split(" ");
  return {
    id,
    sourceKind: kind === "archive" ? "archive" : "export",
    sourceOrder: day,
    titre: "Titre",
    empreinte: text,
    isCurrent: false,
    isErased: false,
  };
}

function shown({
  sourceKind,
  sourceOrder,
  empreinte,
}: Pick<KnownWording, "sourceKind" | "sourceOrder" | "empreinte">) {
  return `${sourceKind} ${sourceOrder} ${empreinte}`;
}
