import { addBuildInfo, addPoolGauges, addUpGauge, type Measures } from "../../../db/measures/measures.ts";
import { connectServer } from "../../../db/postgres/client.ts";
import { WorkerMetrics } from "../../../ingest/worker.ts";
import {
  addCorpusGauges,
  addDiskGauge,
  addLawGauges,
  addProofGauges,
  addRefreshGauge,
  addReplicaGauge,
  addSourcesGauge,
  addVectorsGauge,
  Refreshes,
} from "../../../src/metrics/gauges.ts";
import { addRequestsGauge, Metrics } from "../../../src/metrics/registry.ts";

interface DeclaredMetric {
  readonly name: string;
  readonly labels: readonly string[];
  readonly isHistogram: boolean;
}

/** Every metric that `/metrics` of an API or of a worker gives, none of them measured. */
export function declaredMetrics(): readonly DeclaredMetric[] {
  const metrics = new Metrics();
  // Nothing is asked of it: a measure is read when metrics are, which is never here.
  const nowhere = connectServer({ url: "postgres://personne@127.0.0.1:1/rien" });
  addCorpusGauges(metrics, nowhere, () => new Date());
  addLawGauges(metrics, nowhere, () => new Date());
  addSourcesGauge(metrics, nowhere, () => ({ now: new Date(), lateDays: 1 }));
  addProofGauges(metrics, nowhere, () => ({ now: new Date(), isStamped: true }));
  addDiskGauge(metrics, "");
  addReplicaGauge(metrics, { fault: null, lagMs: 0 });
  addRefreshGauge(metrics, new Refreshes({ error() {}, warn() {}, info() {} }, () => {}));
  addVectorsGauge(metrics, async () => "");
  addBuildInfo(metrics, "0.0.0");
  addPoolGauges(metrics, { primary: nowhere });
  addUpGauge(metrics, {});
  addRequestsGauge(metrics, () => 0);
  return describe(metrics, new WorkerMetrics(nowhere));
}

/** Those of both processes; some have the same name, with the same labels. */
function describe(...processes: readonly Measures[]): DeclaredMetric[] {
  const all = processes.flatMap(({ registry }) => registry.getMetricsAsArray());
  const named = new Map(all.map((metric) => [metric.name, metric]));
  return [...named.values()].map((metric) => ({
    name: metric.name,
    labels: "labelNames" in metric && Array.isArray(metric.labelNames) ? metric.labelNames : [],
    isHistogram: "upperBounds" in metric,
  }));
}

/** The series of a metric with their labels: a histogram makes three. */
export function seriesOf({
  name,
  labels,
  isHistogram,
}: DeclaredMetric): (readonly [string, readonly string[]])[] {
  if (!isHistogram) return [[name, labels]];
  return [
    [`${name}_count`, labels],
    [`${name}_sum`, labels],
    [`${name}_bucket`, [...labels, "le"]],
  ];
}
