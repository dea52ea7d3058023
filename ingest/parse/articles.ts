import { ARTICLE, articleOf } from "./article-number.ts";
import { CODE, codeOf, SPACE } from "./codes.ts";

/** A statutory article that a document cites. */
export interface StatutoryArticle {
  /** `CGI`, `CGI, ann. I` to `CGI, ann. IV`, `LPF`, or the code's name in lower case. */
  readonly code: string;
  /** Number in the usual writing: `199 novovicies`, `L. 80 A`. */
  readonly article: string;
  /** The first citation, as written. */
  readonly texte: string;
}

// « , 1-5° », « , I-C », « -II » : a subdivision of the article.
const STEP = String.raw`(?:[IVX]{1,5}|[A-Z]|\d{1,2}|[a-z])°?(?:${SPACE}(?:bis|ter|quater))?(?![\p{L}\d%€])`;
const SUBDIVISION = `(?:(?:,?${SPACE}|-)${STEP})`;

const ANOTHER = `(?:de${SPACE}|à${SPACE})?(?:l['’]article|aux?${SPACE}articles?|art\\.)${SPACE}`;
const BOUND = `(?:${SPACE}?(?:et|ou|à)${SPACE}(?:${ANOTHER})?)`;

// After « et » a bare number may open something else: « art. 6 et 15 % ».
const NOT_A_QUANTITY = String.raw`(?!${SPACE}?(?:[%€°\d]|euros?\b|ans?\b|mois\b|jours?\b))`;

const SINGLE_LIST = `${ARTICLE}(?:${BOUND}${ARTICLE}${NOT_A_QUANTITY}){0,10}`;
const PLURAL_LIST = `${ARTICLE}(?:(?:${SPACE}?,${SPACE}|${BOUND})${ARTICLE}${NOT_A_QUANTITY}){0,20}`;

const ANNEX_OF = `de${SPACE}l['’]annexe${SPACE}(?<annex>IV|I{1,3})${SPACE}(?:au|du)`;

/** « article 199 novovicies du code général des impôts (CGI) », « article 46 AG de l'annexe III au CGI ». */
const ARTICLE_THEN_CODE = new RegExp(
  `(?:(?:[Aa]rticle|\\b[Aa]rt\\.?)${SPACE}?(?<one>${SINGLE_LIST})|[Aa]rticles${SPACE}(?<many>${PLURAL_LIST}))` +
    `${SUBDIVISION}{0,6},?${SPACE}?(?:${ANNEX_OF}|du|au)${SPACE}(?<code>${CODE})`,
  "gu",
);

/** « CGI, art. 39, 1-5° », « CGI, ann. III, art. 46 AG », « LPF, art. L. 80 A ». */
const CODE_THEN_ARTICLE = new RegExp(
  `(?<code>${CODE}),?${SPACE}?(?:ann(?:exe|\\.)${SPACE}?(?<annex>IV|I{1,3}),?${SPACE})?` +
    `art(?:s|icles?)?\\.?${SPACE}?(?<one>${SINGLE_LIST})${SUBDIVISION}{0,6}`,
  "gu",
);

const ARTICLE_IN_LIST = new RegExp(ARTICLE, "gu");

/**
 * Statutory articles cited in a text with their code, in order of first citation, each (code, article) once.
 * A citation without its code (« l'article 8 ») or of a law or directive is left out: precision over recall.
 */
export function findArticles(texte: string): readonly StatutoryArticle[] {
  const found = new Map<string, StatutoryArticle>();
  const citations = [...texte.matchAll(ARTICLE_THEN_CODE), ...texte.matchAll(CODE_THEN_ARTICLE)];
  for (const citation of citations.sort((a, b) => a.index - b.index)) {
    for (const article of articlesOf(citation)) {
      const key = `${article.code}\n${article.article}`;
      if (!found.has(key)) found.set(key, article);
    }
  }
  return [...found.values()];
}

function articlesOf(citation: RegExpExecArray): StatutoryArticle[] {
  const { one, many, annex, code: writtenCode = "" } = citation.groups ?? {};
  const named = codeOf(writtenCode);
  const code = annex === undefined ? named : `${named}, ann. ${annex}`;
  const texte = citation[0].trim();
  const numbers = (one ?? many ?? "").match(ARTICLE_IN_LIST) ?? [];
  return numbers.map((number) => ({ code, article: articleOf(number, code.startsWith("CGI")), texte }));
}
