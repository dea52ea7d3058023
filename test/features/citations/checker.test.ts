import { afterAll, expect, test } from "bun:test";
import { openCitationChecker } from "../../../src/features/citations/checker.ts";

const checker = openCitationChecker(0);
afterAll(() => checker.close());

test("texts of one key are checked in turn with those of another, which does not wait behind them all", async () => {
  const texte = "Le taux est de 5,5 % et le plafond de 1 250 €. ".repeat(200);
  const task = {
    text: { titre: "", texte, spans: [] },
    quotations: [{ quote: "le taux est de 6 %", cited: [] }],
    free: [],
  };
  const done: string[] = [];
  const ask = async (key: string) => {
    await checker.by(key).locate(task, 60_000);
    done.push(key);
  };
  await Promise.all([...Array.from({ length: 20 }, () => ask("one")), ask("other")]);
  expect(done.indexOf("other")).toBe(2);
  expect(done).toHaveLength(21);
});
