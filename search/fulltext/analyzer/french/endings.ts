import { wordSet } from "./word-list.ts";

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
export function dropEnding(word: string): string {
  if (NOT_IT.has(word)) return word;
  const imperfect = word.replace(/ai(?:t|ent)$/, "");
  if (ROOTS_IN_R.has(imperfect)) return imperfect;
  const ending = ENDINGS.find(({ suffix, after }) => word.search(suffix) >= after);
  return ending ? word.replace(ending.suffix, ending.by) : word;
}
