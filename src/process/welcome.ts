import { createKey, hasAnyKey } from "../../db/keys/keys.ts";
import type { Database } from "../../db/postgres/client.ts";

const DEMO_KEY = { name: "Démonstration", plan: "pro" } as const;

/** Creates the demonstration key of a store that has no key yet; null when it has one. */
export async function createDemoKey(database: Database): Promise<string | null> {
  if (await hasAnyKey(database)) return null;
  const { key } = await createKey(database, DEMO_KEY);
  return key;
}

/** What a newcomer reads once: the key and three requests to paste. */
export function welcome(url: string, key: string): string {
  return `Clé de démonstration (formule « ${DEMO_KEY.plan} », affichée cette seule fois) : ${key}

  curl -H 'X-API-Key: ${key}' '${url}/v1/search?q=plus-value+ET+exon%C3%A9ration'
  curl -H 'X-API-Key: ${key}' '${url}/v1/boi/BOI-IR-LIQ-20-10'
  curl -H 'X-API-Key: ${key}' '${url}/v1/boi/BOI-IR-LIQ-20-10/graph?depth=2&direction=both'

Documentation : ${url}/docs
`;
}
