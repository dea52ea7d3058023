import { plainCharacters, spelledOut } from "../comparison/typography.ts";

/** Whether words stand in a text: to the character, up to white space and typography, or not at all. */
export type Fidelity = "exact" | "equivalent" | "absent";

export interface QuotedWords {
  readonly etat: Fidelity;
  /** The § where the words stand, when that is no § cited; null else. */
  readonly numero: string | null;
}

/** A stored text and where its § lie in it, as UTF-16 offsets. */
export interface QuotedText {
  readonly texte: string;
  readonly spans: readonly { readonly numero: string; readonly start: number; readonly end: number }[];
}

/** What stands for words left out: « […] », « (...) ». */
const LEFT_OUT = /[[(]\s?(?:…|\.{3})\s?[\])]|…|\.{3}/;

/**
 * Looks for quoted words in the § cited, then in the others.
 * @param cited numbers of the § cited, in the order of the text; none when the whole document is.
 */
export function locateQuote(
  quote: string,
  { texte, spans }: QuotedText,
  cited: readonly string[],
): QuotedWords {
  const own = spans.filter(({ numero }) => cited.includes(numero));
  const asCited = own.map(({ start, end }) => texte.slice(start, end)).join("\n\n");
  const inCited = fidelityOf(quote, asCited);
  if (inCited !== "absent") return { etat: inCited, numero: null };
  const elsewhere = spans.map(({ numero, start, end }) => {
    return { numero, etat: fidelityOf(quote, texte.slice(start, end)) };
  });
  const found =
    elsewhere.find(({ etat }) => etat === "exact") ?? elsewhere.find(({ etat }) => etat !== "absent");
  if (found !== undefined) return found;
  return { etat: cited.length === 0 ? fidelityOf(quote, texte) : "absent", numero: null };
}

function fidelityOf(quote: string, texte: string): Fidelity {
  if (texte === "") return "absent";
  if (holds(texte.normalize("NFC"), partsOf(quote.normalize("NFC")))) return "exact";
  return holds(folded(texte), partsOf(quote).map(folded)) ? "equivalent" : "absent";
}

function partsOf(quote: string): string[] {
  return quote.split(LEFT_OUT).flatMap((part) => part.trim() || []);
}

/** Whether the parts stand in a text, one behind the other. */
function holds(texte: string, parts: readonly string[]): boolean {
  let at = 0;
  for (const part of parts) {
    const found = texte.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return parts.length > 0;
}

/** Capitals are small letters without accents, words no space between them but two numbers that are no thousands, and no last point. */
function folded(texte: string): string {
  return spelledOut(plainCharacters(texte))
    .replace(/[À-ÖØ-Ý]/g, (capital) => capital.normalize("NFD").charAt(0))
    .toLowerCase()
    .replace(/\[(\p{L})\]/gu, "$1")
    .replace(/\s+/g, " ")
    .replace(/ (?!\d)|(?<!\d) | (?=\d{3}(?!\d))/g, "")
    .replace(/^[.,;:]|[.,;:]$/g, "");
}
