/** A closed list, as nothing in running text marks the end of a code's name; of two with one start, the longer first. */
export const CODE_NAMES = [
  "code de commerce",
  "code de justice administrative",
  "code de l'action sociale et des familles",
  "code de l'aviation civile",
  "code de l'éducation",
  "code de l'énergie",
  "code de l'environnement",
  "code de l'urbanisme",
  "code de la commande publique",
  "code de la consommation",
  "code de la construction et de l'habitation",
  "code de la défense",
  "code de la famille et de l'aide sociale",
  "code de la mutualité",
  "code de la propriété intellectuelle",
  "code de la route",
  "code de la santé publique",
  "code de la sécurité intérieure",
  "code de la sécurité sociale",
  "code de la voirie routière",
  "code de procédure civile",
  "code de procédure pénale",
  "code des assurances",
  "code des communes",
  "code des douanes",
  "code des impositions sur les biens et services",
  "code des juridictions financières",
  "code des marchés publics",
  "code des pensions civiles et militaires de retraite",
  "code des pensions militaires d'invalidité et des victimes de guerre",
  "code des postes et des communications électroniques",
  "code des procédures civiles d'exécution",
  "code des relations entre le public et l'administration",
  "code des transports",
  "code du cinéma et de l'image animée",
  "code du patrimoine",
  "code du service national",
  "code du sport",
  "code du tourisme",
  "code du travail",
  "code électoral",
  "code forestier",
  "code général de la fonction publique",
  "code général de la propriété des personnes publiques",
  "code général des collectivités territoriales",
  "code minier",
  "code monétaire et financier",
  "code pénal",
  "code rural et de la pêche maritime",
  "code rural",
  "code civil",
] as const;

/** Names of codes that are identified by a usual abbreviation. */
export const ABBREVIATED: readonly (readonly [written: string, code: string])[] = [
  ["code général des impôts", "CGI"],
  ["livre des procédures fiscales", "LPF"],
];

/** Abbreviations used in the doctrine, and the codes they stand for. */
export const ABBREVIATIONS: readonly (readonly [written: string, code: string])[] = [
  ["CGI", "CGI"],
  ["C.G.I.", "CGI"],
  // Seen in the source: a lower-case L for the capital I.
  ["CGl", "CGI"],
  ["LPF", "LPF"],
  ["L.P.F.", "LPF"],
  ["C. assur.", "code des assurances"],
  ["C. civ.", "code civil"],
  ["C. com.", "code de commerce"],
  ["C. consom.", "code de la consommation"],
  ["C. douanes", "code des douanes"],
  ["C. env.", "code de l'environnement"],
  ["C. for.", "code forestier"],
  ["C. mon. fin.", "code monétaire et financier"],
  ["C. patr.", "code du patrimoine"],
  ["C. pén.", "code pénal"],
  ["C. pens. retr.", "code des pensions civiles et militaires de retraite"],
  ["C. rur.", "code rural et de la pêche maritime"],
  ["C. tourisme", "code du tourisme"],
  ["C. du tourisme", "code du tourisme"],
  ["C. trav.", "code du travail"],
  ["C. urb.", "code de l'urbanisme"],
  ["CASF", "code de l'action sociale et des familles"],
  ["CCH", "code de la construction et de l'habitation"],
  ["CCIA", "code du cinéma et de l'image animée"],
  ["CGCT", "code général des collectivités territoriales"],
  ["CIBS", "code des impositions sur les biens et services"],
  ["CMF", "code monétaire et financier"],
  ["CoMoFi", "code monétaire et financier"],
  ["CoMoFI", "code monétaire et financier"],
  ["CoMofi", "code monétaire et financier"],
  ["CRPM", "code rural et de la pêche maritime"],
  ["CSP", "code de la santé publique"],
  ["CSS", "code de la sécurité sociale"],
];

const ANNEXES = ["I", "II", "III", "IV"] as const;

/** The codes as they appear in citations: `CGI`, `CGI, ann. II`, `LPF`, then full names in lower case. */
export const CODES: readonly string[] = [
  "CGI",
  ...ANNEXES.map((annex) => `CGI, ann. ${annex}`),
  "LPF",
  ...CODE_NAMES.toSorted((one, other) => one.localeCompare(other, "fr")),
];

/** URL key of a code: `CGI`, `CGI-ANN-2`, `LPF`, `code-civil`. */
export function codeKey(code: string): string {
  const annex = ANNEXES.findIndex((roman) => code === `CGI, ann. ${roman}`);
  if (annex >= 0) return `CGI-ANN-${annex + 1}`;
  return /^[A-Z]+$/.test(code) ? code : slugOf(code);
}

