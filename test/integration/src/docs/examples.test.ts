/** The examples of the documentation are what the API answers on the sample corpus. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import type { OpenAPIV3 } from "openapi-types";
import examples from "../../../../src/docs/examples.json" with { type: "json" };
import { shorten } from "../../../../src/docs/examples.ts";
import { exampleRequest, type Operation, operationsOf } from "../../../../src/docs/operations.ts";
import { openService, type TestService } from "../service.ts";
import { settle } from "./settled.ts";

const FILE = join(import.meta.dir, "../../../../src/docs/examples.json");

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
