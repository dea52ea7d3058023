/** `bun run verify-attestation`: checks an attestation offline, without the service. */
import { readFile } from "node:fs/promises";
import { Type } from "@sinclair/typebox";
import {
  AttestationRefused,
  type CheckedAttestation,
  checkAttestation,
  type SoundAttestation,
} from "../bofip/proof/attestation.ts";
import { readCertificates } from "../bofip/proof/timestamp.ts";
import { printable } from "../bofip/text/printable.ts";
import { parseCommandLine, print, tellFault, UsageError } from "../config/command-line.ts";
import { OperatorFault } from "../config/operator-fault.ts";
import { InvalidJson, jsonParser, Nullable } from "../db/engine/parse-json.ts";

const USAGE = `Usage : bun run verify-attestation FICHIER [--ca FICHIER]

  FICHIER        une attestation, telle que la donne /v1/boi/{id}/paragraphes/{numero}/attestation
  --ca FICHIER   certificats racines (PEM) de l'autorité d'horodatage : sans eux, elle n'est pas vérifiée

  Ni le service ni le réseau ne sont demandés. La commande finit par 0 quand rien n'est refusé.`;

const text = Type.String();
const parseAttestation = jsonParser(
  Type.Object({
    v: Type.Literal(1),
    paragraphe: Type.Object({
      boi_id: text,
      texte: text,
      empreinte: text,
      position: Type.Object({ debut: Type.Integer({ minimum: 0 }), fin: Type.Integer({ minimum: 0 }) }),
    }),
    edition: Type.Object({ date_debut: text }),
    document: Type.Object({ texte: text, empreinte: text }),
    officiel: Nullable(Type.Object({ contenu: text, empreinte_source: text })),
    feuille: Type.Object({ rang: Type.Integer({ minimum: 0 }), octets: text }),
    inclusion: Type.Object({
      taille: Type.Integer({ minimum: 1 }),
      hachages: Type.Array(text, { maxItems: 64 }),
    }),
    checkpoint: text,
    cle_publique: text,
    horodatages: Type.Array(Type.Object({ jeton: text })),
  }),
);

process.exitCode = await main(process.argv.slice(2)).catch((thrown: unknown) => tellFault(thrown, USAGE));

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseCommandLine(args, { ca: { type: "string" } });
  if (values.help === true) {
    print(USAGE);
    return 0;
  }
  const [path, extra] = positionals;
  if (path === undefined) throw new UsageError("Le fichier d'une attestation est attendu.");
  if (extra !== undefined) throw new UsageError(`Argument en trop : « ${extra} ».`);
  const roots = values.ca === undefined ? null : await readRoots(values.ca);
  const attestation = await readAttestation(path);
  try {
    print(tell(await checkAttestation(attestation, roots), roots !== null));
    return 0;
  } catch (error) {
    if (!(error instanceof AttestationRefused)) throw error;
    return tellFault(new OperatorFault(`Refusée. ${error.message}`, { cause: error }));
  }
}

async function readAttestation(path: string): Promise<CheckedAttestation> {
  const read = parseAttestation(await readText(path));
  if (read instanceof InvalidJson)
    throw new OperatorFault(`${path} n'est pas une attestation de ce service.`);
  return read;
}

async function readRoots(path: string): Promise<readonly Uint8Array[]> {
  const pem = await readText(path);
  try {
    return readCertificates(pem);
  } catch (cause) {
    throw new OperatorFault(`${path} ne contient pas de certificat en PEM.`, { cause });
  }
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    throw new OperatorFault(`Fichier illisible : ${path}`, { cause });
  }
}

/** What is proved, and what remains to be compared or is not proved. */
function tell({ origin, size, key, timestamps }: SoundAttestation, isAuthorityChecked: boolean): string {
  const [first] = timestamps;
  const dated = timestamps.map(
    ({ instant, authority }) =>
      `Horodatage : ${instant}, par « ${printable(authority)} »${isAuthorityChecked ? "" : ", autorité non vérifiée (--ca)"}.`,
  );
  const conclusion =
    first === undefined || !isAuthorityChecked
      ? "Aucune date n'est prouvée : il y faut un horodatage, et les racines de son autorité (--ca)."
      : `Ce texte était inscrit au journal, avec ces mots, le ${first.instant}. Rien n'est prouvé d'avant.`;
  return [
    "Les textes, les octets officiels, la feuille, son inclusion et la signature de la tête concordent.",
    `Journal : ${printable(origin)}, ${size} feuilles.`,
    `Clé, à comparer à celle que le service publie : SHA-256 ${key}.`,
    ...dated,
    conclusion,
  ].join("\n");
}
