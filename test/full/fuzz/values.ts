import type { Draw } from "./draw.ts";
import type { Facts } from "./facts.ts";
import type { Parameter, Schema } from "./specification.ts";

/** A value as sent (decoded); `verdict` is whether the contract accepts it, null = either. */
export interface Value {
  readonly raw: string;
  readonly verdict: "valid" | "invalid" | null;
}

/** Text that breaks things: NUL, marks of direction, surrogates in pairs, combining accents, markup, SQL. */
const ODD_TEXT = [
  "ab\0cd",
  "\u202Eimpôt\u202C",
  "😀😀😀",
  "e\u0301e\u0301e\u0301",
  "\uFEFFimpot",
  "ﬁnance",
  "<script>alert(1)</script>",
  "'; drop table documents; --",
  "{{7*7}} %s %n",
  "\u00A0\u2003impôt\u2028",
  "ⅣⅤ ½ ²",
  "税金 ضريبة налог",
  "İIıi ſß",
];

export function validValue(
  { name, schema }: Pick<Parameter, "name" | "schema">,
  draw: Draw,
  facts: Facts,
): Value {
  return { raw: drawValid(name, schema, draw, facts), verdict: "valid" };
}

export function oddValue(parameter: Pick<Parameter, "name" | "schema">, draw: Draw, facts: Facts): Value {
  const invalid = invalidOf(parameter.name, parameter.schema, draw);
  const odd = oddOf(parameter.name, draw, facts);
  if (odd.length > 0 && draw.chance(40)) return { raw: draw.oneOf(odd), verdict: null };
  return { raw: draw.oneOf(invalid), verdict: "invalid" };
}

function drawValid(name: string, schema: Schema, draw: Draw, facts: Facts): string {
  if (isNewsId(schema)) return draw.oneOf(["ACTU-2026-00038", "ACTU-2026-00003", "ACTU-1999-00001"]);
  if (name === "apres" && isDocumentId(schema) && draw.chance(50))
    return `${drawIdentifier(draw, facts)}_${draw.oneOf(["2024-02-29", "0000-99-99"])}_7_${NO_TEXT}`;
  if (isDocumentId(schema)) return drawIdentifier(draw, facts);
  if (name === "chemin") return drawChemin(draw, facts);
  if (name === "domaine")
    return draw.oneOf([draw.oneOf(facts.domaines), draw.oneOf(facts.domaines).toLowerCase()]);
  if (name === "matiere") return draw.oneOf(facts.domaines.filter((code) => !NO_SUBJECT.includes(code)));
  if (name === "numero") return draw.oneOf(["1", "10", "20", "30", "40", "1 bis", "10 A", "999"]);
  if (name.endsWith("empreinte"))
    return draw.oneOf([
      draw.oneOf(facts.fingerprints).empreinte,
      draw.oneOf(facts.fingerprints).empreinte,
      NO_TEXT,
    ]);
  if (name in LAW_KEYS) return draw.oneOf(LAW_KEYS[name] ?? []);
  if (name === "cle") return draw.oneOf(Object.values(LAW_KEYS).flat());
  if (name === "code") return drawArticle(draw, facts).code_cle;
  if (name === "article") return drawArticleName(schema, drawArticle(draw, facts), draw);
  if (name === "visible_start") return draw.oneOf(facts.spares);
  if (name === "le") return draw.oneOf(["2020-01-01", "2024-02-29,2020-01-01", today(), TEN_DAYS]);
  if (name === "paragraphe") return draw.oneOf(["1", "10", "130", "§ 20", "1 bis", "n° 30"]);
  if (schema.enum !== undefined) return String(draw.oneOf(schema.enum));
  if (schema.type === "integer") return String(drawInteger(schema, draw));
  if (schema.format === "date")
    return draw.oneOf(["2020-01-01", "0001-01-01", "2024-02-29", "2026-05-01", today()]);
  if (schema.format === "date-time")
    return draw.oneOf(["2026-06-04T04:00:00Z", "2020-01-01T00:00:00+02:00", "0001-01-01T00:00:00Z"]);
  // Only its example is known to be valid: a pattern is not read backwards.
  if (schema.pattern !== undefined && schema.example !== undefined) return String(schema.example);
  if (name === "q" && schema.maxLength === 512 && draw.chance(50)) return drawQuery(draw, facts);
  if (name === "texte" && draw.chance(70)) return drawCitations(draw, facts);
  return drawText(schema, draw, facts);
}

