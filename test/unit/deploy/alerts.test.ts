/** The rules, objectives included, pass promtool's checks and match the service's metrics and its runbook. */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { BUCKETS } from "../../../db/measures/measures.ts";
import { ERROR_NAMES } from "../../../src/http/errors/catalogue.ts";
import { EXPOSED, readPromql, unknownIn } from "./promql.ts";

const ROOT = join(import.meta.dir, "../../..");
const RUNBOOK = "docs/operations.md";

/** https://prometheus.io/docs/prometheus/latest/configuration/alerting_rules/ and recording_rules/. */
const Duration = Type.String({ pattern: "^([0-9]+(ms|[smhdwy]))+$" });
const Texts = Type.Record(
  Type.String({ pattern: "^[a-zA-Z_][a-zA-Z0-9_]*$" }),
  Type.String({ minLength: 1 }),
  {
    additionalProperties: false,
  },
);
const Rule = Type.Object(
  {
    alert: Type.String({ pattern: "^[A-Za-z]+$" }),
    expr: Type.String({ minLength: 1 }),
    for: Type.Optional(Duration),
    keep_firing_for: Type.Optional(Duration),
    labels: Type.Intersect([
      Texts,
      Type.Object({ severity: Type.Union([Type.Literal("critical"), Type.Literal("warning")]) }),
    ]),
    annotations: Type.Intersect([Texts, Type.Object({ summary: Type.String(), runbook_url: Type.String() })]),
  },
  { additionalProperties: false },
);
const Recording = Type.Object(
  {
    record: Type.String({ pattern: "^doctrine:[a-z0-9_]+:[a-z0-9_]+$" }),
    expr: Type.String({ minLength: 1 }),
    labels: Type.Optional(Texts),
  },
  { additionalProperties: false },
);
const Rules = Type.Object(
  {
    groups: Type.Array(
      Type.Object(
        {
          name: Type.String({ minLength: 1 }),
          interval: Type.Optional(Duration),
          rules: Type.Array(Type.Union([Rule, Recording]), { minItems: 1 }),
        },
        { additionalProperties: false },
      ),
      { minItems: 1 },
    ),
  },
  { additionalProperties: false },
);

const FILES = ["alerts.yaml", "slo.yaml"];
const groups: Static<typeof Rules>["groups"] = [];
for (const file of FILES) {
  const written: unknown = Bun.YAML.parse(await Bun.file(join(ROOT, "deploy", file)).text());
  groups.push(...Value.Decode(Rules, written).groups);
}
const all = groups.flatMap((group) => group.rules);
const rules = all.filter((rule) => "alert" in rule);
const records = all.filter((rule) => "record" in rule);
const runbook = await Bun.file(join(ROOT, RUNBOOK)).text();

/** By name, the series that exposed or recorded ones make. */
const series: ReadonlyMap<string, readonly string[]> = new Map([
  ...EXPOSED,
  ...records.map(
    ({ record, expr, labels = {} }) => [record, [...aggregatedBy(expr), ...Object.keys(labels)]] as const,
  ),
]);

/** The labels that an expression keeps: it must sum by them. */
function aggregatedBy(expression: string): string[] {
  const kept = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = ""]) => names.split(/,\s*/));
  return [...new Set(kept)].filter((name) => name !== "le");
}

function headingsUnder(title: string): string[] {
  const [, section = ""] = runbook.split(`\n## ${title}\n`);
  return [...(section.split(/\n## /)[0] ?? "").matchAll(/^### (.+)$/gm)].map(([, heading = ""]) => heading);
}

test("alerts and groups have names of their own", () => {
  for (const names of [rules.map(({ alert }) => alert), groups.map(({ name }) => name)])
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test("every alert has its lines in the runbook, which has none for an alert that is not", () => {
  expect(headingsUnder("Que faire quand une alerte sonne")).toEqual(rules.map(({ alert }) => alert));
});

describe.each(rules.map((rule) => [rule.alert, rule] as const))("%s", (alert, rule: Static<typeof Rule>) => {
  const { selectors, faults } = readPromql(rule.expr);

  test("is written in PromQL", () => {
    expect([faults, selectors.length > 0]).toEqual([[], true]);
  });

  test("reads series that the service exposes, by labels that they have", () => {
    expect(unknownIn({ selectors }, series, BUCKETS)).toEqual([]);
  });

  test("names refusals that exist", () => {
    const reasons = selectors
      .flatMap(({ matchers }) => matchers)
      .filter(({ label }) => label === "reason")
      .flatMap(({ value }) => value.split("|"));
    for (const reason of reasons) expect(ERROR_NAMES).toContain(reason);
  });

  test("leads to its lines of the runbook", () => {
    expect(rule.annotations.runbook_url).toBe(`${RUNBOOK}#${alert.toLowerCase()}`);
  });
});

describe.each(records.map((rule) => [rule.record, rule] as const))("%s", (_, { record, expr, labels }) => {
  const read = readPromql(expr);

  test("is written in PromQL, and reads what is exposed or recorded before it", () => {
    const place = records.findIndex((rule) => rule.record === record && rule.expr === expr);
    const before = new Set([...EXPOSED.keys(), ...records.slice(0, place).map((rule) => rule.record)]);
    expect(read.faults).toEqual([]);
    expect(read.selectors.filter(({ metric }) => !before.has(metric))).toEqual([]);
    expect(unknownIn(read, series, BUCKETS)).toEqual([]);
  });

  test("is recorded once for its labels", () => {
    const twins = records.filter((rule) => rule.record === record && Bun.deepEquals(rule.labels, labels));
    expect(twins).toHaveLength(1);
  });
});

test("an objective names routes that the API has", async () => {
  const schema = await Bun.file(join(ROOT, "clients/typescript/src/schema.ts")).text();
  const paths = [...schema.matchAll(/^ {4}"(\/v1[^"]*)": {$/gm)].map(([, path = ""]) => path);
  const known = paths.map((path) => path.replace(/\{(\w+)\}/g, ":$1"));
  const named = records
    .flatMap(({ expr }) => readPromql(expr).selectors.flatMap(({ matchers }) => matchers))
    .filter(({ label, value }) => label === "route" && !value.includes("*"))
    .flatMap(({ value }) => value.split("|"));
  expect(new Set(named).difference(new Set(known))).toEqual(new Set());
  expect(named).toContain("/v1/boi/:id");
});

test("an expression that breaks PromQL is found, as is what it reads", () => {
  expect(readPromql("sum(rate(http_requests[5m]) > ").faults).not.toEqual([]);
  expect(readPromql('max(http_requests{status=~"5.."}) > 3').selectors).toEqual([
    { metric: "http_requests", matchers: [{ label: "status", operator: "=~", value: "5.." }] },
  ]);
});
