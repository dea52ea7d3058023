import { describe, expect, test } from "bun:test";
import { appendFileSync, writeFileSync } from "node:fs";
import { forOneStore } from "../../servers/stores.ts";
import { actualite, contenu, dating, ingester, statuts, TEN, visibleState, writeExport } from "./exports.ts";
import { useOwnStore } from "./own-store.ts";

const A = contenu("BOI-IR-A", { date: "2021-01-01", pgp: 1, texte: "Première rédaction." });
const A_NEXT = contenu("BOI-IR-A", { date: "2021-03-01", pgp: 1, texte: "Deuxième rédaction." });
const JANUARY = dating("2021-01-31");
const MARCH = dating("2021-03-31");
const MAY = dating("2021-05-31");

forOneStore((_, open) => {
  const store = useOwnStore(open);

  describe("bad records", () => {
    test("an unreadable line is skipped, counted and named; the others go on", async () => {
      const broken = contenu("BOI-IR-B", { date: "2021-01-01", pgp: 2 }).slice(0, -20);
      const run = await ingester(store.database).ingest(writeExport([broken, A, JANUARY]));
      expect(run).toMatchObject({ status: "succeeded", counts: { created: 1, rejected: 1 } });
      expect(run.errors).toMatchObject([{ line: 1, identifiant: "BOI-IR-B" }]);
    });

    test("a bad record whose identifier can be read is not an absence", async () => {
      const { ingest } = ingester(store.database);
      await ingest(writeExport([...TEN, A, JANUARY]));
      await ingest(writeExport([...TEN, A.slice(0, -20), MARCH]));
      expect((await statuts(store.database))["BOI-IR-A"]).toBe("en_vigueur");
    });

    test("a line that is not in UTF-8 is set aside and named, and its document is no absence", async () => {
      const { ingest } = ingester(store.database);
      await ingest(writeExport([...TEN, A, JANUARY]));
      const source = writeExport([...TEN, MARCH]);
      appendFileSync(source, Buffer.from(`${A_NEXT}\n`, "latin1"));
      const run = await ingest(source);
      expect(run).toMatchObject({ status: "succeeded", counts: { rejected: 1, retired: 0 } });
      expect(run.errors).toMatchObject([
        { line: 12, identifiant: "BOI-IR-A", message: expect.stringContaining("UTF-8") },
      ]);
      expect(await textsOf("BOI-IR-A")).toEqual(["Première rédaction."]);
      expect((await statuts(store.database))["BOI-IR-A"]).toBe("en_vigueur");
    });

    test("combining marks without end are served split and told by name; the record is kept", async () => {
      const texte = `Le taux sera${"\u0316\u0301".repeat(500)} ici.`;
      const marked = contenu("BOI-IR-B", { date: "2021-01-01", pgp: 2, texte });
      const { ingest } = ingester(store.database);
      const run = await ingest(writeExport([A, marked, actualite("ACTU-2021-00001", "2021-01-20", texte)]));
      expect(run).toMatchObject({ status: "succeeded", counts: { created: 2, rejected: 0 } });
      expect(run.errors).toMatchObject([
        { line: 2, message: expect.stringContaining("BOI-IR-B : 1000 signes combinants de suite") },
        { line: 3, message: expect.stringContaining("ACTU-2021-00001 : 1000 signes combinants de suite") },
      ]);
      const [served = ""] = await textsOf("BOI-IR-B");
      expect(served.replaceAll("\u034f", "|")).not.toMatch(/\p{M}{31}/u);
      expect(served.replaceAll("\u034f", "").normalize("NFC")).toBe(texte.normalize("NFC"));
      expect((await ingest(writeExport([A, marked, MARCH]))).errors).toEqual([]);
    });

    test("an export put right under the same date leaves nothing of what it was", async () => {
      const { ingest } = ingester(store.database);
      await ingest(writeExport([...TEN, A.slice(0, -20), JANUARY]));
      await ingest(writeExport([...TEN, A, JANUARY]));
      const kept = await store.database.$client<{ isUsed: boolean }[]>`
        select exists (select from exports e where e.members_hash = m.hash) as "isUsed" from export_members m`;
      expect([...kept]).toEqual([{ isUsed: true }]);
    });

    test.each([
      { promise: "a line that nobody can name", tail: "{{{\n" },
      {
        promise: "a file cut in the middle of a line",
        tail: contenu("BOI-IR-Z", { date: "2021-01-01", pgp: 9 }).slice(0, 300),
      },
    ])("$promise lets no absence be concluded, and the run says so", async ({ tail }) => {
      const { ingest } = ingester(store.database);
      await ingest(writeExport([...TEN, A, JANUARY]));
      const source = writeExport([...TEN, MARCH]);
      appendFileSync(source, tail);
      const run = await ingest(source);
      expect(run).toMatchObject({ status: "succeeded", counts: { rejected: 1, retired: 0 } });
      expect(run.message).toContain("aucun document n'a été retiré");
      expect((await statuts(store.database))["BOI-IR-A"]).toBe("en_vigueur");
    });

    test("of two records with one identifier, date and PGP number the first is kept, the other named", async () => {
      const twin = contenu("BOI-IR-A", { date: "2021-01-01", pgp: 1, texte: "Un doublon." });
      const run = await ingester(store.database).ingest(writeExport([A, twin, JANUARY]));
      expect(await textsOf("BOI-IR-A")).toEqual(["Première rédaction."]);
      expect(run.errors).toMatchObject([{ line: 2, identifiant: "BOI-IR-A" }]);
    });

    test("an export without any valid record is refused", async () => {
      const { ingest } = ingester(store.database);
      await ingest(writeExport([A, JANUARY]));
      const before = await visibleState(store.database);
      const run = await ingest(writeExport(["<html>", "{}"]));
      expect(run).toMatchObject({
        status: "failed",
        message: expect.stringMatching(/Aucun enregistrement valide dans .* \(ligne 1 : .*JSON illisible/),
      });
      expect(await visibleState(store.database)).toEqual(before);
    });
  });

  describe("the 10 % guard", () => {
    test("stops a run that would withdraw more, before anything is written", async () => {
      const { ingest } = ingester(store.database);
      const source = writeExport([...TEN, JANUARY]);
      await ingest(source, { forced: false });
      const before = await visibleState(store.database);
      writeFileSync(source, `${[...TEN.slice(2), A_NEXT, MARCH].join("\n")}\n`);
      const run = await ingest(source, { forced: false });
      expect(run.status).toBe("failed");
      expect(run.message).toContain("2 des 10 documents");
      expect(run.message).toContain("--force");
      expect(await visibleState(store.database)).toEqual(before);
    });

    test("lets 10 % go, and everything when forced", async () => {
      const { ingest } = ingester(store.database);
      const source = writeExport([...TEN, JANUARY]);
      await ingest(source, { forced: false });
      writeFileSync(source, `${[...TEN.slice(1), MARCH].join("\n")}\n`);
      expect((await ingest(source, { forced: false })).counts.retired).toBe(1);
      writeFileSync(source, `${[...TEN.slice(8), MAY].join("\n")}\n`);
      expect((await ingest(source, { forced: true })).counts.retired).toBe(7);
    });
  });

  async function textsOf(boiId: string): Promise<string[]> {
    const rows = await store.database.$client<{ texte: string }[]>`
      select contenu_texte as texte from editions join edition_contents on edition_id = id where boi_id = ${boiId}`;
    return rows.map(({ texte }) => texte);
  }
});
