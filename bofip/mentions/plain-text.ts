/** What Markdown, HTML and typography put around or in place of the characters of a reference. */
const DRESSED = new RegExp(
  [
    "&(?<entity>nbsp|sect|laquo|raquo|quot|amp|#160|#167);",
    // Emphasis stands against a word; a list's « * » does not.
    String.raw`(?<emphasis>\*{1,3}(?:(?=[^\s*])|(?<=[^\s*]\*{1,3}))|\x60{1,3}|_(?<![\p{L}\d_]_)_?(?=[\p{L}«§])|_(?<=[\p{L}\d»]_)_?(?![\p{L}\d_]))`,
    "(?<capital>[ʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢᴀǫ])",
    String.raw`(?<boi>B(?<![\p{L}\d]B)(?:0I(?=[- ]?[A-Z])|(?:OI|0I|\.O\.I\.|OF[Ii][Pp])[ \u00a0](?=(?!BOI)[A-Z]{2,8}-[A-Z\d])|\.O\.I\.(?=-)|OF[Ii][Pp](?=-IMP-[A-Z])))`,
    String.raw`(?<spaced>[Bb](?<![\p{L}\d-][Bb])[Oo][Ii] [A-Za-z]{2,8}(?: [A-Za-z]{2,8}){0,3}(?: \d{2,6}){1,8})(?=\s?(?:[§#,;.:)|]|$)|\n)`,
  ].join("|"),
  "gu",
);
const ENTITIES: Readonly<Record<string, string>> = {
  ...{ nbsp: " ", "#160": " ", sect: "§", "#167": "§", laquo: "«", raquo: "»", quot: '"', amp: "&" },
};
const SMALL_CAPITALS = "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡxʏᴢ";
/** Takes no room once a text is evened out. */
const NOTHING = "\u200b";

/** Blanks Markdown's marks, HTML's entities and disguises of « BOI- » in one pass; every character keeps its offset. */
export function plainText(texte: string): string {
  return texte.replace(DRESSED, (written, ...rest) => {
    const plain = plainOf(written, rest.at(-1));
    return plain + NOTHING.repeat(written.length - plain.length);
  });
}

function plainOf(written: string, groups: Readonly<Record<string, string | undefined>>): string {
  if (groups["entity"] !== undefined) return ENTITIES[groups["entity"]] ?? written;
  if (groups["emphasis"] !== undefined) return "";
  if (groups["capital"] !== undefined)
    return written === "ǫ" ? "Q" : String.fromCharCode("A".charCodeAt(0) + SMALL_CAPITALS.indexOf(written));
  if (groups["spaced"] !== undefined) return written.replaceAll(" ", "-");
  return /\s$/.test(written) ? "BOI-" : "BOI";
}
