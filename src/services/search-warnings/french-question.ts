/** Beginnings of French questions, once in lower case and with straight apostrophes. */
const OPENINGS =
  /^(?:qu'est|est-ce|comment|pourquoi|quand|combien|où|qui|que|quoi|quels?|quelles?|lequel|laquelle|peut-on|peux-tu|puis-je|pouvez-vous|dois-je|doit-on|devons-nous|faut-il|y a-t-il|a-t-on|ai-je|suis-je|sommes-nous|existe-t-il)(?![\p{L}])/u;

/** Question words, which say nothing about the subject of a question. */
const ASKING = new Set(
  "qu'est-ce qu'est est-ce comment pourquoi quand combien où qui que quoi quel quels quelle quelles lequel laquelle peut-on peux-tu puis-je pouvez-vous dois-je doit-on devons-nous faut-il y a-t-il a-t-on ai-je suis-je sommes-nous existe-t-il je on nous vous mon ma mes notre nos être c'est".split(
    " ",
  ),
);

/** Whether a query is a question in ordinary French. */
export function isQuestion(query: string): boolean {
  const text = plain(query).trim();
  return text.endsWith("?") || OPENINGS.test(text);
}

/** The words of a question that carry its subject. */
export function withoutQuestion(words: readonly string[]): string[] {
  return words
    .map((word) => word.replace(/(?<![?!.,;:])[?!.,;:]+$/, ""))
    .filter((word) => word !== "" && !ASKING.has(plain(word)));
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[’‘]/g, "'");
}
