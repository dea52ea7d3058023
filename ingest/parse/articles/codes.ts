import type { Cursor } from "./cursor.ts";

// A closed list: in running text nothing marks where a code's name ends (« le code du travail prévoit »).
// The longer of two names that begin alike stands first.
const NAMES = [
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

/** Names that have a usual abbreviation as their code. */
const ABBREVIATED: readonly (readonly [written: string, code: string])[] = [
  ["code général des impôts", "CGI"],
  ["livre des procédures fiscales", "LPF"],
];

/** Abbreviations as the doctrine writes them, and the codes they stand for. */
const ABBREVIATIONS: readonly (readonly [written: string, code: string])[] = [
  ["CGI", "CGI"],
  ["C.G.I.", "CGI"],
  // Seen in the source: a small L for the capital I.
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

/** Slips of the source, and the names they stand for. */
const MISSPELT: readonly (readonly [written: string, code: string])[] = [
  ["code général de impôts", "CGI"],
  ["code général des impôt", "CGI"],
  ["code général des collectivité territoriales", "code général des collectivités territoriales"],
  ["livre des procédure fiscales", "LPF"],
  ["code la consommation", "code de la consommation"],
  ["code la construction et de l'habitation", "code de la construction et de l'habitation"],
  ["code de la construction ou de l'habitation", "code de la construction et de l'habitation"],
];

/**
 * Regular expression source of an abbreviation of a code, the last full stop of which may lack.
 */
export const ABBREVIATION = `(?:${ABBREVIATIONS.map(([written]) => abbreviation(written)).join("|")})(?![A-Z])`;

/** Regular expression source of how a code, in full or abbreviated, begins in written text. */
export const CODE_BEGINS = `(?:[Cc][Oo][Dd][Ee]|[Ll][Ii][Vv][Rr][Ee]|(?<![A-Z])${ABBREVIATION})`;

const ABBREVIATED_NAME = new RegExp(`(?<![A-Z])${ABBREVIATION}`, "uy");
const BEGINS_NAME = /code|livre/iuy;
const BRACKETED = / ?[([][A-Za-z. ]{2,16}[)\]]/uy;

/** One expression a name: all in a single one are more than a checker of expressions can judge. */
const FULL_NAMES: readonly (readonly [RegExp, code: string])[] = [
  ...[...ABBREVIATED, ...MISSPELT],
  ...NAMES.map((name) => [name, name] as const),
].map(([written, code]) => [new RegExp(glueable(written), "iuy"), code]);

const CODES: ReadonlyMap<string, string> = new Map(
  ABBREVIATIONS.map(([written, code]) => [key(written), code]),
);

/**
 * Reads a code, in full (any case, `(CGI)` or `[CGI]` may follow) or abbreviated.
 * @returns `CGI`, `LPF`, or the code's full name in lower case; null, without a move, when there is none
 */
export function takeCode(cursor: Cursor): string | null {
  const abbreviated = cursor.take(ABBREVIATED_NAME)?.[0];
  if (abbreviated !== undefined) return CODES.get(key(abbreviated)) ?? null;
  const code = cursor.attempt(() => takeName(cursor));
  if (code !== null) cursor.take(BRACKETED);
  return code;
}

function takeName(cursor: Cursor): string | null {
  const start = cursor.at;
  if (!cursor.take(BEGINS_NAME)) return null;
  cursor.at = start;
  return FULL_NAMES.find(([name]) => cursor.take(name))?.[1] ?? null;
}

function key(written: string): string {
  return written.replace(/[. ]/g, "").toLowerCase();
}

/** The source drops spaces: « livre desProcéduresFiscales ». */
function glueable(name: string): string {
  return name.replaceAll(" ", " ?");
}

function abbreviation(written: string): string {
  return written
    .replace(/^C(?=\. )/, "[Cc]")
    .replace(/\.$/, "\\.?")
    .replaceAll(". ", "\\. ?")
    .replace(/\.(?=[A-Z])/g, "\\.");
}
