import { expect, test } from "bun:test";
import { join } from "node:path";
import { entryOf } from "../../../../deploy/release/changelog.ts";
import { staleCopies, versionOf } from "../../../../deploy/release/versions.ts";
import { VERSION } from "../../../../src/http/attribution.ts";

const PROJECT = join(import.meta.dir, "../../../..");

const CHANGELOG = `# Journal des versions

## [2.0.0] - 2026-13-01

### Ajouté

- Un mois qui n'existe pas.

## [1.1.0] - 2026-11-22

### Ajouté

- Une chose.

### Corrigé

- Une autre.

## [1.0.0] - 2026-11-21

## [0.9.0]

- Sans date.
`;

test("the notes of a version are all that its section holds, and nothing of the next", () => {
  expect(entryOf(CHANGELOG, "1.1.0")).toEqual({
    date: "2026-11-22",
    notes: "### Ajouté\n\n- Une chose.\n\n### Corrigé\n\n- Une autre.",
  });
});

test.each([
  ["is absent", "3.0.0"],
  ["has a day that does not exist", "2.0.0"],
  ["has no words", "1.0.0"],
  ["has no date", "0.9.0"],
  ["is only the beginning of another's number", "1.1"],
])("there are no notes for a version whose section %s", (_, version) => {
  expect(entryOf(CHANGELOG, version)).toBeNull();
});

test("the version that runs has its notes, and every file that says a version says that one", async () => {
  const changelog = await Bun.file(join(PROJECT, "CHANGELOG.md")).text();
  expect(entryOf(changelog, VERSION)).not.toBeNull();
  expect([versionOf(PROJECT), staleCopies(PROJECT)]).toEqual([VERSION, []]);
});
