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
