import { FINGERPRINT, fingerprint } from "../text/characters.ts";
import { paragraphPrints, printOfParagraphs } from "./leaf.ts";

interface OfficialText {
  readonly texte: string;
  readonly paragraphes: Parameters<typeof paragraphPrints>[1];
}

/** Reads official bytes in each form that they may have. @param day of the edition. */
export type OfficialReader = (content: string, day: string) => readonly OfficialText[];

/** A leaf as read; its version decides what it holds. */
type ReadLeaf = Readonly<Record<string, unknown>>;

/** An erasure has a fingerprint too, and brings no text. */
const TEXT_EVENTS: readonly unknown[] = ["edition", "rectification", "derivation"];

export function checkLeaf({ v, paragraphe, edition, document, feuille }: CheckedAttestation): ReadLeaf {
  const leaf = readLeaf(bytesOf(feuille.octets));
  if (leaf["v"] !== v)
    refuse(
      "L'attestation et la feuille du journal ne sont pas de la même version : l'une des deux a été modifiée.",
    );
  const isOurs = leaf["boi_id"] === paragraphe.boi_id && leaf["date_debut"] === edition.date_debut;
  if (!isOurs || leaf["empreinte"] !== document.empreinte || !TEXT_EVENTS.includes(leaf["evenement"]))
    refuse("La feuille du journal ne parle pas de ce texte : le document ou l'édition n'est pas le sien.");
  return leaf;
}

function readLeaf(bytes: Uint8Array): ReadLeaf {
  try {
    return Object(JSON.parse(Buffer.from(bytes).toString()));
  } catch {
    return refuse("La feuille du journal est illisible.");
  }
}

/** What the leaf holds of the file that brought the text. */
const PROVENANCE = ["genre", "fichier", "empreinte_fichier"] as const;

/** Where an attestation repeats what its leaf holds: the field of the file, then the member of the leaf. */
const OF_EDITION: readonly (readonly [string, string])[] = [
  ...["pgp", "empreinte", "empreinte_source", "recue_le"].map((name) => [`edition.${name}`, name] as const),
  ...PROVENANCE.map((name) => [`edition.provenance.${name}`, name] as const),
];
/** Members of official bytes, when the leaf names them. */
const OF_SOURCE: readonly (readonly [string, string])[] = [
  ["officiel.empreinte_source", "empreinte_source"],
  ...[...PROVENANCE, "recue_le"].map((name) => [`officiel.provenance.${name}`, name] as const),
];

/** What is unknown to the leaf is null there: what the file says of it is our word. */
export function compareWithLeaf(
  attestation: CheckedAttestation,
  leaf: ReadLeaf,
  verified: Set<string>,
): void {
  const hasSource = attestation.officiel !== null && typeof leaf["empreinte_source"] === "string";
  for (const [path, member] of [...OF_EDITION, ...(hasSource ? OF_SOURCE : [])]) {
    const told = valueAt(attestation, path);
    const held = leaf[member] ?? null;
    if (told === undefined || (held === null && told !== null)) continue;
    if (told !== held)
      refuse(`La feuille du journal dit autre chose que « ${path} » : ce champ a été modifié.`);
    verified.add(path);
  }
  if (hasSource) verified.add("officiel.contenu");
}

function valueAt(value: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((held, name) => {
    const isHeld = typeof held === "object" && held !== null && Object.hasOwn(held, name);
    return isHeld ? Reflect.get(held, name) : undefined;
  }, value);
}

/** Whether the § with these words has this number; why nothing joined says so, in French, or null when it does. */
export function checkNumber(
  { paragraphe, paragraphes, officiel, edition }: CheckedAttestation,
  leaf: ReadLeaf,
  readOfficial: OfficialReader,
): string | null {
  if (leaf["v"] === 2) {
    checkList(paragraphe, paragraphes ?? [], leaf);
    return null;
  }
  if (officiel === null) return ofOurWord("les octets officiels ne sont pas joints");
  if (leaf["empreinte_source"] !== officiel.empreinte_source)
    return ofOurWord("la feuille ne nomme pas les octets officiels");
  const content = Buffer.from(bytesOf(officiel.contenu)).toString();
  const read = readOfficial(content, edition.date_debut).find(
    ({ texte }) => fingerprint(texte) === leaf["empreinte"],
  );
  if (read === undefined) return ofOurWord("relus ici, les octets officiels ne redonnent pas ce texte");
  requireNumber(paragraphe, paragraphPrints(read.texte, read.paragraphes), "Relus dans les octets officiels");
  return null;
}

