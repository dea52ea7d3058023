/** `bun run erase`: removes a text by law, or applies a register of erasures again, until every store is without it. */

import { setTimeout as sleep } from "node:timers/promises";
import { agree, FINGERPRINT, IS_UNPRINTABLE, isPrintable } from "../bofip/text/characters.ts";
import { parseCommandLine, print, tellFault, UsageError } from "../config/command-line.ts";
import { readConfig } from "../config/config.ts";
import type { ErasureRequest } from "../db/erasure/erase.ts";
import type { ErasureView } from "../db/erasure/erasures.ts";
import { storeFault } from "../db/postgres/open.ts";
import { STORE_NAMES } from "../db/runs/view.ts";
import type { ErasedStore } from "../db/schema/erasures.ts";
import { IngestionFault } from "./journal/fault.ts";
import { openRequester, type Requester } from "./queue/requester.ts";
import { addToRegister, checkRegister, readRegister } from "./register-erasure.ts";

const POLL_MS = 250;

/** Waits until every store was asked to remove the erased texts; returns all erasures in their final state. */
async function followErasures(requester: Pick<Requester, "erasures">): Promise<readonly ErasureView[]> {
  for (;;) {
    const erasures = await requester.erasures();
    if (erasures.every(({ essayee_le, reste }) => reste.length === 0 || essayee_le !== null)) return erasures;
    await sleep(POLL_MS);
  }
}

/** What is proved, and what is not yet, in French. @param erasures those asked for; none for a register that names none. */
function tellErasures(erasures: readonly ErasureView[]): string {
  if (erasures.length === 0) return "Le registre ne nomme aucun texte : rien n'est à effacer.";
  const remaining = [...new Set(erasures.flatMap(({ reste }) => reste))];
  if (remaining.length === 0)
    return `Effacement prouvé : la base, l'index plein texte, celui des racines et l'index vectoriel sont sans ${erasures.length === 1 ? "ce texte" : "ces textes"}.`;
  return `Effacement inachevé : restent ${remaining.map(storeName).join(", ")}. Le worker s'y remet chaque minute ; redemandez la commande pour savoir où il en est.`;
}

function storeName(store: ErasedStore): string {
  if (store === "relational") return "la base";
  const { label } = STORE_NAMES[store];
  return `${label.charAt(0).toLowerCase()}${label.slice(1)}`;
}

const USAGE = `Usage : bun run erase EMPREINTE --reason R
        bun run erase --again FICHIER

  EMPREINTE        empreinte du texte d'un document, ou de ses octets officiels (64 chiffres hexadécimaux)
  --reason R       pourquoi la loi l'exige ; gardé avec l'empreinte et les dates
  --again FICHIER  applique de nouveau le registre des effacements, après une sauvegarde restaurée

  Le texte est retiré de toutes les éditions qui le disent, avec ses octets officiels, et ne revient pas. La commande
  finit quand la base et chaque index sont vus sans lui ; ce qui reste est une dette, que le worker paie. Redemandée,
  elle dit ce qui reste. Le registre (ERASURE_REGISTER) est à garder avec les sauvegardes.`;

process.exitCode = await main(process.argv.slice(2)).catch((thrown: unknown) =>
  tellFault(storeFault(thrown), USAGE),
);

/** Returns the exit code: 0 only when every store is proved to be without the text. */
async function main(args: readonly string[]): Promise<number> {
  const asked = await readRequests(args);
  if (asked === null) {
    print(USAGE);
    return 0;
  }
  const config = readConfig();
  const path = config.erasureRegister;
  await checkRegister(path);
  const requester = await openRequester(config);
  try {
    await eraseAll(requester, asked);
    const named = (view: ErasureView) => asked.some(({ empreinte }) => view.empreintes.includes(empreinte));
    // Before the proof, which may take long: the register is what repairs an older dump.
    await addToRegister(path, await requester.erasures());
    print(`Registre des effacements : ${path}, à garder avec les sauvegardes.`);
    const erasures = (await followErasures(requester)).filter(named);
    print(tellErasures(erasures));
    return erasures.every(({ reste }) => reste.length === 0) ? 0 : 1;
  } finally {
    await requester.close();
  }
}

async function eraseAll(requester: Requester, requests: readonly ErasureRequest[]): Promise<void> {
  for (const request of requests) {
    const { wordings, isKnown } = await requester.erase(request);
    if (wordings === null)
      throw new IngestionFault("Une ingestion est en cours : relancez la commande quand elle sera finie.");
    if (wordings === 0 && !isKnown)
      throw new IngestionFault(`Aucun texte à effacer sous l'empreinte ${request.empreinte}.`);
    const done =
      wordings === 0
        ? "déjà effacée, ou pas détenue"
        : agree(wordings, "rédaction effacée", "rédactions effacées");
    print(`${request.empreinte.slice(0, 12)} : ${done}.`);
  }
}

/** Null when help is asked for. @throws {UsageError} */
async function readRequests(args: readonly string[]): Promise<readonly ErasureRequest[] | null> {
  const { values, positionals } = parseCommandLine(args, {
    reason: { type: "string" },
    again: { type: "string" },
  });
  if (values.help === true) return null;
  if (values.again !== undefined) {
    if (positionals.length > 0 || values.reason !== undefined)
      throw new UsageError("--again se donne seul : le registre dit les empreintes et les raisons.");
    return await readRegister(values.again);
  }
  const [empreinte, extra] = positionals;
  if (extra !== undefined) throw new UsageError(`Argument en trop : « ${extra} ».`);
  if (empreinte === undefined || !FINGERPRINT.test(empreinte))
    throw new UsageError("Une empreinte de 64 chiffres hexadécimaux minuscules est attendue.");
  const reason = values.reason?.trim() ?? "";
  if (reason === "")
    throw new UsageError("L'option --reason est obligatoire : elle dit pourquoi ce texte est effacé.");
  if (!isPrintable(reason)) throw new UsageError(`L'option --reason ${IS_UNPRINTABLE}.`);
  return [{ empreinte, reason }];
}
