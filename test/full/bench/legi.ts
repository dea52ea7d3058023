/** What the law costs: a global archive of the real shape read into an empty store, then an increment. */
import { createWriteStream, existsSync, mkdirSync, renameSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { type Pack, pack } from "tar-stream";
import { TAX_CODES } from "../../../bofip/law/codes.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { Journal } from "../../../ingest/journal/journal.ts";
import { ingestLaw } from "../../../ingest/law/stage.ts";
import { globalName, incrementName, legiPath, legiXml } from "../../fixtures/legi-archive.ts";
import { stopServer } from "../../servers/postgres.ts";
import { openEmbedded, openServer } from "../../servers/stores.ts";

/** Of the global archive of July 2025, half of them folders (1.1 GB compressed), and the files of the six codes in it. */
const MEMBERS = 5_253_903;
const OURS = 32_436;
/** Versions of one article: each file lists all of them. */
const VERSIONS = 8;
/** The length of a real file. */
const FILE_CHARS = 6_600;
const CHANGED = 300;
const [GLOBAL, INCREMENT] = ["20260101-140000", "20260102-210000"];

/** `--members N`: fewer members, and as many fewer files of the codes. */
export async function run(options: readonly string[]): Promise<void> {
  const at = options.indexOf("--members");
  const members = at < 0 ? MEMBERS : Number(options[at + 1]);
  const folder = join(tmpdir(), `doctrine-legi-${members}`);
  const ours = Math.round((OURS * members) / MEMBERS);
  if (!existsSync(join(folder, incrementName(INCREMENT)))) await makeArchives(folder, members, ours);
  const { size } = statSync(join(folder, globalName(GLOBAL)));
  console.log(`${members} membres, ${(size / 1e6).toFixed(0)} Mo ; ${ours} fichiers des six codes`);
  console.log("base | livraison globale (s) | livraison quotidienne (s) | mémoire du processus (Mo)");
  for (const [name, open] of [
    ["PGlite", openEmbedded],
    ["PostgreSQL", openServer],
  ] as const) {
    const store = await open();
    const first = await timed(store.database, folder, (archive) => archive === globalName(GLOBAL));
    const daily = await timed(store.database, folder, () => true);
    const memory = Math.round(process.resourceUsage().maxRSS / 1_024);
    console.log([name, first.toFixed(1), daily.toFixed(1), memory].join(" | "));
    await store.close();
  }
  await stopServer();
}

/** Seconds that the archives kept, in a folder of links to them, take. */
async function timed(database: Database, folder: string, keeps: (name: string) => boolean): Promise<number> {
  const source = join(folder, "lus");
  const names = [globalName(GLOBAL), incrementName(INCREMENT)].filter(keeps);
  Bun.spawnSync(["rm", "-rf", source]);
  mkdirSync(source);
  for (const name of names) Bun.spawnSync(["ln", join(folder, name), join(source, name)]);
  const { signal } = new AbortController();
  const journal = new Journal(database, 0, signal);
  const began = performance.now();
  const law = { source, codes: TAX_CODES };
  await ingestLaw({ database, law, clock: () => new Date(), signal, isForced: false }, journal);
  const { message } = journal.end("succeeded");
  if (message !== null) throw new Error(message);
  return (performance.now() - began) / 1_000;
}

async function makeArchives(folder: string, members: number, ours: number): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const files = Math.floor(members / 2);
  const every = Math.floor(files / ours);
  await write(join(folder, globalName(GLOBAL)), async (tar) => {
    for (let rank = 0; rank < files; rank += 1) {
      const isOurs = rank % every === 0 && rank / every < ours;
      const path = isOurs
        ? pathOf(rank / every)
        : legiPath({ code: `JORFTEXT${digits(rank)}`, id: `LEGIARTI${digits(rank)}` });
      tar.entry({ name: path.slice(0, path.lastIndexOf("/") + 1), type: "directory" });
      await drained(
        tar,
        { name: path, mtime: new Date(0) },
        isOurs ? articleOf(rank / every, "") : filler(rank),
      );
    }
  });
  await write(join(folder, incrementName(INCREMENT)), async (tar) => {
    for (let rank = 0; rank < CHANGED; rank += 1)
      await drained(
        tar,
        { name: `${INCREMENT}/${pathOf(rank)}`, mtime: new Date() },
        articleOf(rank, "Modifié. "),
      );
  });
}

/** Whole under its name, or not there. */
async function write(path: string, fill: (tar: Pack) => Promise<void>): Promise<void> {
  const tar = pack();
  const sink = createWriteStream(`${path}.unfinished`);
  tar.pipe(createGzip({ level: 1 })).pipe(sink);
  await fill(tar);
  tar.finalize();
  await finished(sink);
  renameSync(`${path}.unfinished`, path);
}

async function drained(tar: Pack, header: { name: string; mtime: Date }, content: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    tar.entry(header, content, (error) => (error ? reject(error) : resolve()));
  });
}

function pathOf(rank: number): string {
  return legiPath({ code: codeOf(rank), id: idOf(rank) });
}

function codeOf(rank: number): string {
  return TAX_CODES[Math.floor(rank / VERSIONS) % TAX_CODES.length]?.code ?? "";
}

function idOf(rank: number): string {
  return `LEGIARTI${digits(500_000_000 + rank)}`;
}

function digits(rank: number): string {
  return String(rank).padStart(12, "0");
}

const RANDOM = Buffer.from(crypto.getRandomValues(new Uint8Array(48_000))).toString("base64");
/** Characters of a file that its neighbours have not: the whole then compresses some fifteen times, as LEGI does. */
const OWN_CHARS = 420;
const WORDS =
  "Les contribuables mentionnés au premier alinéa bénéficient des dispositions du présent article. ";

function wordsOf(rank: number, chars: number): string {
  const start = (rank * 997) % (RANDOM.length - OWN_CHARS);
  return (
    RANDOM.slice(start, start + OWN_CHARS) +
    WORDS.repeat(Math.ceil(chars / WORDS.length)).slice(0, chars - OWN_CHARS)
  );
}

function filler(rank: number): string {
  return `<?xml version="1.0" encoding="UTF-8"?><ARTICLE>${wordsOf(rank, FILE_CHARS)}</ARTICLE>`;
}

/** One of the versions of an article, each a year long. */
function articleOf(rank: number, first: string): string {
  const article = Math.floor(rank / VERSIONS);
  const yearOf = (version: number) => `${2010 + version}-01-01`;
  const endOf = (version: number) => (version === VERSIONS - 1 ? "2999-01-01" : yearOf(version + 1));
  const versions = Array.from({ length: VERSIONS }, (_, version) => version);
  const own = rank % VERSIONS;
  const others = versions
    .filter((version) => version !== own)
    .map((version) => [idOf(article * VERSIONS + version), yearOf(version), endOf(version)] as const);
  return legiXml({
    ...{
      code: codeOf(rank),
      id: idOf(rank),
      num: String(article + 1),
      debut: yearOf(own),
      fin: endOf(own),
      others,
    },
    html: `<p>${first}${wordsOf(rank, FILE_CHARS / 2)}</p>`,
  });
}
