import { foldAccents } from "../../../bofip/text/characters.ts";
import { FIXED_FORMS } from "./french/fixed-forms.ts";
import { PROTECTED_WORDS, wordSet } from "./french/protected-words.ts";
import { isAcronym, LINKING_WORDS } from "./next-word.ts";

/** The forms under which a written word is compared. */
export interface WordForms {
  readonly folded: string;
  readonly stem: string;
}

// The whole doctrine has well under 100,000 distinct words; a longer word is never worth caching.
const CACHE_LIMIT = 200_000;
const CACHED_LENGTH = 40;
const cache = new Map<string, WordForms>();

/** Words that only accents distinguish from a stop word, and whose other forms have no accent: dû, due; né, née. */
export const BESIDE_STOP_WORDS: ReadonlyMap<string, string> = new Map([
  ["dû", "due"],
  ["né", "nee"],
  ["sûr", "sure"],
]);
/** Suffix of an acronym's stem: no word contains it. */
const ACRONYM_MARK = "-";

/** Folded form and stem of a written word, cached: a text repeats few distinct words. */
export function formsOf(word: string): WordForms {
  const known = cache.get(word);
  if (known) return known;
  const lower = word.normalize("NFC").toLowerCase();
  const folded = foldAccents(lower);
  const forms = { folded, stem: isAcronym(word) ? folded + ACRONYM_MARK : stemOf(lower, folded) };
  if (word.length > CACHED_LENGTH) return forms;
  if (cache.size >= CACHE_LIMIT) cache.clear();
  const kept = { folded: detach(forms.folded), stem: detach(forms.stem) };
  cache.set(detach(word), kept);
  return kept;
}

/** Folds accents, except where they alone distinguish a word from a stop word: à and the A of 39 A, où and ou. */
function stemOf(lower: string, folded: string): string {
  if (lower === folded) return stemFolded(folded);
  if (!LINKING_WORDS.has(lower) && !LINKING_WORDS.has(folded)) return stemFolded(folded);
  const inflected = BESIDE_STOP_WORDS.get(lower);
  return inflected === undefined ? lower : stemFolded(inflected);
}

/** The French stem of a word's lower-case, accent-free form: `declarees` matches `déclarées`. Stateless. */
export function stem(word: string): string {
  return formsOf(word).stem;
}

/** Copies the string: a slice would keep the whole document it was cut from alive in the cache. */
function detach(slice: string): string {
  return Buffer.from(slice, "utf16le").toString("utf16le");
}

const STEMMED = /^[a-z]{4,}$/;
/** With fewer letters a root is ambiguous: note cut to not, père to per. */
const SHORTEST_ROOT = 4;

/**
 * Inflections share a stem (number, gender, every form of a verb), as do a verb and the noun of its act in -ation,
 * -ition or -ement (verser, versée, versement); other words stay distinct. Endings are removed from words without
 * accents, so that one typed without them has the same stem.
 */
function stemFolded(word: string): string {
  const fixed = FIXED_FORMS.get(word);
  if (fixed !== undefined) return fixed;
  if (!STEMMED.test(word)) return word;
  const one = singular(word);
  if (LINKING_WORDS.has(one)) return word;
  const participle = undoParticiple(one);
  const masculine = undoGender(participle);
  const known = knownWord(one) ?? knownWord(participle) ?? knownWord(masculine) ?? keptFeminine(participle);
  if (known !== undefined) return known;
  if (masculine.length < SHORTEST_ROOT) return masculine;
  return apart(normaliseSpelling(dropEnding(masculine), masculine), masculine);
}

function knownWord(word: string): string | undefined {
  return FIXED_FORMS.get(word) ?? (PROTECTED_WORDS.has(word) ? word : undefined);
}

function keptFeminine(word: string): string | undefined {
  const masculine = withoutFeminineE(word);
  return PROTECTED_WORDS.has(masculine) ? masculine : undefined;
}

/** Nouns in -on whose verb only names the act: mention, mentionner; but fonction, fonctionner. */
const DOUBLED_N = /(?<=^(?:aband|fusi|menti|sancti|subventi))onn$/;

/** Unifies spellings: renouvelle and renouveler, longue and long, active and actif, employé and emploie. */
function normaliseSpelling(root: string, whole: string): string {
  const bare = dropFinalE(root)
    .replace(/(.{2}e)(l|n|t)\2$/, "$1$2")
    .replace(DOUBLED_N, "on")
    .replace(/(.{3})gu$/, "$1g")
    .replace(/(i|eu|re)f$/, "$1v");
  return bare === whole ? bare : bare.replace(/([aou])i$/, "$1y");
}

