import { safeNfc } from "../../bofip/text/characters.ts";

/** Repairs quotes doubled by the export, `class=""x""`. Empty attributes (`alt=""`) and null are left unchanged. */
export function repairQuotes(html: string | null): string | null {
  if (html === null || !html.includes('=""')) return html;
  return html.replace(/=""([^"\s<>][^"<>]*)""(?=[\s/>])/g, '="$1"');
}

/** Text for a relational store, no NUL nor half of a surrogate pair, in NFC, long runs of combining marks split. */
export function storableText(text: string): string {
  return safeNfc(text.replaceAll("\0", "").toWellFormed());
}

/**
 * The content of `<body>` in a page, or in what is left of one; a fragment as it is. What was cut through leaves no
 * text: the rest of a style, tag or declaration at the start, the beginning of a tag or entity at the end.
 */
export function bodyOf(html: string): string {
  const body = /<body\b[^<>]*>/i.exec(html);
  const start = body === null ? endOfPrologue(html) : body.index + body[0].length;
  return html.slice(start, startOfCutEnd(html));
}

/** Where the content begins without the tag that opens it. */
function endOfPrologue(html: string): number {
  const closing = /<\/(head|style|title|script)>/i.exec(html);
  const isOpened =
    closing && html.slice(0, closing.index).toLowerCase().includes(`<${closing[1]}`.toLowerCase());
  if (closing !== null && isOpened === false) return closing.index + closing[0].length;
  const rest = /^[^<>]*>/.exec(html)?.[0] ?? "";
  return isRestOfTag(rest.slice(0, -1), html.slice(rest.length)) ? rest.length : 0;
}

/** Whether words before the first `>` are the end of a tag or of a declaration, and no text. */
function isRestOfTag(words: string, after: string): boolean {
  if (/^$|["'/]$|--$/.test(words)) return true;
  if (!/^[!/]?[a-z\d]{1,20}(?: html)?$/i.test(words)) return false;
  return /^\s*</.test(after) || after.toLowerCase().includes(`${words.toLowerCase()}>`);
}

function startOfCutEnd(html: string): number {
  const tag = html.lastIndexOf("<");
  const last = html.slice(tag < 0 ? html.length : tag);
  if (/^<(?:$|[a-z/!])/i.test(last) && !last.includes(">")) return tag;
  const entity = html.lastIndexOf("&");
  const isCut = entity >= 0 && /^&#?\w{0,31}$/.test(html.slice(entity, entity + 40));
  return isCut && /^<[a-z]/i.test(last) ? entity : html.length;
}