/** Characters that no code name contains. */
const FOREIGN = /[^\p{L}\p{M}\p{N}\s.,'’()-]/u;

/** Finds a code by its key, its name or its usual abbreviation, in any case; null if there is none. */
export function findCode(written: string): string | null {
  return FOREIGN.test(written) ? null : (BY_SLUG.get(slugOf(written)) ?? null);
}

/** Sorts codes: tax law first, then by name. */
export function compareCodes(one: string, other: string): number {
  return CODES.indexOf(one) - CODES.indexOf(other);
}

/** Letters without accents and digits, in lower case, with one hyphen between words. */
function slugOf(written: string): string {
  const plain = written.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return plain
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== "")
    .join("-");
}

const BY_SLUG: ReadonlyMap<string, string> = new Map(
  [
    ...CODES.flatMap((code) => [[code, code] as const, [codeKey(code), code] as const]),
    ...ANNEXES.map((annex) => [`CGI, annexe ${annex}`, `CGI, ann. ${annex}`] as const),
    ...ABBREVIATED,
    ...ABBREVIATIONS,
  ].map(([written, code]) => [slugOf(written), code]),
);

const LEGIFRANCE = "https://www.legifrance.gouv.fr/search/code";

/**
 * Search for an article in force on Légifrance; null for a code not known to be there. Pages' identifiers can't be
 * derived from numbers; the search stays valid across versions.
 */
export function officialArticleUrl(code: string, article: string): string | null {
  if (findCode(code) === null) return null;
  const query = new URLSearchParams({
    tab_selection: "code",
    searchField: "NUM_ARTICLE",
    query: officialNumber(article),
  });
  return `${LEGIFRANCE}?${query}`;
}

/** The number as Légifrance writes it: `L80 A` for `L. 80 A`, `R*196-1` for `R.* 196-1`. */
function officialNumber(article: string): string {
  return article.replace(/^([A-Z]+)\.(\*?) /, "$1$2");
}

/** The text of each code in LEGI, in its latest recodification. */
const LEGI_TEXTS: Readonly<Record<string, string>> = {
  CGI: "LEGITEXT000006069577",
  "CGI, ann. I": "LEGITEXT000006069568",
  "CGI, ann. II": "LEGITEXT000006069569",
  "CGI, ann. III": "LEGITEXT000006069574",
  "CGI, ann. IV": "LEGITEXT000006069576",
  LPF: "LEGITEXT000006069583",
  "code civil": "LEGITEXT000006070721",
  "code de commerce": "LEGITEXT000005634379",
  "code de justice administrative": "LEGITEXT000006070933",
  "code de l'éducation": "LEGITEXT000006071191",
  "code de l'énergie": "LEGITEXT000023983208",
  "code de l'environnement": "LEGITEXT000006074220",
  "code de l'urbanisme": "LEGITEXT000006074075",
  "code de la consommation": "LEGITEXT000006069565",
  "code de la construction et de l'habitation": "LEGITEXT000006074096",
  "code de la mutualité": "LEGITEXT000006074067",
  "code de la propriété intellectuelle": "LEGITEXT000006069414",
  "code de la santé publique": "LEGITEXT000006072665",
  "code de la sécurité sociale": "LEGITEXT000006073189",
  "code de procédure civile": "LEGITEXT000006070716",
  "code de procédure pénale": "LEGITEXT000006071154",
  "code des communes": "LEGITEXT000006070162",
  "code des impositions sur les biens et services": "LEGITEXT000044595989",
  "code des transports": "LEGITEXT000023086525",
  "code du patrimoine": "LEGITEXT000006074236",
  "code du sport": "LEGITEXT000006071318",
  "code du tourisme": "LEGITEXT000006074073",
  "code du travail": "LEGITEXT000006072050",
  "code électoral": "LEGITEXT000006070239",
  "code forestier": "LEGITEXT000025244092",
  "code général des collectivités territoriales": "LEGITEXT000006070633",
  "code monétaire et financier": "LEGITEXT000006072026",
  "code pénal": "LEGITEXT000006070719",
};

/** A code and the text that holds it in LEGI. */
export interface LegiCode {
  readonly code: string;
  /** `LEGITEXT000006069577`. */
  readonly text: string;
}

/** The codes of tax law: the CGI, its annexes and the LPF. */
export const TAX_CODES: readonly LegiCode[] = [
  "CGI",
  ...ANNEXES.map((annex) => `CGI, ann. ${annex}`),
  "LPF",
].map((code) => ({ code, text: LEGI_TEXTS[code] ?? "" }));

/**
 * The code of a LEGITEXT identifier, of a key or of a name; null when its text is not known here. One known by its
 * identifier alone is named by it.
 */
export function findLegiCode(written: string): LegiCode | null {
  const typed = written.toUpperCase();
  if (/^LEGITEXT\d{12}$/.test(typed)) {
    const [code = typed] = Object.entries(LEGI_TEXTS).find(([, text]) => text === typed) ?? [];
    return { code, text: typed };
  }
  const code = findCode(written);
  const text = code === null ? undefined : LEGI_TEXTS[code];
  return code === null || text === undefined ? null : { code, text };
}
