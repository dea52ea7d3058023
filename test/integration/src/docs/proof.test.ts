/** The worked example of the guide « Prouver ce que disait la doctrine » is what the API answers. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { fingerprint, sha256 } from "../../../../db/bofip/fingerprint.ts";
import { shorten } from "../../../../src/docs/examples.ts";
import answers from "../../../../src/docs/proof/example.json" with { type: "json" };
import { PROOF_STEPS, sourceAddress } from "../../../../src/docs/proof/example.ts";
import { openService, type TestService } from "../service.ts";
import { settle } from "./settled.ts";

const FILE = join(import.meta.dir, "../../../../src/docs/proof/example.json");

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await openService();
  key = await service.key("pro");
});
afterAll(() => service.close());

async function ask(address: string): Promise<Record<string, unknown>> {
  const answer = await service.get(address, key);
  expect([address, answer.status]).toEqual([address, 200]);
  return (await answer.json()) as Record<string, unknown>;
}

test("every request of the example answers as the guide shows", async () => {
  const found: Record<string, unknown> = {};
  const [first] = PROOF_STEPS;
  const { edition } = (await ask(first?.address ?? "")) as { edition: { empreinte: string } };
  for (const { name, address } of PROOF_STEPS) {
    const asked = name === "source" ? sourceAddress(edition.empreinte) : address;
    found[name] = settle(shorten(await ask(asked)));
  }
  if (process.env["UPDATE_EXAMPLES"] === "1")
    await Bun.write(FILE, `${JSON.stringify(found, undefined, 2)}\n`);
  else expect(found).toEqual(answers);
});

test("the fingerprints of the example are those of its texts", async () => {
  const [paragraph, , , source] = PROOF_STEPS;
  const { texte, empreinte } = await ask(paragraph?.address ?? "");
  expect(empreinte).toBe(fingerprint(String(texte)));
  const { contenu, empreinte_source } = await ask(source?.address ?? "");
  expect(empreinte_source).toBe(sha256(String(contenu)));
});
