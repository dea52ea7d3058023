import type { Meilisearch } from "meilisearch";
import { type Lines, shown } from "./lines.ts";

const PAGE = 1_000;

/** Every record of every index of a server, with the settings. */
export async function dumpMeilisearch(client: Meilisearch): Promise<Lines> {
  const lines: string[] = [];
  const { results } = await client.getIndexes({ limit: PAGE });
  for (const { uid } of results) {
    const index = client.index<Record<string, unknown>>(uid);
    lines.push(`${uid} settings ${shown(await index.getSettings())}`);
    for (let offset = 0, total = 1; offset < total; offset += PAGE) {
      const page = await index.getDocuments({ limit: PAGE, offset });
      total = page.total;
      for (const record of page.results)
        lines.push(`${uid} ${record["pk"]} ${record["hash"]} ${shown(record)}`);
    }
  }
  return lines.sort();
}
