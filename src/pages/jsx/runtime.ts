/**
 * The pages' JSX runtime (`jsxImportSource` in tsconfig.json): markup at once, everything escaped. Sixty lines, where
 * libraries that escape bring the browser's types into the project, or a framework.
 */

/** Markup that is written unescaped. Only this file creates it from texts, and `trusted` from markup. */
export class Html {
  constructor(readonly markup: string) {}
}

export type Child = Html | string | number | boolean | null | undefined | readonly Child[];

type Attribute = string | number | boolean | null | undefined;
type Attributes = Readonly<Record<string, Attribute | Child>>;
type Component = (props: Attributes) => Html | null;

/** Elements without an end tag (HTML, « Void elements »). */
const VOID = new Set(["br", "hr", "img", "input", "link", "meta"]);

/** An element, or a component called with its properties. */
export function jsx(type: string | Component, props: Attributes): Html {
  if (typeof type === "function") return type(props) ?? new Html("");
  const { children, ...attributes } = props;
  const tag = `<${type}${Object.entries(attributes).map(attribute).join("")}>`;
  return new Html(VOID.has(type) ? tag : `${tag}${markupOf(children)}</${type}>`);
}

export { jsx as jsxDEV, jsx as jsxs };

export function Fragment({ children }: { readonly children?: Child }): Html {
  return new Html(markupOf(children));
}

/** Marks markup as safe: its maker guarantees it. */
export function trusted(markup: string): Html {
  return new Html(markup);
}

/** `true` writes the attribute alone; `false`, null and undefined leave it out. */
function attribute([name, value]: [string, Attribute | Child]): string {
  if (value === true) return ` ${name}`;
  if (typeof value === "string" || typeof value === "number") return ` ${name}="${Bun.escapeHTML(value)}"`;
  return "";
}

function markupOf(child: Child): string {
  if (child instanceof Html) return child.markup;
  if (typeof child === "string" || typeof child === "number") return Bun.escapeHTML(child);
  return Array.isArray(child) ? child.map(markupOf).join("") : "";
}

/** The types that the compiler looks for. */
export declare namespace JSX {
  type Element = Html;
  type ElementType = string | ((props: never) => Html | null);
  interface ElementChildrenAttribute {
    readonly children: unknown;
  }
  interface IntrinsicElements {
    readonly [name: string]: Readonly<Record<string, Attribute | Child>>;
  }
}
