import { describe, expect, test } from "bun:test";
import type { EditionFact } from "../../../../db/ingestion/facts.ts";
import { projectDocument } from "../../../../ingest/facts/state.ts";

interface Facts {
  readonly editions: readonly EditionFact[];
  readonly absences: readonly string[];
}

interface Case {
  readonly name: string;
  /** `date pgp [kind] [archive]` for an edition, `date absent` for an absence. */
  readonly facts: readonly string[];
  readonly statut: string;
  readonly shown: string;
  readonly versions: readonly string[];
  readonly changes: readonly string[];
}

const CASES: readonly Case[] = [
  {
    name: "a single edition is in force",
    facts: ["2020-01-01 5"],
    statut: "en_vigueur",
    shown: "2020-01-01 5",
    versions: ["2020-01-01 5 en_vigueur …"],
    changes: ["2020-01-01 creation 5"],
  },
  {
    name: "the latest start of validity wins and ends the edition before",
    facts: ["2020-01-01 5", "2021-03-01 5"],
    statut: "en_vigueur",
    shown: "2021-03-01 5",
    versions: ["2020-01-01 5 remplace 2021-03-01", "2021-03-01 5 en_vigueur …"],
    changes: ["2020-01-01 creation 5", "2021-03-01 modification 5"],
  },
  {
    name: "on one date the higher PGP number wins",
    facts: ["2020-01-01 9", "2020-01-01 5"],
    statut: "en_vigueur",
    shown: "2020-01-01 9",
    versions: ["2020-01-01 5 remplace 2020-01-01", "2020-01-01 9 en_vigueur …"],
    changes: ["2020-01-01 creation 5", "2020-01-01 modification 9"],
  },
  {
    name: "on one date the higher PGP number wins, whatever the sources",
    facts: ["2020-01-01 20", "2020-01-01 10 archive"],
    statut: "en_vigueur",
    shown: "2020-01-01 20",
    versions: ["2020-01-01 10 remplace 2020-01-01", "2020-01-01 20 en_vigueur …"],
    changes: ["2020-01-01 creation 10", "2020-01-01 modification 20"],
  },
  {
    name: "an absence withdraws the document, which still shows its last edition",
    facts: ["2020-01-01 5", "2022-06-01 absent"],
    statut: "retire",
    shown: "2020-01-01 5",
    versions: ["2020-01-01 5 retire 2022-06-01"],
    changes: ["2020-01-01 creation 5", "2022-06-01 retrait 5"],
  },
  {
    name: "an export that lacks an edition of its own date withdraws it",
    facts: ["2020-01-01 5", "2020-01-01 absent"],
    statut: "retire",
    shown: "2020-01-01 5",
    versions: ["2020-01-01 5 retire 2020-01-01"],
    changes: ["2020-01-01 creation 5", "2020-01-01 retrait 5"],
  },
  {
    name: "an export of the same date says nothing of the archive's edition",
    facts: ["2020-01-01 5 archive", "2020-01-01 absent"],
    statut: "en_vigueur",
    shown: "2020-01-01 5",
    versions: ["2020-01-01 5 en_vigueur …"],
    changes: ["2020-01-01 creation 5"],
  },
  {
    name: "an edition after the withdrawal reinstates the document",
    facts: ["2020-01-01 5", "2022-06-01 absent", "2023-01-01 5"],
    statut: "en_vigueur",
    shown: "2023-01-01 5",
    versions: ["2020-01-01 5 retire 2022-06-01", "2023-01-01 5 en_vigueur …"],
    changes: ["2020-01-01 creation 5", "2022-06-01 retrait 5", "2023-01-01 modification 5"],
  },
  {
    name: "a tombstone is never shown",
    facts: ["2020-01-01 5 archive", "2021-05-01 5 transfere archive"],
    statut: "transfere",
    shown: "2020-01-01 5",
    versions: ["2020-01-01 5 transfere 2021-05-01", "2021-05-01 5 transfere 2021-05-01"],
    changes: ["2020-01-01 creation 5", "2021-05-01 retrait 5"],
  },
  {
    name: "a document of which only a tombstone is known answers as withdrawn",
    facts: ["2021-05-01 5 retire archive"],
    statut: "retire",
    shown: "2021-05-01 5",
    versions: ["2021-05-01 5 retire 2021-05-01"],
    changes: ["2021-05-01 retrait 5"],
  },
  {
    name: "a tombstone after an absence says more, and dates nothing anew",
    facts: ["2020-01-01 5", "2021-04-28 absent", "2021-05-01 5 transfere archive"],
    statut: "transfere",
    shown: "2020-01-01 5",
    versions: ["2020-01-01 5 transfere 2021-04-28", "2021-05-01 5 transfere 2021-05-01"],
    changes: ["2020-01-01 creation 5", "2021-04-28 retrait 5"],
  },
  {
    name: "an absence after a tombstone changes nothing",
    facts: ["2020-01-01 5", "2021-05-01 5 transfere archive", "2021-06-01 absent"],
    statut: "transfere",
    shown: "2020-01-01 5",
    versions: ["2020-01-01 5 transfere 2021-05-01", "2021-05-01 5 transfere 2021-05-01"],
    changes: ["2020-01-01 creation 5", "2021-05-01 retrait 5"],
  },
  {
    name: "a tombstone after a tombstone adds no change",
    facts: ["2020-01-01 5", "2021-05-01 5 transfere archive", "2022-05-01 5 retire archive"],
    statut: "retire",
    shown: "2020-01-01 5",
    versions: [
      "2020-01-01 5 retire 2021-05-01",
      "2021-05-01 5 transfere 2021-05-01",
      "2022-05-01 5 retire 2022-05-01",
    ],
    changes: ["2020-01-01 creation 5", "2021-05-01 retrait 5"],
  },
  {
    name: "the tombstone of the number that another one replaced withdraws nothing",
    facts: ["2013-04-25 3 archive", "2014-05-01 4 archive", "2016-01-01 3 retire archive"],
    statut: "en_vigueur",
    shown: "2014-05-01 4",
    versions: [
      "2013-04-25 3 remplace 2014-05-01",
      "2014-05-01 4 en_vigueur …",
      "2016-01-01 3 retire 2016-01-01",
    ],
    changes: ["2013-04-25 creation 3", "2014-05-01 modification 4"],
  },
  {
    name: "content that follows a lone tombstone is a creation",
    facts: ["2019-01-01 5 retire archive", "2020-01-01 6"],
    statut: "en_vigueur",
    shown: "2020-01-01 6",
    versions: ["2019-01-01 5 retire 2019-01-01", "2020-01-01 6 en_vigueur …"],
    changes: ["2019-01-01 retrait 5", "2020-01-01 creation 6"],
  },
  {
    name: "an absence before the first edition says nothing",
    facts: ["2019-01-01 absent", "2020-01-01 5 archive"],
    statut: "en_vigueur",
    shown: "2020-01-01 5",
    versions: ["2020-01-01 5 en_vigueur …"],
    changes: ["2020-01-01 creation 5"],
  },
];