/** A text made of what citations are made of. */
function drawCitations(draw: Draw, facts: Facts): string {
  const marks = [
    ", § ",
    " n° ",
    "130",
    " à ",
    " et ",
    " du ",
    "18 janvier 2024",
    "« ",
    " »",
    " (",
    ")",
    ". ",
    "\n",
    "5 B-12-10",
  ];
  return `${drawIdentifier(draw, facts)}${draw.several([...marks, ...facts.identifiers.slice(0, 8), ...facts.words.slice(0, 4)], 30).join("")}`;
}

/** As many as « le » takes. */
const TEN_DAYS = Array.from({ length: 10 }, (_, index) => `2020-01-0${(index % 9) + 1}`).join(",");

/** The fingerprint of no text. */
const NO_TEXT = "0".repeat(64);

/** What the route refuses, whatever the rest. */
function invalidOf(name: string, schema: Schema, draw: Draw): string[] {
  if (name === "numero") return ["abc", "1234567", "1.5", "-1", "10 X1", "10\0", "１", "%"];
  if (name.endsWith("empreinte"))
    return ["", "0", NO_TEXT.slice(1), `${NO_TEXT}0`, "g".repeat(64), "A".repeat(64), ` ${NO_TEXT.slice(1)}`];
  if (isNewsId(schema)) return ["BOI-IR", "ACTU-2014-1", "actu-2014-00076", "ACTU-2014-00076\0", "%", " "];
  if (isDocumentId(schema)) {
    return [
      "boi-ir",
      "BOI",
      "BOI-é",
      "BOI-IR LIQ",
      "BOI-IR\0",
      "BOI-IR/x",
      "ACTU-2014-00076",
      "%",
      "BOI-IR%zz",
      " BOI-IR",
    ];
  }
  if (name === "chemin") return ["IR//LIQ", "IR/L-Q", "IR/é", "IR/ /X", "IR\0", "IR/LIQ?", "IR%2", "IR\\LIQ"];
  if (name === "article")
    return ["", "U", "CGI:", ":12", "XYZ:12", "CGI:U", "150 é", "1 ".repeat(80), "150\0U"];
  if (name in LAW_KEYS) return ["", "XYZ", "CE-", "loi 2012", "RM-AN-1", "CE-1 ".repeat(40), "CE-1\0"];
  if (name === "code" && schema.minLength === undefined)
    return ["", "XYZ", "CGI-ANN-9", "code de la lune", "CGI\0"];
  if (name === "code") return ["é".repeat(121), "x ".repeat(2000)];
  if (name === "domaine" || name === "matiere")
    return ["XX", "", "IR,IS", "IR ", "IR\0", "*", "I".repeat(3000), "İR"];
  if (name === "le")
    return ["", ",", "hier", "2023-02-29", "2999-01-01", "2020-01-01,", `${TEN_DAYS},2020-01-01`];
  if (name === "paragraphe") return ["", "dix", "10,20", "§", "-1", "1".repeat(400), "10\0", "bis"];
  if (schema.enum !== undefined) {
    const [known] = schema.enum.map(String);
    return ["", otherCase(known ?? ""), "autre", `${known} `];
  }
  if (schema.type === "integer") {
    const { minimum = 0, maximum = 0 } = schema;
    const beyond = [minimum - 1, maximum + 1, -maximum, 2 ** 31, 2 ** 53, 1e30];
    const numbers = beyond.filter((number) => number < minimum || number > maximum).map(String);
    return [
      ...numbers,
      "",
      " ",
      "+5",
      "5 ",
      "1e1",
      "0x1",
      "1.0",
      "1,0",
      "NaN",
      "-0",
      "9".repeat(400),
      "１",
      "5\0",
      "null",
      "[1]",
    ];
  }
  if (schema.format === "date") {
    return [
      "",
      "2023-02-29",
      "0000-01-01",
      "2999-01-01",
      "2020-1-1",
      "20200101",
      "2020-01-01T00:00:00Z",
      "2020-13-01",
      "+2020-01-01",
      "2020-01-00",
      "hier",
    ];
  }
  const { minLength = 1, maxLength = 100 } = schema;
  if (name === "texte") return ["", "é".repeat(maxLength + 1)];
  return [
    "",
    "   ",
    "a".repeat(minLength - 1),
    "é".repeat(maxLength + 1),
    `  ${"😀".repeat(minLength - 1)}  `,
    "\t\n",
    " ".repeat(draw.below(50) + 1),
  ];
}

function otherCase(word: string): string {
  const capitals = word.toUpperCase();
  return word === capitals ? word.toLowerCase() : capitals;
}

