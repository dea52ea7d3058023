import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findLegiCode, TAX_CODES } from "../../../../bofip/law/codes.ts";
import type { RelationalStore } from "../../../../db/postgres/open.ts";
import { readLaw, readLawTexts, readLawVersions } from "../../../../db/queries/law/articles.ts";
import { Interrupted } from "../../../../ingest/journal/fault.ts";
import {
  globalName,
  incrementName,
  type LegiArchive,
  type LegiFile,
  legiPath,
  writeLegiArchive,
} from "../../../fixtures/legi-archive.ts";
import { temporaryFolder } from "../../../folders.ts";
import { rejectionOf } from "../../../rejection.ts";
import { forOneStore } from "../../../servers/stores.ts";
import { emptyStore } from "../exports.ts";
import { readLawFrom } from "./law-run.ts";

const GLOBAL = "20260101-140000";
const [FIRST, SECOND, THIRD] = ["20260201-210000", "20260202-210000", "20260203-210000"] as const;

function file(rank: number, about: Partial<LegiFile> = {}): LegiFile {
  const id = `LEGIARTI${String(rank).padStart(12, "0")}`;
  return { id, num: String(rank), debut: "2020-01-01", html: `<p>Mots de l'article ${rank}.</p>`, ...about };
}

const words = (text: string): Pick<LegiFile, "html"> => ({ html: `<p>${text}</p>` });

