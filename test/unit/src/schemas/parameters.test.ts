import { describe, expect, test } from "bun:test";
import { type TSchema, Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { readQuery } from "../../../../search/fulltext/read-query.ts";
import { ApiError } from "../../../../src/http/errors/api-error.ts";
import { pastDate } from "../../../../src/schemas/parameters/days.ts";
import { addressedPath, classificationPath, domainCode } from "../../../../src/schemas/parameters/filters.ts";
import {
  choice,
  documentId,
  integer,
  parameter,
  text,
} from "../../../../src/schemas/parameters/parameter.ts";
import { searchQuery } from "../../../../src/schemas/parameters/search-query.ts";
import { refusalOf } from "../../../../src/schemas/validation-errors.ts";

const TODAY = new Date("2026-06-15T12:00:00Z");

/** The value that a handler is given for a raw parameter, or the sentence that refuses it. */
async function read(schema: TSchema, raw: string | null): Promise<unknown> {
  const app = new Elysia({ normalize: false })
    .onError(({ error }) => {
      const refusal = refusalOf(error);
      return { refused: refusal instanceof ApiError ? `${refusal.code}: ${refusal.message}` : String(error) };
    })
    .get("/", ({ query }) => ({ read: (query as { p?: unknown }).p ?? null }), {
      query: t.Object({ p: schema }, { additionalProperties: false }),
    });
  const address = new URL("http://localhost/");
  if (raw !== null) address.searchParams.set("p", raw);
  const answer = (await (await app.handle(new Request(address.href))).json()) as {
    read?: unknown;
    refused?: string;
  };
  return answer.refused ?? answer.read;
}

const limit = integer(1, 100, 20);

describe("an integer", () => {
  for (const [raw, value] of [
    [null, 20],
    ["1", 1],
    ["100", 100],
    ["007", 7],
  ] as const) {
    test(`${raw} is ${value}`, async () => expect(await read(limit, raw)).toBe(value));
  }
  for (const raw of [
    "0",
    "101",
    "-1",
    "+1",
    "1.0",
    "1e2",
    "0x10",
    " 5",
    "5 ",
    "",
    "cinq",
    "٣",
    "99999999999999999999",
  ]) {
    test(`« ${raw} » is refused, with the bounds`, async () => {
      expect(await read(limit, raw)).toMatch(
        /^invalid_parameter: Le paramètre « p » doit être un entier de 1 à 100 \(reçu : .*\)\.$/,
      );
    });
  }
});

describe("a date of the past", () => {
  const since = pastDate(() => TODAY);
  for (const raw of ["2026-06-15", "2024-02-29", "1979-01-01"]) {
    test(`${raw} is taken`, async () => expect(await read(since, raw)).toBe(raw));
  }
  for (const raw of [
    "2026-06-16",
    "2026-02-29",
    "2026-13-01",
    "2026-1-1",
    "20260101",
    "2026-06-15T00:00:00Z",
    "hier",
    "",
  ]) {
    test(`« ${raw} » is refused`, async () =>
      expect(await read(since, raw)).toStartWith("invalid_parameter: "));
  }
});

describe("a verdict", () => {
  test("changes with the day: tomorrow's date, refused, is taken once it is today's", async () => {
    let now = TODAY;
    const since = pastDate(() => now);
    expect(await read(since, "2026-06-16")).toStartWith("invalid_parameter: ");
    now = new Date("2026-06-16T12:00:00Z");
    expect(await read(since, "2026-06-16")).toBe("2026-06-16");
  });
  test("changes with the corpus: a series that comes is taken, one that leaves is refused", async () => {
    let codes = ["IR"];
    const code = domainCode({ codes: () => codes, subjects: () => codes });
    expect(await read(code, "TVA")).toStartWith("invalid_parameter: ");
    codes = ["TVA"];
    expect(await read(code, "TVA")).toBe("TVA");
    codes = ["IR"];
    expect(await read(code, "TVA")).toStartWith("invalid_parameter: ");
  });
  test("is made once for a request, which judges and converts", async () => {
    let readings = 0;
    const counted = parameter<string>({ type: "string" }, "un texte", (raw) => {
      readings += 1;
      return raw;
    });
    await read(counted, "a");
    expect(readings).toBe(1);
  });
});

describe("a text", () => {
  const question = text(2, 5);
  for (const [raw, value] of [
    ["ab", "ab"],
    ["  ab  ", "ab"],
    ["😀😀", "😀😀"],
    ["éèàùç", "éèàùç"],
  ] as const) {
    test(`« ${raw} » counts code points once trimmed`, async () =>
      expect(await read(question, raw)).toBe(value));
  }
  for (const raw of ["a", " a ", "abcdef", "😀", ""]) {
    test(`« ${raw} » is refused`, async () => {
      expect(await read(question, raw)).toStartWith(
        "invalid_parameter: Le paramètre « p » doit être un texte de 2 à 5 caractères",
      );
    });
  }
});

describe("a choice", () => {
  const direction = choice(["cites", "citants", "both"], "cites");
  test("is the first word when absent", async () => expect(await read(direction, null)).toBe("cites"));
  test("is one of the words", async () => expect(await read(direction, "both")).toBe("both"));
  for (const raw of ["CITES", "cite", ""]) {
    test(`« ${raw} » is refused with the list`, async () => {
      expect(await read(direction, raw)).toContain("l'une des valeurs cites, citants, both");
    });
  }
});

describe("a document identifier", () => {
  const id = documentId();
  for (const [raw, boiId, date] of [
    ["BOI-IR-LIQ-20-10", "BOI-IR-LIQ-20-10", null],
    ["BOI-IR-LIQ-20-10-20250414", "BOI-IR-LIQ-20-10", "2025-04-14"],
    ["BOI-RES-IR-000101", "BOI-RES-IR-000101", null],
    ["BOI-RES-IR-000101-20240822", "BOI-RES-IR-000101", "2024-08-22"],
    ["BOI-IR-20251399", "BOI-IR-20251399", null],
    ["BOI-20250101", "BOI-20250101", null],
  ] as const) {
    test(`${raw} names ${boiId}, ${date ?? "its current edition"}`, async () => {
      expect(await read(id, raw)).toEqual({ boiId, date });
    });
  }
  test("in small letters is refused, with its capitals", async () => {
    expect(await read(id, "boi-ir-liq-20")).toBe(
      "invalid_parameter: Le paramètre « p » doit être en lettres majuscules : BOI-IR-LIQ-20 (reçu : « boi-ir-liq-20 »).",
    );
  });
  test("too long to be one is taken as it is, to be unknown", async () => {
    const raw = `BOI-${"A".repeat(60)}-20250414`;
    expect(await read(id, raw)).toEqual({ boiId: raw, date: null });
  });
  for (const raw of ["boi-ir", "BOI-Iſ", "boı-ir", "IR-LIQ", "BOI", "BOI-", "BOI-IR LIQ", "BOI-ÎR", ""]) {
    test(`« ${raw} » is refused`, async () => expect(await read(id, raw)).toStartWith("invalid_parameter: "));
  }
});

describe("a path of the plan", () => {
  const chemin = addressedPath();
  for (const [raw, value] of [
    ["", ""],
    ["IR", "IR"],
    ["ir/liq/20/", "IR/LIQ/20"],
    ["IR%2FLIQ", "IR/LIQ"],
  ] as const) {
    test(`« ${raw} » is « ${value} »`, async () => expect(await read(chemin, raw)).toBe(value));
  }
  for (const raw of ["IR//LIQ", "/IR", "IR-LIQ", "IR/é", "IR/ LIQ", "..", "ıs", "IRß"]) {
    test(`« ${raw} » is refused`, async () =>
      expect(await read(chemin, raw)).toStartWith("invalid_parameter: "));
  }
  const deep = (segments: number) => Array(segments).fill("A").join("/");
  for (const raw of [deep(12), `${deep(12)}/`, "A".repeat(120)]) {
    test(`« ${raw} » is taken`, async () => expect(await read(chemin, raw)).toBe(raw.replace(/\/$/, "")));
  }
  for (const raw of [deep(13), deep(3_900), "A".repeat(121)]) {
    test(`of ${raw.length} characters, ${raw.split("/").length} segments, is refused with the bounds`, async () => {
      expect(await read(chemin, raw)).toMatch(/^invalid_parameter: .*12 segments et 120 caractères au plus/);
    });
  }
  test("is not decoded again in a query", async () => {
    expect(await read(classificationPath(), "ir/liq/20/")).toBe("IR/LIQ/20");
    for (const raw of ["IR%2FLIQ", "IR%2"])
      expect(await read(classificationPath(), raw)).toStartWith("invalid_parameter: ");
  });
});

describe("a domain", () => {
  const domaine = t.Optional(domainCode({ codes: () => ["IR", "TVA"], subjects: () => [] }));
  test("is taken in any case", async () => expect(await read(domaine, "tva")).toBe("TVA"));
  test("may be absent", async () => expect(await read(domaine, null)).toBeNull());
  for (const raw of ["ır", "TVſ", "tvª"]) {
    test(`« ${raw} » is refused, whatever capitals Unicode gives it`, async () =>
      expect(await read(domaine, raw)).toStartWith("invalid_parameter: "));
  }
  test("unknown, is refused with the valid ones", async () => {
    expect(await read(domaine, "ZZ")).toBe(
      "invalid_parameter: Le paramètre « p » doit être l'un des domaines IR, TVA (reçu : « ZZ »).",
    );
  });
});

describe("a search query", () => {
  const q = searchQuery(readQuery);
  test("too short is an invalid parameter", async () =>
    expect(await read(q, " a ")).toStartWith("invalid_parameter: "));
  test("whose syntax is broken is an invalid query, with the position", async () => {
    expect(await read(q, "impôt AND")).toMatch(/^invalid_query: .*« q ».*position \d+/);
  });
});

describe("a fault of the whole", () => {
  test("an absent parameter is named", async () => {
    expect(await read(text(2, 5), null)).toBe("invalid_parameter: Le paramètre « p » est obligatoire.");
  });
});
