/** Citations written blind from the contract, through the service as production assembles it. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import real from "../../../fixtures/verdicts/real.json";
import sample from "../../../fixtures/verdicts/sample.json";
import { openService, type TestService } from "../../../servers/service.ts";
import { type Misjudged, replay } from "./replay.ts";

setDefaultTimeout(300_000);

const EXPORT = join(import.meta.dir, "../../../../../shared/corpus/bofip-vigueur.jsonl.gz");
const isSkipped = !existsSync(EXPORT);
const reason = isSkipped ? " (skipped: ../shared/corpus is absent)" : "";

/** S021 has another space than the text; S128 an actualité, whose boi_id is null by the first contract. */
const LEFT = new Set(["S021", "S128"]);

function report(name: string, total: number, misjudged: readonly Misjudged[]): void {
  const greens = misjudged.filter(({ isFalseGreen }) => isFalseGreen).length;
  console.log(`${name}: ${total - misjudged.length} of ${total} right, ${greens} false greens`);
  if (Bun.env["VERDICTS"])
    for (const { id, faults } of misjudged) console.log(`  ${id} ${faults.join(" | ")}`);
}

describe("the citations of the sample", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await openService("sample");
  });
  afterAll(() => service.close());

  test("are judged as the contract says", async () => {
    const misjudged = await replay(service, sample.cases);
    report("sample", sample.cases.length, misjudged);
    expect(misjudged.filter(({ id }) => !LEFT.has(id))).toEqual([]);
  });
});

describe.skipIf(isSkipped)(`the citations of the real corpus${reason}`, () => {
  let service: TestService;
  beforeAll(async () => {
    service = await openService(null);
    await service.ingest(EXPORT, true);
  });
  afterAll(() => service.close());

  test("are judged as the contract says", async () => {
    const misjudged = await replay(service, real.cases);
    report("real", real.cases.length, misjudged);
    expect(misjudged.filter(({ id }) => !LEFT.has(id))).toEqual([]);
  });
});
