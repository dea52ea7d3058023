import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { TAX_CODES } from "../../../../bofip/law/codes.ts";
import { articleKey, articleOfNum } from "../../../../bofip/law/versions.ts";
import { deriveContenu } from "../../../../ingest/facts/derive.ts";
import { KnownPgpNames } from "../../../../ingest/facts/export-picture.ts";
import { parseRecord } from "../../../../ingest/parse/record.ts";
import { hasRealCorpus, readRealLines } from "../../../fixtures/real-corpus.ts";
import { readIndependently } from "./independent-reading.ts";
import { hasLegiSet, LEGI_SET } from "./law-run.ts";

const isSkipped = !hasRealCorpus || !hasLegiSet;
const reason = isSkipped ? " (skipped: ../shared/corpus or corpus-legi is absent)" : "";
const GLOBAL = "Freemium_legi_global_20260524-140000.tar.gz";

describe.skipIf(isSkipped)(`articles that the real corpus cites${reason}`, () => {
  test("find theirs among those held, 98 % of them, whatever each writes", async () => {
    const codeOf = new Map(TAX_CODES.map(({ text, code }) => [text, code]));
    const held = new Set<string>();
    const written = new Map<string, string>();
    for (const { text, num } of readIndependently([join(LEGI_SET, GLOBAL)])) {
      const code = codeOf.get(text);
      if (code === undefined || num === "") continue;
      held.add(`${code}:${articleKey(articleOfNum(num) ?? "")}`);
      written.set(`${code}:${squashed(num)}`, num);
    }
    const missed = new Set<string>();
    const found = new Set<string>();
    for (const [code, article] of await readCited()) {
      const num = written.get(`${code}:${squashed(article)}`);
      if (num === undefined) continue;
      const key = `${code}:${articleKey(article)}`;
      (held.has(key) ? found : missed).add(`${key} (${num})`);
    }
    console.log(
      `${found.size} of ${found.size + missed.size} cited articles that are held; not: ${[...missed].join("; ")}`,
    );
    expect(found.size).toBeGreaterThan(200);
    expect(found.size / (found.size + missed.size), [...missed].join("\n")).toBeGreaterThanOrEqual(0.98);
  }, 600_000);
});

/** Letters and figures alone, by another rule than the product's. */
function squashed(number: string): string {
  return number.toLowerCase().replace(/[^a-z0-9]/g, "");
}

async function readCited(): Promise<(readonly [code: string, article: string])[]> {
  const cited = new Map<string, readonly [string, string]>();
  for (const line of await readRealLines()) {
    const record = parseRecord(line);
    if (record.kind !== "contenu") continue;
    const received = {
      record,
      raw: new Uint8Array(),
      recordHash: "",
      sourceKind: "export",
      isNew: true,
    } as const;
    for (const entry of deriveContenu(received, new KnownPgpNames()).law)
      if (entry.genre === "article") cited.set(`${entry.cle}:${entry.article}`, [entry.cle, entry.article]);
  }
  return [...cited.values()];
}
