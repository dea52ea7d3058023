import { frenchDate } from "../../../bofip/days/french-date.ts";

/**
 * The releases of a file in the form of Keep a Changelog, as a part of a page: `## [1.4.0] - 2026-11-22` becomes a
 * heading of the third level, its date in French. What is not released yet is left out.
 */
export function journalOf(changelog: string): string {
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
