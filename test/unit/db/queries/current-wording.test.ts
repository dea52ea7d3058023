import { expect, test } from "bun:test";
import { currentWording } from "../../../../db/queries/texts/wordings.ts";
import type { SourceKind } from "../../../../db/schema/documents.ts";

/** Wordings as `kind day`, grouped by kind in order, and the current one. */
const CASES: readonly [string, readonly string[], string | undefined][] = [
  ["an edition without any has none", [], undefined],
  ["a text is current as long as it is alone", ["export 2026-01-10"], "export 2026-01-10"],
  ["the latest of a kind prevails", ["export 2026-01-10", "export 2026-02-10"], "export 2026-02-10"],
  [
    "when the two kinds meet, the archive's prevails",
    ["export 2026-01-10", "archive 2026-01-31"],
    "archive 2026-01-31",
  ],
  [
    "it does when the export comes after it",
    ["archive 2026-01-10", "export 2026-01-31"],
    "archive 2026-01-10",
  ],
  [
    "an export that then changes prevails",
    ["archive 2026-01-10", "export 2026-01-31", "export 2026-03-01"],
    "export 2026-03-01",
  ],
  [
    "and the archive that changes after it",
    ["archive 2026-01-10", "export 2026-01-31", "export 2026-03-01", "archive 2026-03-31"],
    "archive 2026-03-31",
  ],
  [
    "an archive of the day of the export's change prevails",
    ["export 2026-01-31", "export 2026-03-01", "archive 2026-03-01"],
    "archive 2026-03-01",
  ],
];

test.each(CASES)("%s", (_, lines, expected) => {
  const found = currentWording(lines.map(readWording));
  expect(found && `${found.sourceKind} ${found.sourceOrder.slice(0, 10)}`).toBe(expected);
});

function readWording(line: string): { sourceKind: SourceKind; sourceOrder: string } {
  const [kind, day] = line.split(" ");
  return { sourceKind: kind === "archive" ? "archive" : "export", sourceOrder: `${day} 05:00` };
}
