/** An image of the source, which is not shown: its words replace it in the text. */
export interface Image {
  /** Null when the source gives no alternative text. */
  readonly alt: string | null;
  /** Null when it has no page address. */
  readonly url: string | null;
}

/** Replaces an image without words in a text. */
export const IMAGE_MARK = "[image]";

// The sanitiser's output: no angle bracket inside a tag, no other quotes than those of the attributes.
const INLINE = /<a(?: href="([^"<>]*)")?>|<\/a>|<img\b[^<>]*>/g;
const PLACE = /<(?:p|h[1-6])(?: class="[^"<>]*")? id="([^"<>]*)">/g;

/**
 * Finishes sanitised HTML, where a link to nowhere has no address: keeps the links to other pages or to a place of this
 * text, reduces the others to their text; an image becomes `[formule : words]`, or a mark.
 */
export function settle(sanitisedHtml: string): { readonly html: string; readonly images: readonly Image[] } {
  const places = placesOf(sanitisedHtml);
  const images: Image[] = [];
  /** Whether each open link is kept. */
  const open: boolean[] = [];
  const html = sanitisedHtml.replace(INLINE, (tag: string, href: string | undefined) => {
    if (tag === "</a>") return open.pop() === true ? tag : "";
    if (tag.startsWith("<img")) {
      const image = readImage(tag);
      images.push(image);
      return image.alt === null ? IMAGE_MARK : `[formule : ${escapeText(image.alt)}]`;
    }
    const opening = openLink(href, places);
    open.push(opening !== "");
    return opening;
  });
  return { html, images };
}

/** The targets of links inside the text; most texts have no such link. */
function placesOf(sanitisedHtml: string): ReadonlySet<string> {
  if (!sanitisedHtml.includes(' href="#')) return new Set();
  return new Set([...sanitisedHtml.matchAll(PLACE)].map(([, id = ""]) => id));
}

/** The link's opening tag, or nothing without a target. */
function openLink(href: string | undefined, places: ReadonlySet<string>): string {
  if (href === undefined) return "";
  if (!href.startsWith("#")) return `<a href="${href}">`;
  const place = [href.slice(1), decoded(href.slice(1))].find((name) => places.has(name));
  return place === undefined ? "" : `<a href="#${place}">`;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function readImage(tag: string): Image {
  const alt = unescapeAttribute(/ alt="([^"]*)"/.exec(tag)?.[1] ?? "")
    .replace(/[ \t\r\n]+/g, " ")
    .trim();
  const url = unescapeAttribute(/ src="([^"]*)"/.exec(tag)?.[1] ?? "");
  return { alt: alt === "" ? null : alt, url: url === "" ? null : url };
}

function unescapeAttribute(text: string): string {
  return text.replace(/&(amp|lt|gt|quot);/g, (_, name: string) => ENTITIES[name] ?? "");
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };

/** Escapes text between tags, like the sanitiser: quotes stay. */
export function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** What ends no block, « ( », « l’ », or begins none: « er », « , dont », but not « a. », nor an item after a comma. */
const GOES_ON = /^(?:[(’']\n|[^,]\n(?:[,.;)]|\p{Ll}(?![.)°])))/u;
/** No space parts « 1 » from « er », « l’ » from « article », a word from its comma. */
const UNSPACED = /^(?:[1I]\ner(?!\p{L})|[(’']|.\n[,.;)])/u;

/**
 * A plain text's lines, but for those that the export breaks around a link, an exponent or italics, « CGI, art. 163 /
 * quatervicies »: the spaces kept beside the break, or the first sign after it, tell.
 */
export function blocksOf(words: string): readonly string[] {
  const blocks: string[] = [];
  let before = "";
  for (const line of words.split(/\r\n?|\n/)) {
    const [end, start] = [before.trimEnd(), line.trimStart()];
    const seam = `${before.slice(-1)}\n${line.slice(0, 3)}`;
    const isWithin = end !== "" && start !== "" && !/[.;:!?…]$/.test(end);
    if (isWithin && (end !== before || start !== line || GOES_ON.test(seam)))
      blocks.push((blocks.pop() ?? "") + (UNSPACED.test(seam) ? "" : " ") + line);
    else blocks.push(line);
    before = line;
  }
  return blocks;
}
