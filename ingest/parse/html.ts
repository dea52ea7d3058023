import sanitizeHtml, { type Attributes, type IOptions, type Tag } from "sanitize-html";
import { frenchDate } from "../../bofip/days/days.ts";
import { splitMarksInHtml } from "../../bofip/text/characters.ts";
import { type Block, isPlaceName, NUMBER_CLASS, readBlocks } from "../../bofip/text/contenu-html.ts";
import { IMAGE_MARK, type Image, settle } from "./inline.ts";
import { plainTextHtml } from "./plain-text.ts";
import { type ReadText, readText } from "./read-text.ts";
import { bodyOf, repairQuotes, storableText } from "./repair.ts";

/** The content of a body: sanitised HTML, and what was read from that very HTML. */
export interface ReadBody extends ReadText {
  /** Ready to be served. */
  readonly html: string;
  readonly blocks: readonly Block[];
  /** In the order of the text, where their words replace them. */
  readonly images: readonly Image[];
}

/** The words of the day that a placeholder stands for: that of a PGP number, or the record's own for null. */
type WordsOfDay = (pgp: number | null) => string;

/** Reads a body: its HTML (fragment or page), or its plain text when no HTML has words. Linear time; never throws. */
export function readBody(
  html: string | null,
  texte: string | null,
  wordsOfDay: WordsOfDay = () => UNHELD_DAY,
): ReadBody {
  const { html: safe, images } = sanitise(bodyOf(repairQuotes(storableText(html ?? "")) ?? ""));
  const read = readHtml(fillDays(safe, wordsOfDay, true));
  const hasWords = read.texte.replaceAll(IMAGE_MARK, "").trim() !== "";
  if (hasWords || (texte === null && read.texte !== "")) return { ...read, images };
  return { ...readHtml(plainTextHtml(fillDays(storableText(texte ?? ""), wordsOfDay, false))), images };
}

function readHtml(html: string): Omit<ReadBody, "images"> {
  const blocks = readBlocks(html);
  return { html, blocks, ...readText(blocks) };
}

/** Reads official bytes alone, in each form they may have, HTML or plain text; no other `day` than its own is known. */
export function readOfficial(content: string, day: string): readonly ReadText[] {
  const wordsOfDay = (pgp: number | null) => (pgp === null ? frenchDate(day) : UNHELD_DAY);
  return [readBody(content, null, wordsOfDay), readBody(null, content, wordsOfDay)];
}

/** Official site: the target of the archives' `Contenu:2494-PGP` links. */
const SITE = "https://bofip.impots.gouv.fr";

const CLASSES = new Set([NUMBER_CLASS, "paragraphe-western", "remarque-western", "exemple-western"]);

/** Containers without a meaning of their own: kept as bare `div`, so that their texts stay apart. */
const CONTAINERS = [
  "address",
  "article",
  "aside",
  "blockquote",
  "center",
  "dd",
  "dl",
  "dt",
  "figcaption",
  "figure",
  "footer",
  "header",
  "main",
  "pre",
  "section",
];

const HEADINGS = ["h1", "h2", "h3", "h4", "h5", "h6"];

const OPTIONS: IOptions = {
  allowedTags: [
    ...["p", "div", "ul", "ol", "li", ...HEADINGS, "br"],
    ...["table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td"],
    ...["strong", "em", "sup", "sub", "a", "img"],
  ],
  allowedAttributes: {
    ...Object.fromEntries(HEADINGS.map((name) => [name, ["id"]])),
    p: ["class", "id"],
    ol: ["start"],
    li: ["value"],
    img: ["src", "alt"],
    a: ["href"],
    td: ["colspan", "rowspan"],
    th: ["colspan", "rowspan"],
  },
  allowedSchemes: ["http", "https"],
  allowProtocolRelative: false,
  // Their text is not part of the document.
  nonTextTags: [
    "script",
    "style",
    "textarea",
    "select",
    "option",
    "title",
    "noscript",
    "iframe",
    "xmp",
    "template",
  ],
  // Deeper than in any real document; tags beyond it are dropped, their text stays.
  nestingLimit: 100,
  transformTags: {
    ...Object.fromEntries(CONTAINERS.map((name) => [name, "div"])),
    b: "strong",
    i: "em",
    ...Object.fromEntries(HEADINGS.map((name) => [name, heading])),
    p: paragraph,
    a: link,
    img: image,
    ol: numbers,
    li: numbers,
    td: spans,
    th: spans,
  },
};

/**
 * The source's HTML without anything that could run, load or deceive: allow-listed tags, official classes, names of
 * headings and §, links to http(s) pages or to such a name, images as their words.
 */
export function sanitise(html: string): Pick<ReadBody, "html" | "images"> {
  // Again: entities are characters now, and tags separate no marks in the text.
  return settle(splitMarksInHtml(sanitizeHtml(boundNesting(html), OPTIONS).trim()));
}

function paragraph(tagName: string, attributes: Attributes): Tag {
  const { class: classes = "" } = attributes;
  const name = classes.split(/\s+/).find((word) => CLASSES.has(word));
  if (name === undefined) return { tagName, attribs: {} };
  return { tagName, attribs: { class: name, ...(name === NUMBER_CLASS ? placeOf(attributes) : {}) } };
}

