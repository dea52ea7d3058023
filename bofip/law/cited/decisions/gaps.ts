/** Longest words between two marks of one citation: the names of the parties, a point. */
const LONGEST_GAP = 160;

/** A sentence ends, rather than an abbreviation: « … des sociétés. Le … », not « M. Dupont », « Sté X c. Finlande ». */
const SENTENCE_END = /(?:[\p{Ll}\d]{4}|[)»"])[.!?] (?=[\p{Lu}«])/u;

/**
 * Whether the words between two marks keep them in one citation: no new sentence, line or item of a list, and no
 * bracket that closes before it opens.
 * @param depth brackets that the citation has opened
 */
export function isJoined(gap: string, depth: number): boolean {
  if (gap.length > LONGEST_GAP || /[;\n]/.test(gap) || SENTENCE_END.test(gap)) return false;
  return !isClosing(gap, depth);
}

function isClosing(gap: string, depth: number): boolean {
  let open = depth;
  for (const character of gap) {
    if (character === ")" || character === "]") open -= 1;
    if (character === "(" || character === "[") open += 1;
    if (open < 0) return true;
  }
  return false;
}

const AFTER_JOINT = /^(?:[,:([-]|et|ou|le|numéro)$/u;
const CAPITALISED = /^\p{Lu}/u;

/** What may stand before a number that only « n° » introduces. */
export type Introduction = "joint" | "name" | "other";

/** « , n° 248065 », « sous le n° 248065 » are joints, « Dupont n° 248065 » a name, « l'imprimé n° 2042 » neither. */
export function introductionOf(gap: string): Introduction {
  const before = gap.trimEnd();
  if (before === "" || AFTER_JOINT.test(before.slice(-1))) return "joint";
  const word = before.slice(before.lastIndexOf(" ") + 1);
  if (AFTER_JOINT.test(word)) return "joint";
  return CAPITALISED.test(word) ? "name" : "other";
}

/** Nothing but what links a court, or « arrêt », to its day: « , », « du », « rendu le ». */
const BEFORE_DATE = /^[ ,(]{0,3}(?:(?:rendue? |en date )?(?:du |le ))?$/;

export function leadsToDate(gap: string): boolean {
  return BEFORE_DATE.test(gap);
}

/** « , Commission c/ Luxembourg, ». */
export function isName(gap: string): boolean {
  return /^, (?:\p{Lu}|«)[^,§]{1,60}, $/u.test(gap);
}

/** Another decision of the same court: « et », « ; ». */
export function goesOn(gap: string): boolean {
  return /^(?:,? (?:et|ou|puis) (?:du |le |l'|un |par |de l')?| ?; )$/.test(gap);
}

/** Numbers that go on: « et », « , ». */
export function isSeparator(gap: string): boolean {
  return /^[ ,]{0,3}(?:(?:et|ou) ?)?$/.test(gap);
}
