import { conjugatedForms } from "./conjugation.ts";
import { familyForms } from "./irregular.ts";

/** Folded form to stem, for the words that bypass the rules on endings. */
export const FIXED_FORMS: ReadonlyMap<string, string> = new Map([...conjugatedForms(), ...familyForms()]);