function dropFinalE(root: string): string {
  let end = root.length;
  while (end > SHORTEST_ROOT && root[end - 1] === "e") end--;
  return root.slice(0, end);
}

/** A root that is another word, or too short to be unambiguous, keeps the -er of its verb: place, but placer. */
function apart(root: string, whole: string): string {
  if (root === whole) return root;
  const isTaken = PROTECTED_WORDS.has(root) || PROTECTED_WORDS.has(`${root}e`) || LINKING_WORDS.has(root);
  return isTaken || root.length < SHORTEST_ROOT ? `${root}er` : root;
}

const ADJECTIVE_EUSE = /(?:i|[^oq]u|r)euse$/;
const OTHER_ADJECTIVES = wordSet(`
  avantageuse courageuse couteuse douteuse honteuse frauduleuse scandaleuse perilleuse merveilleuse haineuse
  lumineuse volumineuse ruineuse venimeuse fameuse nerveuse
`);
// Demanderesse, bailleresse, but not (il) intéresse.
const FEMALE_PARTY = /(?:d|ll)eresse$/;
// Survivante, but not (il) implante.
const PRESENT_PARTICIPLE = /(?<!pl|(?:^|en|de)ch|^h|^v|dec)ante$/;
// Permanente, étrangère, chère; but not aliment, alimente.
const ADJECTIVE_E = /(?:(?<!m)ente|ante|(?:ran|via|sa|na|^le|son|ber)gere|chere)$/;

/**
 * The masculine of a folded singular word, when it differs by more than a final e: acheteuse → acheteur, onéreuse →
 * onéreux, donatrice → donateur, financière → financier, survivante → survivant.
 */
function undoGender(word: string): string {
  if (!word.endsWith("e")) return word;
  if (word.endsWith("euse")) return word.slice(0, -4) + (isAdjective(word) ? "eux" : "eur");
  if (FEMALE_PARTY.test(word)) return `${word.slice(0, -6)}eur`;
  if (word.endsWith("trice")) return `${word.slice(0, -4)}eur`;
  if (word.endsWith("iere")) return `${word.slice(0, -3)}er`;
  return PRESENT_PARTICIPLE.test(word) ? word.slice(0, -1) : word;
}

/** Drops the e of a feminine that only a list distinguishes from a verb (permanente from représente). */
function withoutFeminineE(word: string): string {
  return ADJECTIVE_E.test(word) ? word.slice(0, -1) : word;
}

/** The folded participle in -é of a word in -ée. */
function undoParticiple(word: string): string {
  return word.endsWith("ee") ? word.slice(0, -1) : word;
}

function isAdjective(feminine: string): boolean {
  return ADJECTIVE_EUSE.test(feminine) || OTHER_ADJECTIVES.has(feminine);
}

/** Words in -s that are not plurals, although their ending does not show it. */
const INVARIABLE = wordSet(`
  acces apres aupres congres deces exces pres proces progres succes tres
  abus bonus campus consensus corpus cursus dessous dessus diffus infus intrus confus jus lapsus malus pacs plus
  processus prospectus refus sous surplus terminus versus virus
  cas pas bas las gras repas fracas embarras debarras tracas matelas amas canevas compas atlas
  dos gros repos propos clos enclos heros chaos
  dans sans sens contresens dedans encens depens
  ailleurs alors hors lors dehors corps temps longtemps printemps laps
  fonds poids remords legs pays puits mets tandis volontiers plusieurs toujours
  tiers divers vers envers devers travers univers pervers revers mars
  avis preavis devis sursis precis imprecis indivis assis indecis tapis colis jadis puis depuis
  paris gratis iris tennis oasis croquis bis
  ces ses mes tes les nous vous
`);

/** -ais and -ois are usually invariable (français, mois); these are plurals. */
const PLURAL_AIS_OIS = wordSet(`
  balais delais essais minerais quais remblais vrais
  convois emplois envois lois octrois parois pourvois renvois rois tournois
`);

const PLURAL_EUX = wordSet(
  "adieux aveux cheveux enjeux essieux feux jeux lieux milieux moyeux neveux pieux preneux voeux",
);
const PLURAL_OUX = wordSet("bijoux cailloux choux genoux hiboux joujoux poux");
const PLURAL_AU = wordSet("boyaux etaux joyaux noyaux tuyaux");
const INVARIABLE_AUX = wordSet("aux chaux faux taux");

// Soumis, compris, acquis; cours, recours; mois, français.
const PARTICIPLE_IS = /(?:(?:^|[^a])mis|pris|quis)$/;
const INVARIABLE_ENDING = /(?:ss|cours|[ao]is)$/;