/** A separator inside a member would let one list be read as another. */
function checkList(
  paragraphe: CheckedAttestation["paragraphe"],
  list: readonly (readonly string[])[],
  leaf: ReadLeaf,
): void {
  const isWhole = list.every(
    ([numero = "", empreinte = "", ...more]) =>
      more.length === 0 && !/[\t\n]/.test(numero) && FINGERPRINT.test(empreinte),
  );
  if (!isWhole || printOfParagraphs(list) !== leaf["paragraphes"])
    refuse("La liste des § n'est pas celle dont la feuille du journal porte l'empreinte.");
  requireNumber(paragraphe, list, "Dans la liste des §");
}

/** A number may occur twice: it names the first. */
function requireNumber(
  { numero, empreinte }: CheckedAttestation["paragraphe"],
  list: readonly (readonly string[])[],
  where: string,
): void {
  if (list.find(([one]) => one === numero)?.[1] !== empreinte)
    refuse(`${where}, le § de ce numéro n'a pas ces mots : le numéro ou les limites du § ont été modifiés.`);
}

function ofOurWord(why: string): string {
  return `Le numéro du § et ses limites sont notre parole : la feuille, de version 1, ne les porte pas, et ${why}.`;
}

/** What of an attestation (contract, « Attestation, second version ») is checked; bytes are in base64. */
export interface CheckedAttestation {
  readonly v: number;
  readonly paragraphe: {
    readonly boi_id: string;
    readonly numero: string;
    readonly texte: string;
    readonly empreinte: string;
    /** Code points of the document's text. */
    readonly position: { readonly debut: number; readonly fin: number };
  };
  /** Number and fingerprint of every § of the edition, in order; absent or null in version 1. */
  readonly paragraphes?: readonly (readonly string[])[] | null;
  readonly edition: { readonly date_debut: string };
  readonly document: { readonly texte: string; readonly empreinte: string };
  /** Null when the official bytes were not kept. */
  readonly officiel: { readonly contenu: string; readonly empreinte_source: string } | null;
  readonly feuille: { readonly rang: number; readonly octets: string };
  readonly inclusion: { readonly taille: number; readonly hachages: readonly string[] };
  readonly checkpoint: string;
  /** SPKI. */
  readonly cle_publique: string;
  readonly horodatages: readonly {
    readonly jeton: string;
    readonly autorite?: string;
    readonly instant?: string;
  }[];
}

/** Why an attestation is refused, in French. */
export class AttestationRefused extends Error {
  override readonly name = "AttestationRefused";
}

export function refuse(sentence: string): never {
  throw new AttestationRefused(sentence);
}

/** In its only form: what a reader would pass over could say anything. */
export function bytesOf(base64: string): Uint8Array {
  const bytes = Buffer.from(base64, "base64");
  return bytes.toString("base64") === base64 ? bytes : refuse("Un champ d'octets n'est pas du base64.");
}

/** Paths of fields not verified (a whole object or list, if none is); `verified` paths are those of whole values. */
export function unverifiedFields(value: unknown, verified: ReadonlySet<string>, path = ""): string[] {
  if (verified.has(path)) return [];
  const isPartial = path === "" || [...verified].some((one) => one.startsWith(`${path}.`));
  if (!isPartial || typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([name, member]) =>
    unverifiedFields(member, verified, `${path === "" ? "" : `${path}.`}${nameOf(name)}`),
  );
}

/** A name with a point in it is no path. */
function nameOf(name: string): string {
  return /^\w+$/.test(name) ? name : JSON.stringify(name);
}
