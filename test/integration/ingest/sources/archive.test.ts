import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { IngestionFault } from "../../../../ingest/journal/fault.ts";
import {
  ARCHIVE_LIMITS,
  type ArchiveItem,
  type ArchiveLimits,
  type ArchivePeriod,
  compareArchives,
  readArchiveName,
} from "../../../../ingest/sources/archive/entries.ts";
import { readArchive } from "../../../../ingest/sources/archive/read-archive.ts";
import { rejectionOf } from "../../../rejection.ts";
import { edition, type TarEntry, tar, writeBytes, writeTgz } from "./tar.ts";

const never = new AbortController().signal;
const PLACE = "Commentaire/IR/2491-PGP/2026-05-27";
const OTHER = "Commentaire/IR/2494-PGP/2026-05-27";
const FOLDER = `BOFiP/documents/Contenu/${PLACE}`;

const ZEROS = new Uint8Array(64 * 1024 * 1024);

interface Reading {
  readonly kind?: "stock" | "flux";
  readonly limits?: Partial<ArchiveLimits>;
}

async function read(path: string, { kind = "flux", limits = {} }: Reading = {}): Promise<ArchiveItem[]> {
  return await Array.fromAsync(readArchive({ path, kind }, never, { ...ARCHIVE_LIMITS, ...limits }));
}

function readTar(entries: readonly TarEntry[], reading: Reading = {}): Promise<ArchiveItem[]> {
  return read(writeTgz(entries), reading);
}

/** Documents by their path, with the html; problems by theirs, with the message. */
function told(items: readonly ArchiveItem[]): string[] {
  return items.map((item) =>
    item.kind === "document"
      ? `${item.document.path.replace("BOFiP/documents/Contenu/", "")} ${item.document.html}`
      : `${item.path.replace("BOFiP/documents/Contenu/", "")} : ${item.message}`,
  );
}