/** The singular of a folded word (travaux is irregular, canaux → canal, jeux → jeu, avis → avis). */
function singular(word: string): string {
  if (word.length < 4) return word;
  if (word.endsWith("x")) return singularOfX(word);
  if (!word.endsWith("s") || isInvariable(word)) return word;
  return word.slice(0, -1);
}

function isInvariable(word: string): boolean {
  if (PLURAL_AIS_OIS.has(word)) return false;
  return INVARIABLE.has(word) || PARTICIPLE_IS.test(word) || INVARIABLE_ENDING.test(word);
}

function singularOfX(word: string): string {
  if (INVARIABLE_AUX.has(word)) return word;
  if (word.endsWith("eaux") || PLURAL_AU.has(word)) return word.slice(0, -1);
  if (word.endsWith("aux")) return `${word.slice(0, -2)}l`;
  return PLURAL_EUX.has(word) || PLURAL_OUX.has(word) ? word.slice(0, -1) : word;
}

/** Roots in -r whose imperfect looks like the conditional of a shorter root: exonérait, retiraient. */
const ROOTS_IN_R = wordSet(`
  acceler adher alter cooper confer consider deliber differ enumer esper exager exoner feder gener indiffer infer
  inser integr interfer liber moder numer obtemper oper ponder prefer prolifer prosper recuper refer reiter remuner
  suggere toler transfer veget
  admir aspir attir desir expir inspir respir retir soupir
`);

/** Nouns and adjectives in -it, as opposed to the present of a second-group verb: établit, répartit. */
const NOT_IT = wordSet(`
  acquit appetit audit bandit benefit conflit contrit credit debit decrepit deficit delit depit digit edit erudit
  esprit explicit manuscrit gabarit granit habit implicit inedit petit profit prurit recit repit subit transit
`);

interface Ending {
  /** A suffix at the end of the word. */
  readonly suffix: RegExp;
  /** Its replacement. */
  readonly by: string;
  /** Minimum number of letters before it. */
  readonly after: number;
}

// The first match is applied: longer endings come before those they contain.
const ENDINGS: readonly Ending[] = [
  // Second group: amortir, amortissement, amortissent, amorti.
  { suffix: /(?<![aeiou]|gl)iss(?:ement|aient|ait|ant|ent|e)$/, by: "i", after: 3 },
  { suffix: /i(?:raient|rait|ront|ra)$/, by: "i", after: 3 },
  { suffix: /(?<![ao])ir$/, by: "i", after: 2 },
  { suffix: /(?<![aou])it$/, by: "i", after: 3 },
  // First group. In -erent, the present of -érer (exonèrent) is more common than the past of all verbs (versèrent).
  { suffix: /er(?:aient|ait|ont|a)$/, by: "", after: 3 },
  { suffix: /aient$/, by: "", after: 3 },
  { suffix: /(?<!^(?:attr|retr|portr|extr|souh|bienf|forf|parf|imparf|surf))ait$/, by: "", after: 3 },
  // Nouns of the act: no other derivation is undone.
  { suffix: /ification$/, by: "ifi", after: 2 },
  { suffix: /(?<=[aio])cation$/, by: "qu", after: 3 },
  { suffix: /(?<=on)ciation$/, by: "c", after: 3 },
  { suffix: /(?<=trib|stit|min)ution$/, by: "u", after: 3 },
  { suffix: /position$/, by: "pos", after: 2 },
  { suffix: /(?<=def|abol|demol|pun)ition$/, by: "i", after: 3 },
  { suffix: /ation$/, by: "", after: 4 },
  { suffix: /ierement$/, by: "i", after: 3 },
  { suffix: /ement$/, by: "", after: 3 },
  // With surveillance, the only noun in -ance that just names the act.
  { suffix: /(?<=delivr|surveill)ance$/, by: "", after: 3 },
  // Participle, third person plural, infinitive.
  { suffix: /ant$/, by: "", after: 3 },
  { suffix: /(?<!em|[ae]mm)ent$/, by: "", after: 3 },
  { suffix: /ez$/, by: "", after: 3 },
  { suffix: /er$/, by: "", after: 3 },
  { suffix: /er$/, by: "e", after: 2 },
];

/** Undoes a conjugation or a verb's regular noun, leaving the root: verserait, versement → vers. */
function dropEnding(word: string): string {
  if (NOT_IT.has(word)) return word;
  const imperfect = word.replace(/ai(?:t|ent)$/, "");
  if (ROOTS_IN_R.has(imperfect)) return imperfect;
  const ending = ENDINGS.find(({ suffix, after }) => word.search(suffix) >= after);
  return ending ? word.replace(ending.suffix, ending.by) : word;
}
