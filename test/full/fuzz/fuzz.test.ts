/**
 * Requests drawn from our own OpenAPI document against the running service: `FUZZ_SEED=… bun test test/full/fuzz` sends
 * the same ones again.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { newKey } from "../../fixtures/proof.ts";
import { temporaryFolder } from "../../folders.ts";
import { type ApiProcess, startApi } from "../../servers/api.ts";
import { createDataDir } from "../../servers/pglite.ts";
import { describeTopology, openTopology, type Topology } from "../../servers/topology.ts";
import { type Outcome, run, type Target } from "./campaign.ts";

const IS_FULL = Bun.env["FULL"] === "1";
const COUNT = IS_FULL ? 20_000 : 2_000;
/** The same at each `verify`; in full, new ones each time. */
const SEED = Number(Bun.env["FUZZ_SEED"] ?? (IS_FULL ? Date.now() % 1_000_000 : 1));
const ADMIN_TOKEN = "un-jeton-d-administration-de-test";
/** Each wrong key comes from an address of its own. */
const VARIABLES = { ADMIN_TOKEN, TRUST_PROXY: "127.0.0.1", LOG_LEVEL: "error" };
const TIMEOUT_MS = 600_000;
/** The share of requests that must have been answered, in hundredths, for the rest to mean something. */
const MIN_SUCCESSES = 30;
/**
 * Limits, which a slow machine does not reach; faults, texts erased by law and an account's last key, which have tests
 * of their own.
 */
const BY_CHANCE = / (402|410|429|5\d\d)$|^DELETE \/v1\/compte\/cles\/\{visible_start\} 409$/;

async function attack(target: Target): Promise<void> {
  const startedAt = performance.now();
  const { faults, statuses, unseen } = await run({ seed: SEED, count: COUNT }, target);
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`FUZZ_SEED=${SEED} : ${COUNT} requêtes en ${seconds.toFixed(1)} s ; ${counts(statuses)}`);
  expect(faults.join("\n")).toBe("");
  if (IS_FULL) expect(unseen.filter((name) => !BY_CHANCE.test(name))).toEqual([]);
  expect(((statuses.get(200) ?? 0) * 100) / COUNT).toBeGreaterThan(MIN_SUCCESSES);
}

function counts(statuses: Outcome["statuses"]): string {
  const sorted = [...statuses].toSorted(([one], [other]) => one - other);
  return sorted.map(([status, count]) => `${status} × ${count}`).join(", ");
}

const TITLE = "any request is answered as our own OpenAPI document says, and none breaks the service";

describe(TITLE, () => {
  let api: ApiProcess;
  beforeAll(async () => {
    api = await startApi({ DATA_DIR: await createDataDir(), ...VARIABLES });
  }, TIMEOUT_MS);
  afterAll(() => api.stop());

  test("on the embedded engines", () => attack({ url: api.url, adminToken: ADMIN_TOKEN }), TIMEOUT_MS);
});

if (IS_FULL) {
  describeTopology(`${TITLE}, on the servers`, () => {
    let topology: Topology;
    let url = "";
    beforeAll(async () => {
      const proof = { PROOF_KEY: newKey(), PROOF_CHECKPOINT: join(temporaryFolder(), "tete-de-preuve.txt") };
      topology = await openTopology("sample", { ...VARIABLES, ...proof });
      await topology.command("ingest/index.ts");
      ({ url } = await topology.startApi());
    }, TIMEOUT_MS);
    afterAll(() => topology.close());

    test("PostgreSQL, Meilisearch, Qdrant", () => attack({ url, adminToken: ADMIN_TOKEN }), TIMEOUT_MS);
  });
}
