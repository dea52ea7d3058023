import { parser } from "@prometheus-io/lezer-promql";
import { declaredMetrics, seriesOf } from "./declared-metrics.ts";

interface Selector {
  readonly metric: string;
  readonly matchers: readonly { readonly label: string; readonly operator: string; readonly value: string }[];
}

/** What an expression reads, and where it can't be parsed. */
export function readPromql(expression: string): {
  readonly selectors: Selector[];
  readonly faults: number[];
} {
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

/** Labels that Prometheus adds to what it scrapes, and its own metrics of the scrape. */
export const TARGET_LABELS = ["job", "instance"];
const OF_PROMETHEUS = [["up", []]] as const;

/** The series that the processes expose, with their labels. */
export const EXPOSED: ReadonlyMap<string, readonly string[]> = new Map([
  ...declaredMetrics().flatMap(seriesOf),
  ...OF_PROMETHEUS,
]);

/** What an expression reads that is not there: unknown series, labels that theirs lack, bounds between buckets. */
export function unknownIn(
  { selectors }: { readonly selectors: readonly Selector[] },
  series: ReadonlyMap<string, readonly string[]>,
  bounds: readonly number[],
): string[] {
  return selectors.flatMap(({ metric, matchers }) => {
    const own = series.get(metric);
    if (own === undefined) return [metric];
    const labels = [...own, ...TARGET_LABELS];
    return matchers.flatMap(({ label, value }) => {
      if (!labels.includes(label)) return [`${metric}{${label}}`];
      return label === "le" && !bounds.includes(Number(value)) ? [`${metric}{le="${value}"}`] : [];
    });
  });
}
