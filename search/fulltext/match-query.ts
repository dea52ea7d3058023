import { analyze } from "./analyzer/index.ts";
import type { QueryNode } from "./query/ast.ts";

/** A short text prepared for queries: words separated by spaces, with a space at both ends. */
export interface TextWords {
  /** Stems of the title, then of the text: a phrase is within one of them. */
  readonly streams: readonly [string, string];
  /** Distinct words, folded. */
  readonly folded: string;
  /** Identifiers of the documents that the text names. */
  readonly named: ReadonlySet<string>;
}

/** Prepares a titled text; some tens of megabytes per second. */
export function wordsOf(titre: string, texte: string, named: Iterable<string>): TextWords {
  const parts = [analyze(titre), analyze(texte)] as const;
  const [title, body] = parts.map((tokens) => spaced(tokens.map((token) => token.stem)));
  const folded = new Set(parts.flatMap((tokens) => tokens.map((token) => token.folded)));
  return { streams: [title ?? "", body ?? ""], folded: spaced([...folded]), named: new Set(named) };
}

function spaced(words: readonly string[]): string {
  return ` ${words.join(" ")} `;
}

/** Whether a query finds a text, by the same rules as the engines (docs/search.md). */
export function matches(words: TextWords, node: QueryNode): boolean {
  switch (node.kind) {
    case "word":
      return holds(words, node.stem);
    case "phrase":
      return holds(words, node.stems.join(" "));
    case "prefix":
      return words.folded.includes(` ${node.prefix}`);
    case "identifier":
      return words.named.has(node.boiId);
    case "or":
      return node.branches.some((branch) => matches(words, branch));
    case "and":
      return (
        node.required.every((part) => matches(words, part)) &&
        !node.excluded.some((part) => matches(words, part))
      );
  }
}

function holds({ streams }: TextWords, stems: string): boolean {
  return streams.some((stream) => stream.includes(` ${stems} `));
}