describe("a document of an archive", () => {
  test("is its two files and what its place says", async () => {
    const [item] = await readTar(edition(PLACE));
    expect(item).toEqual({
      kind: "document",
      document: {
        path: FOLDER,
        pgp: 2491,
        date: "2026-05-27",
        contentType: "Commentaire",
        serie: "IR",
        xml: `<document>${PLACE}</document>`,
        html: "<p>Texte</p>",
      },
    });
  });

  test.each([
    { place: "Lettre Type/IR/12-PGP/2026-05-27", contentType: "Lettre Type", serie: "IR" },
    { place: "Barème/12-PGP/2026-05-27", contentType: "Barème", serie: null },
    { place: "Barème/12-PGP/2026-05-27".normalize("NFD"), contentType: "Barème", serie: null },
  ])("lies in $place", async ({ place, contentType, serie }) => {
    expect(await readTar(edition(place))).toMatchObject([{ document: { contentType, serie, pgp: 12 } }]);
  });

  test.each([
    { order: "the body first", entries: edition(PLACE).reverse() },
    { order: "other documents between its files", entries: interleaved(edition(PLACE), edition(OTHER)) },
    {
      order: "a folder named with ./",
      entries: edition(PLACE).map((one) => ({ ...one, path: `./${one.path}` })),
    },
    { order: "a very long path", entries: edition(`${"É".repeat(60)}/IR/2491-PGP/2026-05-27`) },
  ])("is whole with $order", async ({ entries }) => {
    const items = await readTar(entries);
    expect(items).toHaveLength(entries.length / 2);
    for (const item of items) expect(item).toMatchObject({ document: { html: "<p>Texte</p>" } });
  });

  test("may have no body", async () => {
    expect(told(await readTar([...edition(PLACE, null), ...edition(OTHER)]))).toEqual([
      `${OTHER} <p>Texte</p>`,
      `${PLACE} null`,
    ]);
  });

  test.each([
    { fault: "document.xml absent", entries: edition(PLACE).slice(1) },
    { fault: "pas en UTF-8", entries: withBody(Uint8Array.of(0x63, 0x61, 0x66, 0xe9)) },
    { fault: "deux fois dans l'archive", entries: [...edition(PLACE), ...edition(PLACE).slice(1)] },
    { fault: "lien ou fichier spécial", entries: withLink("2") },
  ])("is told as a problem: $fault", async ({ fault, entries }) => {
    const items = told(await readTar([...entries, ...edition(OTHER)]));
    expect(items.filter((item) => item.includes(fault))).toEqual([expect.stringContaining(PLACE)]);
    expect(items).toContain(`${OTHER} <p>Texte</p>`);
  });

  const LATIN = Buffer.from("<p>Café</p>", "latin1");
  const declaring = (encoding: string) =>
    `<?xml version="1.0" encoding=${encoding}?>\n<document>é</document>`;

  test.each([
    {
      file: "data.html",
      what: "whose bytes are of another encoding",
      body: LATIN,
      told: "n'est pas en UTF-8",
    },
    {
      file: "document.xml",
      what: "whose bytes are of another encoding",
      body: LATIN,
      told: "n'est pas en UTF-8",
    },
    {
      file: "document.xml",
      what: "in UTF-16",
      body: Buffer.from(`\ufeff${declaring('"UTF-16"')}`, "utf16le"),
      told: "n'est pas en UTF-8",
    },
    {
      file: "document.xml",
      what: "that says ISO-8859-1",
      body: declaring('"ISO-8859-1"'),
      told: "ISO-8859-1",
    },
    {
      file: "document.xml",
      what: "that says windows-1252",
      body: declaring("'windows-1252'"),
      told: "windows-1252",
    },
  ])(
    "with a $file $what is told by that file, once, and left out whatever the order",
    async ({ file, body, told: reason }) => {
      const entries = edition(PLACE).map((one) => (one.path.endsWith(file) ? { ...one, body } : one));
      for (const order of [entries, entries.toReversed(), interleaved(entries, edition(OTHER))]) {
        const problems = told(await readTar(order)).filter((one) => one.includes(PLACE));
        expect(problems).toEqual([expect.stringContaining(reason)]);
        expect(problems[0]).toStartWith(`${PLACE}/${file} : `);
      }
    },
  );

  test.each(['"UTF-8"', "'utf-8'"])(
    "may say that its XML is in %s, a byte order mark before it",
    async (encoding) => {
      const entries = edition(PLACE).map((one) =>
        one.path.endsWith(".xml") ? { ...one, body: `\ufeff${declaring(encoding)}` } : one,
      );
      expect(told(await readTar(entries))).toEqual([`${PLACE} <p>Texte</p>`]);
    },
  );

  test("that comes a second time, unusable, is as it was the first time", async () => {
    const items = told(await readTar([...edition(PLACE), ...withBody(LATIN).slice(1)]));
    expect(items).toEqual([
      `${PLACE} <p>Texte</p>`,
      `${PLACE}/data.html : présent deux fois dans l'archive, le premier est gardé.`,
    ]);
  });

  test("beyond the size of a document is left out, the others read", async () => {
    const items = await readTar([...edition(PLACE, "x".repeat(5_000)), ...edition(OTHER)], {
      limits: { maxFileBytes: 4_000 },
    });
    expect(told(items)).toEqual([
      `${PLACE}/data.html : plus de 4000 octets, document écarté.`,
      `${OTHER} <p>Texte</p>`,
    ]);
  });
});

