import { readFileSync } from "node:fs";
import { ATTRIBUTION } from "../../http/attribution.ts";
import { VERSION } from "../../http/version.ts";
import type { Html } from "../../pages/jsx/runtime.ts";
import { BLOCKS } from "../blocks/index.ts";
import { NUMBERS } from "../blocks/numbers.ts";
import { Code, Json } from "../code.tsx";
import type { DocContext, DocPage } from "../context.ts";
import { answerAt, GUIDE_ANSWERS } from "../examples/answers.ts";
import { parseRequest } from "../examples/requests.ts";
import { Samples } from "../examples/samples.tsx";
import { DocFrame, framed } from "../frame.tsx";
import { recipe } from "../recipes.ts";
import type { DocSlug } from "../site.ts";
import { type Fence, fencesOf, renderMarkdown } from "./render.tsx";

/**
 * A page whose words are in `texts/`, in Markdown. `{{name}}` stands for a value of the service; a fenced block is code
 * (its language, then its title), a request (`request`, then the name of its answer), a file of `recipes/` (`recipe`),
 * or what the code itself tells (`block`).
 */
export function textPage(slug: DocSlug): DocPage {
  const written = textOf(slug);
  return async (context) => {
    const source = written.replace(/\{\{([a-z-]+)\}\}/g, (_, name: string) => valueNamed(name, context));
    const { html, sections } = await renderMarkdown(source, (fence) => renderFence(fence, context));
    const hasExamples = fencesOf(source).some(({ kind }) => kind === "request");
    return (
      <DocFrame context={context} {...framed(slug)} sections={sections} hasExamples={hasExamples}>
        {html}
      </DocFrame>
    );
  };
}

/** The Markdown of a page, as it is written. */
export function textOf(slug: DocSlug): string {
  return readFileSync(new URL(`../texts/${slug}.md`, import.meta.url), "utf8");
}

function valueNamed(name: string, { publicUrl }: DocContext): string {
  const values: Readonly<Record<string, string>> = {
    ...NUMBERS,
    url: publicUrl,
    version: VERSION,
    attribution: ATTRIBUTION,
  };
  const value = values[name];
  if (value === undefined) throw new Error(`the texts of the documentation have no value ${name}`);
  return value;
}

function renderFence({ kind, argument, body }: Fence, context: DocContext): Html | Promise<Html> {
  switch (kind) {
    case "request":
      return <ShownRequest name={argument} written={body} context={context} />;
    case "recipe":
      return <Code label={argument}>{recipe(argument)}</Code>;
    case "block":
      return blockNamed(argument)(context);
    default:
      return <Code {...(argument === "" ? {} : { label: argument })}>{body}</Code>;
  }
}

function blockNamed(name: string): DocPage {
  const block = BLOCKS.get(name);
  if (block === undefined) throw new Error(`the texts of the documentation have no block ${name}`);
  return block;
}

interface ShownRequestProps {
  /** Empty when its answer is not shown. */
  readonly name: string;
  readonly written: string;
  readonly context: DocContext;
}

function ShownRequest({ name, written, context: { operations, publicUrl } }: ShownRequestProps) {
  return (
    <>
      <Samples request={parseRequest(written, operations)} publicUrl={publicUrl} />
      {name === "" ? null : (
        <Json
          label="Réponse du corpus d'essai, abrégée"
          value={answerAt(publicUrl, GUIDE_ANSWERS.get(name))}
        />
      )}
    </>
  );
}
