/** `offset` goes no further (docs/decisions.md, « Everywhere »). */
const MAX_OFFSET = 10_000;

/** The page of a list that is asked for, and how many entries the whole list has. */
interface ListPage {
  readonly limit: number;
  readonly offset: number;
  readonly total: number;
}

/** Path of an address, with its parameters. */
export function pathOf(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}

/** Address of the page that follows one, given its own, with all its parameters; null after the last one. */
export function nextPage(address: string, { limit, offset, total }: ListPage): string | null {
  const next = offset + limit;
  if (next >= total || next > MAX_OFFSET) return null;
  const following = new URL(address);
  following.searchParams.set("offset", String(next));
  return following.href;
}
