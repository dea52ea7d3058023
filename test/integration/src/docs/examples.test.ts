/** The examples of the documentation are what the API answers on the sample corpus. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import type { OpenAPIV3 } from "openapi-types";
import examples from "../../../../src/docs/examples.json" with { type: "json" };
import { shorten } from "../../../../src/docs/examples.ts";
import { exampleRequest, type Operation, operationsOf } from "../../../../src/docs/operations.ts";
import { openService, type TestService } from "../service.ts";

const FILE = join(import.meta.dir, "../../../../src/docs/examples.json");

/** What depends on the instant, on the key or on the machine is the same in every example. */
const VOLATILE: Readonly<Record<string, unknown>> = {
  timestamp: "2026-11-20T12:00:00.000Z",
  last_import: "2026-11-20T04:00:12.000Z",
  detecte_le: "2026-11-20T04:00:07.000Z",
  sequence: 1_795_147_207_000_000,
  dernier: 1_795_147_207_000_199,
  latency_ms: 2,
  cle: "boi_4fTq9ZkB",
  nom: "Cabinet Martin",
  "minute.restant": 298,
  "minute.reinitialisation": "2026-11-20T12:01:00.000Z",
  "mois.mois": "2026-11",
  "mois.utilise": 126,
  "mois.restant": 29_874,
  "mois.reinitialisation": "2026-12-01T00:00:00.000Z",
};

/** What is not JSON has no example: the guide shows it. */
const JSON_TYPE = "application/json; charset=utf-8";

let service: TestService;
let key: string;
let operations: Operation[];

beforeAll(async () => {
  service = await openService();
  key = await service.key("pro");
  const document = (await (await service.get("/openapi.json")).json()) as OpenAPIV3.Document;
  operations = operationsOf(document);
});
afterAll(() => service.close());

function settle(value: unknown, name = "", parent = ""): unknown {
  const known = VOLATILE[`${parent}.${name}`] ?? VOLATILE[name];
  if (known !== undefined && value !== null) return known;
  if ((name === "score" || parent === "scores") && typeof value === "number") return Number(value.toFixed(2));
  if (Array.isArray(value)) return value.map((item) => settle(item));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, settle(field, key, name)]));
}

async function answerTo(operation: Operation): Promise<unknown> {
  const { address, body } = exampleRequest(operation);
  const init =
    body === null
      ? {}
      : { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  const answer = await service.get(address, operation.isPublic ? undefined : key, init);
  expect([address, answer.status]).toEqual([address, 200]);
  if (answer.headers.get("content-type") !== JSON_TYPE) return undefined;
  return settle(shorten(await answer.json()));
}

test("every route answers its example request with its example", async () => {
  const answers: Record<string, unknown> = {};
  for (const operation of operations) answers[operation.id] = await answerTo(operation);
  if (process.env["UPDATE_EXAMPLES"] === "1")
    await Bun.write(FILE, `${JSON.stringify(answers, undefined, 2)}\n`);
  else expect(answers).toEqual(examples);
});
