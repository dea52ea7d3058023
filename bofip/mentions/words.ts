import { NAME_BEGINS, type Subject, subjectOf, takeSubject } from "../citations/identifiers.ts";
import type { Cursor } from "../reading/cursor.ts";

/** What a word tells whoever reads a sentence for its references. */
export type WordClass =
  | "mark"
  | "and"
  | "of"
  | "glue"
  | "noun"
  | "administrative"
  | "same"
  | "precited"
  | "version"
  | "published"
  | "inForce"
  | "former"
  | "ibid"
  | "part"
  | "example"
  | "work"
  | "court"
  | "law"
  | "thing"
  | "following"
  | "rank"
  | "print"
  | "saying"
  | "end"
  | "aside"
  | "month"
  | "quantity";

const WORDS: Readonly<Record<WordClass, string>> = {
  mark: "paragraph paragraphs nn paragraphe paragraphes para paras par point points pt pts no nos numéro numéros numero numeros",
  and: "et ou and or puis",
  of: "du de des d dans of",
  glue: "le la les l au aux à a en sous sur son sa ses leur leurs cf voir v not notamment spéc spécialement section partie titre jusqu résulte tel telle tels telles qu que il elle est était see as at the in on from date plus impôts officiel finances publiques",
  noun: "commentaire commentaires documentation doctrine instruction instructions rubrique document documents fiche texte énonciations boi bofip bulletin référence identifiant guidelines rescrit rescrits res actu actualité actualités bodgi inst",
  administrative: "administratif administratifs administrative administratives fiscal fiscale fiscales",
  same: "ce cet cette ces même mêmes dudit ladite desdits desdites",
  precited: "précité précitée précités précitées susvisé susvisée susvisés susmentionné susmentionnée",
  version: "éd version rédaction édition publication versions mouture",
  published:
    "modifié modifiée modifiés révisée revised updated publié publiée publiés publiées published maj actualisé actualisée actualisés mis mise mises ligne daté datée datés dated parue paru",
  inForce: "consolidée consolidé situation vigueur applicable applicables jour force",
  former:
    "issue issu issus issues résultant postérieure postérieur antérieure antérieur ancienne ancien initiale initial précédente alors originelle",
  ibid: "ibid ibidem id idem préc loc",
  part: "alinéa alinéas al tiret tirets phrase phrases puce puces",
  example:
    "exemple exemples remarque remarques tableau tableaux note notes page pages annexe annexes colonne",
  work: "mémento mémentos memento navis jurisclasseur lamy defrénois dictionnaire encyclopédie revue rev fasc bull précis manuel étude études supra infra thèse chronique",
  court: "arrêt arrêts jugement jugements",
  law: "article articles art loi lois décret décrets ordonnance ordonnances directive règlement convention conventions code arrêté norme normes traité circulaire décision décisions avis réponse",
  thing:
    "charte statuts contrat acte rue avenue bail accord protocole cahier délibération appartement boulevard place chambre mémoire conclusions requête rapport pièce pièces facture lettre ouvrage livre chapitre plan liste dossier formulaire",
  following: "suivants suivantes suivant suiv s ss following",
  rank: "dernier dernière premier premiers première premières deuxième second seconde troisième quatrième cinquième avant-dernier avant derniers dernières",
  print: "empreinte",
  end: "fine",
  aside: "ci",
  saying: "précise prévoit dit ainsi indique énonce ci-après dispose rappelle",
  month:
    "january february march april may june july august september october november december janvier janv février févr fév mars avril avr mai juin juillet juill août aout septembre sept octobre oct novembre nov décembre déc",
  quantity:
    "euros euro ans an année années mois jours semaines heures parts enfants enfant personnes salariés logements fois km millions milliards",
};

/** Words of another sense, or of none, in small letters. */
const ACRONYMS: Readonly<Partial<Record<WordClass, string>>> = {
  work: "rjf jcp bdcf bgfe boss ocde oecd ifrs ias rtdf fr df acp jda lgdj puf",
  court: "ce caa ta tgi tj cjue cjce cedh qpc",
  law: "cgi lpf jo jorf joan tfue",
};
/** Words of another sense, or of none, when they begin with no capital. */
const CAPITALISED: Readonly<Partial<Record<WordClass, string>>> = {
  work: "lebon dalloz gaz",
  court: "cass com civ crim soc conseil cour cons",
  law: "rép constitution chap chapitre chapitres",
};

