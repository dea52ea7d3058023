import { expect, test } from "bun:test";
import { networkCause } from "../../../../db/engine/outage-log.ts";

const coded = (code: string, cause?: Error) => Object.assign(new Error("10.1.2.3:6333", { cause }), { code });

test.each([
  [coded("ECONNREFUSED"), "la connexion est refusée, rien n'écoute à cette adresse"],
  [new Error("wrapped", { cause: coded("OTHER", coded("ENOTFOUND")) }), "le nom du serveur est introuvable"],
  [coded("OTHER"), null],
  [new Error("none"), null],
  ["text", null],
])("%o is told in French, without its address", (error, wording) => {
  expect(networkCause(error)).toBe(wording);
});
