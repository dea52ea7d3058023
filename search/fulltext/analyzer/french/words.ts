/** The words of a list written over lines, separated by blanks. */
export function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}
