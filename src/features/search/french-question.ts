import { APOSTROPHE_MARKS } from "../../../search/fulltext/analyzer/writing.ts";

/** Beginnings of French questions, once in lower case and with straight apostrophes. */
const OPENINGS =
  /^(?:qu'est|est-ce|comment|pourquoi|quand|combien|où|qui|que|quoi|quels?|quelles?|lequel|laquelle|peut-on|peux-tu|puis-je|pouvez-vous|dois-je|doit-on|devons-nous|faut-il|y a-t-il|a-t-on|ai-je|suis-je|sommes-nous|existe-t-il)(?![\p{L}])/u;
const APOSTROPHE = new RegExp(`[${APOSTROPHE_MARKS}]`, "g");

/** Whether a query is a question in ordinary French. */
export function isQuestion(query: string): boolean {
  const text = query.toLowerCase().replace(APOSTROPHE, "'").trim();
  return text.endsWith("?") || OPENINGS.test(text);
}
