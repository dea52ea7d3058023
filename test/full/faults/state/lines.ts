/** The content of a store: one line an item, in a fixed order. Equal stores give equal lists. */
export type Lines = readonly string[];

const SHOWN_LENGTH = 80;

/** A value on a line: long ones by their hash. */
export function shown(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(sorted(value));
  return text.length <= SHOWN_LENGTH ? text : `#${Bun.hash(text).toString(36)}`;
}

/** Equal values are written the same, whatever the order of their fields. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, field]) => [name, sorted(field)]),
  );
}

/** The differences between two stores: missing lines with a `-`, lines in excess with a `+`. */
export function differences(wanted: Lines, found: Lines): string[] {
  const counts = new Map<string, number>();
  for (const line of wanted) counts.set(line, (counts.get(line) ?? 0) + 1);
  for (const line of found) counts.set(line, (counts.get(line) ?? 0) - 1);
  return [...counts]
    .filter(([, count]) => count !== 0)
    .map(([line, count]) => `${count > 0 ? "-" : "+"} ${line}`)
    .sort();
}
