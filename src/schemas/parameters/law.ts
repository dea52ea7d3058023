import type { SchemaOptions } from "@sinclair/typebox";
import { readArticle } from "../../../bofip/law/article-number.ts";
import { type CitedKind, readCitedLawKey } from "../../../bofip/law/cited/keys.ts";
import { codeKey, findCode } from "../../../bofip/law/codes.ts";
import { precisionsAfter } from "../../../bofip/law/mentions/precision.ts";
import { type Parameter, parameter } from "./parameter.ts";

/** An article of a code, in the usual writing. */
export interface LawArticle {
  readonly code: string;
  readonly article: string;
}

const MAX_LENGTH = 120;
const CODES = "CGI, CGI-ANN-2, LPF ou code-civil";

/** The article of a code, both as somebody writes them; null when one of them is none. */
export function readLawArticle(writtenCode: string, written: string): LawArticle | null {
  const code = findCode(writtenCode);
  const article = code === null ? null : readArticle(written, code.startsWith("CGI"));
  return code === null || article === null ? null : { code, article };
}

/** A code, by its key, its name or its usual abbreviation. */
export function lawCode(documented: SchemaOptions = {}): Parameter<string> {
  const schema = { ...documented, type: "string", maxLength: MAX_LENGTH };
  return parameter(schema, `un code, comme ${CODES}`, (raw) => findCode(raw) ?? undefined);
}

/** The number of an article, as written: which article it is depends on the code. */
export function articleNumber(documented: SchemaOptions = {}): Parameter<string> {
  const schema = { ...documented, type: "string", maxLength: MAX_LENGTH };
  return parameter(schema, "un numéro d'article, comme 150 U, 199 terdecies-0 A ou L. 80 A", (raw) =>
    readArticle(raw, false) === null ? undefined : raw,
  );
}

const LONGEST_PART = 40;

/** A part of an article, from the whole: « II-1° », « II, 1° ». */
export function articlePart(documented: SchemaOptions = {}): Parameter<string> {
  const schema = { ...documented, type: "string", pattern: "[0-9A-Za-z]", maxLength: LONGEST_PART };
  return parameter(schema, "une partie d'article, comme II-1° ou 1-a", (raw) =>
    raw.length > LONGEST_PART ? undefined : precisionsAfter(raw.trim())[0],
  );
}

/** `CGI:150 U`: a code and an article of it. */
export function articleReference(documented: SchemaOptions = {}): Parameter<LawArticle> {
  const schema = { ...documented, type: "string", pattern: "^[^:]+:.+$", maxLength: MAX_LENGTH };
  return parameter(schema, `un code et un article, comme ${codeKey("CGI")}:150 U ou LPF:L. 80 A`, (raw) => {
    const [code = "", ...article] = raw.split(":");
    return readLawArticle(code, article.join(":")) ?? undefined;
  });
}

/** The key of a decision, a norm or a ministerial answer, as a caller may type it. */
export function citedLawKey(
  genre: CitedKind,
  example: string,
  documented: SchemaOptions = {},
): Parameter<string> {
  const schema = { ...documented, type: "string", maxLength: MAX_LENGTH, examples: [example] };
  return parameter(schema, `une clé comme ${example}`, (raw) => {
    const key = readCitedLawKey(raw);
    return key?.kind === genre ? key.cle : undefined;
  });
}
