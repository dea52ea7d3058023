import type { TextScope } from "../comparison/compare.ts";

/** A wording that shows the scope of the change announced by an actualité. */
interface ScopeRule {
  readonly portee: TextScope;
  readonly where: "titre" | "texte";
  /** Matched against folded text: lower case, no accents. */
  readonly says: RegExp;
  /** A wording that it must match; checked by the tests. */
  readonly example: string;
}

const SEGMENT = `(?:^|[-–—:] ?)`;
/** What may follow in the title: series, an article, « Publication urgente ». */
const TAIL = String.raw`(?: ?[-–—] ?[a-z]{2,5}(?![a-z]))*(?: ?\([^()]{0,200}\)| ?[-–—] ?(?:entreprises ?[-–—] ?)?publication urgente| ?[-–—] ?rectificatif){0,3}\.?$`;
const CHANGED = `(?:(?:commentaires?|documents?)(?: (?:modifie|actualise|republie)s?| mis a jour)?|(?:modifications?|mises? a jour|publications?)(?: des? (?:commentaires?|documents?))?)`;
const SAME_DOCTRINE = `(?:sans (?:nouveaute|changement|modification|evolution)s? (?:doctrina(?:le|ux)s?|de (?:la )?doctrine)|a doctrine constante)`;

/** Phrases that state the scope of a whole change: none about a part of it, none that only suggests its scope. */
export const ANNOUNCING_PHRASES: readonly ScopeRule[] = [
  {
    portee: "formelle",
    where: "titre",
    says: new RegExp(
      `${SEGMENT}${CHANGED},? ${SAME_DOCTRINE}(?: et mises? a jour formelles?(?: liees?)?)?(?:${TAIL}| [-–—] )`,
    ),
    example: "RSA - CF- Commentaires modifiés sans nouveauté doctrinale",
  },
  {
    portee: "formelle",
    where: "titre",
    says: new RegExp(
      `${SEGMENT}(?:re)?mises? a niveau (?:des (?:documents|commentaires) )?(?:au|sur le) plan formel${TAIL}`,
    ),
    example: "Mise à niveau des documents au plan formel",
  },
  {
    portee: "formelle",
    where: "titre",
    says: new RegExp(
      `${SEGMENT}(?:mises? a (?:jour|niveau)|corrections?|modifications?) (?:(?:pure|stricte|exclusive)ment )?formelles?(?: des (?:documents|commentaires))?${TAIL}`,
    ),
    example: "BIC - Mise à jour purement formelle",
  },
  {
    portee: "formelle",
    where: "texte",
    says: /\b(?:cette|la presente|ces|les presentes) (?:nouvelles? )?(?:publications?|mises? a jour|modifications?) ne constitue(?:nt)? pas (?:une |des )?mises? a jour doctrinales?\b/,
    example: "Ces nouvelles publications ne constituent pas des mises à jour doctrinales.",
  },
  {
    portee: "formelle",
    where: "texte",
    says: /\b(?:cette|la presente|ces|les presentes) (?:nouvelles? )?(?:publications?|mises? a jour|modifications?) (?:est|sont) (?:purement )?formelles?\b/,
    example: "Ces modifications sont purement formelles.",
  },
  {
    portee: "fond",
    where: "titre",
    says: /(?:^|- ?)(?:mises? a jour doctrinales?|nouveautes? doctrinales?|(?:changements?|evolutions?) (?:de doctrine|doctrinales?))(?: -|$)/,
    example: "TVA - Mise à jour doctrinale - Base d'imposition",
  },
  {
    portee: "fond",
    where: "texte",
    says: /\bla (?:doctrine|tolerance)\b[^.;\n]{0,160} est rapportee\b/,
    example:
      "La tolérance administrative relative à leur résidence fiscale est rapportée à compter du 12 septembre.",
  },
  {
    portee: "fond",
    where: "texte",
    says: /\bla doctrine(?: administrative)?\b[^.;\n]{0,160} est (?:precisee|modifiee|completee|amenagee|mise a jour)\b/,
    example: "La doctrine administrative relative aux revenus salariaux est précisée et mise à jour.",
  },
  {
    portee: "fond",
    where: "texte",
    says: /\b(?:une|des) (?:precisions?|nouveautes?|evolutions?) doctrinales? (?:est|sont) apportees?\b/,
    example: "Une précision doctrinale est apportée au champ d'application de l'exonération.",
  },
  {
    portee: "fond",
    where: "texte",
    says: /\b(?:cette|la presente) (?:publication|mise a jour) (?:constitue|opere|emporte|apporte|comporte) (?:un changement de doctrine|une (?:evolution|nouveaute|mise a jour) doctrinale)\b/,
    example: "La présente mise à jour emporte un changement de doctrine.",
  },
];

