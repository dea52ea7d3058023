import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type AppliedArchive, type KnownSources, NOTHING_KNOWN } from "../../../../db/ingestion/sources.ts";
import { readArchiveName } from "../../../../ingest/sources/archive/entries.ts";
import { type OpenSource, openSource } from "../../../../ingest/sources/open.ts";
import type { Opening } from "../../../../ingest/sources/session.ts";
import { temporaryFolder } from "../../../folders.ts";
import { rejectionOf } from "../../../rejection.ts";
import { cutAfter, type FileServer, serveFiles, silentAfter, status } from "../../../servers/files.ts";
import { edition, tar } from "./tar.ts";

const NOW = new Date("2026-06-10T04:00:00Z");
const LIMITS = { attempts: 2, firstDelayMs: 1, silenceMs: 300, maxDelayMs: 10 };
const EXPORT = '{"type":"Contenu"}\n';
const [OLD_STOCK, STOCK, OLD_FLUX, FLUX, NEXT_FLUX] = [
  "bofip_stock_live_20260421.tgz",
  "bofip_stock_live_20260521.tgz",
  "bofip_flux_live_20260515_20260521.tgz",
  "bofip_flux_live_20260522_20260528.tgz",
  "bofip_flux_live_20260529_20260604.tgz",
] as const;
const ARCHIVES = [OLD_STOCK, STOCK, OLD_FLUX, FLUX, NEXT_FLUX];

const server: FileServer = await serveFiles();
const opened: OpenSource[] = [];

beforeEach(() => {
  for (const path of Object.keys(server.files)) delete server.files[path];
  server.requests.splice(0);
});
afterAll(async () => {
  server.close();
  for (const source of opened) await source.close();
});

async function openIt(source: string, opening: Partial<Opening> = {}): Promise<OpenSource> {
  const signal = new AbortController().signal;
  const result = await openSource(source, {
    known: NOTHING_KNOWN,
    now: NOW,
    signal,
    limits: LIMITS,
    ...opening,
  });
  opened.push(result);
  return result;
}

async function faultOf(source: string, opening: Partial<Opening> = {}): Promise<string> {
  const fault = await rejectionOf(openIt(source, opening));
  if (!(fault instanceof Error && "name" in fault)) throw fault;
  return `${fault.name} : ${fault.message}`;
}

/** Bytes of an archive; those of one name are always the same. */
function archiveOf(name: string): Uint8Array {
  return Bun.gzipSync(new Uint8Array(tar(edition(`Commentaire/IR/1-PGP/2026-05-27`, name))));
}

function md5Of(bytes: Uint8Array | string): string {
  return createHash("md5").update(bytes).digest("hex");
}

function applied(...names: string[]): KnownSources {
  const archives = names.map((name): AppliedArchive => {
    const period = readArchiveName(name);
    if (period === null) throw new Error(`${name} is no archive`);
    return { ...period, md5: md5Of(archiveOf(name)), isWhole: true };
  });
  return { ...NOTHING_KNOWN, archives };
}

/** The same, except that some documents of one were rejected. */
function appliedButForSome(name: string, known: KnownSources): KnownSources {
  const archives = known.archives.map((one) => (one.name === name ? { ...one, isWhole: false } : one));
  return { ...known, archives };
}

/** A new folder with these files, by name. */
function folderOf(files: Readonly<Record<string, Uint8Array | string>>): string {
  const folder = join(temporaryFolder(), "un dossier");
  mkdirSync(folder);
  for (const [name, body] of Object.entries(files)) writeFileSync(join(folder, name), body);
  return folder;
}

function row(name: string, fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    nom_du_fichier: name,
    telechargement: server.url(`/opendata/${name}`),
    empreinte: server.url(`/opendata/empreinte/${name}`),
    type: name.includes("stock") ? "stock" : "flux",
    ...fields,
  };
}

/** Serves a manifest, newest first like the official one, with its archives and their checksums. */
function serveManifest(names: readonly string[], rows = names.map((name) => row(name)).reverse()): string {
  for (const name of names) {
    server.files[`/opendata/${name}`] = {
      body: archiveOf(name),
      lastModified: "Thu, 04 Jun 2026 22:00:00 GMT",
    };
    server.files[`/opendata/empreinte/${name}`] = { body: `${md5Of(archiveOf(name))}  ${name}\n` };
  }
  server.files["/exports/json"] = { body: JSON.stringify(rows) };
  return server.url("/exports/json");
}

