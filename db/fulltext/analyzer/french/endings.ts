import * as except from "./exceptions.ts";
import { words } from "./words.ts";

/**
 * Words that the root of an unrelated word would be mistaken for: verser cut to vers, mère to mer. No
 * adjective stands here, since its feminine must come to it.
 */
export const HOMOGRAPHS = words(`
  bas bord cap car cas cent dans dent des don est fond for hors lors mais mal mer mil mont nom par pas plan
  point pol port pour rang sans sel sens sol son sort sous sur ton tour vent vers vis lot art bal ban bar bec
  cal can col cor cri duc fil gel mat mur pot rat roi sac mes ses les bon avis comment
`);

interface Ending {
  /** The suffix, last thing of the word. */
  readonly suffix: RegExp;
  /** What stands in its place. */
  readonly by: string;
  /** Letters that must remain before it. */
  readonly after: number;
  /** Words that only look as if they bore it. */
  readonly but?: ReadonlySet<string>;
}

// The first that fits is applied, so that longer endings stand before those they contain.
const ENDINGS: readonly Ending[] = [
  // Second group: amortir, amortissement, amortissent, amorti.
  { suffix: /(?<![aeiou])iss(?:ement|able|aient|ait|ant|ent)$/, by: "i", after: 3, but: except.NOT_EMENT },
  { suffix: /i(?:raient|rait|ront|ra)$/, by: "i", after: 3 },
  { suffix: /(?<![ao])ir$/, by: "i", after: 2 },
  // First group. In -erent, the present of -érer (exonèrent) is commoner than the past of all (versèrent).
  { suffix: /er(?:aient|ait|ont|a)$/, by: "", after: 3 },
  { suffix: /aient$/, by: "", after: 3 },
  { suffix: /(?<!tr|f|souh)ait$/, by: "", after: 3 },
  // Nouns of verbs.
  { suffix: /ification$/, by: "ifi", after: 2 },
  { suffix: /(?<=[aio])ca(?:tion|ble)$/, by: "qu", after: 3, but: except.NOT_ATION },
  { suffix: /(?<=on)ciation$/, by: "c", after: 3 },
  { suffix: /(?<=trib|stit|min)ution$/, by: "u", after: 3 },
  { suffix: /position$/, by: "pos", after: 2 },
  { suffix: /ation$/, by: "", after: 4, but: except.NOT_ATION },
  { suffix: /(?<=^(?:tax|dot|cot|fix|mut|cit|cre))ation$/, by: "", after: 3 },
  { suffix: /ierement$/, by: "i", after: 3 },
  { suffix: /ement$/, by: "", after: 3, but: except.NOT_EMENT },
  { suffix: /able$/, by: "", after: 3, but: except.NOT_ABLE },
  { suffix: /(?<!iss)ance$/, by: "", after: 3, but: except.NOT_ANCE },
  { suffix: /ence$/, by: "ent", after: 3, but: except.NOT_ENCE },
  // Participle, third person plural, infinitive.
  { suffix: /ant$/, by: "", after: 3, but: except.NOT_ANT },
  { suffix: /(?<!em|[ae]mm)ent$/, by: "", after: 3, but: except.NOT_ENT },
  { suffix: /ez$/, by: "", after: 3 },
  { suffix: /er$/, by: "", after: 3, but: except.NOT_ER },
  { suffix: /er$/, by: "e", after: 2, but: except.NOT_ER },
];

/** The root left when a conjugation or a regular noun of a verb is undone: verserait, versement → vers. */
export function dropEnding(word: string): string {
  if (isPresentOfSecondGroup(word)) return word.slice(0, -1);
  const ending = ENDINGS.find((candidate) => fits(candidate, word));
  return ending ? word.replace(ending.suffix, ending.by) : word;
}

function fits({ suffix, after, but }: Ending, word: string): boolean {
  return word.search(suffix) >= after && !but?.has(word);
}

function isPresentOfSecondGroup(word: string): boolean {
  return word.endsWith("it") && except.SECOND_GROUP_IT.has(word.slice(0, -2));
}
