import type { Keys } from "./keys.ts";

/** Facts of the service's corpus, so that requests may find something. */
export interface Facts {
  readonly identifiers: readonly string[];
  readonly chemins: readonly string[];
  readonly domaines: readonly string[];
  readonly words: readonly string[];
  /** Of texts, each with its document. */
  readonly fingerprints: readonly { readonly id: string; readonly empreinte: string }[];
  readonly articles: readonly { readonly code_cle: string; readonly article: string }[];
  /** Of tables: the document and its place in it. */
  readonly tables: readonly { readonly boi_id: string; readonly rang: number }[];
  /** Starts of keys that may be revoked. */
  readonly spares: readonly string[];
}

/** Reads them with the first of the full keys. */
export async function readFacts(url: string, { full: [key = ""], spares }: Keys): Promise<Facts> {
  const get = async (path: string): Promise<unknown> =>
    await (await fetch(`${url}${path}`, { headers: { "x-api-key": key } })).json();
  const changes = await readChanges(get);
  const { domaines } = (await get("/v1/stats")) as { domaines: { code: string }[] };
  const { articles } = (await get("/v1/articles?limit=1000")) as Pick<Facts, "articles">;
  const { tableaux } = (await get("/v1/tableaux?limit=100")) as { tableaux: Facts["tables"] };
  const identifiers = [...new Set(changes.map(({ boi_id }) => boi_id))];
  const words = changes.flatMap(({ titre }) => titre.toLowerCase().match(/[a-zà-ÿœ]{6,}/g) ?? []);
  return {
    identifiers,
    chemins: identifiers.map((identifier) => identifier.replace("BOI-", "").replaceAll("-", "/")),
    domaines: domaines.map(({ code }) => code),
    words: [...new Set(words)],
    fingerprints: (await Promise.all(identifiers.slice(0, 12).map((id) => readFingerprints(get, id)))).flat(),
    articles,
    tables: tableaux,
    spares,
  };
}

async function readFingerprints(get: (path: string) => Promise<unknown>, id: string) {
  const { versions } = (await get(`/v1/boi/${id}/historique`)) as { versions: { empreinte: string }[] };
  return versions.map(({ empreinte }) => ({ id, empreinte }));
}

interface Change {
  readonly boi_id: string;
  readonly titre: string;
}

const PAGE = 1000;
/** The last one that the API takes. */
const MAX_OFFSET = 10_000;

async function readChanges(get: (path: string) => Promise<unknown>): Promise<Change[]> {
  const all: Change[] = [];
  for (let offset = 0; offset <= MAX_OFFSET; offset += PAGE) {
    const path = `/v1/changes?since=1900-01-01&limit=${PAGE}&offset=${offset}`;
    const { changes } = (await get(path)) as { changes: Change[] };
    all.push(...changes);
    if (changes.length < PAGE) break;
  }
  return all;
}
