import { Parser } from "htmlparser2";
import { readPermalink } from "../../bofip/identifiers/identifier.ts";
import type { SourceRecord } from "./record.ts";
import { bodyOf } from "./repair.ts";

/**
 * Fingerprint (SHA-256, hexadecimal) of the content of a source record, equal for the archive's and the export's form
 * of one edition: links by their PGP number, no page around the body, no attributes, entities decoded, white space
 * collapsed. It decides whether there is a new edition or a change (docs/architecture.md, « Data rules »).
 */
export function sourceHash(record: SourceRecord): string {
  const identity =
    record.kind === "contenu"
      ? [record.boiId, record.debutDeValidite, String(record.pgp)]
      : [record.id, record.date, ""];
  const body = record.html === null ? plain(record.texte ?? "") : canonicalHtml(record.html);
  const content = [...identity, plain(record.titre), body].join("\n");
  return new Bun.CryptoHasher("sha256").update(content).digest("hex");
}

/** The body's words, tags and links, in a form common to both sources. */
function canonicalHtml(html: string): string {
  const tagged = bodyOf(html).replace(TAG, (tag: string, slash: string, name: string) => {
    const key = name.toLowerCase();
    if (key === "body" || key === "html") return "";
    return `<${slash}${key}${key === "a" && slash === "" ? linkTarget(tag) : ""}>`;
  });
  return plain(tagged).replace(BLOCK_EDGE, "$1");
}

/** Whether a body has a word between its tags. */
export function hasWords(html: string): boolean {
  return /[\p{L}\p{N}]/u.test(plain(bodyOf(html).replace(TAG, " ")));
}

// Both patterns stop at the next angle bracket: linear, whatever the input.
const TAG = /<(\/?)([a-z][a-z0-9]{0,15})\b[^<>]*>/gi;
const BLOCK_EDGE = / ?(<\/?(?:p|div|[uo]l|li|h\d|table|caption|thead|tbody|tr|t[dh]|br)>) ?/g;

function plain(text: string): string {
  // Excludes a lone space: replacing it by itself took half of the time.
  return decodeEntities(text)
    .replace(/[^\S ]\s*| \s+/g, " ")
    .trim();
}

/** The target of a link: ` 2494` for a document of known PGP number, else its identifier, else the address. */
function linkTarget(tag: string): string {
  const href = /\bhref\s*=\s*["']*([^"'\s>]*)/i.exec(tag)?.[1] ?? "";
  const { pgp, identifier } = readPermalink(href);
  return ` ${pgp ?? identifier?.id ?? href}`;
}

/** Cache of the entities decoded so far: few, and decoding one takes a parser. */
const decoded = new Map<string, string>();

function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi, (entity) => {
    const known = decoded.get(entity) ?? decodeEntity(entity);
    decoded.set(entity, known);
    return known;
  });
}

function decodeEntity(entity: string): string {
  let text = "";
  new Parser({ ontext: (chunk) => (text += chunk) }).end(entity);
  return text;
}
