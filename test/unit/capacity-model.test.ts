/** The model behind the tables of docs/scale.md, and that the document has its figures. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { MAX_BATCH } from "../../db/admission/queue.ts";
import { changes, INPUTS, needs } from "../full/bench/model.ts";

test("counts cores as rate × cost ÷ load, a process a core", () => {
  const { processes, readCores, wordsCores } = needs(INPUTS, 10_000, 0, MAX_BATCH);
  expect(processes).toBe(Math.ceil((10_000 * 2.5) / 1_000 / (2 / 3)));
  expect(readCores).toBeCloseTo(7.5);
  expect(wordsCores).toBeCloseTo(60);
});

test("a higher rate, and fewer kept answers, never ask for less", () => {
  const order = [
    needs(INPUTS, 1_000, 0.95, MAX_BATCH),
    needs(INPUTS, 1_000, 0.8, MAX_BATCH),
    needs(INPUTS, 10_000, 0.8, MAX_BATCH),
    needs(INPUTS, 100_000, 0.8, MAX_BATCH),
  ];
  for (const [rank, { processes, readCores, admission }] of order.slice(1).entries()) {
    expect(processes).toBeGreaterThanOrEqual(order[rank]?.processes ?? 0);
    expect(readCores).toBeGreaterThanOrEqual(order[rank]?.readCores ?? 0);
    expect(admission.oneKeyMs).toBeGreaterThanOrEqual(order[rank]?.admission.oneKeyMs ?? 0);
  }
});

test("a rate keeps what a lower one had to change", () => {
  const [thousand, tenThousand, hundredThousand] = [1_000, 10_000, 100_000].map(
    (rate) => new Set(changes(INPUTS, rate, 0.8, MAX_BATCH)),
  );
  expect(thousand?.isSubsetOf(tenThousand ?? new Set())).toBe(true);
  expect(tenThousand?.isSubsetOf(hundredThousand ?? new Set())).toBe(true);
  expect(hundredThousand?.size).toBeGreaterThan(tenThousand?.size ?? 0);
});

test("docs/scale.md has the model's figures", async () => {
  const text = await Bun.file(join(import.meta.dir, "../../docs/scale.md")).text();
  const row = (title: string) =>
    new RegExp(`^\\| ${title} \\| (.+) \\|$`, "m")
      .exec(text)?.[1]
      ?.split(" | ")
      .map((cell) => Number.parseFloat(cell.replace(",", ".")));
  for (const [kept, title] of [
    [0, "processus d'API, aucune réponse gardée"],
    [0.8, "processus d'API, `g` = 80 %"],
    [0.95, "processus d'API, `g` = 95 %"],
  ] as const)
    expect([title, row(title)]).toEqual([
      title,
      [1_000, 10_000, 100_000].map((rate) => needs(INPUTS, rate, kept, MAX_BATCH).processes),
    ]);
  const columns = [1_000, 10_000, 100_000].map((rate) => needs(INPUTS, rate, 0.8, MAX_BATCH));
  expect(row("cœurs de PostgreSQL, lectures, `g` = 80 %")).toEqual(
    columns.map((at) => Math.ceil(at.readCores)),
  );
  expect(row("cœurs du primaire, admission, `g` = 80 %")).toEqual(
    columns.map((at) => Math.ceil(at.admission.cores)),
  );
  expect(row("cœurs de Meilisearch, `g` = 80 %")).toEqual(columns.map((at) => Math.ceil(at.wordsCores)));
  expect(row("cœurs de Qdrant, `g` = 80 %")).toEqual(columns.map((at) => Math.ceil(at.meaningCores)));
});