describe("the rest of an archive", () => {
  test("is passed over: plan, attachments, images, folders", async () => {
    const paths = [
      "BOFiP/documents/PlanClassement/IR/2026-05-21/document.xml",
      "./BOFiP/documents/PlanClassement/IR/2026-05-21/data.html",
      "BOFiP/documents/Attachment/1-PGP/2026-05-21/document.xml",
      "BOFiP/documents/Images/logo.png",
      `${FOLDER}/image_1.png`,
      `${FOLDER}/._document.xml`,
      "LISEZMOI",
    ];
    const folder = { path: "BOFiP/documents/Contenu/", type: "5" };
    expect(await readTar([folder, ...paths.map((path) => ({ path, body: "x" }))])).toEqual([]);
  });

  test.each([
    {
      what: "a path out of the archive",
      entry: { path: "BOFiP/../../evasion" },
      message: "sort de l'archive",
    },
    { what: "one with backslashes", entry: { path: "BOFiP\\..\\evasion" }, message: "sort de l'archive" },
    { what: "an absolute path", entry: { path: "/tmp/evasion" }, message: "absolu" },
    { what: "a path with a drive", entry: { path: "C:\\evasion" }, message: "absolu" },
    { what: "a path that a terminal obeys", entry: { path: "a\x1b[2Jb" }, message: "contrôle" },
    { what: "a path without end", entry: { path: "a/".repeat(2_000) }, message: "plus de 1024 caractères" },
    { what: "a link", entry: { path: "lien", type: "1", target: "/etc/passwd" }, message: "lien" },
    { what: "a symbolic link", entry: { path: "lien", type: "2", target: "/etc/passwd" }, message: "lien" },
    { what: "a device", entry: { path: "disque", type: "4" }, message: "spécial" },
    { what: "a fifo", entry: { path: "tube", type: "6" }, message: "spécial" },
    { what: "an unknown kind of file", entry: { path: "autre", type: "S" }, message: "spécial" },
  ])("is told as a problem and never written: $what", async ({ entry, message }) => {
    const path = writeTgz([entry, ...edition(PLACE)]);
    const items = told(await read(path));
    expect(items).toEqual([expect.stringContaining(message), `${PLACE} <p>Texte</p>`]);
    expect(items.join()).not.toContain("\x1b");
    expect(readdirSync(dirname(path))).toHaveLength(1);
    expect(existsSync(join(dirname(path), "../evasion"))).toBe(false);
  });
});

