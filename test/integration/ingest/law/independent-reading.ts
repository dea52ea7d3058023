/** Another reading of LEGI's archives than the product's: `tar` unpacks them, patterns read them. */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../../folders.ts";

export interface ReadVersion {
  readonly id: string;
  readonly text: string;
  readonly num: string;
  readonly debut: string;
  readonly fin: string;
  readonly etat: string;
  /** Letters and figures of its body; null without file. */
  readonly letters: string | null;
}

/** Every version that is left once the archives are applied in their order, the still-born left out. */
export function readIndependently(archives: readonly string[]): ReadVersion[] {
  const files = new Map<string, { readonly xml: string; readonly mtime: number }>();
  for (const archive of archives) {
    const folder = join(temporaryFolder(), "unpacked");
    mkdirSync(folder);
    Bun.spawnSync(["tar", "xzf", archive, "-C", folder]);
    const found = readdirSync(folder, { recursive: true }).map(String);
    for (const list of found.filter((name) => name.endsWith(".dat"))) {
      const isFolders = list.includes("dossier");
      for (const line of readFileSync(join(folder, list), "utf8")
        .split("\n")
        .filter((one) => one !== "")) {
        const named = bare(isFolders ? line.replace(/ D$/, "") : line);
        for (const path of [...files.keys()]) {
          const key = bare(path.replace(".xml", ""));
          if (isFolders ? key.startsWith(named) : key === named) files.delete(path);
        }
      }
    }
    for (const name of found.filter((one) => /LEGIARTI\d+\.xml$/.test(one))) {
      const path = name.slice(name.indexOf("legi/global"));
      const place = join(folder, name);
      files.set(path, { xml: readFileSync(place, "utf8"), mtime: statSync(place).mtimeMs });
    }
    rmSync(folder, { recursive: true });
  }
  return versionsOf(files);
}

function bare(path: string): string {
  return path.replaceAll("/", "");
}

function versionsOf(
  files: ReadonlyMap<string, { readonly xml: string; readonly mtime: number }>,
): ReadVersion[] {
  const byAge = [...files].toSorted(([, one], [, other]) => one.mtime - other.mtime);
  const versions = new Map<string, ReadVersion>();
  for (const [path, { xml }] of byAge) {
    const text = /(?:LEGI|JORF)TEXT\d{12}/.exec(path)?.[0] ?? "";
    for (const [link] of xml.matchAll(/<LIEN_ART\b[^>]*>/g)) {
      const of = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(link)?.[1] ?? "";
      if (of("debut") === "2999-01-01") continue;
      const listed = {
        id: of("id"),
        text,
        num: of("num"),
        debut: of("debut"),
        fin: of("fin"),
        etat: of("etat"),
      };
      if (versions.get(listed.id)?.letters == null) versions.set(listed.id, { ...listed, letters: null });
    }
  }
  for (const [path, { xml }] of byAge) {
    if (!xml.trimEnd().endsWith("</ARTICLE>")) continue;
    const of = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? "";
    const body =
      /<BLOC_TEXTUEL>\s*<CONTENU\s*\/?>([\s\S]*?)<\/(?:CONTENU|BLOC_TEXTUEL)>/.exec(xml)?.[1] ?? "";
    const text = /(?:LEGI|JORF)TEXT\d{12}/.exec(path)?.[0] ?? "";
    versions.set(of("ID"), {
      ...{
        id: of("ID"),
        text,
        num: of("NUM"),
        debut: of("DATE_DEBUT"),
        fin: of("DATE_FIN"),
        etat: of("ETAT"),
      },
      letters: lettersOf(
        body
          .replaceAll("&lt;", "<")
          .replaceAll("&gt;", ">")
          .replace(/<[^>]*>/g, " "),
      ),
    });
  }
  return [...versions.values()].filter(({ etat, debut, fin }) => etat !== "MODIFIE_MORT_NE" && debut < fin);
}

/** Letters and figures alone: spaces, tags and typography make no difference. */
export function lettersOf(text: string): string {
  const plain = text
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replaceAll("&amp;", "&");
  return plain.normalize("NFC").replace(/[^\p{L}\p{N}]/gu, "");
}

/** The version of an article on a day; `versions` are the article's. */
export function independentlyOn(versions: readonly ReadVersion[], day: string): ReadVersion | null {
  const held = versions.filter(({ debut, fin }) => debut <= day && debut < "2222-02-22" && day < fin);
  return (
    held.toSorted((one, other) => (`${one.debut} ${one.id}` < `${other.debut} ${other.id}` ? 1 : -1))[0] ??
    null
  );
}
