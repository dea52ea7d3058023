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

async function post(body: object | string, headers: Record<string, string> = {}) {
  const answer = await service.get("/v1/citations", key, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const { error, ...rest } = (await answer.json()) as {
    error?: { code: string; message: string };
    citations?: { texte: string; etat: string }[];
  };
  return { status: answer.status, headers: answer.headers, error, ...rest };
}

test("the citations of a text are read and checked, on every plan", async () => {
  const { status, citations, headers } = await post({ texte: "Voir le BOI-IR-LIQ-20-10, § 10 ; BOI-XX." });
  expect(status).toBe(200);
  expect(citations?.map(({ texte, etat }) => [texte, etat])).toEqual([
    ["BOI-IR-LIQ-20-10, § 10", "verifiee"],
    ["BOI-XX", "document_inconnu"],
  ]);
  expect([headers.get("etag"), headers.get("cache-control")]).toEqual([null, "private"]);
});

test("a day in the past is judged by its own edition", async () => {
  const texte = "BOI-IR-LIQ-20-10-20250414";
  expect((await post({ texte })).citations?.[0]?.etat).toBe("remplacee");
  expect((await post({ texte, date: "2026-06-21" })).citations?.[0]?.etat).toBe("verifiee");
});

describe("it refuses", () => {
  test.each([
    ["no text", {}, "« texte » est obligatoire"],
    ["an empty text", { texte: "" }, "un texte de 1 à 50000 caractères"],
    ["a text too long", { texte: "é".repeat(50_001) }, "un texte de 1 à 50000 caractères"],
    ["a day to come", { texte: "a", date: "2026-11-21" }, "« date »"],
    ["a day that does not exist", { texte: "a", date: "2026-02-30" }, "« date »"],
    ["an unknown field", { texte: "a", dat: "2026-01-01" }, "vouliez-vous dire « date »"],
  ])("%s", async (_, body, words) => {
    const { status, error } = await post(body);
    expect([status, error?.code]).toEqual([400, "invalid_parameter"]);
    expect(error?.message).toContain(words);
  });

  test("a body beyond 512 KiB, and takes one of that size", async () => {
    const body = JSON.stringify({ texte: "a" });
    const spaces = " ".repeat(512 * 1024 - body.length);
    expect((await post(spaces + body)).status).toBe(200);
    expect(await post(`${spaces} ${body}`)).toMatchObject({
      status: 413,
      error: { code: "payload_too_large" },
    });
  });
});

test("white space counts: offsets are those of the text as sent", async () => {
  const { citations } = await post({ texte: "  \n BOI-TVA " });
  expect(citations?.[0]).toMatchObject({ debut: 4, fin: 11 });
});

test("nothing of a text is logged", async () => {
  await post({ texte: "secretdescabinets BOI-IR" });
  await post({ texte: "secretdescabinets", date: "hier" });
  expect(logged.length).toBeGreaterThan(0);
  expect(logged.join("")).not.toContain("secretdescabinets");
});