describe("an archive", () => {
  const whole = tar([...edition(PLACE), ...edition(OTHER)]);

  const CONTENTS = "BOFiP/documents/Contenu/";

  test.each([
    { what: "its folders", entries: [{ path: CONTENTS, type: "5" }] },
    { what: "folders named with ./", entries: [{ path: `./${CONTENTS}Commentaire`, type: "5" }] },
    { what: "a folder without its last slash", entries: [{ path: CONTENTS.slice(0, -1), type: "5" }] },
    { what: "an image of a document", entries: [{ path: `${FOLDER}/image_1.png`, body: "x" }] },
  ])("that holds no document but $what is fine as a flux, refused as a stock", async ({ entries }) => {
    const empty = writeTgz(entries);
    expect(await read(empty)).toEqual([]);
    expect(await faultOf(empty, { kind: "stock" })).toContain("aucun document dans ce stock");
  });

  test.each([
    { what: "nothing", entries: [] },
    { what: "a root alone", entries: [{ path: "BOFiP/", type: "5" }] },
    {
      what: "empty folders of other names",
      entries: [{ path: "BOFiP/documents/Contenus/Barème/", type: "5" }],
    },
    { what: "a file that is named as the folder", entries: [{ path: "BOFiP/documents/Contenu", body: "x" }] },
    {
      what: "a plan alone",
      entries: [{ path: "BOFiP/documents/PlanClassement/IR/document.xml", body: "x" }],
    },
    {
      what: "code",
      entries: [
        { path: "depot/src/index.ts", body: "x" },
        { path: "depot/index.html", body: "x" },
      ],
    },
  ])("that holds no document and not the official folders is refused: $what", async ({ entries }) => {
    expect(await faultOf(writeTgz(entries))).toContain(CONTENTS);
  });

  test.each([
    { what: "a misspelt folder", path: `BOFiP/documents/Contenus/${PLACE}/document.xml` },
    { what: "a folder in other letters", path: `BOFiP/documents/contenu/${PLACE}/document.xml` },
    { what: "another root", path: `export/documents/Contenu/${PLACE}/data.html` },
    { what: "a root of its own above", path: `flux/${FOLDER}/document.xml` },
    { what: "no root", path: `Contenu/${PLACE}/document.xml` },
    { what: "an unknown folder beside", path: "BOFiP/documents/Rescrits/IR/2026-05-27/document.xml" },
    { what: "no type", path: "BOFiP/documents/Contenu/2491-PGP/2026-05-27/document.xml" },
    { what: "no PGP folder", path: "BOFiP/documents/Contenu/Commentaire/IR/2026-05-27/document.xml" },
    {
      what: "a PGP folder of another form",
      path: "BOFiP/documents/Contenu/Commentaire/IR/2491/2026-05-27/document.xml",
    },
    {
      what: "a PGP number beyond measure",
      path: "BOFiP/documents/Contenu/Commentaire/IR/1234567890-PGP/2026-05-27/document.xml",
    },
    { what: "no date folder", path: "BOFiP/documents/Contenu/Commentaire/IR/2491-PGP/document.xml" },
    {
      what: "a date that is no day",
      path: "BOFiP/documents/Contenu/Commentaire/IR/2491-PGP/2026-02-30/data.html",
    },
    {
      what: "a date of another form",
      path: "BOFiP/documents/Contenu/Commentaire/IR/2491-PGP/27-05-2026/data.html",
    },
    {
      what: "one folder too many",
      path: "BOFiP/documents/Contenu/Commentaire/IR/LIQ/2491-PGP/2026-05-27/document.xml",
    },
    { what: "a folder below the date", path: `${FOLDER}/v2/data.html` },
    {
      what: "folders that lead out of their own",
      path: "BOFiP/documents/Contenu/../IR/2491-PGP/2026-05-27/document.xml",
    },
    { what: "the separators of Windows", path: `${FOLDER}/document.xml`.replaceAll("/", "\\") },
    { what: "an absolute path", path: `/${FOLDER}/document.xml` },
    { what: "a file in other letters", path: `${FOLDER}/Document.XML` },
    { what: "the root of the archive", path: "document.xml" },
    { what: "the root of the archive, named with ./", path: "./data.html" },
    { what: "a plan in the contents", path: "BOFiP/documents/Contenu/PlanClassement/IR/document.xml" },
    { what: "a link", path: "BOFiP/documents/Contenus/document.xml", type: "2", target: "/etc/passwd" },
  ])(
    "with a file of a document elsewhere is refused by its name: $what",
    async ({ what: _, path, ...entry }) => {
      const stray = { path, body: "x", ...entry };
      for (const entries of [
        [...edition(PLACE), stray],
        [stray, ...edition(OTHER)],
      ]) {
        const message = await faultOf(writeTgz(entries));
        expect(message).toContain(`« ${path} »`);
        expect(message).toContain("TYPE/[SÉRIE/]NUMÉRO-PGP/AAAA-MM-JJ/");
      }
    },
  );

  test("with many of them names the first ones and tells how many they are", async () => {
    const stray = Array.from({ length: 1_000 }, (_, pgp) => ({ path: `Contenus/${pgp}-PGP/document.xml` }));
    const message = await faultOf(writeTgz(stray));
    expect(message).toContain("« Contenus/0-PGP/document.xml »");
    expect(message).toContain("997 autres");
    expect(message.length).toBeLessThan(1_000);
  });

  test("with one whose name a terminal obeys shows it without", async () => {
    const message = await faultOf(writeTgz([{ path: "a\x1b[2Jb/document.xml" }]));
    expect(message).toContain("« a�[2Jb/document.xml »");
  });

  test("cut anywhere in its compression is refused", async () => {
    const bytes = Bun.gzipSync(new Uint8Array(whole));
    for (let end = 0; end < bytes.length; end += 7)
      expect(await faultOf(writeBytes(bytes.slice(0, end)))).toMatch(/coupée|abîmée/);
  });

  test("cut anywhere before it was compressed is refused", async () => {
    for (let end = 0; end < whole.length - 512; end += 512)
      expect(await faultOf(writeBytes(Bun.gzipSync(whole.slice(0, end))))).toMatch(/coupée|abîmée/);
  });

  test("with a byte changed in its compression is refused", async () => {
    const bytes = Bun.gzipSync(new Uint8Array(whole));
    // The first ten bytes are the header: its date does not affect the content.
    for (let at = 10; at < bytes.length; at += 7) {
      const spoilt = bytes.map((byte, index) => (index === at ? byte ^ 0x55 : byte));
      expect(await faultOf(writeBytes(spoilt))).toMatch(/coupée|abîmée/);
    }
  });

  test.each([
    { what: "a header that is damaged", bytes: () => withByte(whole, 130, 0x37) },
    { what: "a size beyond the end", bytes: () => tar([{ path: `${FOLDER}/data.html`, size: 10 ** 9 }]) },
    { what: "no tar at all", bytes: () => Buffer.from("<html>Page introuvable</html>".repeat(100)) },
    {
      what: "rubbish after a document",
      bytes: () => Buffer.concat([whole.slice(0, -1024), Buffer.alloc(2048, "x")]),
    },
  ])("with $what is refused", async ({ bytes }) => {
    expect(await faultOf(writeBytes(Bun.gzipSync(new Uint8Array(bytes()))))).toMatch(/coupée|abîmée/);
  });

  test("that is no gzip at all is refused", async () => {
    expect(await faultOf(writeBytes(Buffer.from("<html>Page introuvable</html>")))).toMatch(/coupée|abîmée/);
  });

  test.each([
    { what: "as padding", start: () => Buffer.alloc(0) },
    {
      what: "as a document",
      start: () => tar([{ path: `${FOLDER}/data.html`, size: 8 ** 11 - 1 }]).slice(0, 512),
    },
    {
      what: "as an attachment",
      start: () => tar([{ path: "BOFiP/a.pdf", size: 8 ** 11 - 1 }]).slice(0, 512),
    },
  ])("of 10 GB of zeros $what is refused after some megabytes", async ({ start }) => {
    const head = Bun.gzipSync(new Uint8Array(start()));
    // A reader that gets that far finds no gzip any more, and reports it.
    const rubbish = Buffer.from("<html>Page introuvable</html>");
    const bytes = Buffer.concat([head, repeated(ZEROS, 3), rubbish, repeated(ZEROS, 157)]);
    expect(await faultOf(writeBytes(bytes))).toContain("fois sa taille");
  });

  test("of 200,000 files is refused", async () => {
    const thousand = Array.from({ length: 1_000 }, (_, index) => ({ path: `${FOLDER}/${index}.png` }));
    const path = writeBytes(repeated(tar(thousand).slice(0, -1024), 200));
    expect(await faultOf(path, { limits: { maxRatio: 1_000 } })).toContain("plus de 150000 fichiers");
    expect(await faultOf(path)).toContain("fois sa taille");
  });

  test("of more files or bytes than the limit is refused", async () => {
    const path = writeBytes(Bun.gzipSync(new Uint8Array(whole)));
    expect(await faultOf(path, { limits: { maxEntries: 3 } })).toContain("plus de 3 fichiers");
    expect(await faultOf(path, { limits: { maxBytes: 2_000 } })).toContain("plus de 2000 octets");
    expect(await read(path, { limits: { maxEntries: 4, maxBytes: whole.length } })).toHaveLength(2);
  });

  test("that keeps too many documents waiting for their other file is refused, never given by half", async () => {
    const places = [1, 2, 3, 4].map((pgp) => `Commentaire/IR/${pgp}-PGP/2026-05-27`);
    const files = places.map((place) => edition(place));
    const apart = [...files.map(([xml]) => xml), ...files.map(([, html]) => html)].filter(
      (one) => one !== undefined,
    );
    expect(await readTar(apart, { limits: { maxPendingFolders: 4 } })).toHaveLength(4);
    for (const limits of [{ maxPendingFolders: 3 }, { maxPendingChars: 100 }])
      expect(await faultOf(writeTgz(apart), { limits })).toContain("loin l'un de l'autre");
  });

  test("is left as soon as the run is asked to stop", async () => {
    const stopping = new AbortController();
    const path = writeTgz([...edition(PLACE), ...edition(OTHER)]);
    const reading = async () => {
      for await (const _ of readArchive({ path, kind: "flux" }, stopping.signal)) stopping.abort();
    };
    expect(await rejectionOf(reading())).toMatchObject({ name: "AbortError" });
  });

  test("may be left in the middle", async () => {
    const path = writeTgz([...edition(PLACE), ...edition(OTHER)]);
    for await (const item of readArchive({ path, kind: "flux" }, never)) {
      expect(item.kind).toBe("document");
      break;
    }
  });
});

