import type { SaxesOptions, SaxesParser } from "saxes";
import { BadRecord } from "./record.ts";

/**
 * A parser that refuses what is not well-formed. Only the five entities of XML exist: a document type declaration, which
 * could define others, has the file refused. What it parses throws `BadRecord`.
 * @param file its name in messages.
 */
export function refusing<Options extends SaxesOptions>(
  parser: SaxesParser<Options>,
  file: string,
): SaxesParser<Options> {
  parser.on("error", (error) => {
    throw new BadRecord(`${file} mal formé (ligne et colonne ${error.message}).`, null);
  });
  parser.on("doctype", () => {
    throw new BadRecord(`${file} déclare un type de document (DOCTYPE) : refusé.`, null);
  });
  return parser;
}
