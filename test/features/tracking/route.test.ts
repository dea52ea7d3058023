import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createLogger } from "../../../db/engine/operator-acts.ts";
import { openService, type TestService } from "../../servers/service.ts";

let service: TestService;
let key: string;
const logged: string[] = [];
const logger = createLogger("info", { write: (line) => void logged.push(line) });

beforeAll(async () => {
  service = await openService("sample", {}, { logger });
  key = await service.key("gratuit");
});
afterAll(() => service.close());

const REFERENCE = { boi_id: "BOI-IR-LIQ-20-10", numero: "40", date: "2025-07-01" };

async function post(body: object | string) {
  const answer = await service.get("/v1/suivi", key, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const { error, ...rest } = (await answer.json()) as {
    error?: { code: string; message: string };
    references?: { numero: string | null; etat: string; comparaison: string | null }[];
  };
  return { status: answer.status, headers: answer.headers, error, ...rest };
}

test("references are followed, on every plan, for one unit whatever their number", async () => {
  const references = [REFERENCE, { ...REFERENCE, numero: "§ 10" }, { ...REFERENCE, numero: null }];
  const { status, headers, ...answer } = await post({ references });
  expect(status).toBe(200);
  expect(answer.references?.map(({ numero, etat }) => [numero, etat])).toEqual([
    ["40", "modifiee"],
    ["10", "inchangee"],
    [null, "modifiee"],
  ]);
  expect([headers.get("etag"), headers.get("cache-control")]).toEqual([null, "private"]);
  const remaining = ({ headers: told }: { headers: Headers }) =>
    Number(/"mois";r=(\d+)/.exec(told.get("ratelimit") ?? "")?.[1]);
  const next = await post({ references: Array.from({ length: 1_000 }, () => REFERENCE) });
  expect(next.references).toHaveLength(1_000);
  expect(remaining({ headers }) - remaining(next)).toBe(1);
});

test("the page that it gives compares the text relied on with that of today", async () => {
  const { references } = await post({ references: [REFERENCE] });
  const { pathname, search } = new URL(references?.[0]?.comparaison ?? "");
  const page = await service.get(pathname + search);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain("§ 40 modifié");
});

describe("it refuses", () => {
  const { date: _, ...unpinned } = REFERENCE;
  test.each([
    ["no references", {}, "« references » est obligatoire"],
    ["an empty list", { references: [] }, "un tableau de 1 à 1 000 références"],
    ["too many", { references: Array(1_001).fill(REFERENCE) }, "un tableau de 1 à 1 000 références"],
    ["no list", { references: REFERENCE }, "un tableau de 1 à 1 000 références"],
    ["a reference that is no object", { references: ["BOI-IR"] }, "« references/0 » doit être un objet JSON"],
    ["neither day nor fingerprint", { references: [REFERENCE, unpinned] }, "« references/1 »"],
    ["both", { references: [{ ...REFERENCE, empreinte: "0".repeat(64) }] }, "l'un des deux"],
    ["a § that is none", { references: [{ ...REFERENCE, numero: "§ §" }] }, "comme 130 ou 1 bis, ou null"],
    ["a day to come", { references: [{ ...REFERENCE, date: "2026-11-21" }] }, "« references/0/date »"],
    [
      "a dated identifier",
      { references: [{ ...REFERENCE, boi_id: "BOI-IR-LIQ-20-10-20250414" }] },
      "sans date",
    ],
    ["another number", { references: [{ ...REFERENCE, numero: "dix" }] }, "« references/0/numero »"],
    ["half a fingerprint", { references: [{ ...unpinned, empreinte: "0a" }] }, "64 chiffres"],
    ["an unknown field", { references: [{ ...REFERENCE, num: "1" }] }, "« references/0/num » est inconnu"],
  ])("%s", async (_name, body, words) => {
    const { status, error } = await post(body);
    expect([status, error?.code]).toEqual([400, "invalid_parameter"]);
    expect(error?.message).toContain(words);
  });

  test("a body beyond 512 KiB, and takes one of that size", async () => {
    const body = JSON.stringify({ references: [REFERENCE] });
    const spaces = " ".repeat(512 * 1024 - body.length);
    expect((await post(spaces + body)).status).toBe(200);
    expect(await post(`${spaces} ${body}`)).toMatchObject({
      status: 413,
      error: { code: "payload_too_large" },
    });
  });
});

test("nothing of the references is logged", async () => {
  await post({ references: [{ ...REFERENCE, boi_id: "BOI-SECRETDESCABINETS" }] });
  await post({ references: [{ ...REFERENCE, boi_id: "BOI-SECRETDESCABINETS", date: "hier" }] });
  expect(logged.length).toBeGreaterThan(0);
  expect(logged.join("")).not.toContain("SECRETDESCABINETS");
});