function names({ archives }: OpenSource): string[] {
  return archives.map(({ name }) => name);
}

describe("a manifest", () => {
  test("leads to the latest stock, then to each flux after it, in order", async () => {
    const source = await openIt(serveManifest(ARCHIVES));
    expect(names(source)).toEqual([STOCK, FLUX, NEXT_FLUX]);
    expect(source).toMatchObject({ problems: [], notes: [], unchanged: false, exports: [] });
    expect(source.archives[1]).toEqual({
      name: FLUX,
      kind: "flux",
      from: "2026-05-22",
      to: "2026-05-28",
      md5: md5Of(archiveOf(FLUX)),
      issuedAt: new Date("2026-06-04T22:00:00Z"),
      path: join(dirname(source.archives[0]?.path ?? ""), FLUX),
    });
  });

  test.each([
    { known: [STOCK], left: [FLUX, NEXT_FLUX] },
    { known: [STOCK, FLUX], left: [NEXT_FLUX] },
    { known: [STOCK, NEXT_FLUX], left: [FLUX] },
    { known: [OLD_STOCK], left: [OLD_FLUX, FLUX, NEXT_FLUX] },
    { known: [FLUX], left: [STOCK, NEXT_FLUX] },
    { known: [STOCK, FLUX, NEXT_FLUX], left: [] },
  ])("leaves what is not applied, case %#", async ({ known, left }) => {
    const source = await openIt(serveManifest(ARCHIVES), { known: applied(...known) });
    expect(names(source)).toEqual([...left]);
    expect(source.unchanged).toBe(left.length === 0);
  });

  test.each([
    { gap: "2026-05-20", left: [STOCK, FLUX, NEXT_FLUX] },
    { gap: "2026-05-28", left: [OLD_FLUX, FLUX, NEXT_FLUX] },
  ])(
    "leads to a later stock than the one held after days that nothing tells, until $gap",
    async ({ gap, left }) => {
      const known = { ...applied(OLD_STOCK), gaps: [{ from: "2026-05-15", to: gap }] };
      expect(names(await openIt(serveManifest(ARCHIVES), { known }))).toEqual([...left]);
    },
  );

  test("says which days its archives cover, by its cells before their names", async () => {
    const rows = [
      row(STOCK, { date_de_debut: null, date_de_fin: "2026-05-20" }),
      row(FLUX, { date_de_debut: "2026-05-21", date_de_fin: "2026-05-27" }),
      row(NEXT_FLUX, { date_de_debut: "2026-06-05", date_de_fin: "le 4 juin" }),
    ];
    const manifest = serveManifest([], rows);
    const { named } = await openIt(manifest, { known: applied(STOCK, FLUX, NEXT_FLUX) });
    expect(named).toEqual([
      { name: STOCK, kind: "stock", from: "2026-05-20", to: "2026-05-20" },
      { name: FLUX, kind: "flux", from: "2026-05-21", to: "2026-05-27" },
      { name: NEXT_FLUX, kind: "flux", from: "2026-05-29", to: "2026-06-04" },
    ]);
  });

  test("downloads nothing of what is applied", async () => {
    await openIt(serveManifest(ARCHIVES), { known: applied(STOCK, FLUX, NEXT_FLUX) });
    expect(server.requests.map(({ path }) => path)).toEqual(["/exports/json"]);
  });

  test.each([STOCK, FLUX])(
    "gives %s again once it is issued anew, when documents of it had been set aside",
    async (name) => {
      const known = appliedButForSome(name, applied(STOCK, FLUX, NEXT_FLUX));
      const url = serveManifest(ARCHIVES);
      expect(names(await openIt(url, { known }))).toEqual([]);
      expect(server.requests.map(({ path }) => path)).toEqual([
        "/exports/json",
        `/opendata/empreinte/${name}`,
      ]);
      const anew = archiveOf("rectifiée");
      server.files[`/opendata/${name}`] = { body: anew };
      server.files[`/opendata/empreinte/${name}`] = { body: `${md5Of(anew)}  ${name}\n` };
      expect(names(await openIt(url, { known }))).toEqual([name]);
    },
  );

  const refusals: readonly { fault: string; spoil: () => void }[] = [
    {
      fault: "empreinte MD5 fausse",
      spoil: () => (server.files[`/opendata/empreinte/${FLUX}`] = { body: `${"0".repeat(32)}  ${FLUX}` }),
    },
    {
      fault: "empreinte MD5 fausse",
      spoil: () => (server.files[`/opendata/${FLUX}`] = { body: archiveOf(FLUX).slice(0, -9) }),
    },
    {
      fault: "l'empreinte MD5 est celle de",
      spoil: () => (server.files[`/opendata/empreinte/${FLUX}`] = { body: `${"0".repeat(32)}  ${STOCK}` }),
    },
    {
      fault: "empreinte MD5 illisible",
      spoil: () => (server.files[`/opendata/empreinte/${FLUX}`] = { body: "<html>Erreur</html>" }),
    },
    { fault: "répond 404", spoil: () => delete server.files[`/opendata/empreinte/${FLUX}`] },
    { fault: "répond 404", spoil: () => delete server.files[`/opendata/${FLUX}`] },
    {
      fault: "après 2 essais",
      spoil: () => server.fail(`/opendata/${FLUX}`, ...Array.from({ length: 9 }, () => status(500))),
    },
    {
      fault: "empreinte MD5 absente",
      spoil: () => serveManifest([], [row(STOCK), row(FLUX, { empreinte: null }), row(NEXT_FLUX)]),
    },
    {
      fault: "adresse absente",
      spoil: () => serveManifest([], [row(STOCK), row(FLUX, { telechargement: 12 }), row(NEXT_FLUX)]),
    },
    {
      fault: "adresse absente",
      spoil: () =>
        serveManifest([], [row(STOCK), row(FLUX, { telechargement: "file:///etc/passwd" }), row(NEXT_FLUX)]),
    },
  ];

  test.each(refusals)("refuses the file of which $fault, and gives the others", async ({ fault, spoil }) => {
    const url = serveManifest(ARCHIVES);
    spoil();
    const source = await openIt(url);
    server.fail(`/opendata/${FLUX}`);
    expect(names(source)).toEqual([STOCK, NEXT_FLUX]);
    expect(source.problems).toEqual([expect.stringContaining(fault)]);
    // Retried at the next run, whatever followed it.
    const url2 = serveManifest(ARCHIVES);
    expect(names(await openIt(url2, { known: applied(STOCK, NEXT_FLUX) }))).toEqual([FLUX]);
  });

  test("continues an archive that broke on its way", async () => {
    const url = serveManifest(ARCHIVES);
    server.fail(`/opendata/${STOCK}`, cutAfter(50), silentAfter(90));
    expect(names(await openIt(url))).toContain(STOCK);
  });

  test("tells of the rows that name no archive", async () => {
    const source = await openIt(
      serveManifest(ARCHIVES, [row(STOCK), row("../../etc/passwd"), row("notice.pdf")]),
    );
    expect(names(source)).toEqual([STOCK]);
    expect(source.notes).toEqual([expect.stringContaining("../../etc/passwd, notice.pdf")]);
  });

  test.each([
    { what: "a page", body: "[<html>" },
    { what: "other rows", body: '[{"type":"Contenu"}]' },
  ])("that is $what is refused", async ({ body }) => {
    server.files["/exports/json"] = { body };
    expect(await faultOf(server.url("/exports/json"))).toMatch(/IngestionFault : .*manifeste/);
  });

  test("of the local disk takes the archives that lie beside it, and downloads the others", async () => {
    serveManifest([NEXT_FLUX]);
    const rows = [STOCK, FLUX, NEXT_FLUX].map((name) => row(name));
    const folder = folderOf({
      "bofip-impots.json": JSON.stringify(rows),
      [STOCK]: archiveOf(STOCK),
      [`${STOCK}.md5`]: `${md5Of(archiveOf(STOCK))}  ${STOCK}\n`,
      [FLUX]: archiveOf(FLUX),
    });
    const source = await openIt(join(folder, "bofip-impots.json"));
    expect(names(source)).toEqual([STOCK, NEXT_FLUX]);
    // A checksum is requested, beside the file or at its address.
    expect(source.problems).toEqual([expect.stringContaining("répond 404")]);
  });
});

