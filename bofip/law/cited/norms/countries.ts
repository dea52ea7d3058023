import type { Cursor } from "../../../reading/cursor.ts";
import { keyPart } from "../keys.ts";

/** With a tax treaty: usual name, as in keys, then the feminine of the adjective and other names. */
const COUNTRIES: readonly (readonly [name: string, adjective: string | null, ...others: string[]])[] = [
  ["Afrique du Sud", "sud-africaine", "République d'Afrique du Sud"],
  ["Albanie", "albanaise"],
  ["Algérie", "algérienne", "République algérienne démocratique et populaire"],
  ["Allemagne", "allemande", "République fédérale d'Allemagne"],
  ["Andorre", "andorrane", "Principauté d'Andorre"],
  ["Arabie saoudite", "saoudienne", "Royaume d'Arabie saoudite"],
  ["Argentine", "argentine", "République argentine"],
  ["Arménie", "arménienne", "République d'Arménie"],
  ["Australie", "australienne"],
  ["Autriche", "autrichienne", "République d'Autriche"],
  ["Azerbaïdjan", "azerbaïdjanaise", "République d'Azerbaïdjan"],
  ["Bahreïn", "bahreïnienne", "État de Bahreïn", "Royaume de Bahreïn"],
  ["Bangladesh", "bangladaise", "République populaire du Bangladesh"],
  ["Belgique", "belge", "Royaume de Belgique"],
  ["Bénin", "béninoise"],
  ["Biélorussie", "biélorusse"],
  ["Bolivie", "bolivienne"],
  ["Bosnie-Herzégovine", "bosnienne"],
  ["Botswana", "botswanaise"],
  ["Brésil", "brésilienne", "République fédérative du Brésil"],
  ["Bulgarie", "bulgare", "République populaire de Bulgarie"],
  ["Burkina Faso", "burkinabè", "Burkina"],
  ["Cameroun", "camerounaise", "République du Cameroun"],
  ["Canada", "canadienne"],
  ["Centrafrique", "centrafricaine", "République centrafricaine"],
  ["Chili", "chilienne", "République du Chili"],
  ["Chine", "chinoise", "République populaire de Chine"],
  ["Chypre", "chypriote", "République de Chypre"],
  ["Colombie", "colombienne", "République de Colombie"],
  ["Congo", "congolaise", "République du Congo"],
  ["Corée du Sud", "coréenne", "Corée", "République de Corée"],
  ["Côte d'Ivoire", "ivoirienne", "République de Côte d'Ivoire"],
  ["Croatie", "croate", "République de Croatie"],
  ["Danemark", "danoise", "Royaume de Danemark"],
  ["Égypte", "égyptienne", "République arabe d'Égypte"],
  ["Émirats arabes unis", "émirienne"],
  ["Équateur", "équatorienne"],
  ["Espagne", "espagnole", "Royaume d'Espagne"],
  ["Estonie", "estonienne", "République d'Estonie"],
  ["États-Unis", "américaine", "États-Unis d'Amérique"],
  ["Éthiopie", "éthiopienne"],
  ["Finlande", "finlandaise", "République de Finlande"],
  ["Gabon", "gabonaise", "République gabonaise"],
  ["Géorgie", "géorgienne"],
  ["Ghana", "ghanéenne", "République du Ghana"],
  ["Grèce", "hellénique", "Royaume de Grèce", "République hellénique"],
  ["Guinée", "guinéenne", "République de Guinée"],
  ["Hong Kong", "hongkongaise", "Hong-Kong"],
  ["Hongrie", "hongroise", "République populaire hongroise"],
  ["Inde", "indienne", "République de l'Inde"],
  ["Indonésie", "indonésienne", "République d'Indonésie"],
  ["Iran", "iranienne"],
  ["Irlande", "irlandaise"],
  ["Islande", "islandaise", "République d'Islande"],
  ["Israël", "israélienne", "État d'Israël"],
  ["Italie", "italienne", "République italienne"],
  ["Jamaïque", "jamaïquaine"],
  ["Japon", "japonaise"],
  ["Jordanie", "jordanienne", "Royaume hachémite de Jordanie"],
  ["Kazakhstan", "kazakhe", "République du Kazakhstan"],
  ["Kenya", "kényane", "République du Kenya"],
  ["Kirghizistan", "kirghize"],
  ["Kosovo", "kosovare"],
  ["Koweït", "koweïtienne", "État du Koweït"],
  ["Lettonie", "lettone", "République de Lettonie"],
  ["Liban", "libanaise", "République libanaise"],
  ["Libye", "libyenne"],
  ["Lituanie", "lituanienne", "République de Lituanie"],
  ["Luxembourg", "luxembourgeoise", "Grand-Duché de Luxembourg"],
  ["Macédoine du Nord", "macédonienne", "Macédoine"],
  ["Madagascar", "malgache"],
  ["Malaisie", "malaisienne"],
  ["Malawi", "malawienne"],
  ["Mali", "malienne", "République du Mali"],
  ["Malte", "maltaise", "République de Malte"],
  ["Maroc", "marocaine", "Royaume du Maroc"],
  ["Maurice", "mauricienne", "île Maurice"],
  ["Mauritanie", "mauritanienne", "République islamique de Mauritanie"],
  ["Mexique", "mexicaine", "États-Unis du Mexique", "États-Unis mexicains"],
  ["Moldavie", "moldave"],
  ["Monaco", "monégasque", "Principauté de Monaco"],
  ["Mongolie", "mongole"],
  ["Monténégro", "monténégrine"],
  ["Namibie", "namibienne", "République de Namibie"],
  ["Niger", "nigérienne", "République du Niger"],
  ["Nigeria", "nigériane", "République fédérale du Nigeria"],
  ["Norvège", "norvégienne", "Royaume de Norvège"],
  ["Nouvelle-Calédonie", "calédonienne"],
  ["Nouvelle-Zélande", "néo-zélandaise"],
  ["Oman", "omanaise", "Sultanat d'Oman"],
  ["Ouzbékistan", "ouzbèke", "République d'Ouzbékistan"],
  ["Pakistan", "pakistanaise", "République islamique du Pakistan"],
  ["Panama", "panaméenne", "République du Panama"],
  ["Pays-Bas", "néerlandaise", "Royaume des Pays-Bas"],
  ["Philippines", "philippine", "République des Philippines"],
  ["Pologne", "polonaise", "République populaire de Pologne"],
  ["Polynésie française", null],
  ["Portugal", "portugaise"],
  ["Qatar", "qatarienne", "État du Qatar"],
  ["Québec", "québécoise"],
  ["République tchèque", "tchèque"],
  ["Roumanie", "roumaine", "République socialiste de Roumanie"],
  ["Royaume-Uni", "britannique", "Royaume-Uni de Grande-Bretagne et d'Irlande du Nord", "Grande-Bretagne"],
  ["Russie", "russe", "Fédération de Russie"],
  ["Saint-Barthélemy", null],
  ["Saint-Martin", null],
  ["Saint-Pierre-et-Miquelon", null],
  ["Sénégal", "sénégalaise", "République du Sénégal"],
  ["Serbie", "serbe"],
  ["Singapour", "singapourienne", "République de Singapour"],
  ["Slovaquie", "slovaque", "République slovaque"],
  ["Slovénie", "slovène", "République de Slovénie"],
  ["Sri Lanka", "sri-lankaise"],
  ["Suède", "suédoise", "Royaume de Suède"],
  ["Suisse", "suisse", "Confédération suisse", "Confédération helvétique"],
  ["Syrie", "syrienne", "République arabe syrienne"],
  ["Taïwan", "taïwanaise"],
  ["Thaïlande", "thaïlandaise", "Royaume de Thaïlande"],
  ["Togo", "togolaise", "République togolaise"],
  ["Trinité-et-Tobago", "trinidadienne", "Trinité et Tobago"],
  ["Tunisie", "tunisienne", "République tunisienne"],
  ["Turkménistan", "turkmène"],
  ["Turquie", "turque", "République de Turquie"],
  ["Ukraine", "ukrainienne"],
  ["Venezuela", "vénézuélienne", "République du Venezuela"],
  ["Viêt Nam", "vietnamienne", "Vietnam", "République socialiste du Viêt Nam"],
  ["Zambie", "zambienne", "République de Zambie"],
  ["Zimbabwe", "zimbabwéenne", "République du Zimbabwe"],
];

