/** `bun run erase EMPREINTE --reason R`: removes a text by law, then brings the derived stores in step. */
import { FINGERPRINT } from "../db/bofip/fingerprint.ts";
import { parseCommandLine, tellFault, UsageError } from "../db/command-line.ts";
import { readConfig } from "../db/config.ts";
import type { ErasureRequest } from "../db/erasure/erase.ts";
import { storeFault } from "../db/postgres/open.ts";
import { IngestionFault } from "./journal/fault.ts";
import { followToEnd } from "./queue/follow.ts";
import { isInStep, summarise } from "./queue/progress.ts";
import { openRequester } from "./queue/requester.ts";

const USAGE = `Usage : bun run erase EMPREINTE --reason R

  EMPREINTE    empreinte du texte d'un document, ou de ses octets officiels (64 chiffres hexadécimaux)
  --reason R   pourquoi la loi l'exige ; gardé avec l'empreinte et les dates

  Le texte est retiré de toutes les éditions qui le disent, avec ses octets officiels, et ne revient pas. Une
  ingestion met ensuite les index en phase.`;

process.exitCode = await main(process.argv.slice(2)).catch((thrown: unknown) =>
  tellFault(storeFault(thrown), USAGE),
);

/** Gives the exit code: 0 only when the text is erased and every store is in step. */
async function main(args: readonly string[]): Promise<number> {
  const request = readRequest(args);
  if (request === null) {
    console.log(USAGE);
    return 0;
  }
  const requester = await openRequester(readConfig());
  try {
    const { wordings } = await requester.erase(request);
    if (wordings === null)
      throw new IngestionFault("Une ingestion est en cours : relancez la commande quand elle sera finie.");
    if (wordings === 0)
      throw new IngestionFault(`Aucun texte à effacer sous l'empreinte ${request.empreinte}.`);
    console.log(`${wordings} rédaction(s) effacée(s) ; les index vont être mis en phase.`);
    const id = await requester.request({ source: null, forced: false });
    const run = await followToEnd(() => requester.follow(id));
    console.log(summarise(run));
    return isInStep(run) ? 0 : 1;
  } finally {
    await requester.close();
  }
}

/** Null when help is asked for. @throws {UsageError} */
function readRequest(args: readonly string[]): ErasureRequest | null {
  const { values, positionals } = parseCommandLine(args, { reason: { type: "string" } });
  if (values.help === true) return null;
  const [empreinte, extra] = positionals;
  if (extra !== undefined) throw new UsageError(`Argument en trop : « ${extra} ».`);
  if (empreinte === undefined || !FINGERPRINT.test(empreinte))
    throw new UsageError("Une empreinte de 64 chiffres hexadécimaux minuscules est attendue.");
  const reason = values.reason?.trim() ?? "";
  if (reason === "")
    throw new UsageError("L'option --reason est obligatoire : elle dit pourquoi ce texte est effacé.");
  return { empreinte, reason };
}
