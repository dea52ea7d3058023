/** Space of the same line, non-breaking ones included. */
export const SPACE = String.raw`[^\S\n]`;

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
  "code des douanes",
  "code des impositions sur les biens et services",
  "code des juridictions financières",
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
const ABBREVIATED: ReadonlyMap<string, string> = new Map([
  ["code général des impôts", "CGI"],
  ["livre des procédures fiscales", "LPF"],
]);

/** Abbreviations as the doctrine writes them, and the codes they stand for. */
const ABBREVIATIONS: ReadonlyMap<string, string> = new Map([
  ["CGI", "CGI"],
  ["LPF", "LPF"],
  ["C. assur.", "code des assurances"],
  ["C. civ.", "code civil"],
  ["C. com.", "code de commerce"],
  ["C. consom.", "code de la consommation"],
  ["C. env.", "code de l'environnement"],
  ["C. mon. fin.", "code monétaire et financier"],
  ["C. patr.", "code du patrimoine"],
  ["C. trav.", "code du travail"],
  ["C. urb.", "code de l'urbanisme"],
  ["CASF", "code de l'action sociale et des familles"],
  ["CCH", "code de la construction et de l'habitation"],
  ["CGCT", "code général des collectivités territoriales"],
  ["CIBS", "code des impositions sur les biens et services"],
  ["CMF", "code monétaire et financier"],
  ["CoMoFi", "code monétaire et financier"],
  ["CSP", "code de la santé publique"],
  ["CSS", "code de la sécurité sociale"],
]);

/** Regular expression source of a code, in full (any case, `(CGI)` may follow) or abbreviated. */
export const CODE =
  `(?:(?i:${[...ABBREVIATED.keys(), ...NAMES].map(source).join("|")})(?:${SPACE}?\\([A-Za-z.]{2,8}\\))?` +
  `|(?<![A-Z])(?:${[...ABBREVIATIONS.keys()].map(source).join("|")})(?![A-Z]))`;

/** `CGI`, `LPF`, or the code's full name in lower case, from what `CODE` matched. */
export function codeOf(written: string): string {
  const plain = written
    .replace(/\s?\(.*$/, "")
    .replace(/\s+/g, " ")
    .replaceAll("’", "'");
  const name = plain.toLowerCase();
  return ABBREVIATIONS.get(plain) ?? ABBREVIATED.get(name) ?? name;
}

function source(name: string): string {
  return name.replaceAll(".", "\\.").replaceAll("'", "['’]").replaceAll(" ", SPACE);
}
