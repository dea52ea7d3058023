import { expect, test } from "bun:test";
import { StoreDamaged } from "../../../../db/engine/unavailable.ts";
import { StoreCircuit } from "../../../../db/postgres/circuit.ts";
import { addRefreshGauge, Refreshes } from "../../../../src/metrics/gauges.ts";
import { Metrics } from "../../../../src/metrics/registry.ts";
import { rejectionOf } from "../../../rejection.ts";

test("the age of each value runs from the first refresh in vain, and its faults are one line and its end another", async () => {
  let now = 0;
  const lines: unknown[] = [];
  const write = (fields: object, message: string) => void lines.push([message, fields]);
  const refreshes = new Refreshes(
    { error: write, warn: write, info: write },
    () => {},
    () => now,
  );
  const metrics = new Metrics();
  addRefreshGauge(metrics, refreshes);
  const measured = async () => {
    const text = await metrics.registry.getSingleMetricAsString("doctrine_stale_value_age_seconds");
    return text.split("\n").filter((line) => line.startsWith("doctrine"));
  };
  const away = new Error("away");

  expect(await measured()).toEqual([]);
  for (const name of ["keys", "domains"]) {
    refreshes.began(name);
    refreshes.succeeded(name);
  }
  now = 100_000;
  // Nobody read it in the meantime: an old value that was given to nobody is not a fault.
  expect(await measured()).toEqual([
    'doctrine_stale_value_age_seconds{value="keys"} 0',
    'doctrine_stale_value_age_seconds{value="domains"} 0',
  ]);
  for (let count = 0; count < 3; count++) {
    refreshes.began("keys");
    now += 10_000;
    refreshes.failed("keys", away);
  }
  // One that never ends counts as well.
  refreshes.began("keys");
  now += 5_000;
  expect((await measured())[0]).toBe('doctrine_stale_value_age_seconds{value="keys"} 35');
  refreshes.succeeded("keys");
  expect((await measured())[0]).toBe('doctrine_stale_value_age_seconds{value="keys"} 0');
  expect(lines).toEqual([
    ["refresh fails: readers keep the last value", { outage: "keys", err: away }],
    ["refresh works again", { outage: "keys", failures: 3, seconds: 25 }],
  ]);
});

test("a refresh that fails because the store is away is not logged again: its outage is", async () => {
  const lines: string[] = [];
  const write = (_: object, message: string) => void lines.push(message);
  const refreshes = new Refreshes({ error: write, warn: write, info: write }, () => {});
  const lost = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
  const circuit = new StoreCircuit(() => Promise.reject(lost));
  refreshes.began("keys");
  refreshes.failed("keys", await rejectionOf(circuit.call(() => Promise.reject(lost))));
  refreshes.succeeded("keys");
  expect(lines).toEqual([]);
});

test("damage that a refresh finds is passed on each time, other faults are not", () => {
  const found: string[] = [];
  const log = { error() {}, warn() {}, info() {} };
  const refreshes = new Refreshes(log, ({ engine }) => void found.push(engine));
  refreshes.failed("vectors", new Error("away"));
  for (let count = 0; count < 2; count++) refreshes.failed("vectors", new StoreDamaged("vectors", "abîmé"));
  expect(found).toEqual(["vectors", "vectors"]);
});
