import { readFileSync } from "node:fs";
import { Code } from "../code.tsx";
import { journalOf } from "../markdown/journal.ts";
import { renderMarkdown } from "../markdown/render.tsx";

/** The file that a release adds its section to. */
const CHANGELOG = readFileSync(new URL("../../../CHANGELOG.md", import.meta.url), "utf8");

/** Every release, the latest first, with its date and what callers can see of it. */
export async function releases() {
  const { html } = await renderMarkdown(journalOf(CHANGELOG), ({ body }) => <Code>{body}</Code>);
  return html;
}
