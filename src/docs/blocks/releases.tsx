import { readFileSync } from "node:fs";
import { frenchDate } from "../../../bofip/days/days.ts";
import { Code } from "../code.tsx";
import { renderMarkdown } from "../markdown/render.tsx";

const CHANGELOG = readFileSync(new URL("../../../CHANGELOG.md", import.meta.url), "utf8");

/** Every release, the latest first, with its date and what callers can see of it. */
export async function releases() {
  const { html } = await renderMarkdown(journalOf(CHANGELOG), ({ body }) => <Code>{body}</Code>);
  return html;
}

/** Keep a Changelog's releases, unreleased left out: `## [1.4.0] - 2026-11-22` is a third-level heading, in French. */
function journalOf(changelog: string): string {
  const [, ...sections] = changelog.split(/^## /m);
  return sections.flatMap(releaseOf).join("\n");
}

function releaseOf(section: string): string[] {
  const [, version, date] = /^\[?(\d+\.\d+\.\d+)\]?(?: - (\d{4}-\d\d-\d\d))?$/m.exec(section) ?? [];
  if (version === undefined) return [];
  const heading = date === undefined ? version : `${version}, le ${frenchDate(date)}`;
  const body = section.slice(section.indexOf("\n")).replace(/^### /gm, "#### ");
  return [`### ${heading} {#v${version.replaceAll(".", "-")}}\n${body}`];
}
