/** `bun run meili:key`: prints the key with which API processes read Meilisearch. */
import { print, readOptionsOrExit, tellFault } from "../config/command-line.ts";
import { readConfig } from "../config/config.ts";
import { OperatorFault } from "../config/operator-fault.ts";
import { makeSearchKey } from "../search/fulltext/meilisearch/search-key.ts";
import { writable } from "../search/fulltext/open.ts";

const USAGE = `Usage : bun run meili:key

  Affiche la clé de Meilisearch qui ne fait que lire les index, pour MEILI_SEARCH_KEY, et la crée s'il le faut : les
  processus d'API se passent alors de MEILI_KEY. Redemandée, la même clé est rendue. MEILI_KEY doit pouvoir créer des
  clés (la clé maîtresse, ou celle d'administration).`;

readOptionsOrExit(USAGE, {});

process.exitCode = await main().catch(tellFault);

/** The key alone on standard output, for a script to take. */
async function main(): Promise<number> {
  const { fulltext } = readConfig();
  if (fulltext.kind !== "meilisearch")
    throw new OperatorFault("MEILI_URL n'est pas donnée : l'index plein texte est embarqué, sans clé.");
  print(await makeSearchKey(writable(fulltext)));
  return 0;
}
