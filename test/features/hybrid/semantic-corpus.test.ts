import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { searchByMeaning } from "../../../src/features/hybrid/semantic.ts";
import { openService, type TestService } from "../../servers/service.ts";

const README = new URL("../../../README.md", import.meta.url);
const EXAMPLES = new URL("../../../src/docs/examples/guides.json", import.meta.url);
const EXPORT = fileURLToPath(new URL("../../../../shared/corpus/bofip-vigueur.jsonl.gz", import.meta.url));
// The real test corpus is next to the project on the team's machines only.
const isThere = existsSync(EXPORT);
const reason = isThere ? "" : " (skipped: ../shared/corpus is absent)";

describe.skipIf(!isThere)(`questions in plain French on the real test corpus${reason}`, () => {
  let service: TestService;
  beforeAll(async () => {
    service = await openService(EXPORT);
  });
  afterAll(() => service.close());

  test("the question that the documentation shows finds its answer first", async () => {
    const question =
      "Mes jeunes enfants sont gardés par une assistante maternelle : ai-je droit à un crédit d'impôt ?";
    const { results } = await searchByMeaning(service.deps, { question, domaine: null, limit: 1 });
    expect(results).toMatchObject([{ boi_id: "BOI-IR-RICI-300", paragraphe: "30" }]);
    expect(await Bun.file(README).text()).toContain(question);
    expect(await Bun.file(EXAMPLES).text()).toContain("BOI-IR-RICI-300");
  });

  test.each([
    ["ma grand-mère m'héberge gratuitement, dois-je le déclarer ?", "BOI-IR-BASE-20-30-20-20"],
    ["mon fils étudiant peut-il rester sur ma déclaration ?", "BOI-IR-LIQ-10-10-10-20"],
    ["combien puis-je déduire pour une aide à domicile ?", "BOI-IR-RICI-150-20"],
  ])("« %s » finds %s in the first ten", async (question, right) => {
    const { results } = await searchByMeaning(service.deps, { question, domaine: null, limit: 10 });
    expect(results.map(({ boi_id }) => boi_id)).toContain(right);
  });
});
