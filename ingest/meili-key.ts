/** `bun run meili:key`: prints the key with which API processes read Meilisearch. */
import { print, readOptionsOrExit, tellFault } from "../config/command-line.ts";
import { readConfig } from "../config/config.ts";
import { OperatorFault } from "../config/operator-fault.ts";
import { makeSearchKeys } from "../search/fulltext/meilisearch/search-key.ts";
import { writable } from "../search/fulltext/open.ts";
import { messageOf } from "./journal/fault.ts";

const USAGE = `Usage : bun run meili:key

  Affiche la clé de Meilisearch qui ne fait que lire les index, pour MEILI_SEARCH_KEY, et la crée s'il le faut : les
  processus d'API se passent alors de MEILI_KEY. Redemandée, la même clé est rendue. MEILI_KEY doit pouvoir créer des
  clés (la clé maîtresse, ou celle d'administration). Avec plusieurs serveurs dans MEILI_URL, elle est faite sur chacun.`;

readOptionsOrExit(USAGE, {});

process.exitCode = await main().catch(tellFault);

/** The key alone on standard output, for a script to take; the exit code is 0 only when every server has it. */
async function main(): Promise<number> {
  const { fulltext } = readConfig();
  if (fulltext.kind !== "meilisearch")
    throw new OperatorFault("MEILI_URL n'est pas donnée : l'index plein texte est embarqué, sans clé.");
  let code = 0;
  const key = await makeSearchKeys(writable(fulltext), (rank, fault) => {
    code = tellFault(new OperatorFault(`Serveur n° ${rank} de MEILI_URL : ${messageOf(fault)}`));
  });
  print(key);
  return code;
}
