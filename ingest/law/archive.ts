import { isRealDate } from "../../bofip/identifiers/identifier.ts";
import { dayOfStamp, type LawArchive } from "../../bofip/law/versions.ts";
import { IngestionFault } from "../journal/fault.ts";
import { type Entry, readEntries } from "../sources/archive/entries.ts";
import { decode, refusalOf, shown } from "../sources/archive/read-archive.ts";

const NAME = /^(?:freemium_(?<global>legi_global)|legi)_(?<stamp>\d{8}-\d{6})\.tar\.gz$/i;

/** Parses `Freemium_legi_global_20260524-140000.tar.gz`, `LEGI_20260527-213012.tar.gz`; their case has changed. */
export function readLawArchiveName(name: string): Pick<LawArchive, "name" | "stamp" | "kind"> | null {
  const { global, stamp } = NAME.exec(name)?.groups ?? {};
  if (stamp === undefined || !isRealDate(dayOfStamp(stamp))) return null;
  return { name, stamp, kind: global === undefined ? "increment" : "global" };
}

/** The file of one version of an article, in an archive. */
export interface LawMember {
  /** Without the folder of an increment. */
  readonly path: string;
  readonly legiarti: string;
  /** The text that it belongs to, by its path: `LEGITEXT000006069577`. */
  readonly text: string;
  readonly modifiedAt: Date;
  /** Its XML, or why it can't be read, in French. */
  readonly content: { readonly xml: string } | { readonly fault: string };
}

/** What an archive holds of the texts asked for, without their contents. */
export interface LawSurvey {
  /** Paths of the files of articles. */
  readonly paths: ReadonlySet<string>;
  readonly ids: ReadonlySet<string>;
  readonly deleted: Deletions;
}

/** What the lists of suppressions name, as `pathKey` gives it. */
export interface Deletions {
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

const MIB = 1024 * 1024;

/** Some three times the whole base of 2025: 5,253,903 entries, 1.1 GB compressed. Texts repeat: they compress well. */
const LIMITS = { maxBytes: 96 * 1024 * MIB, maxRatio: 100, maxEntries: 20_000_000, maxPathLength: 1_024 };
/** The longest real files are some 3 MB, by their links. */
const MAX_FILE_BYTES = 32 * MIB;

const MEMBER =
  /^(?:\.\/)*(?:\d{8}-\d{6}\/)?(legi\/global\/[^/]+\/[^/]+\/(?:LEGI|JORF)\/TEXT\/(?:\d\d\/){5}((?:LEGI|JORF)TEXT\d{12})\/article\/LEGI\/ARTI\/(?:\d\d\/){5}(LEGIARTI\d{12})\.xml)$/;
const LIST = /(?:^|\/)liste_suppression_legi(_dossier)?\.dat$/i;
const LAYOUT = /^(?:\.\/)*(?:\d{8}-\d{6}\/)?(?:legi\/global\/|liste_suppression_legi)/i;

/**
 * Reads an archive through, keeping nothing in memory but what it names of these texts: it is whole, and nothing in it is
 * hostile.
 * @throws {IngestionFault} by its name: cut, damaged, over the limits, of another layout, or with a link or a path that
 *   leaves it.
 */
export async function surveyArchive(
  file: { readonly path: string; readonly name: string },
  texts: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<LawSurvey> {
  const [paths, ids] = [new Set<string>(), new Set<string>()];
  const deleted = { files: new Set<string>(), folders: new Set<string>() };
  let isInLayout = false;
  for await (const entry of readEntries(file.path, signal, LIMITS)) {
    const refusal = refusalOf(entry, LIMITS);
    if (refusal !== null)
      throw new IngestionFault(
        `${file.name} : « ${shown(entry.name)} », ${refusal} Rien n'en a été utilisé.`,
      );
    isInLayout ||= LAYOUT.test(entry.name);
    const place = placeOf(entry, texts);
    if (place !== null) {
      paths.add(place.path);
      ids.add(place.legiarti);
      continue;
    }
    const [isList, ofFolders] = LIST.exec(entry.name) ?? [];
    if (isList === undefined || entry.size > MAX_FILE_BYTES) continue;
    const lines = Buffer.from(await entry.read())
      .toString("latin1")
      .split("\n");
    for (const key of lines.map(pathKey)) {
      if (isOf(key, texts)) deleted[ofFolders === undefined ? "files" : "folders"].add(key);
    }
  }
  if (!isInLayout)
    throw new IngestionFault(
      `${file.name} : archive d'un autre format, sans dossier legi/global/ ; rien n'en a été utilisé.`,
    );
  return { paths, ids, deleted: { files: [...deleted.files], folders: [...deleted.folders] } };
}

/** A path of a list, or of a file, without what one or the other leaves out: slashes, `.xml`, the `D` of a folder. */
export function pathKey(line: string): string {
  return line
    .trim()
    .replace(/ D$/, "")
    .replace(/\.xml$/, "")
    .replaceAll("/", "");
}

/** Whether a key is under one of these texts. */
function isOf(key: string, texts: ReadonlySet<string>): boolean {
  const [text = ""] = /(?:LEGI|JORF)TEXT\d{12}/.exec(key) ?? [];
  return texts.has(text);
}

/** Streams the files of articles of these texts; the others are passed over unread. */
export async function* readMembers(
  file: { readonly path: string },
  texts: ReadonlySet<string>,
  signal: AbortSignal,
): AsyncGenerator<LawMember> {
  for await (const entry of readEntries(file.path, signal, LIMITS)) {
    const place = placeOf(entry, texts);
    if (place !== null) yield { ...place, modifiedAt: entry.modifiedAt, content: await contentOf(entry) };
  }
}

async function contentOf(entry: Entry): Promise<LawMember["content"]> {
  if (entry.size > MAX_FILE_BYTES) return { fault: `plus de ${MAX_FILE_BYTES} octets.` };
  const xml = decode(await entry.read());
  return xml === null ? { fault: "ce fichier n'est pas en UTF-8." } : { xml };
}

/** Null for whatever is no file of an article of these texts. */
function placeOf({ name, type }: Entry, texts: ReadonlySet<string>) {
  if (type === "directory" || !name.endsWith(".xml")) return null;
  const [, path, text, legiarti] = MEMBER.exec(name) ?? [];
  if (path === undefined || text === undefined || legiarti === undefined || !texts.has(text)) return null;
  return { path, text, legiarti };
}