describe("the name of an archive", () => {
  test.each([
    { name: "bofip_stock_live_20260521.tgz", kind: "stock", from: "2026-05-21", to: "2026-05-21" },
    { name: "bofip_flux_live_20260522_20260528.tgz", kind: "flux", from: "2026-05-22", to: "2026-05-28" },
  ] as const)("tells the days that it covers: $name", (period) => {
    expect(readArchiveName(period.name)).toEqual(period);
  });

  test.each([
    "stock.tgz",
    "bofip_stock_live_20260230.tgz",
    "bofip_flux_live_20260528_20260522.tgz",
    "../bofip_stock_live_20260521.tgz",
    "bofip_stock_live_20260521.tgz\n",
  ])("is none: %j", (name) => {
    expect(readArchiveName(name)).toBeNull();
  });

  test("tells the order to apply: stocks, then fluxes by period", () => {
    const names = [
      "bofip_stock_live_20260421.tgz",
      "bofip_stock_live_20260521.tgz",
      "bofip_flux_live_20260415_20260421.tgz",
      "bofip_flux_live_20260522_20260528.tgz",
      "bofip_flux_live_20260529_20260604.tgz",
    ];
    const periods = names.map(readArchiveName).filter((one): one is ArchivePeriod => one !== null);
    expect(
      periods
        .toReversed()
        .sort(compareArchives)
        .map(({ name }) => name),
    ).toEqual(names);
  });
});