describe("an archive by its path", () => {
  test("is accepted with a note when no checksum lies beside", async () => {
    const folder = folderOf({ [STOCK]: archiveOf(STOCK) });
    const source = await openIt(join(folder, STOCK));
    expect(names(source)).toEqual([STOCK]);
    expect(source.notes).toEqual([expect.stringContaining("sans vérification")]);
  });

  test("is checked against the checksum beside it", async () => {
    const right = folderOf({
      [STOCK]: archiveOf(STOCK),
      [`${STOCK}.md5`]: `${md5Of(archiveOf(STOCK))}  ${STOCK}`,
    });
    expect((await openIt(join(right, STOCK))).notes).toEqual([]);
    const wrong = folderOf({ [STOCK]: archiveOf(STOCK), [`${STOCK}.md5`]: `${md5Of("autre")}  ${STOCK}` });
    expect(await faultOf(join(wrong, STOCK))).toContain("empreinte MD5 fausse");
  });

  test("is left when it is applied, not when it was issued again", async () => {
    const folder = folderOf({ [STOCK]: archiveOf(STOCK) });
    expect((await openIt(join(folder, STOCK), { known: applied(STOCK) })).unchanged).toBe(true);
    writeFileSync(join(folder, STOCK), archiveOf("rectifiée"));
    expect(names(await openIt(join(folder, STOCK), { known: applied(STOCK) }))).toEqual([STOCK]);
  });

  test("is refused under a name that tells no period", async () => {
    const folder = folderOf({ "stock.tgz": archiveOf(STOCK) });
    expect(await faultOf(join(folder, "stock.tgz"))).toContain("bofip_stock_live_AAAAMMJJ.tgz");
  });
});