const BY_NAME: ReadonlyMap<string, string> = new Map(
  COUNTRIES.flatMap(([name, , ...others]) => [name, ...others].map((each) => [keyPart(each), keyPart(name)])),
);
const BY_ADJECTIVE: ReadonlyMap<string, string> = new Map(
  COUNTRIES.flatMap(([name, adjective]) =>
    adjective === null ? [] : [[keyPart(adjective), keyPart(name)] as const],
  ),
);

const ADJECTIVE = / ?franco-(?<adjective>[\p{L}-]{3,20})/uy;
const DETERMINER =
  /(?:(?:[Ll]a|[Ll]e|[Ll]es|[Gg]ouvernement d[eu]s?) |[Ll]')?(?:[Gg]ouvernement (?:du |des |de la |de l'|de ))?/uy;
const WORDS = /[\p{L}]{1,20}(?:['-][\p{L}]{1,20}){0,4}(?: [\p{L}]{1,20}(?:['-][\p{L}]{1,20}){0,4}){0,8}/uy;

/** Reads « franco-suisse », and gives the country as keys write it: `SUISSE`; null when there is none. */
export function takeFrancoAdjective(cursor: Cursor): string | null {
  return cursor.attempt(() => {
    const adjective = cursor.take(ADJECTIVE)?.groups?.["adjective"];
    return BY_ADJECTIVE.get(keyPart(adjective ?? "")) ?? null;
  });
}

/** Whether a word is a country's adjective: « italienne ». */
export function isFeminineOfCountry(word: string): boolean {
  return BY_ADJECTIVE.has(keyPart(word));
}

/** Reads « la Belgique », « les États-Unis d'Amérique »: `ETATS-UNIS`; null when it is no country. */
export function takeCountry(cursor: Cursor): string | null {
  return cursor.attempt(() => {
    cursor.take(DETERMINER);
    const start = cursor.at;
    const written = cursor.take(WORDS)?.[0] ?? "";
    for (let end = written.length; end > 0; end = written.lastIndexOf(" ", end - 1)) {
      const country = BY_NAME.get(keyPart(written.slice(0, end)));
      if (country === undefined) continue;
      cursor.at = start + end;
      return country;
    }
    return null;
  });
}
