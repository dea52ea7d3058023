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
export function boundNesting(html: string): string {
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
