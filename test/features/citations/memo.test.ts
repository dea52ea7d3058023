import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { CheckedCitation, CheckedText } from "../../../src/features/citations/answer.ts";
import { openService, type TestService } from "../../servers/service.ts";

setDefaultTimeout(600_000);

const CORPUS = join(import.meta.dir, "../../../../shared/corpus");
const SOURCES = ["bofip-vigueur.jsonl.gz", "bofip_stock_live_20260521.tgz"];

/** The fields that the set gives for an entry, according to the set's own README. */
interface Expected {
  readonly boi_id: string | null;
  readonly numero: string | null;
  readonly numero_fin: string | null;
  readonly edition: string | null;
  readonly etat: string;
  readonly citation_textuelle: {
    readonly etat_parmi: readonly (string | null)[];
    readonly numero?: string | null;
  } | null;
  readonly proche_numero?: string;
  readonly paragraphe_inchange?: boolean;
  readonly citation_nulle: boolean;
}

interface Memo {
  readonly texte: string;
  readonly citations: readonly {
    readonly no: number;
    readonly ancre_debut: number;
    readonly ancre_fin: number;
    readonly attendu: Expected;
    readonly champs_souples: readonly string[];
  }[];
  readonly hors_compte: {
    readonly citations_libres: readonly {
      readonly debut: number;
      readonly fin: number;
      readonly attendu: Readonly<Record<string, string>>;
    }[];
    readonly non_lues: readonly unknown[];
  };
}

const NAMES = ["boi_id", "numero", "numero_fin", "edition", "etat"] as const;

const isSkipped = !existsSync(CORPUS);
const reason = isSkipped ? " (skipped: ../shared/corpus is absent)" : "";

describe.skipIf(isSkipped)(`a memo of forty citations, fifteen of them wrong${reason}`, () => {
  let service: TestService;
  let memo: Memo;
  let answer: CheckedText;

  beforeAll(async () => {
    memo = await Bun.file(join(import.meta.dir, "../../fixtures/claims/memo.json")).json();
    service = await openService(null);
    for (const source of SOURCES) await service.ingest(join(CORPUS, source), true);
    const response = await service.get("/v1/citations", await service.key("interne"), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ texte: memo.texte }),
    });
    answer = (await response.json()) as CheckedText;
  });
  afterAll(() => service.close());

  test("forty right verdicts", () => {
    const wrong = memo.citations.flatMap(({ no, ancre_debut, ancre_fin, attendu, champs_souples }) => {
      const entry = answer.citations.find(({ debut, fin }) => debut < ancre_fin && fin > ancre_debut);
      const faults = entry === undefined ? ["not read"] : faultsOf(entry, attendu, champs_souples);
      return faults.length === 0 ? [] : [{ no, faults }];
    });
    console.log(`right verdicts: ${memo.citations.length - wrong.length} of ${memo.citations.length}`);
    expect(wrong).toEqual([]);
  });

  test("quotations without a citation are looked for, and nothing else is taken for one", () => {
    const { citations_libres, non_lues } = memo.hors_compte;
    expect(answer.citations_libres).toMatchObject(
      citations_libres.map(({ debut, fin, attendu }) => ({ debut, fin, ...attendu })),
    );
    expect(answer.non_lues).toHaveLength(non_lues.length);
  });
});

/** Every field that differs from the expected one, with its actual value. */
function faultsOf(
  entry: CheckedCitation,
  { citation_textuelle: words, citation_nulle, ...expected }: Expected,
  free: readonly string[],
): string[] {
  const { citation_textuelle: found } = entry;
  const judged: [string, unknown, boolean][] = [
    ...NAMES.map((name) => {
      return [name, entry[name], free.includes(name) || entry[name] === expected[name]] as [
        string,
        unknown,
        boolean,
      ];
    }),
    ["citation", entry.citation, (entry.citation === null) === citation_nulle],
    ["citation_textuelle", found, (words?.etat_parmi ?? [null]).includes(found?.etat ?? null)],
    ["numero of the words", found, words?.numero === undefined || found?.numero === words.numero],
    [
      "proche",
      found,
      expected.proche_numero === undefined || found?.proche?.numero === expected.proche_numero,
    ],
    [
      "paragraphe_inchange",
      entry.paragraphe_inchange,
      expected.paragraphe_inchange === undefined ||
        entry.paragraphe_inchange === expected.paragraphe_inchange,
    ],
  ];
  return judged.flatMap(([name, value, isRight]) => (isRight ? [] : `${name}: ${JSON.stringify(value)}`));
}
