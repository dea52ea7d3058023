import { describe, expect, test } from "bun:test";
import { NO_COUNTS } from "../../../../db/runs/runs.ts";
import type { RunView } from "../../../../db/runs/view.ts";
import { isInStep, ProgressDisplay, summarise } from "../../../../ingest/queue/progress.ts";

const RUN: RunView = {
  id: 4,
  statut: "running",
  etape: "store",
  avancement: { fait: 5, total: 10 },
  origine: "sample",
  force: false,
  demande: "2026-06-01T04:00:00.000Z",
  debut: "2026-06-01T04:00:00.000Z",
  fin: null,
  date_reference: "2026-05-28",
  comptes: NO_COUNTS,
  etapes: [],
  preuve: null,
  dettes: [],
  erreurs: [],
  message: null,
};

const NOTHING_DONE = { duree_ms: 1, ajoutes: 0, changes: 0, retires: 0, inchanges: 0, ecartes: 0 };
const DIGEST = { nombre: 12, empreinte: "00f1" };
const AGREEING = { conforme: true, attendu: DIGEST, tenu: DIGEST };
const PROOF = { plein_texte: AGREEING, racines: AGREEING, vecteurs: AGREEING };

function shown(isTTY: boolean, ...runs: readonly RunView[]): string {
  const written: string[] = [];
  const display = new ProgressDisplay({ isTTY, write: (text) => written.push(text) });
  for (const run of runs) display.show(run);
  display.end();
  return written.join("");
}

describe("progress", () => {
  test("is a bar on a terminal", () => {
    expect(shown(true, RUN)).toContain(`[${"#".repeat(15)}${" ".repeat(15)}] 5/10`);
  });

  /** The last screen, after these counts at these seconds. */
  function lastShown(
    total: number | null,
    ...steps: readonly (readonly [seconds: number, fait: number])[]
  ): string {
    let nowMs = 0;
    const written: string[] = [];
    const display = new ProgressDisplay({ isTTY: true, write: (text) => written.push(text) }, () => nowMs);
    for (const [seconds, fait] of steps) {
      nowMs = seconds * 1000;
      display.show({ ...RUN, avancement: { fait, total: total ?? fait } });
    }
    return written.at(-1) ?? "";
  }

  test.each([
    {
      total: 6300,
      steps: [
        [0, 0],
        [10, 1200],
      ],
      shown: "1200/6300, 120/s, encore 43 s",
    },
    {
      total: 99_368,
      steps: [
        [0, 0],
        [60, 3000],
      ],
      shown: "3000/99368, 50/s, encore 32 min",
    },
    {
      total: 99_368,
      steps: [
        [0, 0],
        [60, 300],
      ],
      shown: "300/99368, 5/s, encore 5 h 30",
    },
    {
      total: 1000,
      steps: [
        [0, 0],
        [100, 30],
      ],
      shown: "30/1000, 0,3/s, encore 54 min",
    },
    // What was there at the first sample is no evidence of the pace.
    {
      total: 1000,
      steps: [
        [0, 500],
        [10, 600],
      ],
      shown: "600/1000, 10/s, encore 40 s",
    },
    // The latest minute counts, not a slow beginning.
    {
      total: 1000,
      steps: [
        [0, 0],
        [600, 10],
        [630, 310],
        [660, 610],
      ],
      shown: "610/1000, 10/s, encore 39 s",
    },
    {
      total: null,
      steps: [
        [0, 300],
        [10, 1500],
      ],
      shown: "Enregistrement : 1500, 120/s",
    },
  ] as const)("tells counts, rate and time left on a terminal: $shown", ({ total, steps, shown }) => {
    expect(lastShown(total, ...steps)).toEndWith(shown);
  });

  test("tells no rate before there is one to tell", () => {
    expect(lastShown(10, [0, 5])).toEndWith("5/10");
    expect(lastShown(10, [0, 5], [30, 5])).toEndWith("5/10");
    expect(lastShown(10, [0, 5], [0.2, 6])).toEndWith("6/10");
  });

  test("takes each stage at its own pace", () => {
    let nowMs = 0;
    const written: string[] = [];
    const display = new ProgressDisplay({ isTTY: true, write: (text) => written.push(text) }, () => nowMs);
    display.show({ ...RUN, avancement: { fait: 0, total: 10 } });
    nowMs = 10_000;
    display.show({ ...RUN, etape: "fulltext", avancement: { fait: 5, total: 10 } });
    expect(written.at(-1)).toEndWith("5/10");
  });

  test("is one plain line a stage elsewhere, without control codes", () => {
    const later = { ...RUN, avancement: { fait: 9, total: 10 } };
    expect(shown(false, RUN, later, { ...RUN, etape: "fulltext" })).toBe(
      "Enregistrement…\nIndex plein texte…\n",
    );
  });

  test("tells the stages that were over before anyone looked", () => {
    const etapes = (["read", "diff", "store"] as const).map((etape) => ({ ...NOTHING_DONE, etape }));
    const ended: RunView = { ...RUN, statut: "succeeded", etape: null, etapes };
    const storing = { ...RUN, etapes: etapes.slice(0, 2) };
    expect(shown(false, storing, ended)).toBe("Lecture…\nComparaison…\nEnregistrement…\n");
    expect(shown(false, ended)).toBe("Lecture…\nComparaison…\nEnregistrement…\n");
    expect(shown(true, ended)).not.toContain("Lecture");
  });
});

