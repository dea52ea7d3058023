/** A section of the changelog. */
export interface ChangelogEntry {
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** What follows the heading, in Markdown. */
  readonly notes: string;
}

/** The section of a version, in the form of Keep a Changelog; null where there is none, or one without date or words. */
export function entryOf(changelog: string, version: string): ChangelogEntry | null {
  const section = changelog.split("\n## ").find((text) => text.startsWith(`[${version}] - `));
  if (section === undefined) return null;
  const [heading = "", ...lines] = section.split("\n");
  const date = heading.slice(`[${version}] - `.length).trim();
  const notes = lines.join("\n").trim();
  return isDay(date) && notes !== "" ? { date, notes } : null;
}

function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) && text.length === 10;
}
