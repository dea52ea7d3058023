import sanitizeHtml, { type Attributes, type IOptions, type Tag } from "sanitize-html";
import { NUMBER_CLASS } from "../../db/bofip/contenu-html.ts";
import { boundNesting } from "./nesting.ts";

/** Official site: where the archives' `Contenu:2494-PGP` links lead. */
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

const OPTIONS: IOptions = {
  allowedTags: [
    ...["p", "div", "ul", "ol", "li", "h1", "h2", "h3", "h4", "h5", "h6", "br"],
    ...["table", "caption", "thead", "tbody", "tr", "th", "td"],
    ...["strong", "em", "sup", "sub", "a"],
  ],
  allowedAttributes: {
    p: ["class", "id"],
    a: ["href"],
    td: ["colspan", "rowspan"],
    th: ["colspan", "rowspan"],
  },
  allowedSchemes: ["http", "https"],
  allowProtocolRelative: false,
  // The text of these is no text of the document.
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
  // No real document comes near; deeper tags go, their text stays.
  nestingLimit: 100,
  transformTags: {
    ...Object.fromEntries(CONTAINERS.map((name) => [name, "div"])),
    b: "strong",
    i: "em",
    tfoot: "tbody",
    p: paragraph,
    a: link,
    td: cell,
    th: cell,
  },
};

/**
 * The source's HTML without anything that could run, load or deceive: allow-listed tags, official classes,
 * identifiers of numbered paragraphs, http(s) links. A whole page is reduced to its body.
 */
export function sanitise(html: string): string {
  return sanitizeHtml(boundNesting(html), OPTIONS).trim();
}

function paragraph(tagName: string, attributes: Attributes): Tag {
  const { class: classes = "", id = "" } = attributes;
  const name = classes.split(/\s+/).find((word) => CLASSES.has(word));
  if (name === undefined) return { tagName, attribs: {} };
  // Beginning with a digit, it cannot shadow a property of the page (DOM clobbering).
  const isSafeId = name === NUMBER_CLASS && /^\d[\w-]{0,31}$/.test(id);
  return { tagName, attribs: isSafeId ? { class: name, id } : { class: name } };
}

function link(tagName: string, attributes: Attributes): Tag {
  const { href: written = "" } = attributes;
  const href = safeAddress(written.trim());
  // A name that is not allowed drops the tag and keeps its text.
  return href === null ? { tagName: "span", attribs: {} } : { tagName, attribs: { href } };
}

function safeAddress(href: string): string | null {
  const pgp = /^Contenu[\w.]*:(\d+)-PGP\b/.exec(href)?.[1];
  if (pgp !== undefined) return `${SITE}/bofip/${pgp}-PGP.html`;
  const url = URL.parse(href.startsWith("/bofip/") ? SITE + href : href);
  return url?.protocol === "https:" || url?.protocol === "http:" ? url.href : null;
}

function cell(tagName: string, attributes: Attributes): Tag {
  const spans = Object.entries(attributes).filter(([, value]) => /^[1-9]\d{0,2}$/.test(value));
  return { tagName, attribs: Object.fromEntries(spans) };
}
