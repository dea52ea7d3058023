/** `bun run verify-attestation`: checks an attestation offline, without the service. */
import { readFile } from "node:fs/promises";
import { Type } from "@sinclair/typebox";
import { checkAttestation, type SoundAttestation } from "../bofip/proof/attestation.ts";
import { AttestationRefused, type CheckedAttestation } from "../bofip/proof/attested-leaf.ts";
import { readCertificates } from "../bofip/proof/timestamp.ts";
import { printable } from "../bofip/text/characters.ts";
import { parseCommandLine, print, tellFault, UsageError } from "../config/command-line.ts";
import { OperatorFault } from "../config/operator-fault.ts";
import { InvalidJson, jsonParser, Nullable } from "../db/engine/parse-json.ts";
import { readOfficial } from "./parse/html.ts";

const USAGE = `Usage : bun run verify-attestation FICHIER [--ca FICHIER]

  FICHIER        une attestation, telle que la donne /v1/boi/{id}/paragraphes/{numero}/attestation
  --ca FICHIER   certificats racines (PEM) de l'autorité d'horodatage : sans eux, elle n'est pas vérifiée

  Ni le service ni le réseau ne sont demandés. La commande finit par 0 quand rien n'est
  refusé ; par 3 quand ce qui est joint ne suffit pas : elle dit alors ce qui n'est que notre parole.`;

/** Characters of the § that are shown. */
const MOST_WORDS = 100;

/** Nothing is refused, but the file does not prove all that it should. */
const INSUFFICIENT = 3;

const text = Type.String();
const parseAttestation = jsonParser(
  Type.Object({
    v: Type.Union([Type.Literal(1), Type.Literal(2)]),
    paragraphe: Type.Object({
      boi_id: text,
      numero: text,
      texte: text,
      empreinte: text,
      position: Type.Object({ debut: Type.Integer({ minimum: 0 }), fin: Type.Integer({ minimum: 0 }) }),
    }),
    paragraphes: Type.Optional(Nullable(Type.Array(Type.Array(text)))),
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
    horodatages: Type.Array(
      Type.Object({ jeton: text, autorite: Type.Optional(text), instant: Type.Optional(text) }),
    ),
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
    const sound = await checkAttestation(attestation, { roots, readOfficial });
    print(tell(sound, { isAuthorityChecked: roots !== null, stamps: attestation.horodatages.length }));
    return sound.lacks.length === 0 ? 0 : INSUFFICIENT;
  } catch (error) {
    if (!(error instanceof AttestationRefused)) throw error;
    return tellFault(new OperatorFault(`Refusée. ${error.message}`, { cause: error }));
  }
}

async function readAttestation(path: string): Promise<CheckedAttestation> {
  const written = await readText(path);
  const read = parseAttestation(written);
  if (read instanceof InvalidJson)
    throw new OperatorFault(`${path} n'est pas une attestation de ce service.`);
  if (countNames(written) !== countNames(JSON.stringify(read)))
    throw new OperatorFault(
      "Refusée. Un champ y est écrit deux fois : deux lecteurs y liraient deux choses.",
    );
  return read;
}

/** How many members the objects of a JSON text have: a parser keeps one of those with the same name. */
function countNames(json: string): number {
  return [...json.matchAll(/"(?:[^"\\]|\\(?:[\s\S]|$))*(?:"(\s*:)?|$)/g)].filter(
    ([, colon]) => colon !== undefined,
  ).length;
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

interface Telling {
  readonly isAuthorityChecked: boolean;
  /** Timestamps of the file. */
  readonly stamps: number;
}

/** What is proved, what remains to be compared, and what is not proved: nothing else of the file is repeated. */
function tell(sound: SoundAttestation, telling: Telling): string {
  const { boiId, date, numero, words, origin, rank, size, key, timestamps, ourWord, lacks } = sound;
  const place = numero === null ? "un § dont le numéro n'est pas prouvé" : `§ ${printable(numero)}`;
  const dated = timestamps.map(
    ({ instant, authority }) => `Horodatage : ${instant}, par « ${printable(authority)} ».`,
  );
  return [
    `Vérifié : ${printable(boiId)}, ${place}, édition qui commence le ${printable(date)}.`,
    `Premiers mots : « ${beginning(printable(words))} ».`,
    `Journal : ${printable(origin)}, feuille ${rank} d'un arbre de ${size} feuilles.`,
    `Clé, à comparer à celle que le service publie : SHA-256 ${key}.`,
    ...dated,
    dayProved(timestamps[0]?.instant, telling),
    `Notre parole, que rien de ce qui est joint ne prouve : ${ourWord.map(printable).join(", ")}.`,
    ...lacks.map((sentence) => `À savoir. ${sentence}`),
  ].join("\n");
}

function dayProved(first: string | undefined, { isAuthorityChecked, stamps }: Telling): string {
  if (first !== undefined)
    return `Ce texte était inscrit au journal, avec ces mots, le ${first}. Rien n'est prouvé d'avant.`;
  const why =
    isAuthorityChecked || stamps === 0
      ? "l'attestation n'a pas d'horodatage"
      : `les racines de l'autorité manquent (--ca) pour les horodatages joints (${stamps})`;
  return `Aucune date n'est prouvée : ${why}.`;
}

function beginning(words: string): string {
  if (words.length <= MOST_WORDS) return words;
  const end = words.lastIndexOf(" ", MOST_WORDS);
  return `${words.slice(0, end > 0 ? end : MOST_WORDS)} …`;
}
