import { z } from "zod";

const Line = z.looseObject({ type: z.string(), contenu_html: z.string().optional(), permalien: z.string() });

/**
 * The line of an export for a document whose first paragraph changed, under a new date or its own; null for what is no
 * document.
 * @param day `AAAA-MM-JJ`, or null for its own. @param mark words that end the paragraph.
 */
export function reissued(line: string, day: string | null, mark: string): string | null {
  const record = Line.parse(JSON.parse(line));
  if (record.type !== "Contenu") return null;
  return JSON.stringify({
    ...record,
    contenu_html: record.contenu_html?.replace("</p>", ` ${mark}</p>`),
    ...(day !== null && {
      debut_de_validite: day,
      permalien: record.permalien.replace(/\d{8}$/, day.replaceAll("-", "")),
    }),
  });
}