/** What may be taken or refused, but never break the service. */
function oddOf(name: string, draw: Draw, facts: Facts): string[] {
  const identifier = drawIdentifier(draw, facts);
  if (name === "id" || name === "boi_id") {
    return [
      "BOI-",
      "BOI--",
      "BOI-0",
      "BOI-A-00000101",
      `${identifier}-20230229`,
      `${identifier}-99991231`,
      `BOI-${"A".repeat(3000)}`,
      `${identifier}-`,
      "..",
      ".",
    ];
  }
  if (name === "chemin")
    return ["", "/", "..", "../..", "IR/..", "A".repeat(3000), "A/".repeat(500), "0", "IR/LIQ//"];
  if (name === "texte") return [drawCitations(draw, facts), ...ODD_TEXT, "   ", "\t\n"];
  if (name !== "q" && name !== "question") return [];
  const soup = draw
    .several([..."\"«»“”()*-'’ ", " AND ", " OR ", " NOT ", " ET ", " SAUF ", ...facts.words], 12)
    .join("");
  return [
    soup,
    ...ODD_TEXT,
    `${identifier}-20250101`,
    '"" AND ""',
    "((((((((a))))))))",
    `${"(".repeat(200)}a`,
    "NOT ".repeat(40),
    `${draw.oneOf(facts.words)}*`,
  ];
}

function isDocumentId({ pattern }: Schema): boolean {
  return pattern?.startsWith("^BOI-") === true;
}

function isNewsId({ pattern }: Schema): boolean {
  return pattern?.includes("ACTU") === true;
}

/** Keys of the law that the sample cites, others, and other writings of them. */
const LAW_KEYS: Readonly<Record<string, readonly string[]>> = {
  decision: ["CE-402006", "ce 402006", "CJUE-C-311-08", "C-311/08", "CASS-19-12345"],
  norme: ["loi-2007-1223", "Loi n° 2007-1223", "convention-SUISSE-1966-09-09"],
  reponse: ["RM-AN-2016-78192", "rm-senat-1996-1"],
};

/** Series that are no subject. */
const NO_SUBJECT = ["RES", "BAREME", "FORM", "LETTRE", "ANNX", "CARTE"];

function drawArticle(draw: Draw, facts: Facts): Facts["articles"][number] {
  return facts.articles.length > 0 && draw.chance(85)
    ? draw.oneOf(facts.articles)
    : draw.oneOf([
        { code_cle: "CGI", article: "9999 Z" },
        { code_cle: "code-civil", article: "1" },
      ]);
}

/** In one of the usual forms; with its code where the schema asks for both. */
function drawArticleName(
  { pattern }: Schema,
  { code_cle, article }: Facts["articles"][number],
  draw: Draw,
): string {
  const written = draw.oneOf([
    article,
    article.toLowerCase(),
    article.replaceAll(/[ .]/g, ""),
    ` ${article} `,
  ]);
  return pattern === undefined ? written : `${code_cle}:${written}`;
}

function drawIdentifier(draw: Draw, facts: Facts): string {
  const known = draw.oneOf(facts.identifiers);
  return draw.chance(85) ? known : draw.oneOf([`${known}-20250414`, "BOI-ZZZ-99", `${known}-10`]);
}

function drawChemin(draw: Draw, facts: Facts): string {
  const segments = draw.oneOf(facts.chemins).split("/");
  const chemin = segments.slice(0, 1 + draw.below(segments.length)).join("/");
  return draw.oneOf([chemin, chemin, chemin.toLowerCase(), `${chemin}/`, "ZZ/99"]);
}

function drawInteger({ minimum = 0, maximum = 100 }: Schema, draw: Draw): number {
  return draw.oneOf([minimum, maximum, minimum + draw.below(maximum - minimum + 1)]);
}

/** A query of the syntax whose words all are words. */
function drawQuery(draw: Draw, facts: Facts): string {
  const [a = "", b = "", c = ""] = draw.several(facts.words, 3);
  return draw.oneOf([
    a,
    `${a} ${b}`,
    `${a} OU ${b}`,
    `"${a} ${b}" OR ${c}`,
    `${a} SAUF ${b}`,
    `(${a} OR ${b}) AND ${c}`,
    `${a} -${b}`,
    `${a.slice(0, 4)}*`,
    `« ${a} » ET ${b}`,
    drawIdentifier(draw, facts),
  ]);
}

/** Words, or a text just as long as the bounds allow. */
function drawText({ minLength = 1, maxLength = 100 }: Schema, draw: Draw, facts: Facts): string {
  const words = draw
    .several(facts.words, 1 + draw.below(8))
    .join(" ")
    .slice(0, maxLength);
  return draw.oneOf([
    words,
    words,
    words,
    "z".repeat(minLength),
    "ê".repeat(maxLength),
    ` ${"œ".repeat(minLength)} `,
  ]);
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