describe("state of a document", () => {
  for (const { name, facts, statut, shown, versions, changes } of CASES) {
    test(name, () => {
      const result = project(readFacts(facts));
      expect<string>(result.statut).toBe(statut);
      expect(result.shown).toBe(shown);
      expect(result.versions).toEqual([...versions]);
      expect(result.changes).toEqual([...changes]);
    });
  }

  test("a moved document names its target, a withdrawn one none", () => {
    const moved = readFacts(["2020-01-01 5", "2021-05-01 5 transfere archive"]);
    expect(projectDocument({ boiId: "BOI-A", ...moved })?.transfereVers).toBe("BOI-B");
    expect(
      projectDocument({ boiId: "BOI-A", ...readFacts(["2020-01-01 5", "2021-01-01 absent"]) })?.transfereVers,
    ).toBeNull();
  });

  test("nothing is known of a document without edition", () => {
    expect(projectDocument({ boiId: "BOI-A", editions: [], absences: ["2020-01-01"] })).toBeNull();
  });

  test("the order in which facts arrive makes no difference, and one edition at most is current", () => {
    const random = generator(20261);
    for (let round = 0; round < 500; round += 1) {
      const facts = randomFacts(random);
      const expected = projectDocument({ boiId: "BOI-A", ...facts });
      const editions = shuffled(facts.editions, random);
      const absences = shuffled(facts.absences, random);
      expect(projectDocument({ boiId: "BOI-A", editions, absences })).toEqual(expected);
      const current = expected?.editions.filter((edition) => edition.current) ?? [];
      expect(current.length).toBe(expected?.statut === "en_vigueur" ? 1 : 0);
      expect(expected?.editions.length).toBe(facts.editions.length);
    }
  });
});

function project(facts: Facts) {
  const result = projectDocument({ boiId: "BOI-A", ...facts });
  if (result === null) throw new Error("no document");
  const { statut, shown, editions, changes } = result;
  return {
    statut,
    shown: `${shown.debutDeValidite} ${shown.pgp}`,
    versions: editions.map((edition) => {
      return `${edition.debutDeValidite} ${edition.pgp} ${edition.statut} ${edition.dateFin ?? "…"}`;
    }),
    changes: changes.map(({ date, nature, pgp }) => `${date} ${nature} ${pgp}`),
  };
}

function readFacts(lines: readonly string[]): Facts {
  const absences = lines.filter((line) => line.endsWith("absent")).map((line) => line.slice(0, 10));
  const editions = lines.filter((line) => !line.endsWith("absent")).map(readEdition);
  return { editions, absences };
}

function readEdition(line: string): EditionFact {
  const [debutDeValidite = "", pgp] = line.split(" ");
  const kind = line.includes("transfere") ? "transfere" : line.includes("retire") ? "retire" : "contenu";
  return {
    debutDeValidite,
    pgp: Number(pgp),
    kind,
    transfereVers: kind === "transfere" ? "BOI-B" : null,
    isArchived: line.endsWith("archive"),
  };
}

/** Distinct keys, some dates shared. */
function randomFacts(random: () => number): Facts {
  const lines = new Set<string>();
  const count = 1 + Math.floor(random() * 6);
  while (lines.size < count)
    lines.add(`20${10 + Math.floor(random() * 6)}-01-01 ${1 + Math.floor(random() * 3)}`);
  const endings = ["", " archive", " retire archive", " transfere archive"];
  const editions = [...lines].map((line) =>
    readEdition(line + endings[Math.floor(random() * endings.length)]),
  );
  const absences = ["2011-01-01", "2013-06-01", "2016-01-01"].filter(() => random() < 0.4);
  return { editions, absences };
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}

/** Park–Miller generator: the same sequence at every run. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