describe("a folder", () => {
  test("gives its exports and its archives in order, nothing being downloaded", async () => {
    const folder = folderOf({
      "bofip-vigueur.jsonl": EXPORT,
      [FLUX]: archiveOf(FLUX),
      [STOCK]: archiveOf(STOCK),
      "titres.json": "{}",
      "LISEZMOI.md": "",
      "bofip-impots.json": JSON.stringify([STOCK, FLUX, NEXT_FLUX].map((name) => row(name))),
    });
    const source = await openIt(folder);
    expect(names(source)).toEqual([STOCK, FLUX]);
    expect(source.exports.map(({ path }) => basename(path))).toEqual(["bofip-vigueur.jsonl"]);
    expect(source.problems).toEqual([`${NEXT_FLUX} : dans le manifeste, pas dans le dossier.`]);
    expect(server.requests).toEqual([]);
  });

  test("says nothing of an archive that it lacks and that is applied, but for some documents", async () => {
    const folder = folderOf({
      "bofip-vigueur.jsonl": EXPORT,
      "bofip-impots.json": JSON.stringify([STOCK, FLUX].map((name) => row(name))),
    });
    const known = appliedButForSome(FLUX, applied(STOCK, FLUX));
    expect((await openIt(folder, { known })).problems).toEqual([]);
  });

  test("gives the rest when a file is refused", async () => {
    const folder = folderOf({ [STOCK]: archiveOf(STOCK), "x.tgz": "", "bofip-vigueur.jsonl": EXPORT });
    const source = await openIt(folder);
    expect(names(source)).toEqual([STOCK]);
    expect(source.problems).toEqual([expect.stringContaining("x.tgz : nom d'archive inconnu")]);
  });

  test("without anything to ingest is refused", async () => {
    expect(await faultOf(folderOf({ "titres.json": "{}" }))).toContain("Aucun export");
  });
});

