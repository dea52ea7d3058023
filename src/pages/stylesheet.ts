import { readFileSync } from "node:fs";
import { RenderedAnswer, renderedText } from "../http/response/body.ts";

const PARTS = ["base", "frame", "search", "document", "dashboard", "docs", "print"];

const css = PARTS.map((part) => readFileSync(new URL(`styles/${part}.css`, import.meta.url), "utf8")).join(
  "\n",
);

const answer = new RenderedAnswer(renderedText(css), {
  "content-type": "text/css; charset=utf-8",
  "cache-control": "public, max-age=31536000, immutable",
});

/** The one stylesheet of every page. Its address changes with its content, so that it is cached for ever. */
export const STYLESHEET = {
  href: `/style-${Bun.hash(css).toString(36)}.css`,
  answer: () => answer,
} as const;