const SHARED = join(import.meta.dir, "../../../../../shared/corpus");
const CORPUS = [
  { name: "bofip_stock_live_20260521.tgz", documents: 159, bodiless: 1 },
  { name: "bofip_flux_live_20260522_20260528.tgz", documents: 9, bodiless: 0 },
  { name: "bofip_flux_live_20260529_20260604.tgz", documents: 0, bodiless: 0 },
];

describe.skipIf(!existsSync(SHARED))("the official archives (skipped without ../shared)", () => {
  test.each(CORPUS)("$name gives $documents documents", async ({ name, documents, bodiless }) => {
    const items = await read(join(SHARED, name));
    expect(items.filter(({ kind }) => kind === "problem")).toEqual([]);
    expect(items).toHaveLength(documents);
    const without = items.filter((item) => item.kind === "document" && item.document.html === null);
    expect(without).toHaveLength(bodiless);
  });

  test("are refused cut at any place", async () => {
    const bytes = readFileSync(join(SHARED, "bofip_flux_live_20260522_20260528.tgz"));
    for (let end = 0; end < bytes.length; end += 1_009)
      expect(await faultOf(writeBytes(bytes.subarray(0, end)))).toMatch(/coupée|abîmée/);
  });
});

async function faultOf(path: string, reading: Reading = {}): Promise<string> {
  const fault = await rejectionOf(read(path, reading));
  if (!(fault instanceof IngestionFault)) throw fault;
  expect(fault.message).toContain("rien n'en a été utilisé");
  return fault.message;
}

/** Compressed `times` times over: the members of a gzip file are concatenated (RFC 1952, §2.2). */
function repeated(bytes: Uint8Array, times: number): Uint8Array {
  const member = Bun.gzipSync(new Uint8Array(bytes));
  return Buffer.concat(Array.from({ length: times }, () => member));
}

function interleaved(first: TarEntry[], second: TarEntry[]): TarEntry[] {
  return first.flatMap((entry, index) => [entry, ...second.slice(index, index + 1)]);
}

function withBody(body: Uint8Array): TarEntry[] {
  return edition(PLACE).map((entry) => (entry.path.endsWith(".html") ? { ...entry, body } : entry));
}

function withLink(type: string): TarEntry[] {
  return edition(PLACE).map((entry) =>
    entry.path.endsWith(".html") ? { path: entry.path, type, target: "/etc/passwd" } : entry,
  );
}

function withByte(bytes: Uint8Array, at: number, value: number): Uint8Array {
  return bytes.map((byte, index) => (index === at ? value : byte));
}
