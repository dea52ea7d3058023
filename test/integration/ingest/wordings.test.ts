import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fingerprint, sha256 } from "../../../bofip/text/characters.ts";
import { eraseWording } from "../../../db/erasure/erase.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { editionAt, firstHeld, readHeldEditions } from "../../../db/queries/texts/editions-at.ts";
import { findEditionsSaying, findText, readTexts } from "../../../db/queries/texts/stored-texts.ts";
import { findOfficialSource, findWordingKnownOn, readWordings } from "../../../db/queries/texts/wordings.ts";
import { readDocument } from "../../../src/features/documents/service.ts";
import { addDocuments } from "../../fixtures/corpus.ts";
import { SITE } from "../../fixtures/site.ts";
import { forOneStore } from "../../servers/stores.ts";
import { ingestInAnyOrder } from "./any-order.ts";
import { contenu, dating, ingester, TEN, writeExport } from "./exports.ts";
import { writeArchive } from "./orders/archives.ts";
import { useOwnStore } from "./own-store.ts";

/** The migration's statement that creates the first wordings. */
const MIGRATION = readFileSync(join(import.meta.dir, "../../../db/migrations/0013_wordings.sql"), "utf8");
const FIRST_WORDINGS = MIGRATION.slice(MIGRATION.indexOf('INSERT INTO "wordings"'));
const ID = "BOI-IR-A";
const KEY = { date: "2021-01-01", pgp: 1 } as const;
const [FIRST, SECOND, THIRD] = ["Taux de 10 %.", "Taux de 12 %.", "Taux de 15 %."] as const;
/** A rare word, and the law, which the stores are searched for. */
const ZIBELINE = "Zibeline taxée (loi n° 2007-1223 du 21 août 2007).";
const JANUARY = "2021-01-31";
const FEBRUARY = "2021-02-28";
const MARCH = "2021-03-31";

const page = (texte: string, mark = "paragraphe-western") =>
  `<p class="numero-de-paragraphe-western" id="1_01">1</p><p class="${mark}">${texte}</p>`;
const exported = (texte: string, asOf: string, mark?: string) =>
  writeExport([...TEN, contenu(ID, { ...KEY, html: page(texte, mark) }), dating(asOf)]);
const archived = (texte: string, name: string) =>
  writeArchive(name, [{ boiId: ID, ...KEY, titre: `IR - ${ID}`, html: page(texte) }]);

