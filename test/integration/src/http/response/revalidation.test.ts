import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openService, type TestService } from "../../../../servers/service.ts";

let service: TestService;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "doctrine-export-"));
  service = await openService(null);
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

/** A document in the export's format; `pgp` and `date` are part of its address. */
function record(boiId: string, pgp: number, date: string, titre: string, texte: string): string {
  const permalien = `https://bofip.impots.gouv.fr/bofip/${pgp}-PGP.html/identifiant=${boiId}-${date.replaceAll("-", "")}`;
  return JSON.stringify({
    type: "Contenu",
    titre,
    debut_de_validite: date,
    serie: "IR",
    division: null,
    identifiant_juridique: boiId,
    permalien,
    contenu: texte,
    contenu_html: `<p class="paragraphe-western">${texte}</p>`,
  });
}

async function ingest(name: string, ...records: string[]): Promise<void> {
  const path = join(folder, name);
  writeFileSync(path, `${records.join("\n")}\n`);
  await service.ingest(path, true);
}

test("the ETag of a document changes when the title of a document that it cites changes", async () => {
  const key = await service.key("interne");
  const citing = record(
    "BOI-IR-10",
    9001,
    "2026-01-05",
    "IR - Citant",
    "Il convient de se reporter au BOI-IR-20.",
  );
  await ingest("a.jsonl", citing, record("BOI-IR-20", 9002, "2026-01-05", "IR - Avant", "Premier texte."));
  const before = await service.get("/v1/boi/BOI-IR-10", key);
  await ingest("b.jsonl", citing, record("BOI-IR-20", 9002, "2026-02-05", "IR - Après", "Second texte."));
  const etag = before.headers.get("etag") ?? "";
  const after = await service.get("/v1/boi/BOI-IR-10", key, { headers: { "if-none-match": etag } });
  expect(after.status).toBe(200);
  expect(await after.json()).toMatchObject({ references: [{ boi_id: "BOI-IR-20", titre: "IR - Après" }] });
  expect(after.headers.get("etag")).not.toBe(etag);
});

test("a search finds the new text and no longer the old one", async () => {
  const key = await service.key("interne");
  const totalOf = async (q: string) =>
    ((await (await service.get(`/v1/search?q=${q}`, key)).json()) as { total: number }).total;
  expect([await totalOf("premier"), await totalOf("second")]).toEqual([0, 1]);
});