forOneStore((_name, open) => {
  let store: RelationalStore;
  let folder: string;

  beforeAll(async () => {
    store = await open();
  });
  beforeEach(async () => {
    folder = temporaryFolder();
    await emptyStore(store.database);
  });
  afterAll(() => store.close());

  const writeGlobal = (archive: Partial<LegiArchive> = {}) => {
    const stamp = archive.stamp ?? GLOBAL;
    return writeLegiArchive(join(folder, globalName(stamp)), { files: [file(1)], ...archive, stamp }, true);
  };
  const writeIncrement = (stamp: string, archive: Partial<LegiArchive>) =>
    writeLegiArchive(
      join(folder, incrementName(stamp)),
      { stamp, files: [], deleted: [], ...archive },
      false,
    );
  const wordsOf = async (article: string, day = "2026-06-01") =>
    (await readLawTexts(store.database, [{ code: "CGI", article }], day))[0]?.contenu_texte ?? null;
  const held = async () => await readLaw(store.database);
  const until = async () => (await held()).law?.jusqu_au ?? null;
  /** The whole content, whatever the order in which it came. */
  const content = async () =>
    await store.database.$client`
    select v.legiarti, v.etat, v.date_debut, v.date_fin, v.contenu_texte, v.path from law_versions v order by legiarti`;

  test("archives apply in the order of their stamps, whatever their case", async () => {
    await writeLegiArchive(
      join(folder, "FREEMIUM_LEGI_GLOBAL_20260101-140000.TAR.GZ"),
      { stamp: GLOBAL, files: [file(1)] },
      true,
    );
    await writeIncrement(SECOND, { files: [file(1, words("Derniers mots."))] });
    await writeIncrement(FIRST, { files: [file(1, words("Mots du milieu.")), file(2)] });
    const run = await readLawFrom(store.database, folder);
    expect(run.message).toBeNull();
    expect([await wordsOf("1"), await wordsOf("2")]).toEqual(["Derniers mots.", "Mots de l'article 2."]);
    expect(await until()).toBe("2026-02-02");
  });

  test.each([
    ["cut in its compression", () => truncateSync(join(folder, incrementName(FIRST)), 300)],
    [
      "without its end",
      () => {
        const path = join(folder, incrementName(FIRST));
        writeFileSync(path, Bun.gzipSync(Bun.gunzipSync(readFileSync(path)).subarray(0, -1024)));
      },
    ],
    ["that is no archive", () => writeFileSync(join(folder, incrementName(FIRST)), "rien")],
  ])("an archive %s is refused by name, and stops coverage; what follows is read", async (_title, damage) => {
    await writeGlobal();
    await writeIncrement(FIRST, {
      files: Array.from({ length: 20 }, (_, rank) => file(rank + 1, words(`Coupé ${rank}.`))),
    });
    damage();
    await writeIncrement(SECOND, { files: [file(2)] });
    const run = await readLawFrom(store.database, folder);
    expect(run.message).toContain(incrementName(FIRST));
    expect([await wordsOf("1"), await wordsOf("2")]).toEqual([
      "Mots de l'article 1.",
      "Mots de l'article 2.",
    ]);
    const { law, fault } = await held();
    expect(law).toEqual({ jusqu_au: "2026-01-01", trous: [incrementName(FIRST)], codes: [] });
    expect(fault?.message).toContain(incrementName(FIRST));
  });

  test.each([
    ["a link", { name: "legi/global/lien.xml", type: "symlink", linkname: "/etc/passwd" }],
    ["a path that leaves it", { name: "../../legi/global/x.xml" }],
    ["an absolute path", { name: "/legi/global/x.xml" }],
  ] as const)("an archive with %s is refused whole, by name", async (_title, beside) => {
    await writeGlobal();
    await writeIncrement(FIRST, { files: [file(1, words("Pris."))], beside: [beside] });
    const run = await readLawFrom(store.database, folder);
    expect(run.message).toContain(incrementName(FIRST));
    expect(await wordsOf("1")).toBe("Mots de l'article 1.");
    expect(await until()).toBe("2026-01-01");
  });

  test("an archive that is repaired applies in its place: those after it go on top again", async () => {
    await writeGlobal();
    await writeIncrement(FIRST, { files: [file(1, words("Mots du milieu.")), file(2)] });
    const whole = readFileSync(join(folder, incrementName(FIRST)));
    truncateSync(join(folder, incrementName(FIRST)), 100);
    await writeIncrement(SECOND, { files: [file(1, words("Derniers mots."))] });
    await readLawFrom(store.database, folder);
    expect(await until()).toBe("2026-01-01");
    writeFileSync(join(folder, incrementName(FIRST)), whole);
    const run = await readLawFrom(store.database, folder);
    expect(run.message).toBeNull();
    expect([await wordsOf("1"), await wordsOf("2")]).toEqual(["Derniers mots.", "Mots de l'article 2."]);
    expect(await until()).toBe("2026-02-02");
  });

  test("an archive that was seen and has gone before it was read is a gap", async () => {
    await writeGlobal();
    await writeIncrement(FIRST, { files: [file(2)] });
    truncateSync(join(folder, incrementName(FIRST)), 100);
    await readLawFrom(store.database, folder);
    rmSync(join(folder, incrementName(FIRST)));
    await writeIncrement(SECOND, { files: [file(3)] });
    const run = await readLawFrom(store.database, folder);
    expect(run.message).toContain(`${incrementName(FIRST)} manque`);
    expect(await until()).toBe("2026-01-01");
    expect(await wordsOf("3")).toBe("Mots de l'article 3.");
  });

  test("a newer global archive replaces all that was held, gaps included", async () => {
    await writeGlobal({ files: [file(1), file(2)] });
    await writeIncrement(FIRST, { files: [file(3)] });
    truncateSync(join(folder, incrementName(FIRST)), 100);
    await readLawFrom(store.database, folder);
    await writeGlobal({ stamp: SECOND, files: [file(1), file(4)] });
    await writeIncrement(THIRD, { files: [file(5)] });
    const run = await readLawFrom(store.database, folder);
    expect(run.message).toBeNull();
    const found = await Promise.all(["1", "2", "3", "4", "5"].map((article) => wordsOf(article)));
    expect(found.map((text) => text !== null)).toEqual([true, false, false, true, true]);
    expect((await held()).law).toMatchObject({ jusqu_au: "2026-02-03", trous: [] });
  });

  test("a global archive that would lose a tenth of the articles is refused, unless it is forced", async () => {
    const many = Array.from({ length: 200 }, (_, rank) => file(rank + 1));
    await writeGlobal({ files: many });
    await readLawFrom(store.database, folder);
    await writeGlobal({ stamp: SECOND, files: many.slice(0, 100) });
    const run = await readLawFrom(store.database, folder);
    expect(run.message).toContain("retirerait 100 fichiers d'articles sur 200");
    expect([await wordsOf("200"), await until()]).toEqual(["Mots de l'article 200.", "2026-01-01"]);
    await readLawFrom(store.database, folder, { isForced: true });
    expect([await wordsOf("200"), await until()]).toEqual([null, "2026-02-02"]);
  });

  test("of two files of one version the newest holds; deleted, the older one does again", async () => {
    const older = file(1, {
      vigueur: "non",
      modifiedAt: "2020-01-01T00:00:00Z",
      ...words("Copie ancienne."),
    });
    const newer = file(1, { vigueur: "en", modifiedAt: "2026-01-01T00:00:00Z", ...words("Copie récente.") });
    await writeGlobal({ files: [newer, older] });
    await readLawFrom(store.database, folder);
    expect(await wordsOf("1")).toBe("Copie récente.");
    await writeIncrement(FIRST, { deleted: [legiPath(newer).replace(".xml", "")] });
    await readLawFrom(store.database, folder);
    expect(await wordsOf("1")).toBe("Copie ancienne.");
    await writeIncrement(SECOND, { deletedFolders: [`${legiPath(older).replace(/\/article\/.*/, "")} D`] });
    await readLawFrom(store.database, folder);
    expect(await wordsOf("1")).toBeNull();
  });

  test("a file of the archive that deletes it stays, and lines that name nothing are passed over", async () => {
    await writeGlobal({ files: [file(1), file(2)] });
    const lines = [
      legiPath(file(1)).replace(".xml", ""),
      "",
      "legi/global/nulle/part",
      "???",
      legiPath(file(2)).replace(".xml", "").replace("article/LEGI", "articleLEGI"),
    ];
    await writeIncrement(FIRST, { files: [file(1, words("Nouveaux mots."))], deleted: lines });
    const run = await readLawFrom(store.database, folder);
    expect(run.message).toBeNull();
    expect([await wordsOf("1"), await wordsOf("2")]).toEqual(["Nouveaux mots.", null]);
  });

  test("a version that is listed without its file has its days; it gets its words with the file", async () => {
    const other = file(2, { num: "1", debut: "2021-01-01" });
    await writeGlobal({
      files: [file(1, { fin: "2021-01-01", others: [[other.id, "2021-01-01", "2999-01-01"]] })],
    });
    await readLawFrom(store.database, folder);
    const versions = () => readLawVersions(store.database, { code: "CGI", article: "1" });
    expect((await versions()).map(({ date_debut, empreinte }) => [date_debut, empreinte !== null])).toEqual([
      ["2021-01-01", false],
      ["2020-01-01", true],
    ]);
    expect(await wordsOf("1")).toBeNull();
    await writeIncrement(FIRST, { files: [other] });
    await readLawFrom(store.database, folder);
    expect(await wordsOf("1")).toBe("Mots de l'article 2.");
    await writeIncrement(SECOND, { deleted: [legiPath(other).replace(".xml", "")] });
    await readLawFrom(store.database, folder);
    expect([await wordsOf("1"), (await versions()).length]).toEqual([null, 2]);
  });

  test("a file that can't be read is told by name; what it held stays, its code is no longer held whole", async () => {
    await writeGlobal({ files: [file(1), file(2)] });
    await writeIncrement(FIRST, { files: [file(1, { xml: "<ARTICLE><META>" }), file(2, words("Lu."))] });
    const run = await readLawFrom(store.database, folder);
    expect(run.errors).toMatchObject([{ identifiant: file(1).id }]);
    expect(run.errors[0]?.message).toContain(legiPath(file(1)));
    expect([await wordsOf("1"), await wordsOf("2")]).toEqual(["Mots de l'article 1.", "Lu."]);
    expect((await held()).law?.codes).not.toContain("CGI");
    await writeIncrement(SECOND, { files: [file(1, words("Réparé."))] });
    await readLawFrom(store.database, folder);
    expect(await wordsOf("1")).toBe("Réparé.");
    expect((await held()).law?.codes).toContain("CGI");
  });

  test("a reading that is stopped anywhere goes on to the state of one that was not", async () => {
    const many = Array.from({ length: 160 }, (_, rank) => file(rank + 1));
    await writeGlobal({ files: many });
    await writeIncrement(FIRST, {
      files: many
        .slice(20, 140)
        .map((one) => ({ ...one, ...words(`Nouveau ${one.num}.`), modifiedAt: "2026-02-01T00:00:00Z" })),
      deleted: many.slice(0, 10).map((one) => legiPath(one).replace(".xml", "")),
    });
    await readLawFrom(store.database, folder);
    const whole = await content();
    expect(whole.length).toBe(150);
    for (let stopsAt = 1; ; stopsAt += 1) {
      await emptyStore(store.database);
      const stopped = await readLawFrom(store.database, folder, { stopsAt }).catch((error: unknown) => error);
      if (!(stopped instanceof Error)) {
        expect(stopsAt).toBeGreaterThan(6);
        break;
      }
      const run = await readLawFrom(store.database, folder);
      expect(run.message).toBeNull();
      expect(await content()).toEqual(whole);
      expect(await until()).toBe("2026-02-01");
    }
  });

  test("a stop is no fault of the source", async () => {
    await writeGlobal();
    expect(await rejectionOf(readLawFrom(store.database, folder, { stopsAt: 1 }))).toBeInstanceOf(
      Interrupted,
    );
    expect((await held()).fault).toBeNull();
  });

  test("a code that is added is read from the archives that are there, one that is left out is forgotten", async () => {
    const text = "LEGITEXT000006070721";
    const civil = file(9, { code: text, num: "515-1", ...words("Un pacte est un contrat.") });
    await writeGlobal({ files: [file(1), civil] });
    await readLawFrom(store.database, folder);
    const pacte = async () => await readLawVersions(store.database, { code: "code civil", article: "515-1" });
    expect(await pacte()).toEqual([]);
    const codes = [...TAX_CODES, findLegiCode("code-civil") ?? { code: "", text: "" }];
    await readLawFrom(store.database, folder, { codes });
    expect((await pacte()).length).toBe(1);
    expect((await held()).law?.codes).toContain("code civil");
    await readLawFrom(store.database, folder);
    expect(await pacte()).toEqual([]);
    expect(await wordsOf("1")).toBe("Mots de l'article 1.");
  });

  test("a source that is away is told, with the day since when; what is held stays", async () => {
    await writeGlobal();
    await readLawFrom(store.database, folder);
    const run = await readLawFrom(store.database, join(folder, "absent"));
    expect(run.message).toContain("dossier LEGI introuvable");
    expect((await held()).fault).toMatchObject({ since: "2026-11-28T04:00:00.000Z" });
    expect([await wordsOf("1"), await until()]).toEqual(["Mots de l'article 1.", "2026-01-01"]);
    await readLawFrom(store.database, folder);
    expect((await held()).fault).toBeNull();
  });

  test("the sample's articles give way to the law, and never come after it", async () => {
    await readLawFrom(store.database, "sample");
    expect(await wordsOf("197")).toContain("Texte d'essai");
    await writeGlobal({ stamp: "20250713-140000" });
    await readLawFrom(store.database, folder);
    expect([await wordsOf("197"), await wordsOf("1")]).toEqual([null, "Mots de l'article 1."]);
    const run = await readLawFrom(store.database, "sample");
    expect(run.message).toContain("un autre droit que celui du corpus d'essai");
    expect([await wordsOf("197"), await wordsOf("1")]).toEqual([null, "Mots de l'article 1."]);
  });

  test("an index of archives is read as Apache writes it, and nothing is downloaded twice", async () => {
    await writeGlobal();
    await writeIncrement(FIRST, { files: [file(2)] });
    const asked: string[] = [];
    const server = Bun.serve({
      port: 0,
      fetch(request) {
        const name = new URL(request.url).pathname.split("/").at(-1) ?? "";
        asked.push(name);
        if (name !== "") return new Response(Bun.file(join(folder, name)));
        const rows = ["?C=N;O=D", "/OPENDATA/", ...readdirSync(folder), "DILA_LEGI_Presentation.pdf"];
        return new Response(rows.map((row) => `<a href="${row}">${row}</a>`).join("\n"));
      },
    });
    try {
      const address = `http://127.0.0.1:${server.port}/OPENDATA/LEGI`;
      await readLawFrom(store.database, address);
      expect(asked).toEqual(["", globalName(GLOBAL), incrementName(FIRST)]);
      await readLawFrom(store.database, address);
      expect(asked.slice(3)).toEqual([""]);
      expect([await wordsOf("2"), await until()]).toEqual(["Mots de l'article 2.", "2026-02-01"]);
    } finally {
      await server.stop(true);
    }
  });
});