forOneStore((_, open) => {
  const store = useOwnStore(open);

  /** Ingests sources one after the other, each on a day of its own. */
  async function receive(...sources: readonly [source: string, day: string][]): Promise<void> {
    for (const [source, day] of sources) await ingester(store.database, `${day}T04:00:00Z`).ingest(source);
  }

  /** The texts of the edition, the current one first, then the latest received. */
  async function textsHeld(database: Database): Promise<string[]> {
    const [edition] = await readHeldEditions(database, ID);
    const id = edition?.id ?? 0;
    const wordings = (await readWordings(database, [id])).get(id) ?? [];
    const texts = wordings.map(({ empreinte }) => findText(database, id, empreinte));
    return (await Promise.all(texts)).map((text) => text?.contenu_texte ?? "perdu");
  }

  describe("a text received", () => {
    test("stays readable for ever, with its official bytes, once other words came under its date", async () => {
      await receive([exported(FIRST, JANUARY), "2021-02-01"], [exported(SECOND, FEBRUARY), "2021-03-01"]);
      expect(await textsHeld(store.database)).toEqual([SECOND, FIRST]);
      for (const texte of [FIRST, SECOND]) {
        const source = await findOfficialSource(store.database, ID, fingerprint(texte));
        expect(source).toMatchObject({
          empreinte_source: sha256(page(texte)),
          contenu: page(texte),
          provenance: { genre: "export", fichier: "export.jsonl" },
        });
        expect(await findOfficialSource(store.database, ID, sha256(page(texte)))).toEqual(source);
      }
    });

    test.each([
      ["overwritten", (texte: string) => [exported(texte, JANUARY), exported(SECOND, FEBRUARY)] as const],
      [
        "never shown",
        (texte: string) =>
          [archived(SECOND, "bofip_stock_live_20210131.tgz"), exported(texte, FEBRUARY)] as const,
      ],
    ] as const)(
      "keeps the law that it cites, %s, read again from its words if need be",
      async (_, sources) => {
        const citing =
          "Selon CE, plén., 21 décembre 2018, n° 402006, et la loi n° 2007-1223 du 21 août 2007.";
        const [before, after] = sources(citing);
        await receive([before, "2021-02-01"], [after, "2021-03-01"]);
        const asked = { kind: "wording", empreinte: fingerprint(citing) } as const;
        const read = () => readDocument({ ...SITE, database: store.database }, ID, asked);
        const { decisions, normes, reponses } = await read();
        expect(decisions).toMatchObject([{ cle: "CE-402006", formation: "plén.", date: "2018-12-21" }]);
        expect([normes.map(({ cle }) => cle), reponses]).toEqual([["loi-2007-1223"], []]);
        const rows = await store.database.$client<
          { law: unknown }[]
        >`select cited_law as law from kept_texts`;
        expect(rows.some(({ law }) => law !== null)).toBe(true);
        await store.database.$client`update kept_texts set cited_law = null`;
        expect(await read()).toMatchObject({ decisions, normes, reponses });
      },
    );

    test("is no new one when its mark-up alone differs, and keeps the bytes that it came with", async () => {
      await receive(
        [exported(FIRST, JANUARY), "2021-02-01"],
        [exported(FIRST, FEBRUARY, "gras"), "2021-03-01"],
      );
      expect(await textsHeld(store.database)).toEqual([FIRST]);
      const source = await findOfficialSource(store.database, ID, fingerprint(FIRST));
      expect(source?.contenu).toBe(page(FIRST));
    });

    test("is one for the two kinds of source, which take no turns when they differ", async () => {
      const stock = archived(FIRST, "bofip_stock_live_20210131.tgz");
      await receive([exported(FIRST, JANUARY), "2021-02-01"], [stock, "2021-02-02"]);
      expect(await textsHeld(store.database)).toEqual([FIRST]);
      const flux = archived(SECOND, "bofip_flux_live_20210201_20210207.tgz");
      await receive([flux, "2021-02-08"], [exported(FIRST, FEBRUARY, "gras"), "2021-03-01"]);
      expect(await textsHeld(store.database)).toEqual([SECOND, FIRST]);
      await receive([exported(THIRD, MARCH), "2021-04-01"]);
      expect(await textsHeld(store.database)).toEqual([THIRD, SECOND, FIRST]);
    });

    test("is kept aside when it comes from an export that never agreed with the archive", async () => {
      const stock = archived(FIRST, "bofip_stock_live_20210131.tgz");
      await receive([stock, "2021-02-01"], [exported(SECOND, FEBRUARY), "2021-03-01"]);
      expect(await textsHeld(store.database)).toEqual([FIRST, SECOND]);
      const source = await findOfficialSource(store.database, ID, fingerprint(SECOND));
      expect(source).toMatchObject({ contenu: page(SECOND), provenance: { genre: "export" } });
    });

    test("that comes late finds its place, and may show that another was the latest change", async () => {
      const stock = archived(SECOND, "bofip_stock_live_20210228.tgz");
      await receive([exported(THIRD, MARCH), "2021-04-01"], [stock, "2021-04-02"]);
      expect(await textsHeld(store.database)).toEqual([SECOND, THIRD]);
      await ingestInAnyOrder(store.database, exported(FIRST, JANUARY), "2021-04-03T04:00:00Z");
      expect(await textsHeld(store.database)).toEqual([THIRD, FIRST, SECOND]);
    });

    test("answers for the days on which the service held it", async () => {
      await receive([exported(FIRST, JANUARY), "2021-02-01"], [exported(SECOND, FEBRUARY), "2021-03-01"]);
      const [edition] = await readHeldEditions(store.database, ID);
      const days = ["2021-01-31", "2021-02-01", "2021-02-28", "2021-03-01"];
      const known = days.map((day) => findWordingKnownOn(store.database, edition?.id ?? 0, day));
      expect((await Promise.all(known)).map((wording) => wording?.empreinte ?? null)).toEqual([
        null,
        fingerprint(FIRST),
        fingerprint(FIRST),
        fingerprint(SECOND),
      ]);
    });

    test("is found by its fingerprint, in every edition that says it, the latest first", async () => {
      const later = contenu(ID, { date: "2021-02-15", pgp: 1, html: page(FIRST) });
      await receive(
        [exported(FIRST, JANUARY), "2021-02-01"],
        [writeExport([...TEN, later, dating(FEBRUARY)]), "2021-03-01"],
      );
      const found = await findEditionsSaying(store.database, ID, fingerprint(FIRST));
      expect(found.map(({ date_debut, isErased }) => [date_debut, isErased])).toEqual([
        ["2021-02-15", false],
        ["2021-01-01", false],
      ]);
      expect(await findEditionsSaying(store.database, ID, fingerprint(THIRD))).toEqual([]);
    });
  });

  describe("what was stored before wordings were", () => {
    test("is the first wording of its edition, whose fingerprint SQL and the product count alike", async () => {
      const texte = "  Caf\u0065\u0301\u00a0: 1\u202f000 €\n\tligne\u0085suivante\ufeff\u3000fin\u2009 ";
      await addDocuments(store.database, { boiId: ID, shown: { texte } });
      await store.database.$client`delete from wordings`;
      await store.database.$client.unsafe(FIRST_WORDINGS);
      const [edition] = await readHeldEditions(store.database, ID);
      const held = (await readWordings(store.database, [edition?.id ?? 0])).get(edition?.id ?? 0);
      expect(held).toMatchObject([
        { empreinte: fingerprint(texte), recue_le: null, courante: true, empreinte_source: null },
      ]);
    });

    test("has the fingerprint of its official bytes from the next derivation on", async () => {
      await receive([exported(FIRST, JANUARY), "2021-02-01"]);
      await store.database.$client`
        update wordings set empreinte_source = null, recue_le = null, fichier = null, empreinte_fichier = null`;
      await store.database.$client`update editions set derivation_version = 0`;
      await receive([exported(FIRST, JANUARY), "2021-02-02"]);
      expect(await findOfficialSource(store.database, ID, sha256(page(FIRST)))).toEqual({
        empreinte_source: sha256(page(FIRST)),
        contenu: page(FIRST),
        provenance: { genre: "export", fichier: null, empreinte_fichier: null, recue_le: null },
      });
      const [edition] = await readHeldEditions(store.database, ID);
      expect((await findWordingKnownOn(store.database, edition?.id ?? 0, "2000-01-01"))?.empreinte).toBe(
        fingerprint(FIRST),
      );
    });
  });

  describe("a new derivation", () => {
    test("keeps aside every text whose fingerprint it changes, and those of its §", async () => {
      await receive([exported(FIRST, JANUARY), "2021-02-01"], [exported(SECOND, FEBRUARY), "2021-03-01"]);
      const { $client: sql } = store.database;
      // As an older parser would have left them: other words of the current text, other § of the one kept aside.
      const old = `${SECOND} (ancien)`;
      await sql`update wordings set empreinte = ${fingerprint(old)}, derivation_version = 0 where current`;
      await sql`update editions set derivation_version = 0`;
      await sql`update edition_contents set contenu_texte = ${old} where contenu_texte = ${SECOND}`;
      const kept = `${FIRST} (ancien)`;
      await sql`
        update kept_texts set contenu_texte = ${kept}, empreinte = ${fingerprint(kept)}, derivation_version = 0`;
      await sql`
        update wordings set empreinte = ${fingerprint(kept)}, derivation_version = 0
        where empreinte = ${fingerprint(FIRST)}`;
      await receive([exported(SECOND, FEBRUARY), "2021-03-02"]);
      expect(await textsHeld(store.database)).toEqual([SECOND, FIRST]);
      const [edition] = await readHeldEditions(store.database, ID);
      for (const texte of [FIRST, SECOND, old, kept]) {
        const found = await findText(store.database, edition?.id ?? 0, fingerprint(texte));
        expect(found?.contenu_texte).toBe(texte);
        expect(await findOfficialSource(store.database, ID, fingerprint(texte))).not.toBeNull();
      }
      expect(await readTexts(store.database, edition?.id ?? 0)).toHaveLength(4);
    });
  });

  describe("a text erased by law", () => {
    const erase = (texte: string) =>
      eraseWording(
        store.database,
        { empreinte: fingerprint(texte), reason: "jugement" },
        new Date("2021-03-02T10:00:00Z"),
      );
    const found = async (texte: string) => {
      const [place] = await findEditionsSaying(store.database, ID, fingerprint(texte));
      const held = place && (await findText(store.database, place.edition_id, fingerprint(texte)));
      const source = await findOfficialSource(store.database, ID, fingerprint(texte));
      return {
        isErased: place?.isErased,
        texte: held?.contenu_texte ?? null,
        source: source?.contenu ?? null,
      };
    };
    const GONE = { isErased: true, texte: null, source: null };

    test("leaves its fingerprint and dates, and nothing of what was derived from it", async () => {
      const { fullText, ingest } = ingester(store.database);
      await ingest(exported(ZIBELINE, JANUARY));
      expect(await erase(ZIBELINE)).toEqual({ wordings: 1, isKnown: true });
      expect(await found(ZIBELINE)).toEqual(GONE);
      const [edition] = await readHeldEditions(store.database, ID);
      const held = (await readWordings(store.database, [edition?.id ?? 0])).get(edition?.id ?? 0);
      expect(held).toMatchObject([
        {
          empreinte: fingerprint(ZIBELINE),
          courante: true,
          erasure: { at: "2021-03-02T10:00:00.000Z", reason: "jugement" },
        },
      ]);
      const run = await ingest(exported(ZIBELINE, JANUARY), { fullText });
      expect(run.proof).toMatchObject({ fulltext: { agrees: true }, vectors: { agrees: true } });
      const left = await store.database.$client<{ kind: string }[]>`
        select 'passage' as kind from passages p join editions e on e.id = p.edition_id where e.boi_id = ${ID}
        union all select 'law' from cited_law l join editions e on e.id = l.edition_id where e.boi_id = ${ID}
        union all select 'reference' from edition_references r join editions e on e.id = r.edition_id
          where e.boi_id = ${ID}`;
      expect([...left]).toEqual([]);
    });

    test("does not come back by a new derivation, nor by the same words in other mark-up", async () => {
      await receive([exported(FIRST, JANUARY), "2021-02-01"], [exported(SECOND, FEBRUARY), "2021-03-01"]);
      await erase(SECOND);
      await store.database.$client`update editions set derivation_version = 0`;
      await receive(
        [exported(SECOND, FEBRUARY), "2021-03-03"],
        [exported(SECOND, MARCH, "gras"), "2021-04-01"],
      );
      expect(await found(SECOND)).toEqual(GONE);
      expect(await found(FIRST)).toMatchObject({ isErased: false, texte: FIRST, source: page(FIRST) });
    });

    test("kept aside goes likewise, and other words may come after it", async () => {
      await receive([exported(FIRST, JANUARY), "2021-02-01"], [exported(SECOND, FEBRUARY), "2021-03-01"]);
      await erase(FIRST);
      expect(await found(FIRST)).toEqual(GONE);
      expect(await found(SECOND)).toMatchObject({ isErased: false, texte: SECOND });
      await erase(SECOND);
      await receive([exported(THIRD, MARCH), "2021-04-01"]);
      expect(await found(THIRD)).toMatchObject({ isErased: false, texte: THIRD });
      expect([await found(FIRST), await found(SECOND)]).toEqual([GONE, GONE]);
    });

    test("is none when no text has that fingerprint, and waits for a run under way", async () => {
      expect(await erase("Jamais reçu.")).toEqual({ wordings: 0, isKnown: false });
      await store.database.$client`
        insert into runs (status, source, forced, counts, errors) values ('running', 'sample', false, '{}', '[]')`;
      expect(await erase(FIRST)).toEqual({ wordings: null, isKnown: false });
    });
  });

  describe("a run that is not forced", () => {
    const many = Array.from({ length: 20 }, (_, index) => `BOI-IR-BASE-${index + 1}0`);
    const all = (texte: string, rectified: number, asOf: string) =>
      writeExport([
        ...many.map((boiId, index) =>
          contenu(boiId, {
            date: "2020-01-15",
            pgp: 100 + index,
            html: page(index < rectified ? texte : FIRST),
          }),
        ),
        dating(asOf),
      ]);

    const words = async () => {
      const rows = await store.database.$client<{ texte: string }[]>`
        select distinct contenu_texte as texte from edition_contents order by 1`;
      return rows.map(({ texte }) => texte);
    };

    test("stops before it touches anything when it would rectify more than 1 % of the corpus", async () => {
      const { ingest } = ingester(store.database);
      const [first, second] = [all(FIRST, 0, JANUARY), all(SECOND, 2, FEBRUARY)];
      await ingest(first, { forced: true });
      await store.database.$client`update corpus set source = ${second}`;
      const run = await ingest(second, { forced: false });
      expect([run.status, run.message]).toEqual([
        "failed",
        "Cet export changerait les mots de 2 documents sous leur date, pour 20 en vigueur, plus de 1 % : sa mise en forme a sans doute changé, rien n'a été modifié. S'il est juste, relancez avec --force.",
      ]);
      expect(await words()).toEqual([FIRST]);
      expect(await ingest(second, { forced: true })).toMatchObject({ status: "succeeded" });
      expect(await words()).toEqual([FIRST, SECOND]);
    });

    test("takes one rectification, however small the corpus", async () => {
      const { ingest } = ingester(store.database);
      const [first, second] = [all(FIRST, 0, JANUARY), all(SECOND, 1, FEBRUARY)];
      await ingest(first, { forced: true });
      await store.database.$client`update corpus set source = ${second}`;
      expect(await ingest(second, { forced: false })).toMatchObject({ status: "succeeded" });
      expect(await words()).toEqual([FIRST, SECOND]);
    });
  });

  describe("an edition", () => {
    test("is in force from its first day to the day before the next, a future one not before it begins", async () => {
      const lines = (asOf: string, ...dates: readonly string[]) => [
        ...TEN,
        ...dates.map((date) => contenu(ID, { date, pgp: 1, texte: `Texte du ${date}.` })),
        dating(asOf),
      ];
      await receive(
        [writeExport(lines(JANUARY, "2021-01-01")), "2021-02-01"],
        [writeExport(lines(FEBRUARY, "2021-02-15")), "2021-03-01"],
        [writeExport(lines(MARCH, "2021-02-15", "2099-01-01")), "2021-04-01"],
      );
      const held = await readHeldEditions(store.database, ID);
      const on = (day: string) => editionAt(held, day)?.date_debut ?? null;
      expect(
        ["2020-12-31", "2021-01-01", "2021-02-14", "2021-02-15", "2098-12-31", "2099-01-01"].map(on),
      ).toEqual([null, "2021-01-01", "2021-01-01", "2021-02-15", "2021-02-15", "2099-01-01"]);
      expect(firstHeld(held)).toBe("2021-01-01");
    });

    test("that an export no longer holds ended on a day that is only noted", async () => {
      const without = writeExport([...TEN, dating(FEBRUARY)]);
      await receive([exported(FIRST, JANUARY), "2021-02-01"], [without, "2021-03-01"]);
      const held = await readHeldEditions(store.database, ID);
      expect(held).toMatchObject([{ date_fin: FEBRUARY, fin_constatee: true, statut: "retire" }]);
      expect(editionAt(held, FEBRUARY)).toBeUndefined();
    });
  });
});
