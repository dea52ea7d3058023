import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { startQdrant } from "../../../servers/qdrant.ts";
import { describeOnQdrant, qdrantServer } from "../../../servers/real-qdrant.ts";

const VECTORS = { size: 4, distance: "Cosine" };
const QUERY = { query: [1, 0, 0, 0], limit: 10, with_payload: ["boi_id"] };
const GROUPS = { ...QUERY, group_by: "boi_id", group_size: 1 };

/** A request, and the status of its response: 400 for what can't be parsed, 422 for what is out of range. */
const CREATIONS: [unknown, number][] = [
  [{ hnsw_config: { m: 32, ef_construct: 128 } }, 200],
  [{ hnsw_config: { m: 0 } }, 200],
  [{ hnsw_config: { m: -1 } }, 400],
  [{ hnsw_config: { m: "32" } }, 400],
  [{ hnsw_config: { ef_construct: 3 } }, 422],
  [{ quantization_config: { scalar: { type: "int8", quantile: 1, always_ram: true } } }, 200],
  [{ quantization_config: { scalar: { type: "int8", quantile: 0.4 } } }, 422],
  [{ quantization_config: { scalar: { type: "int8", quantile: 1.5 } } }, 422],
  [{ quantization_config: { scalar: { type: "int4" } } }, 400],
  [{ quantization_config: { scalar: { quantile: 1 } } }, 400],
  [{ quantization_config: { binary: { always_ram: true, query_encoding: "scalar8bits" } } }, 200],
  [{ quantization_config: { binary: { encoding: "two_bits", query_encoding: "scalar8bits" } } }, 200],
  [{ quantization_config: { binary: { encoding: "three_bits" } } }, 400],
  [{ quantization_config: { binary: { query_encoding: "scalar16bits" } } }, 400],
  [{ quantization_config: { unary: {} } }, 400],
  [{ optimizers_config: { indexing_threshold: 0 } }, 200],
  [{ optimizers_config: { indexing_threshold: -1 } }, 400],
];
const UPDATES: [unknown, number][] = [
  [{ optimizers_config: { indexing_threshold: 10_000 } }, 200],
  [{ optimizers_config: { indexing_threshold: "auto" } }, 400],
];
const SEARCHES: [unknown, number][] = [
  [{ params: { hnsw_ef: 512, quantization: { rescore: true, oversampling: 4 } } }, 200],
  [{ params: { exact: true } }, 200],
  [{ params: { exact: "yes" } }, 400],
  [{ params: { hnsw_ef: -1 } }, 400],
  [{ params: { hnsw_ef: 0.5 } }, 400],
  [{ params: { quantization: { oversampling: 0.5 } } }, 422],
  [{ params: { quantization: { rescore: "always" } } }, 400],
  [{ limit: 0 }, 422],
  [{ limit: -1 }, 400],
];
/** Only for the test double: the real server accepts them, and ignores what they seem to ask. */
const UNKNOWN: unknown[] = [
  { params: { ef: 512 } },
  { params: { quantization: { oversample: 4 } } },
  { top: 3 },
];

describe("the double", () => describeParameters("double", async () => startQdrant()));
describeOnQdrant("a real Qdrant", () =>
  describeParameters("real", async () => ({ url: (await qdrantServer()).url, stop: async () => {} })),
);

interface Opened {
  readonly url: string;
  stop(): Promise<void>;
}

/** What a server takes of the parameters that we send, and refuses of others. */
function describeParameters(kind: "double" | "real", open: () => Promise<Opened>): void {
  let server: Opened;
  const collection = `essai-${crypto.randomUUID()}`;
  const statusOf = async (method: string, path: string, body?: unknown) => {
    const headers = { "content-type": "application/json" };
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    return (await fetch(`${server.url}/collections/${path}`, { method, headers, ...content })).status;
  };
  beforeAll(async () => {
    server = await open();
    await statusOf("PUT", collection, { vectors: VECTORS });
    await statusOf("PUT", `${collection}/index`, { field_name: "boi_id", field_schema: "keyword" });
  });
  afterAll(async () => {
    await statusOf("DELETE", collection);
    await server.stop();
  });

  test.each(CREATIONS)("a collection of %j: %d", async (made, status) => {
    const other = `${collection}-autre`;
    expect(await statusOf("PUT", other, { vectors: VECTORS, ...Object(made) })).toBe(status);
    await statusOf("DELETE", other);
  });

  test.each(UPDATES)("settings of %j: %d", async (settings, status) => {
    expect(await statusOf("PATCH", collection, settings)).toBe(status);
  });

  test.each(SEARCHES)("a search of %j: %d", async (asked, status) => {
    expect(await statusOf("POST", `${collection}/points/query`, { ...QUERY, ...Object(asked) })).toBe(status);
    const groups = `${collection}/points/query/groups`;
    expect(await statusOf("POST", groups, { ...GROUPS, ...Object(asked) })).toBe(status);
  });

  if (kind === "double")
    test.each(UNKNOWN)("a misspelt %j is not let pass", async (asked) => {
      expect(await statusOf("POST", `${collection}/points/query`, { ...QUERY, ...Object(asked) })).toBe(400);
    });
}
