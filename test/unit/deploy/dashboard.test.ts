/** The Grafana dashboard matches the model that Grafana imports and the series that the service exposes. */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { BUCKETS } from "../../../db/measures/measures.ts";
import { EXPOSED, readPromql, TARGET_LABELS, unknownIn } from "./promql.ts";

const ROOT = join(import.meta.dir, "../../..");
const closed = { additionalProperties: false };

/** https://grafana.com/docs/grafana/latest/dashboards/build-dashboards/view-dashboard-json-model/, as far as we use it. */
const Source = Type.Object(
  { type: Type.Literal("prometheus"), uid: Type.Literal("$" + "{datasource}") },
  closed,
);
/** Columns of a dashboard. */
const WIDTH = 24;
const GridPos = Type.Object(
  {
    h: Type.Integer({ minimum: 1 }),
    w: Type.Integer({ minimum: 1, maximum: WIDTH }),
    x: Type.Integer({ minimum: 0, maximum: WIDTH - 1 }),
    y: Type.Integer({ minimum: 0 }),
  },
  closed,
);
const Target = Type.Object(
  {
    refId: Type.String({ pattern: "^[A-Z]$" }),
    datasource: Source,
    expr: Type.String({ minLength: 1 }),
    legendFormat: Type.String({ minLength: 1 }),
    range: Type.Boolean(),
    instant: Type.Boolean(),
  },
  closed,
);
const Nullable = <Of extends TSchema>(of: Of) => Type.Union([of, Type.Null()]);
const Step = Type.Object({ color: Type.String(), value: Nullable(Type.Number()) }, closed);
const Row = Type.Object(
  {
    id: Type.Integer({ minimum: 1 }),
    type: Type.Literal("row"),
    title: Type.String({ minLength: 1 }),
    collapsed: Type.Literal(false),
    gridPos: GridPos,
    panels: Type.Array(Type.Never()),
  },
  closed,
);
const Panel = Type.Object(
  {
    id: Type.Integer({ minimum: 1 }),
    type: Type.Union([Type.Literal("timeseries"), Type.Literal("stat")]),
    title: Type.String({ minLength: 1 }),
    description: Type.String({ minLength: 1 }),
    datasource: Source,
    gridPos: GridPos,
    fieldConfig: Type.Object(
      {
        defaults: Type.Object(
          {
            unit: Type.Union(
              ["short", "s", "bytes", "percentunit", "reqps"].map((unit) => Type.Literal(unit)),
            ),
            min: Type.Optional(Type.Number()),
            max: Type.Optional(Type.Number()),
            custom: Type.Optional(Type.Object({})),
            thresholds: Type.Optional(
              Type.Object(
                { mode: Type.Literal("absolute"), steps: Type.Array(Step, { minItems: 1 }) },
                closed,
              ),
            ),
          },
          closed,
        ),
        overrides: Type.Array(Type.Never()),
      },
      closed,
    ),
    options: Type.Object({}),
    targets: Type.Array(Target, { minItems: 1 }),
  },
  closed,
);
const Variable = Type.Object({
  name: Type.String({ pattern: "^\\w+$" }),
  type: Type.Union([Type.Literal("datasource"), Type.Literal("query")]),
  definition: Type.Optional(Type.String()),
});
const Dashboard = Type.Object({
  // Grafana gives it at import.
  id: Type.Null(),
  uid: Type.String({ pattern: "^[a-zA-Z0-9_-]{1,40}$" }),
  title: Type.String({ minLength: 1 }),
  schemaVersion: Type.Integer({ minimum: 36 }),
  version: Type.Integer({ minimum: 1 }),
  time: Type.Object({ from: Type.String(), to: Type.String() }),
  templating: Type.Object({ list: Type.Array(Variable) }),
  annotations: Type.Object({ list: Type.Array(Type.Unknown()) }),
  panels: Type.Array(Type.Union([Row, Panel])),
});

const written: unknown = await Bun.file(join(ROOT, "deploy/grafana/doctrine.json")).json();
const { panels, templating } = Value.Decode(Dashboard, written);
const charts = panels.filter((panel) => panel.type !== "row");

