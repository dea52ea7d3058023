import { isPoint, isWord } from "./numbers.ts";
import type { Token } from "./tokens.ts";

/** Whose § are, by the words that follow them. */
export type Whose =
  /** « du BOI-… », « de la documentation BOI-… »: of the document whose name follows, at a rank. */
  | { readonly of: "next"; readonly rank: number }
  /** « des commentaires publiés le … »: of a document named further on. */
  | { readonly of: "later"; readonly rank: number }
  /** « de ces commentaires », « du BOI précité »: of the last document. */
  | { readonly of: "last"; readonly rank: number }
  /** « de l'article 5 », « de la norme IFRS 9 ». */
  | { readonly of: "other" }
  /** « de manière claire »: what may be of it or not. */
  | { readonly of: "unknown" }
  /** Nothing says. */
  | { readonly of: "none" };

const OTHERS = ["law", "thing", "work", "court", "example"];
const MOST_WORDS = 12;

/** Reads what follows a list of § that ends before a rank. */
export function whoseNumbers(tokens: readonly Token[], listed: number): Whose {
  const rank = afterAside(tokens, listed);
  const point = tokens[rank];
  let at = point?.kind === "point" && ',»")'.includes(point.mark) ? rank + 1 : rank;
  const of = tokens[at];
  // « au § 12 ci-dessus »: of the text itself.
  const isOwn = isWord(tokens[listed], "aside");
  const isOf = isWord(of, "of") || (of?.kind === "word" && /^(?:aux?)$/i.test(of.word));
  if (!isOf) return { of: isOwn ? "other" : "none" };
  at += 1;
  let noun = false;
  for (const end = at + MOST_WORDS; at < end; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    if (token.kind === "name" || (token.kind === "address" && token.publication !== null))
      return { of: "next", rank: at };
    if (token.kind === "address") return { of: "other" };
    if (token.kind === "section" && !noun) {
      const further = whoseNumbers(tokens, at + 1);
      return further.of === "none" ? { of: "none" } : further;
    }
    if (isWord(token, "same")) return sameAt(tokens, at);
    if (isWord(token, "precited") && noun) return { of: "last", rank: at + 1 };
    if (isWord(token, "noun")) noun = true;
    else if (OTHERS.some((name) => isWord(token, name)))
      return noun ? { of: "later", rank } : { of: "other" };
    else if (!isPassing(token)) break;
  }
  if (noun) return { of: "later", rank };
  const next = tokens[at];
  return next?.kind === "word" && next.class === undefined ? { of: "unknown" } : { of: "none" };
}

/** « ci-dessus », « précités ». */
function afterAside(tokens: readonly Token[], rank: number): number {
  const [first, hyphen, last] = [tokens[rank], tokens[rank + 1], tokens[rank + 2]];
  if (isWord(first, "precited")) return rank + 1;
  const isAside = isWord(first, "aside") && isPoint(hyphen, "-") && last?.kind === "word";
  return isAside ? rank + 3 : rank;
}

function sameAt(tokens: readonly Token[], rank: number): Whose {
  let at = rank + 1;
  while (isWord(tokens[at], "same") || isWord(tokens[at], "administrative") || isWord(tokens[at], "noun"))
    at += 1;
  if (!isWord(tokens[at - 1], "noun") && !isWord(tokens[at - 1], "administrative")) return { of: "other" };
  return tokens[at]?.kind === "name" ? { of: "next", rank: at } : { of: "last", rank: at };
}

/** What may stand between « de » and the name of a document: « la doctrine administrative publiée sous la référence ». */
function isPassing(token: Token): boolean {
  if (token.kind === "point") return ":(\"«'".includes(token.mark);
  if (token.kind !== "word") return false;
  return ["glue", "of", "administrative", "published", "mark", "noun"].includes(token.class ?? "");
}