function heading(tagName: string, attributes: Attributes): Tag {
  return { tagName, attribs: placeOf(attributes) };
}

function placeOf({ id = "" }: Attributes): Attributes {
  return isPlaceName(id) ? { id } : {};
}

/** Without target, a link loses its address, in `settle` its tags: renamed, the sanitiser would close what follows. */
function link(tagName: string, attributes: Attributes): Tag {
  const { href: written = "" } = attributes;
  const href = safeAddress(written.trim());
  return { tagName, attribs: href === null ? {} : { href } };
}

function safeAddress(href: string): string | null {
  if (href.startsWith("#")) return href;
  const pgp = /^Contenu[\w.]*:(\d+)-PGP\b/.exec(href)?.[1];
  return pgp === undefined ? webAddress(href, "/bofip/") : `${SITE}/bofip/${pgp}-PGP.html`;
}

function image(tagName: string, { src = "", alt = "" }: Attributes): Tag {
  const address = webAddress(src.trim(), "/");
  return { tagName, attribs: address === null ? { alt } : { src: address, alt } };
}

/** `local`: prefix of the official site's addresses when written without its name. */
function webAddress(written: string, local: string): string | null {
  const isLocal = written.startsWith(local) && !written.startsWith("//");
  const url = URL.parse(isLocal ? SITE + written : written);
  return url?.protocol === "https:" || url?.protocol === "http:" ? url.href : null;
}

/** As HTML reads them: from the first digits; 0 rows are all those below. No table spans a thousand of either. */
function spans(tagName: string, attributes: Attributes): Tag {
  const read = Object.entries(attributes).flatMap(([name, value]) => {
    const span = /^\s*\+?0*(\d+)/.exec(value)?.[1];
    const isSpan = span !== undefined && span.length <= 3 && (span !== "0" || name === "rowspan");
    return isSpan ? [[name, span]] : [];
  });
  return { tagName, attribs: Object.fromEntries(read) };
}

/** First numbers of lists. */
function numbers(tagName: string, attributes: Attributes): Tag {
  const numbers = Object.entries(attributes).filter(([, value]) => /^[1-9]\d{0,2}$/.test(value));
  return { tagName, attribs: Object.fromEntries(numbers) };
}

/** More open tags than in any real document, few enough for the parser's searches to stay cheap. */
const MAX_OPEN_TAGS = 2_000;

const VOID_TAGS = new Set([
  "area",
  "base",
  "br",
  "col",
  "embed",
  "hr",
  "img",
  "input",
  "link",
  "meta",
  "wbr",
]);

/**
 * Drops the start tags nested deeper than in any real document. For each end tag without a start, htmlparser2 searches
 * its whole stack: 50,000 of them under 50,000 open tags took 13 s. Only an end tag that closes the innermost tag
 * lowers the count, so that the parser's own stack is never deeper than ours.
 */
function boundNesting(html: string): string {
  // True of nearly all, which spares examining each tag.
  if (html.split("<", MAX_OPEN_TAGS + 2).length <= MAX_OPEN_TAGS + 1) return html;
  const open: string[] = [];
  // The bounded name and `[^<>]*` keep this linear, whatever the input.
  return html.replace(/<(\/?)([a-z][a-z0-9]{0,15})[^<>]*>/gi, (tag: string, slash: string, name: string) => {
    const key = name.toLowerCase();
    if (VOID_TAGS.has(key)) return tag;
    if (slash !== "") {
      if (open.at(-1) === key) open.pop();
      return tag;
    }
    if (open.length >= MAX_OPEN_TAGS) return "";
    open.push(key);
    return tag;
  });
}

/** What stands for a day that is not held. */
export const UNHELD_DAY = "[date non détenue]";

const SPACE = String.raw`[\s\u00a0]{1,3}`;
const EDGE = String.raw`[\s\u00a0]{0,3}`;
const PUBLICATION = ["date", "de", "publication", "insérée", "automatiquement"].join(SPACE);

/** A day that the publisher's site fills in: the record's own, or that of another PGP number. */
const PLACEHOLDER = String.raw`\[${EDGE}(?:node:date:(?:self|(?<pgp>\d{1,9})-PGP)|${PUBLICATION})${EDGE}\]`;
const PLACEHOLDERS = new RegExp(PLACEHOLDER, "giu");
const TAGS_AND_PLACEHOLDERS = new RegExp(`<[^<>]*>|${PLACEHOLDER}`, "giu");

/** Fills in days in plain text, or in sanitised HTML but its tags; `wordsOf` null is the record's own day. */
export function fillDays(text: string, wordsOf: (pgp: number | null) => string, isHtml: boolean): string {
  return text.replace(isHtml ? TAGS_AND_PLACEHOLDERS : PLACEHOLDERS, (found, pgp: string | undefined) => {
    if (found.startsWith("<")) return found;
    return wordsOf(pgp === undefined ? null : Number(pgp));
  });
}

/** PGP numbers whose days a text asks for. */
export function numbersOfDays(text: string | null): readonly number[] {
  const found = [...(text ?? "").matchAll(PLACEHOLDERS)];
  return found.flatMap(({ groups }) => (groups?.["pgp"] === undefined ? [] : [Number(groups["pgp"])]));
}
