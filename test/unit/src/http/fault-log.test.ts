import { expect, test } from "bun:test";
import { Elysia, t } from "elysia";
import { createLogger } from "../../../../db/engine/operator-acts.ts";
import { EngineUnavailable } from "../../../../db/engine/unavailable.ts";
import { ApiError } from "../../../../src/http/errors/api-error.ts";
import { FaultLog } from "../../../../src/http/fault-log.ts";
import { eventually } from "../../../eventually.ts";

interface Line {
  readonly msg: string;
  readonly level: number;
  readonly outage?: string;
  readonly failures?: number;
  readonly err?: { readonly stack: string };
}

function logged(sweepMs: number) {
  const lines: Line[] = [];
  const logger = createLogger("info", { write: (line) => void lines.push(JSON.parse(line)) });
  return { faults: new FaultLog(logger, sweepMs), lines };
}

const UNAVAILABLE = new ApiError("unavailable");

test("an outage logs one stack, then counts, and says when it is over", async () => {
  const { faults, lines } = logged(20);
  const away = new EngineUnavailable("qdrant", "Qdrant ne répond pas.");
  for (let count = 0; count < 100; count++) faults.tell(`r${count}`, away, UNAVAILABLE);
  await eventually(async () => expect(lines.at(-1)?.msg).toBe("available again"));
  expect(lines.map(({ msg, outage }) => [msg, outage])).toEqual([
    ["unavailable", "qdrant"],
    ["still unavailable", "qdrant"],
    ["available again", "qdrant"],
  ]);
  expect(lines.map(({ failures }) => failures)).toEqual([undefined, 100, 100]);
  expect(lines.filter(({ err }) => err !== undefined)).toHaveLength(1);
  faults.tell("later", away, UNAVAILABLE);
  expect(lines.at(-1)).toMatchObject({ msg: "unavailable", outage: "qdrant" });
});

test("a driver's own error and a refusal that was expected are outages of their own; a bug is told each time", () => {
  const { faults, lines } = logged(60_000);
  const refused = new ApiError("not_ready", { reason: "essai" });
  const driver = Object.assign(new Error("lost"), { code: "ECONNREFUSED" });
  const bug = new TypeError("bug");
  for (let count = 0; count < 2; count++) {
    faults.tell("r", driver, UNAVAILABLE);
    faults.tell("r", refused, refused);
    faults.tell("r", bug, new ApiError("internal_error"));
  }
  expect(lines.map(({ msg, level, outage }) => [msg, level, outage])).toEqual([
    ["unavailable", 50, "relational"],
    ["unavailable", 40, "not_ready"],
    ["internal_error", 50, undefined],
    ["internal_error", 50, undefined],
  ]);
});

test("an answer that departs from its schema is told by the place of its fault, without the answer", async () => {
  const { faults, lines } = logged(60_000);
  const text = "Un texte. ".repeat(10_000);
  const app = new Elysia()
    .onError(({ error }) => faults.tell("r", error, new ApiError("internal_error")))
    .get("/", () => ({ hits: [{ text, score: Number.NaN }] }), {
      response: t.Object({ hits: t.Array(t.Object({ text: t.String(), score: t.Number() })) }),
    });
  await app.handle(new Request("http://localhost/"));
  const written = JSON.stringify(lines);
  expect(written).toContain("/hits/0/score");
  expect(written).not.toContain("Un texte.");
  expect(written.length).toBeLessThan(5_000);
});
