/** The public cases about citations, told to the project beside it: what each text must be read as, by its number. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { CheckedText } from "../../../../src/schemas/answers/citations.ts";
import { openService, type TestService } from "../service.ts";
import { checkText } from "./replay.ts";

setDefaultTimeout(600_000);

const SHARED = join(import.meta.dir, "../../../../../shared");
const CASES = join(SHARED, "cases/public-4.jsonl");
const SOURCES = ["bofip-vigueur.jsonl.gz", "bofip_stock_live_20260521.tgz"];
const isSkipped = !existsSync(CASES);
const reason = isSkipped ? " (skipped: ../shared/cases is absent)" : "";

/** Each entry as « document § number @ edition state ? what is not read », then « non lue … ». */
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  F002: ["IR-LIQ-20-20-20 verifiee"],
  F003: ["IR-RICI-250-30 @ 2013-10-10 verifiee"],
  F006: ["IR-LIQ-20-20-30 verifiee"],
  F018: ["IR-LIQ-20-10 verifiee"],
  F024: ["IR-LIQ-20-10 § 990 paragraphe_absent", "IR-LIQ-20-10 § 999 paragraphe_absent"],
  F027: ["IR-LIQ-20-10 § 950 à 999 paragraphe_absent"],
  F028: ["RES-TVA-000140 partielle ? § 3.1"],
  F031: ["IR-RICI-300 @ 1999-03-03 edition_non_detenue"],
  F032: ["IR-RICI-300 @ 1999-03-03 edition_non_detenue"],
  F035: ["IR-LIQ-20-10 § 1 verifiee", "IR-LIQ-20-10 § 10 verifiee", "IR-LIQ-20-10 § 999 paragraphe_absent"],
  F036: ["IR-LIQ-20-10 § 1 verifiee", "IR-LIQ-20-10 § 999 paragraphe_absent"],
  F039: ["IR-LIQ-20-10 verifiee"],
  F040: ["IR-LIQ-20-10 verifiee"],
  F041: ["IR-LIQ-20-10 verifiee"],
  F043: ["IR-LIQ-20-10 verifiee"],
  F045: ["IR-RICI-300 verifiee", "§ 50 document_inconnu"],
  F047: ["@ 2001-02-21 non_verifiable"],
  F048: ["@ 2010-12-14 non_verifiable"],
  F049: ["@ 2003-02-14 non_verifiable"],
  F051: ["non_verifiable"],
  F055: ["@ 2024-03-04 non_verifiable"],
  F057: ["document_inconnu"],
  F059: ["IMP-BAE-10-20-20-10 @ 2023-01-01 document_inconnu"],
  F061: ["IR-RICI-300 verifiee"],
  F064: ["IR-LIQ-20-20-10 verifiee", "IR-LIQ-20-20-20 verifiee", "IR-LIQ-20-20-30 verifiee"],
  F067: ["AIS-MOB-10-30-10 § 50 document_inconnu"],
  F068: ["BAREME-000035 document_inconnu", "ANNX-000115 document_inconnu"],
  F070: ["IR-LIQ-20-10 verifiee", "IR-LIQ-20-10 § 999 paragraphe_absent"],
  F071: ["IR-RICI-300 verifiee"],
  F073: ["IR-LIQ-20-10 § 10 verifiee"],
  F075: ["IR-LIQ-20-10 @ 2025-04-14 partielle ? 9999-PGP"],
  F117: ["IR-LIQ-20-20-30 @ 2026-04-07 edition_non_detenue"],
  P001: ["IR-LIQ-20-20-20 § 40 @ 2026-04-07 edition_non_detenue"],
  P004: ["RES-BIC-000070 @ 2021-02-17 verifiee"],
  P008: ["§ 8 @ 2001-03-09 non_verifiable", "BIC-RICI-10-10-10-30 § 90 @ 2015-05-06 document_inconnu"],
  P009: ["IR-CHAMP-10 § 20 @ 2012-09-12 edition_non_detenue"],
  P011: ["IS-BASE-30-30-20-20 § 50 @ 2023-05-12 document_inconnu"],
  P015: ["", "§ 50 ", "§ 60 ", "§ 190 "].map((place) => `AIS-MOB-10-30-10 ${place}document_inconnu`),
  P016: ["@ 2010-01-04 non_verifiable", "@ 1999-11-17 non_verifiable"],
  P017: ["§ 6 @ 2012-02-03 non_verifiable"],
  P020: ["IMP-BAE-10-20-20-10 document_inconnu"],
  P021: ["IR-LIQ-20-10 § 10 partielle ? 2e al."],
};

function readingOf({ citations, non_lues }: CheckedText): string[] {
  const entries = citations.map(({ boi_id, numero, numero_fin, edition, etat, non_lus }) => {
    const place = numero === null ? "" : `§ ${numero}${numero_fin === null ? "" : ` à ${numero_fin}`}`;
    const unread = non_lus.map(({ texte }) => `? ${texte}`);
    const parts = [
      boi_id?.replace("BOI-", "") ?? "",
      place,
      edition === null ? "" : `@ ${edition}`,
      etat,
      ...unread,
    ];
    return parts.filter((part) => part !== "").join(" ");
  });
  return [...entries, ...non_lues.map(({ texte }) => `non lue ${texte}`)];
}

interface PublicCase {
  readonly id: string;
  readonly route: string;
  readonly request: { readonly texte: string };
}

describe.skipIf(isSkipped)(`the public cases about citations${reason}`, () => {
  let service: TestService;
  beforeAll(async () => {
    service = await openService(null);
    for (const source of SOURCES) await service.ingest(join(SHARED, "corpus", source), true);
  });
  afterAll(() => service.close());

  test("are read as they should be", async () => {
    const lines = (await Bun.file(CASES).text()).trim().split("\n");
    const cases = lines.map((line): PublicCase => JSON.parse(line)).filter(({ id }) => id in EXPECTED);
    const key = await service.key("interne");
    const wrong: unknown[] = [];
    for (const { id, request } of cases) {
      const read = readingOf(await checkText(service, key, request.texte));
      if (!Bun.deepEquals(read, EXPECTED[id])) wrong.push({ id, read });
    }
    console.log(`public cases about citations: ${cases.length - wrong.length} of ${cases.length} right`);
    expect([cases.length, wrong]).toEqual([Object.keys(EXPECTED).length, []]);
  });
});