const Recorded = Type.Object({
  groups: Type.Array(
    Type.Object({ rules: Type.Array(Type.Object({ record: Type.Optional(Type.String()) })) }),
  ),
});
const rules = Value.Decode(Recorded, Bun.YAML.parse(await Bun.file(join(ROOT, "deploy/slo.yaml")).text()));
const recorded = rules.groups.flatMap((group) => group.rules.flatMap(({ record }) => record ?? []));
const ROUTES = ["route"];
const SERIES = new Map([...EXPOSED, ...recorded.map((name) => [name, ROUTES] as const)]);

/** An expression as Grafana sends it. */
function sent(expression: string): string {
  return expression.replaceAll("$__rate_interval", "5m").replaceAll("$instance", ".*");
}

function overlaps(one: Static<typeof GridPos>, other: Static<typeof GridPos>): boolean {
  return (
    one.x < other.x + other.w &&
    other.x < one.x + one.w &&
    one.y < other.y + other.h &&
    other.y < one.y + one.h
  );
}

describe("the dashboard", () => {
  test("numbers its panels, each once", () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  });

  test("puts its panels side by side, within its columns", () => {
    for (const { gridPos } of panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(WIDTH);
    const clashes = panels.flatMap((one, index) =>
      panels
        .slice(index + 1)
        .filter((other) => overlaps(one.gridPos, other.gridPos))
        .map(({ id }) => [one.id, id]),
    );
    expect(clashes).toEqual([]);
  });

  test("uses the variables that it declares, and no other", () => {
    const declared = new Set(templating.list.map(({ name }) => name));
    const used = [...JSON.stringify(charts).matchAll(/\$\{?(\w+)\}?/g)].map(([, name = ""]) => name);
    expect(new Set(used.filter((name) => !name.startsWith("__")))).toEqual(declared);
    for (const { definition } of templating.list) {
      const [, metric = "", label = ""] = /^label_values\((\w+), (\w+)\)$/.exec(definition ?? "") ?? [];
      if (definition !== undefined)
        expect([SERIES.has(metric), TARGET_LABELS.includes(label)]).toEqual([true, true]);
    }
  });

  test("shows every metric of ours", () => {
    const read = new Set(
      charts.flatMap(({ targets }) =>
        targets.flatMap(({ expr }) => readPromql(sent(expr)).selectors.map(({ metric }) => metric)),
      ),
    );
    const bases = [...read].map((metric) => metric.replace(/_(count|sum|bucket)$/, ""));
    const own = [...EXPOSED.keys()].filter((name) => name.startsWith("doctrine_"));
    const missing = own.filter((name) => !bases.includes(name.replace(/_(count|sum|bucket)$/, "")));
    expect(missing.toSorted()).toEqual(LEFT_TO_ALERTS.toSorted());
  });
});

/** Said by an alert when they matter; a chart of them would be empty. */
const LEFT_TO_ALERTS = [
  "doctrine_filling_age_seconds",
  "doctrine_run_in_progress",
  "doctrine_sources_delay_seconds",
  "doctrine_store_damaged",
];

describe.each(charts.map((chart) => [chart.title, chart] as const))("%s", (_, { targets, type }) => {
  test("names its requests, each once", () => {
    expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length);
    for (const { range, instant } of targets)
      expect([range, instant]).toEqual([type !== "stat", type === "stat"]);
  });

  test("reads series that are exposed or recorded, and shows labels that they keep", () => {
    for (const { expr, legendFormat } of targets) {
      const read = readPromql(sent(expr));
      expect([read.faults, read.selectors.length > 0]).toEqual([[], true]);
      expect(unknownIn(read, SERIES, BUCKETS)).toEqual([]);
      const grouped = /\bby \(([^)]*)\)/.exec(expr)?.[1]?.split(", ");
      const kept = grouped ?? [...(SERIES.get(read.selectors[0]?.metric ?? "") ?? []), ...TARGET_LABELS];
      for (const [, label = ""] of legendFormat.matchAll(/{{(\w+)}}/g)) expect(kept).toContain(label);
    }
  });
});