/** Words that suggest the scope, in order: the first rule that matches decides. */
export const DEDUCING_WORDS: readonly ScopeRule[] = [
  {
    portee: "formelle",
    where: "titre",
    says: /\bsans nouveautes? doctrinales?\b/,
    example: "CF - Commentaires reformulés sans nouveauté doctrinale",
  },
  {
    portee: "formelle",
    where: "titre",
    says: /\bau plan formel\b|\bmises? a jour formelles?\b|\bcorrections? formelles?\b/,
    example: "BIC - Tableaux remis en ordre au plan formel",
  },
  {
    portee: "formelle",
    where: "texte",
    says: /\bne constitue(?:nt)? pas (?:une |des )?mises? a jour doctrinales?\b|\bsans (?:modification|changement) de (?:fond|doctrine)\b/,
    example: "Ces publications ne constituent pas des mises à jour doctrinales.",
  },
  {
    portee: "formelle",
    where: "titre",
    says: /\breorganisation structurelle\b/,
    example: "TFP - Réorganisation structurelle de la série",
  },
  {
    portee: "fond",
    where: "titre",
    says: /\bjurisprudences?\b|\b(?:caa|cjue|cass|arrets?|conseil (?:d'etat|constitutionnel))\b|\(ce\b/,
    example: "REC - Cautionnement - Jurisprudence (Cass. civ., arrêt du 12 septembre 2012)",
  },
  {
    portee: "fond",
    where: "titre",
    says: /\brescrits?\b|\breponses? (?:ministerielles?|a la question)\b|\bconsultations? publiques?\b|\bpublication definitive\b|\bcommentaires definitifs\b/,
    example: "BA - Entraîneurs de chevaux de course - Rescrit (N° 2013/01 du 4 juin 2013)",
  },
  {
    portee: "fond",
    where: "titre",
    says: /\b(?:lois?|decrets?|ordonnances?|directives?|arretes?|avenants?|circulaires?)\b/,
    example: "PAT - Réforme de l'impôt (article 13 de la loi n° 2012-1509 du 29 décembre 2012)",
  },
  {
    portee: "fond",
    where: "titre",
    says: /\b(?:actualisations?|revalorisations?|indexations?|baremes?|taux|seuils?|plafonds?|plafonnements?|tarifs?|tarification|montants?|coefficients?|mises? (?:a jour|en conformite))\b/,
    example: "CVAE - Exonérations et abattements - Actualisation des plafonds pour 2013",
  },
  {
    portee: "fond",
    where: "titre",
    says: /\b(?:abaissements?|abrogations?|alignements?|amenagements?|assouplissements?|augmentations?|creations?|entree en (?:vigueur|fiscalite)|extensions?|modifications?|nouve(?:au|aux|lle|lles|autes)|perennisations?|prolongations?|prorogations?|reformes?|relevements?|remplacements?|renforcements?|simplifications?|suppressions?|transformations?|transpositions?)\b/,
    example: "ENR - Suppression du droit fixe dû sur les actes d'avoués",
  },
  {
    portee: "fond",
    where: "titre",
    says: /\bprecisions?\b|\bnotions?\b|\bdefinitions?\b/,
    example: "TVA - Taux réduits - Notion de cogénération",
  },
  {
    portee: "fond",
    where: "texte",
    says: /\b(?:lois?|decrets?|ordonnances?|directives?|arretes?) (?:de finances|n°|du \d|ministeriel)|\b(?:conseil d'etat|cour de cassation|cour de justice|cour administrative)\b/,
    example: "L'article 23 de la loi n° 2012-1509 du 29 décembre 2012 instaure un plafonnement.",
  },
  {
    portee: "fond",
    where: "texte",
    says: /\b(?:il est (?:precise|admis|considere)|precisions?|precise(?:nt|es?|s)?|actualise(?:es?|s|nt)?|modifie(?:es?|s|nt)?|complete(?:es?|s|nt)?|supprime(?:es?|s|nt)?|mise?s? a jour)\b/,
    example: "Les conditions d'imposition des revenus concernés sont précisées.",
  },
];

/** A scope that is not stated, and the words that suggest it, as written, without duplicates. */
export interface DeducedScope {
  readonly portee: TextScope;
  readonly indices: readonly string[];
}

interface NewsScope {
  /** The scope stated by the actualité; null when it states none, or both. */
  readonly annoncee: TextScope | null;
  /** Null when the scope is stated, or when nothing suggests it. */
  readonly deduite: DeducedScope | null;
}

/** The scope of the change that an actualité announces: as stated, otherwise deduced from its words. */
export function scopeOf(titre: string, texte: string): NewsScope {
  const written = { titre: titre.normalize("NFC"), texte: texte.normalize("NFC") };
  const folded = {
    titre: foldInPlace(written.titre).replace(/\s/g, " "),
    texte: ownWords(foldInPlace(written.texte)),
  };
  const said = new Set(
    ANNOUNCING_PHRASES.filter(({ where, says }) => says.test(folded[where])).map(({ portee }) => portee),
  );
  const [only = null, other] = said;
  if (only !== null && other === undefined) return { annoncee: only, deduite: null };
  const rule = DEDUCING_WORDS.find(({ where, says }) => says.test(folded[where]));
  if (rule === undefined) return { annoncee: null, deduite: null };
  const indices = wordsOf(rule.says, folded[rule.where], written[rule.where]);
  return { annoncee: null, deduite: { portee: rule.portee, indices } };
}

/** As written; `folded` has the same offsets as `source`. */
function wordsOf(says: RegExp, folded: string, source: string): string[] {
  const found = new Map<string, string>();
  for (const { 0: words, index } of folded.matchAll(new RegExp(says, "g")))
    if (!found.has(words)) found.set(words, source.slice(index, index + words.length));
  return [...found.values()];
}

const ADJECTIVE = String.raw`(?:liee?|modifiee?|creee?|ajoutee?|supprimee?|rattachee?|soumise?)(?:s|\(s\))?`;
const NAMED = String.raw`(?:actualite|document)(?:s|\(s\))?\s+${ADJECTIVE}(?:\s+${ADJECTIVE})?`;

/** Heading of a list that the site adds, folded, perhaps glued; not when a sentence quotes it (« sous la rubrique »). */
export const LIST_HEADING = new RegExp(
  String.raw`(?<!["«“]\s?|rubrique\s)${NAMED}(?:\s+et\s+${NAMED})?(?:\s+a\s+(?:la\s+|une\s+)?consultation\s+publique)?(?:\s+dont\s[^:.\n]{0,60})?(?:\s*:|(?<=\(s\))|(?<=publique)(?=\s+boi-))`,
  "u",
);

/** A folded text without the lists appended to it, whose titles have nothing to do with it. */
function ownWords(folded: string): string {
  const lists = LIST_HEADING.exec(folded);
  return lists === null ? folded : folded.slice(0, lists.index);
}

/** `ownWords` of a text as written. */
export function beforeLists(texte: string): string {
  return texte.slice(0, ownWords(foldInPlace(texte)).length);
}

const ACCENTED = /[\u00c0-\u024f]/g;
const MARKS = /\p{M}/u;

/** Lower case without accents, at unchanged offsets: a match can be cut from the source. */
export function foldInPlace(source: string): string {
  return source.toLowerCase().replace(ACCENTED, (letter) => {
    const [plain = letter, ...marks] = letter.normalize("NFD");
    return marks.every((mark) => MARKS.test(mark)) ? plain : letter;
  });
}
