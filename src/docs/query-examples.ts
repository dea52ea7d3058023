import type { QueryNode } from "../../search/fulltext/query/ast.ts";
import { MAX_PREFIXES } from "../../search/fulltext/query/lexer.ts";
import { parseQuery, QuerySyntaxError } from "../../search/fulltext/query/parse.ts";

/** An operator of the search syntax, with queries that use it. */
export interface Operator {
  readonly name: string;
  readonly anchor: string;
  readonly text: string;
  readonly examples: readonly string[];
}

export const OPERATORS: readonly Operator[] = [
  {
    name: "Mots",
    anchor: "mots",
    text: "Tous exigés, dans n'importe quel ordre. Accents, casse, pluriels et conjugaisons sont indifférents, et un verbe vaut le nom de son acte en -ation ou -ement ; deux notions restent deux mots.",
    examples: ["barème progressif", "BAREMES progressives", "plafonnement plafond"],
  },
  {
    name: "Tous les mots : ET, AND",
    anchor: "et",
    text: "En capitales ; l'espace le vaut déjà. En minuscules, ce sont des mots comme les autres.",
    examples: ["plus-value ET exonération"],
  },
  {
    name: "L'un ou l'autre : OU, OR",
    anchor: "ou",
    text: "En capitales. ET passe avant OU ; SAUF passe avant les deux.",
    examples: ["donation OU succession", "abattement donation OU succession"],
  },
  {
    name: "Exclure : SAUF, NOT, -",
    anchor: "sauf",
    text: "Écarte les documents qui portent le mot. Il reste toujours un mot à chercher.",
    examples: ["location SAUF meublée", "location -meublée"],
  },
  {
    name: "Grouper : ( )",
    anchor: "parentheses",
    text: "Les parenthèses décident de l'ordre.",
    examples: ["abattement (donation OU succession)"],
  },
  {
    name: "Expression exacte : guillemets",
    anchor: "expression",
    text: "Ces mots, dans cet ordre, mots vides compris. Guillemets droits, français ou anglais.",
    examples: ['"quotient familial"', "« crédit d'impôt »"],
  },
  {
    name: "Traits d'union, apostrophes, points, virgules, barres, &",
    anchor: "traits-d-union",
    text: "Ce qu'ils joignent sans espace est l'expression de ses parties ; l'article élidé disparaît, quelle que soit l'apostrophe. Un composé qui s'écrit des deux façons se trouve sous les deux.",
    examples: ["plus-value", "l'impôt", "5,5 %", "31/12/2019", "auto-entrepreneur"],
  },
  {
    name: "Sigles",
    anchor: "sigles",
    text: "En capitales, un sigle qui est aussi un mot n'est que lui-même : PAS, CET. Ses points ne comptent pas.",
    examples: ["taux PAS", "taux pas", "T.V.A."],
  },
  {
    name: "Début de mot : *",
    anchor: "prefixe",
    text: `Le début d'un mot, de deux lettres au moins ; ${MAX_PREFIXES} au plus dans une requête.`,
    examples: ["exonér*"],
  },
  {
    name: "Nombres",
    anchor: "nombres",
    text: "Les milliers séparés par un espace ou un point sont un seul mot.",
    examples: ["10 000 euros", "1.500 euros"],
  },
  {
    name: "Identifiants",
    anchor: "identifiants",
    text: "Un identifiant, daté ou non, donne d'abord ce document, puis ceux qui le citent ; un § ou une date à sa suite dit où lire. Ses segments ne sont pas des mots des textes : PAS ne trouve pas BOI-IR-PAS-50.",
    examples: ["BOI-IR-LIQ-20-10", "BOI-IR-LIQ-20-10 § 50"],
  },
];

/** Queries that the syntax refuses, each for a reason of its own. */
export const INVALID_QUERIES: readonly string[] = [
  "impôt ET",
  '"quotient familial',
  "(donation OU succession",
  "-location",
  "le la les",
  "e*",
  "plus-val*",
];

/** What the parser reads in a query, in French. */
export function readingOf(q: string): string {
  return read(parseQuery(q).node);
}

/** The words with which the parser refuses a query. */
export function refusalOfQuery(q: string): string {
  try {
    parseQuery(q);
  } catch (error) {
    if (error instanceof QuerySyntaxError) return error.message;
    throw error;
  }
  throw new Error(`« ${q} » is a good query`);
}

function read(node: QueryNode, isInside = false): string {
  switch (node.kind) {
    case "word":
      return node.stem;
    case "prefix":
      return `un mot commençant par ${node.prefix}`;
    case "phrase":
      return `l'expression « ${node.stems.join(" ")} »`;
    case "identifier":
      return `le document ${node.boiId}`;
    case "or":
      return grouped(node.branches.map((branch) => read(branch, true)).join(" ou "), isInside);
    case "and":
      return grouped(
        [
          node.required.map((part) => read(part, true)).join(" et "),
          ...node.excluded.map((part) => `sans ${read(part, true)}`),
        ].join(", "),
        isInside,
      );
  }
}

function grouped(text: string, isInside: boolean): string {
  return isInside ? `(${text})` : text;
}
