import { expect, test } from "bun:test";
import { attestedBy, type Showing } from "../../../../ingest/facts/known-records.ts";

const CASES: readonly [string, Showing, Record<string, string>][] = [
  [
    "an export shows all that it holds on its day",
    { kind: "export", day: "2026-05-31", members: ["BOI-IR|2020-01-01|1", "BOI-IS|2026-05-31|2"] },
    { "BOI-IR|2020-01-01|1": "2026-05-31", "BOI-IS|2026-05-31|2": "2026-05-31" },
  ],
  [
    "an export shows nothing of an edition to come, of an actualité, nor of a record that it only names",
    { kind: "export", day: "2026-05-31", members: ["BOI-IR|2027-01-01|1", "ACTU-2026-00001", "BOI-IS"] },
    {},
  ],
  [
    "an archive shows each edition on its first day, and the last of a document on the archive's last",
    {
      kind: "archive",
      day: "2026-05-31",
      members: ["BOI-IR|2020-01-01|1", "BOI-IR|2024-01-01|9", "BOI-IR|2024-01-01|10"],
    },
    {
      "BOI-IR|2020-01-01|1": "2020-01-01",
      "BOI-IR|2024-01-01|9": "2024-01-01",
      "BOI-IR|2024-01-01|10": "2026-05-31",
    },
  ],
];

test.each(CASES)("%s", (_, showing, expected) => {
  expect(Object.fromEntries(attestedBy(showing))).toEqual(expected);
});
