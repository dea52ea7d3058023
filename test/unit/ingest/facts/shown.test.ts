import { describe, expect, test } from "bun:test";
import type { ShownEdition, ShownWording } from "../../../../db/ingestion/attestations.ts";
import { type OrderedShowing, Shown } from "../../../../ingest/facts/known-attestations.ts";

const KEY = "BOI-IR|2020-01-01|1";

const wording = (id: number, sourceOrder: string, known: Partial<ShownWording> = {}): ShownWording => ({
  ...{ id, sourceKind: "export", sourceOrder, isErased: false },
  ...{ shownFrom: null, shownUntil: null, ...known },
});

const edition = (known: Partial<ShownEdition> = {}): ShownEdition => ({
  ...{ id: 1, boiId: "BOI-IR", debutDeValidite: "2020-01-01", pgp: 1, kind: "contenu", dateFin: null },
  ...{ attestedUntil: null, wordings: [], ...known },
});

const exported = (day: string, members: readonly string[] = [KEY]): OrderedShowing => ({
  ...{ kind: "export", day, order: `${day} 1`, members },
});
const archived = (day: string, members: readonly string[] = [KEY]): OrderedShowing => ({
  ...{ kind: "archive", day, order: `${day} 0`, members },
});

/** What files show, in this order and reversed, which must agree. @param reach of every file; null for none. */
function show(
  editions: readonly ShownEdition[],
  files: readonly OrderedShowing[],
  reach: string | null = null,
) {
  const [found, other] = [files, files.toReversed()].map((ordered) => {
    const shown = new Shown(editions, (day) => reach ?? day);
    for (const file of ordered) shown.add(file);
    return { attestations: shown.attestations(), observations: shown.observations() };
  });
  expect(found).toEqual(other);
  return { attestations: found?.attestations, observations: found?.observations };
}

describe("an edition is shown in force", () => {
  const NEXT = edition({ id: 2, debutDeValidite: "2026-03-01" });
  const NOTICE = edition({ id: 2, debutDeValidite: "2026-03-01", kind: "retire", pgp: 7 });
  test.each([
    [
      "until the latest file that holds it",
      edition(),
      [exported("2026-01-31"), archived("2026-02-28")],
      null,
    ],
    [
      "as far as the latest file speaks with those that follow it",
      edition(),
      [exported("2026-01-31")],
      "2026-02-28",
    ],
  ] as const)("%s", (_, held, files, reach) => {
    expect(show([held], files, reach).attestations).toEqual([{ id: 1, until: "2026-02-28" }]);
  });

  test.each([
    ["once it has ended", [edition({ dateFin: "2026-03-01" })]],
    [
      "beside a later edition",
      [edition({ dateFin: "2026-03-01" }), { ...NEXT, attestedUntil: "2026-04-30" }],
    ],
    ["beside a later notice, be it of another number", [edition(), NOTICE]],
  ] as const)("until the last file that holds it alone, %s", (_, held) => {
    const files = [exported("2026-01-31")];
    expect(show(held, files, "2026-04-30").attestations).toContainEqual({ id: 1, until: "2026-01-31" });
  });

  test("not by a file that shows it after its end, nor one that could not read its document since", () => {
    const files = [exported("2026-01-31"), exported("2026-03-31")];
    const ended = [edition({ dateFin: "2026-03-01", attestedUntil: "2026-03-31" })];
    expect(show(ended, files).attestations).toEqual([{ id: 1, until: "2026-01-31" }]);
    const unread = [exported("2026-01-31"), exported("2026-02-15", ["BOI-IR"])];
    expect(show([edition()], unread, "2026-04-30").attestations).toEqual([{ id: 1, until: "2026-01-31" }]);
  });

  test("no longer when no file shows it, and as before when nothing changed", () => {
    const held = [edition({ attestedUntil: "2026-01-31" })];
    expect(show(held, []).attestations).toEqual([{ id: 1, until: null }]);
    expect(show(held, [exported("2026-01-31")]).attestations).toEqual([]);
  });
});

describe("words are shown", () => {
  const FILES = [
    exported("2026-01-31"),
    exported("2026-02-28"),
    exported("2026-03-31"),
    archived("2026-04-30"),
  ];

  test("from the file that began them to the last of its kind before other words", () => {
    const wordings = [wording(1, "2026-01-31 1"), wording(2, "2026-03-31 1")];
    expect(show([edition({ wordings })], FILES).observations).toEqual([
      { id: 1, from: "2026-01-31", until: "2026-02-28" },
      { id: 2, from: "2026-03-31", until: "2026-03-31" },
    ]);
  });

  test("from the day of a file that is not kept whole", () => {
    const wordings = [wording(1, "2026-01-15 1", { shownFrom: "2026-01-20", shownUntil: "2026-01-20" })];
    expect(show([edition({ wordings })], FILES).observations).toEqual([
      { id: 1, from: "2026-01-20", until: "2026-03-31" },
    ]);
  });

  test("by the last file alone when the one that began them is not known", () => {
    const wordings = [wording(1, "2020-01-01")];
    expect(show([edition({ wordings })], FILES).observations).toEqual([
      { id: 1, from: "2026-03-31", until: "2026-03-31" },
    ]);
  });

  test("on their first day alone beside erased ones, which may stand between", () => {
    const wordings = [wording(1, "2026-01-31 1"), wording(2, "2026-02-28 1", { isErased: true })];
    expect(show([edition({ wordings })], FILES).observations).toEqual([
      { id: 1, from: "2026-01-31", until: "2026-01-31" },
      { id: 2, from: "2026-02-28", until: "2026-02-28" },
    ]);
  });

  test("as before when nothing changed", () => {
    const wordings = [wording(1, "2026-01-31 1", { shownFrom: "2026-01-31", shownUntil: "2026-03-31" })];
    expect(show([edition({ wordings })], FILES).observations).toEqual([]);
  });
});
