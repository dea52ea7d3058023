/** What is true of the corpus that the service holds, so that requests may find something. */
export interface Facts {
  readonly identifiers: readonly string[];
  readonly chemins: readonly string[];
  readonly domaines: readonly string[];
  readonly words: readonly string[];
}

/** @param key of a plan that may read everything. */
export async function readFacts(url: string, key: string): Promise<Facts> {
  const get = async (path: string): Promise<unknown> =>
    await (await fetch(`${url}${path}`, { headers: { "x-api-key": key } })).json();
  const { changes } = (await get("/v1/changes?since=1900-01-01&limit=1000")) as {
    changes: { boi_id: string; titre: string }[];
  };
  const { domaines } = (await get("/v1/stats")) as { domaines: { code: string }[] };
  const identifiers = [...new Set(changes.map(({ boi_id }) => boi_id))];
  const words = changes.flatMap(({ titre }) => titre.toLowerCase().match(/[a-zà-ÿœ]{6,}/g) ?? []);
  return {
    identifiers,
    chemins: identifiers.map((identifier) => identifier.replace("BOI-", "").replaceAll("-", "/")),
    domaines: domaines.map(({ code }) => code),
    words: [...new Set(words)],
  };
}