describe("an address", () => {
  test.each([
    { what: "an export", body: EXPORT, kind: "exports" },
    { what: "a compressed export", body: Bun.gzipSync(EXPORT), kind: "exports" },
    { what: "an archive", body: archiveOf(STOCK), kind: "archives" },
  ] as const)("is known for $what by what it gives", async ({ body, kind }) => {
    const headers = { "Content-Disposition": `attachment; filename=${STOCK}` };
    server.files["/opendata/stock/1"] = { body, headers };
    const source = await openIt(server.url("/opendata/stock/1"));
    expect(source[kind]).toHaveLength(1);
    expect(source.exports.length + source.archives.length).toBe(1);
  });

  test.each([
    { what: "an export", body: EXPORT },
    { what: "an archive", body: archiveOf(STOCK) },
  ])("gives nothing when $what has not changed since it was ingested", async ({ body }) => {
    const headers = { "Content-Disposition": `attachment; filename=${STOCK}` };
    server.files["/file"] = { body, headers };
    const first = await openIt(server.url("/file"));
    expect(first.unchanged).toBe(false);
    const { validators } = first;
    const again = await openIt(server.url("/file"), { known: { ...NOTHING_KNOWN, validators } });
    expect(again).toMatchObject({ unchanged: true, exports: [], archives: [], problems: [], validators: [] });
  });

  test("dates its export by the server, else by the run", async () => {
    server.files["/dated"] = { body: EXPORT, lastModified: "Thu, 04 Jun 2026 22:00:00 GMT" };
    server.files["/undated"] = { body: EXPORT };
    const source = await openIt(`${server.url("/dated")},${server.url("/undated")}`);
    expect(source.exports.map(({ issuedAt }) => issuedAt)).toEqual([new Date("2026-06-04T22:00:00Z"), NOW]);
  });
});

describe("several sources", () => {
  test("are given together: the export, then the archives of the manifest", async () => {
    server.files["/exports/jsonl"] = { body: EXPORT };
    const source = await openIt(`${server.url("/exports/jsonl")}, ${serveManifest([STOCK, FLUX])}`);
    expect(source.exports).toHaveLength(1);
    expect(names(source)).toEqual([STOCK, FLUX]);
    expect(source.validators).toHaveLength(1);
  });

  test("do not wait for the one that is away", async () => {
    const source = await openIt(`${server.url("/absent")},${serveManifest([STOCK])}`);
    expect(names(source)).toEqual([STOCK]);
    expect(source.problems).toEqual([expect.stringContaining("répond 404")]);
  });

  test("give an archive once", async () => {
    const folder = folderOf({ [STOCK]: archiveOf(STOCK) });
    expect(names(await openIt(`${folder},${serveManifest([STOCK])}`))).toEqual([STOCK]);
  });

  test("that are all away fail", async () => {
    expect(await faultOf(`${server.url("/a")},${join(temporaryFolder(), "b")}`)).toContain("répond 404");
  });
});

describe("what was downloaded", () => {
  test("is removed when the source is closed", async () => {
    const source = await openIt(serveManifest([STOCK]));
    const path = source.archives[0]?.path ?? "";
    expect(existsSync(path)).toBe(true);
    await source.close();
    expect(existsSync(dirname(path))).toBe(false);
  });

  test("is removed and told when the disk is full, whatever the other sources", async () => {
    const folders: string[] = [];
    const openSink: Opening["openSink"] = async (path, flags) => {
      folders.push(dirname(path));
      const file = await open(path, flags);
      const full = () =>
        Promise.reject(Object.assign(new Error("no space left on device"), { code: "ENOSPC" }));
      return { appendFile: full, close: () => file.close() };
    };
    const folder = folderOf({ "bofip-vigueur.jsonl": EXPORT });
    expect(await faultOf(`${folder},${serveManifest([STOCK])}`, { openSink })).toContain(
      "DiskFull : Disque plein",
    );
    expect(folders).toHaveLength(1);
    expect(existsSync(folders[0] ?? "")).toBe(false);
  });
});

const SHARED = join(import.meta.dir, "../../../../../shared/corpus");

describe.skipIf(!existsSync(SHARED))("the official corpus (skipped without ../shared)", () => {
  test.each([SHARED, join(SHARED, "bofip-impots.json")])("gives its archives in order: %s", async (path) => {
    const source = await openIt(path);
    expect(names(source)).toEqual([STOCK, FLUX, NEXT_FLUX]);
    expect(source).toMatchObject({ problems: [], notes: [] });
    expect(source.exports).toHaveLength(path === SHARED ? 1 : 0);
  });
});
