import sanitizeHtml, { type Attributes, type IOptions, type Tag } from "sanitize-html";
import { splitMarksInHtml } from "../../bofip/text/combining-marks.ts";
import { isPlaceName, NUMBER_CLASS } from "../../bofip/text/contenu-html.ts";
import { type Image, settle } from "./inline.ts";
import { boundNesting } from "./nesting.ts";

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

/** A body safe to serve, and its images. */
interface SanitisedBody {
  readonly html: string;
  /** In the order of the text. */
  readonly images: readonly Image[];
}

/**
 * The source's HTML without anything that could run, load or deceive: allow-listed tags, official classes, names of
 * headings and of numbered paragraphs, links to http(s) pages or to such a name, images as their words. A whole page is
 * reduced to its body.
 */
export function sanitise(html: string): SanitisedBody {
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

/**
 * A link without a target loses its address, and `settle` removes its tags: were it renamed here to a tag dropped by
 * name, the sanitiser would close what follows it.
 */
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

/** @param local prefix of the official site's addresses when written without its name. */
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
