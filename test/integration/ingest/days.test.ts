/** Days that the source leaves to be filled in, from one run to the next. */
import { describe, expect, test } from "bun:test";
import { EVERY_ENTRY, readJournal } from "../../../db/queries/journal.ts";
import { readHeldEditions } from "../../../db/queries/texts/editions-at.ts";
import { findText } from "../../../db/queries/texts/stored-texts.ts";
import { readWordings } from "../../../db/queries/texts/wordings.ts";
import { forOneStore } from "../../servers/stores.ts";
import { actualite, contenu, dating, ingester, TEN, writeExport } from "./exports.ts";
import { writeArchive } from "./orders/archives.ts";
import { useOwnStore } from "./own-store.ts";

const ID = "BOI-IR-A";
const KEY = { date: "2021-01-01", pgp: 1 } as const;
const JANUARY = "2021-01-31";
const FEBRUARY = "2021-02-28";
const MARCH = "2021-03-31";
/** The actualité of number 78 is of 2021-01-20. */
const NEWS = actualite("ACTU-2021-00001", "2021-01-20", "Le taux change.").replace("/77-PGP", "/78-PGP");
const LEFT = "[node:date:78-PGP]";
const page = (day: string, words = "Le taux est de 10 %.") =>
  `<p>Actualité liée : ${day} : Taux.</p><p>${words}</p>`;
const text = (day: string, words = "Le taux est de 10 %.") => `Actualité liée : ${day} : Taux.\n\n${words}`;

const exported = (html: string, asOf: string, ...others: readonly string[]) =>
  writeExport([...TEN, ...others, contenu(ID, { ...KEY, html }), dating(asOf)]);
const archived = (html: string, name: string) =>
  writeArchive(name, [{ boiId: ID, ...KEY, titre: `IR - ${ID}`, html }]);

forOneStore((_, open) => {
  const store = useOwnStore(open);

  async function receive(...sources: readonly [source: string, day: string][]): Promise<void> {
    for (const [source, day] of sources) await ingester(store.database, `${day}T04:00:00Z`).ingest(source);
  }

  /** The texts of the edition, the current one first. */
  async function textsHeld(): Promise<string[]> {
    const [edition] = await readHeldEditions(store.database, ID);
    const id = edition?.id ?? 0;
    const wordings = (await readWordings(store.database, [id])).get(id) ?? [];
    const texts = wordings.map(({ empreinte }) => findText(store.database, id, empreinte));
    return (await Promise.all(texts)).map((held) => held?.contenu_texte ?? "perdu");
  }

  /** What the journal tells of the document. */
  async function told(): Promise<string[]> {
    const { entries } = await readJournal(store.database, 0, EVERY_ENTRY, 1000);
    return entries.filter(({ boiId }) => boiId === ID).map(({ evenement }) => evenement);
  }

  describe("a day left to be filled in", () => {
    test("is that of an actualité of the same export, wherever it stands there", async () => {
      await receive([
        writeExport([...TEN, contenu(ID, { ...KEY, html: page(LEFT) }), NEWS, dating(JANUARY)]),
        "2021-02-01",
      ]);
      expect(await textsHeld()).toEqual([text("20 janvier 2021")]);
    });

    test("that is held later comes with the next run, and is no change of the words", async () => {
      await receive([exported(page(LEFT), JANUARY), "2021-02-01"]);
      expect(await textsHeld()).toEqual([text("[date non détenue]")]);
      await receive([exported(page(LEFT), FEBRUARY, NEWS), "2021-03-01"]);
      expect(await textsHeld()).toEqual([text("20 janvier 2021")]);
      expect(await told()).toEqual(["edition"]);
    });

    test("makes one wording with the day, once the source fills it in", async () => {
      await receive(
        [exported(page(LEFT), JANUARY), "2021-02-01"],
        [exported(page("20/01/2021"), FEBRUARY), "2021-03-01"],
      );
      expect(await textsHeld()).toEqual([text("20/01/2021")]);
      expect(await told()).not.toContain("rectification");
    });

    test.each([
      ["an export's then an archive's", "20 janvier 2021", true],
      ["an archive's then an export's", "20 janvier 2021", false],
      ["an export's then an archive's, in figures", "20/01/2021", true],
      ["an archive's then an export's, in figures", "20/01/2021", false],
    ])("makes one wording of %s", async (_rule, day, isExportFirst) => {
      const sources = [exported(page(LEFT), JANUARY), archived(page(day), "bofip_stock_live_20210131.tgz")];
      const [first = "", second = ""] = isExportFirst ? sources : sources.toReversed();
      await receive([first, "2021-02-01"], [second, "2021-02-02"]);
      expect(await textsHeld()).toEqual([text(day)]);
      expect(await told()).not.toContain("rectification");
      await receive([exported(page(LEFT), MARCH, NEWS), "2021-04-01"]);
      expect(await textsHeld()).toEqual([text(day)]);
      await store.database.$client`update editions set derivation_version = 1`;
      await store.database.$client`update wordings set derivation_version = 1`;
      await receive([exported(page(LEFT), MARCH, NEWS), "2021-04-02"]);
      expect(await textsHeld()).toEqual([text(day)]);
      expect(await told()).not.toContain("rectification");
    });

    test("left by both kinds of source comes to both", async () => {
      await receive(
        [archived(page(LEFT), "bofip_stock_live_20210131.tgz"), "2021-02-01"],
        [exported(page(LEFT), FEBRUARY, NEWS), "2021-03-01"],
      );
      expect(await textsHeld()).toEqual([text("20 janvier 2021")]);
      expect(await told()).toEqual(["edition"]);
    });

    test("hides no other change: neither of words, nor of a day that both sources give", async () => {
      await receive(
        [exported(page(LEFT, "Dû le 3 mars 2021."), JANUARY), "2021-02-01"],
        [exported(page("20/01/2021", "Dû le 4 mars 2021."), FEBRUARY), "2021-03-01"],
        [exported(page(LEFT, "Dû plus tard."), MARCH), "2021-04-01"],
      );
      expect(await textsHeld()).toEqual([
        text("[date non détenue]", "Dû plus tard."),
        text("20/01/2021", "Dû le 4 mars 2021."),
        text("[date non détenue]", "Dû le 3 mars 2021."),
      ]);
      expect((await told()).filter((one) => one === "rectification")).toHaveLength(2);
    });
  });
});
