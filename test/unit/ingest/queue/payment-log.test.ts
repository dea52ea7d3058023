import { expect, test } from "bun:test";
import { workerLog } from "../../../../ingest/queue/payment-log.ts";

test("stores that stay behind are logged once with the reason, then once when they no longer are", () => {
  const lines: unknown[] = [];
  const at = (level: string) => (fields: object, message?: string) => lines.push([level, message, fields]);
  const tell = workerLog({ info: at("info"), warn: at("warn"), error: at("error") });
  const reason = "L'index plein texte n'est pas à jour.";
  for (let attempt = 0; attempt < 3; attempt += 1)
    tell({ kind: "paid", inStep: [], behind: ["fulltext"], remarks: [reason] });
  tell({ kind: "paid", inStep: ["fulltext"], behind: [], remarks: [] });
  expect(lines).toEqual([
    [
      "warn",
      expect.stringContaining("still behind"),
      expect.objectContaining({ err: reason, stores: ["fulltext"] }),
    ],
    ["info", "derived stores brought in step", { stores: ["fulltext"] }],
    ["info", "derived stores no longer behind", expect.objectContaining({ failures: 3 })],
  ]);
});

test("fillings given up are logged once with the fault, then once when one is done; one that made nothing is not", () => {
  const lines: unknown[] = [];
  const at = (level: string) => (fields: object, message?: string) => lines.push([level, message, fields]);
  const tell = workerLog({ info: at("info"), warn: at("warn"), error: at("error") });
  const fault = new Error("le service est muet");
  for (let attempt = 0; attempt < 3; attempt += 1) tell({ kind: "unfilled", fault });
  tell({ kind: "filled", embedded: 0, durationMs: 3 });
  tell({ kind: "filled", embedded: 40, durationMs: 5 });
  expect(lines).toEqual([
    [
      "warn",
      "filling of the vectors given up for a minute, and tried again every minute",
      expect.objectContaining({ outage: "filling", err: fault }),
    ],
    ["info", "filling of the vectors goes on", expect.objectContaining({ failures: 3 })],
    ["info", "vectors of the language model filled", { embedded: 40, durationMs: 5 }],
  ]);
});