describe("the summary", () => {
  const ended: RunView = { ...RUN, statut: "succeeded", etape: null };

  test("is one line when nothing was set aside", () => {
    const comptes = { ...NO_COUNTS, records: 16, documents: 12, actualites: 3, rejected: 1, created: 2 };
    expect(summarise({ ...ended, comptes })).toBe(
      "Ingestion terminée : 16 enregistrements lus (12 éditions de documents, 3 actualités, 1 écarté), dont 0 inchangé. Documents : 2 créés, 0 modifié, 0 retiré.",
    );
  });

  test("tells that a run which stored all it read left an index behind", () => {
    const dettes: RunView["dettes"] = [{ index: "plein_texte", entrees: 23 }];
    expect(summarise({ ...ended, dettes })).toStartWith("Ingestion terminée, index en retard :");
  });

  test("names what was set aside, the first ten of them", () => {
    const erreurs = Array.from({ length: 12 }, (_, index) => ({
      ligne: index + 1,
      identifiant: null,
      message: "illisible",
    }));
    const lines = summarise({ ...ended, erreurs }).split("\n");
    expect(lines[0]).toBe("  - ligne 1 : illisible");
    expect(lines[10]).toContain("2 autres");
    expect(lines).toHaveLength(12);
  });

  test("writes out what would act on a terminal, whatever the sources contain", () => {
    const message = "BOI-\u001b[2J\nIngestion terminée : illisible";
    const written = "BOI-\\u001b[2J\\u000aIngestion terminée : illisible";
    const lines = summarise({ ...ended, message, erreurs: [{ ligne: 1, identifiant: null, message }] }).split(
      "\n",
    );
    expect(lines.slice(0, 2)).toEqual([`  - ligne 1 : ${written}`, written]);
    expect(lines).toHaveLength(3);
  });

  test("tells how long each stage took", () => {
    const counts = { ajoutes: 0, changes: 0, retires: 0, inchanges: 0, ecartes: 0 };
    const etapes: RunView["etapes"] = [
      { etape: "read", duree_ms: 1_250, ...counts },
      { etape: "fulltext", duree_ms: 42, ...counts },
    ];
    const [line] = summarise({ ...ended, etapes }).split("\n");
    expect(line).toBe("Étapes : lecture 1,3 s, index plein texte 0 s.");
  });

  test("tells whether the stores agree", () => {
    const vecteurs = { conforme: false, attendu: DIGEST, tenu: { nombre: 11, empreinte: "00f0" } };
    const lines = summarise({ ...ended, preuve: { ...PROOF, vecteurs } }).split("\n");
    expect(lines[0]).toBe(
      "Contrôle des index : base 12 textes et 12 passages, index plein texte conforme (12 textes, empreinte 00f1), index des racines conforme (12 documents, empreinte 00f1), index vectoriel PAS CONFORME (11 passages, empreinte 00f0).",
    );
  });

  test("is in step only when the run succeeded and proved that the stores agree", () => {
    const apart = { ...AGREEING, conforme: false };
    expect(isInStep({ ...ended, preuve: PROOF })).toBe(true);
    expect(isInStep({ ...ended, preuve: PROOF, statut: "failed" })).toBe(false);
    expect(isInStep(ended)).toBe(false);
    expect(isInStep({ ...ended, preuve: { ...PROOF, plein_texte: apart } })).toBe(false);
    expect(isInStep({ ...ended, preuve: { ...PROOF, racines: apart } })).toBe(false);
    expect(isInStep({ ...ended, preuve: { ...PROOF, vecteurs: apart } })).toBe(false);
  });

  test("a run of a release that kept no stems is in step without them", () => {
    expect(isInStep({ ...ended, preuve: { ...PROOF, racines: null } })).toBe(true);
  });
});