const CLASSES = mapOf(WORDS);
const CAPITALS = mapOf(CAPITALISED);
const INITIALS = mapOf(ACRONYMS);

/** Most words have neither the length nor the ends of any of these: they are not looked up, nor cut out. */
const LOOKS = new Uint8Array(1 << 15);
for (const word of [...CLASSES.keys(), ...CAPITALS.keys(), ...INITIALS.keys()])
  LOOKS[lookOf(word, 0, word.length)] = 1;

/** Equal for both cases of a letter. */
function lookOf(texte: string, start: number, length: number): number {
  const [first, last] = [texte.charCodeAt(start), texte.charCodeAt(start + length - 1)];
  return ((length & 31) << 10) | ((first & 31) << 5) | (last & 31);
}

interface KnownWord {
  readonly word: string;
  readonly class: WordClass;
}

/** Most words of a text are of three letters or fewer: these are found by their characters, without cutting them out. */
const SHORT = new Map<number, KnownWord>();
for (const [word, name] of CLASSES) {
  const key = shortKey(word, 0, word.length);
  if (key !== null) SHORT.set(key, { word, class: name });
}

function shortKey(texte: string, start: number, length: number): number | null {
  if (length > 3) return null;
  let key = 0;
  for (let at = start; at < start + length; at += 1) key = key * 1024 + texte.charCodeAt(at);
  return key;
}

/** What is known of a word of a text, by its writing; undefined for one that tells nothing. */
export function wordAt(texte: string, start: number, length: number): KnownWord | undefined {
  if (LOOKS[lookOf(texte, start, length)] !== 1) return undefined;
  const key = shortKey(texte, start, length);
  const short = key === null ? undefined : SHORT.get(key);
  if (short !== undefined) return short;
  const word = texte.slice(start, start + length);
  const lower = word.toLowerCase();
  const name = CLASSES.get(word) ?? (lower === word ? undefined : capitalised(word, lower));
  return name && { word, class: name };
}

function capitalised(word: string, lower: string): WordClass | undefined {
  const initials = word === word.toUpperCase() ? INITIALS.get(lower) : undefined;
  return initials ?? CAPITALS.get(lower) ?? CLASSES.get(lower);
}

function mapOf(words: Readonly<Partial<Record<WordClass, string>>>): ReadonlyMap<string, WordClass> {
  const classes = new Map<string, WordClass>();
  const list = Object.entries(words) as [WordClass, string][];
  for (const [name, each] of list) for (const word of each.split(" ")) classes.set(word, name);
  return classes;
}

const NAME = new RegExp(NAME_BEGINS, "uy");
/** « IR-LIQ-20-10 », « RES-TVA-000140 »: without « BOI- », its series tells what it is. */
const BARE = /(?<![\p{L}\d/.-])([A-Z]{2,8})(?:-[A-Z]{2,8}\d{0,4}){0,4}(?:-\n?\d{2,8}){1,9}(?![\p{L}\d/])/uy;
/** « BOI-IR-LIQ-20-10_20260622 »: what follows may change what is named. */
const GOES_ON = /_[\p{L}\d]+/uy;
/** The former documentation by its usual names: « la doctrine administrative 13 L 1323 ». */
const FORMER = /[Dd]octrine administrative (?:n° ?)?\d{1,2} ?[A-Z]{1,2}[ -]?\d{1,5}(?![\p{L}\d-])/uy;

/** Reads a document's name as people write it; `series` may lack « BOI- »; `isJoined`: glued to a word before. */
export function takeName(cursor: Cursor, series: ReadonlySet<string>, isJoined: boolean): Subject | null {
  if (cursor.take(FORMER)) return { ...UNNAMED, fault: "ancienne" };
  const subject = isJoined && !cursor.sees(NAME) ? null : takeSubject(cursor);
  if (subject !== null) return cursor.take(GOES_ON) ? { ...UNNAMED, fault: "illisible" } : subject;
  const start = cursor.at;
  const bare = cursor.take(BARE);
  if (bare !== null && series.has(bare[1] ?? "")) return subjectOf(`BOI-${bare[0]}`);
  cursor.at = start;
  return null;
}

const UNNAMED: Subject = { boiId: null, identifiant: "", edition: null, fault: null, actualite: null };
