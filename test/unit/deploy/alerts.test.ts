/** The alert rules are held to what promtool checks, and to what this service exposes and its runbook tells. */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { parser } from "@prometheus-io/lezer-promql";
import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { ERROR_NAMES } from "../../../src/http/errors/catalogue.ts";
import { declaredMetrics, seriesOf } from "./declared-metrics.ts";

const ROOT = join(import.meta.dir, "../../..");
const RUNBOOK = "docs/operations.md";

/** https://prometheus.io/docs/prometheus/latest/configuration/alerting_rules/, of which rules that record are left out. */
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
const Alerts = Type.Object(
  {
    groups: Type.Array(
      Type.Object(
        {
          name: Type.String({ minLength: 1 }),
          interval: Type.Optional(Duration),
          rules: Type.Array(Rule, { minItems: 1 }),
        },
        { additionalProperties: false },
      ),
      { minItems: 1 },
    ),
  },
  { additionalProperties: false },
);

const written: unknown = Bun.YAML.parse(await Bun.file(join(ROOT, "deploy/alerts.yaml")).text());
const { groups } = Value.Decode(Alerts, written);
const rules = groups.flatMap((group) => group.rules);
const runbook = await Bun.file(join(ROOT, RUNBOOK)).text();

interface Selector {
  readonly metric: string;
  readonly matchers: readonly { readonly label: string; readonly operator: string; readonly value: string }[];
}

/** What an expression reads, and where it can't be parsed. */
function read(expression: string): { readonly selectors: Selector[]; readonly faults: number[] } {
  const selectors: { metric: string; matchers: Selector["matchers"][number][] }[] = [];
  const faults: number[] = [];
  parser.parse(expression).iterate({
    enter({ name, from, to, type }) {
      const text = expression.slice(from, to);
      if (type.isError) faults.push(from);
      if (name === "VectorSelector") selectors.push({ metric: "", matchers: [] });
      const selector = selectors.at(-1);
      if (selector === undefined) return;
      if (name === "Identifier") selector.metric = text;
      if (name === "UnquotedLabelMatcher") {
        const [, label = "", operator = "", value = ""] = /^(\w+)\s*(=~|!~|!=|=)\s*"(.*)"$/.exec(text) ?? [];
        selector.matchers.push({ label, operator, value });
      }
    },
  });
  return { selectors, faults };
}

/** Labels that Prometheus gives what it scrapes, and what it says of the scrape itself. */
const TARGET_LABELS = ["job", "instance"];
const OF_PROMETHEUS = [["up", []]] as const;

const series: ReadonlyMap<string, readonly string[]> = new Map([
  ...declaredMetrics().flatMap(seriesOf),
  ...OF_PROMETHEUS,
]);

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
  const { selectors, faults } = read(rule.expr);

  test("is written in PromQL", () => {
    expect([faults, selectors.length > 0]).toEqual([[], true]);
  });

  test("reads series that the service exposes, by labels that they have", () => {
    for (const { metric, matchers } of selectors) {
      expect([...series.keys()]).toContain(metric);
      const labels = [...(series.get(metric) ?? []), ...TARGET_LABELS];
      for (const { label } of matchers) expect(labels).toContain(label);
    }
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

test("an expression that breaks PromQL is found, as is what it reads", () => {
  expect(read("sum(rate(http_requests[5m]) > ").faults).not.toEqual([]);
  expect(read('max(http_requests{status=~"5.."}) > 3').selectors).toEqual([
    { metric: "http_requests", matchers: [{ label: "status", operator: "=~", value: "5.." }] },
  ]);
});
