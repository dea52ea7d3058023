import { setImmediate as nextTurn } from "node:timers/promises";
import { Marked, type Token, type Tokens } from "marked";
import { type Html, trusted } from "../../pages/jsx/runtime.ts";
import { Rows } from "../code.tsx";

/** A part of a page that its navigation leads to. */
export interface Section {
  readonly anchor: string;
  readonly title: string;
}

interface RenderedText {
  readonly html: Html;
  readonly sections: readonly Section[];
  /** Kinds of its fenced blocks. */
  readonly kinds: ReadonlySet<string>;
}

/** A fenced block: what follows the backquotes, and what stands between them. */
export interface Fence {
  /** The first word of what follows the backquotes. */
  readonly kind: string;
  /** The words after it. */
  readonly argument: string;
  readonly body: string;
}

type RenderFence = (fence: Fence) => Html | Promise<Html>;

/**
 * A text of ours in Markdown (GitHub's), as it stands in a page. A heading of the second level is a section, whose
 * anchor is `{#anchor}` at its end, or its words; other headings only have the anchor that they declare.
 * @throws {Error} for HTML in the text: use a fenced block for what Markdown can't express.
 */
export async function renderMarkdown(source: string, renderFence: RenderFence): Promise<RenderedText> {
  const tokens = marked.lexer(source);
  const parts: string[] = [];
  const kinds = new Set<string>();
  for (const token of tokens) {
    const fence = fenceOf(token);
    // Examples are most of a page's work: other requests have their turn before each.
    if (fence !== null) {
      kinds.add(fence.kind);
      await nextTurn();
    }
    parts.push(fence === null ? marked.parser([token]) : (await renderFence(fence)).markup);
  }
  return { html: trusted(parts.join("\n")), sections: sectionsOf(tokens), kinds };
}

/** The fenced blocks of a text, in its order. */
export function fencesOf(source: string): Fence[] {
  return marked.lexer(source).flatMap((token) => fenceOf(token) ?? []);
}

function fenceOf(token: Token): Fence | null {
  if (token.type !== "code") return null;
  const [kind = "", ...words] = String(token["lang"] ?? "").split(" ");
  return { kind, argument: words.join(" "), body: String(token["text"]) };
}

function sectionsOf(tokens: readonly Token[]): Section[] {
  return tokens.flatMap((token) => {
    if (token.type !== "heading" || token["depth"] !== 2) return [];
    const { words, anchor } = headingOf(String(token["text"]));
    return [{ anchor: anchor ?? anchorOf(words), title: plain(words) }];
  });
}

const ANCHOR = / \{#([\w-]+)\}$/;

function headingOf(text: string): { readonly words: string; readonly anchor: string | null } {
  return { words: text.replace(ANCHOR, ""), anchor: ANCHOR.exec(text)?.[1] ?? null };
}

function anchorOf(words: string): string {
  const letters = words.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return (letters.match(/[a-z0-9]+/g) ?? []).join("-");
}

function plain(words: string): string {
  return spaced(words.replaceAll("`", ""));
}

const NO_BREAK = "\u00A0";

/** Makes the spaces before « : », « ; », « ? », « ! », « » » and after « « » unbreakable, as French typography asks. */
function spaced(text: string): string {
  return text.replace(/ (?=[:;?!»])/g, NO_BREAK).replaceAll("« ", `«${NO_BREAK}`);
}

const marked = new Marked({
  renderer: {
    heading({ text, tokens, depth }: Tokens.Heading) {
      const { words, anchor } = headingOf(text);
      const id = anchor ?? (depth === 2 ? anchorOf(words) : null);
      const inner = this.parser.parseInline(tokens).replace(ANCHOR, "");
      return `<h${depth}${id === null ? "" : ` id="${id}"`}>${inner}</h${depth}>`;
    },
    text(token) {
      if ("tokens" in token && token.tokens !== undefined) return this.parser.parseInline(token.tokens);
      return Bun.escapeHTML(spaced(token.text));
    },
    codespan({ text }: Tokens.Codespan) {
      return `<code>${Bun.escapeHTML(text)}</code>`;
    },
    link({ href, tokens }: Tokens.Link) {
      const isOurs = !/^https?:/.test(href);
      return `<a href="${Bun.escapeHTML(href)}"${isOurs ? "" : ' rel="external"'}>${this.parser.parseInline(tokens)}</a>`;
    },
    table({ header, rows }: Tokens.Table) {
      const cell = ({ tokens }: Tokens.TableCell) => trusted(this.parser.parseInline(tokens));
      const label = header.map(({ text }) => plain(text)).join(", ");
      return (<Rows label={label} heads={header.map(cell)} rows={rows.map((row) => row.map(cell))} />).markup;
    },
    html({ text }: Tokens.HTML | Tokens.Tag): string {
      throw new Error(`a text of the documentation holds HTML: ${text}`);
    },
  },
});
