import { PROTECTED_WORDS } from "./protected-words.ts";
import { IN_DRE, SECOND_GROUP, SHORT_VERBS, THIRD_GROUP } from "./third-group.ts";
import { wordSet } from "./word-list.ts";

const IMPERFECT = ["ant", "ait", "aient", "ais", "ons", "ez"];
const FUTURE = ["a", "as", "ai", "ont", "ons", "ez", "ait", "ais", "aient"];
const IN_DRE_PRESENT = ["", "s", "e", "es", "ent", "u", "ue"];
const SECOND_GROUP_ENDINGS = ["ir", "i", "ie", "it", "is", "isse", "issent", "issant", "issait", "issaient"];
const FIRST_GROUP_ENDINGS = ["er", "e", "ee", "ent", "ant", "ait", "aient"];

/** A form and its stem. */
type Form = readonly [form: string, stem: string];

/**
 * Folded forms of the verbs that the rules on endings would not conflate, each with its stem: the infinitive
 * (détient, détenu: detenir), except for the second group (agit, agissant: agi). A form that is another word
 * (pendant, suivant) is left to that word.
 */
export function conjugatedForms(): Form[] {
  const forms = [
    ...linesOf(THIRD_GROUP).flatMap(thirdGroup),
    ...[...wordSet(IN_DRE)].flatMap(inDre),
    ...[...wordSet(SECOND_GROUP)].flatMap(secondGroup),
    ...linesOf(SHORT_VERBS).flatMap(shortVerb),
  ];
  return forms.filter(
    ([form]) => !PROTECTED_WORDS.has(form) && !PROTECTED_WORDS.has(form.replace(/ee$/, "e")),
  );
}

function thirdGroup(line: string): Form[] {
  const [prefixes = "", infinitive = "", irregular = "", imperfect = "", future = ""] = line
    .split(":")
    .map(trim);
  const forms = [
    infinitive,
    ...irregular.split(" "),
    ...(imperfect === "" ? [] : joined(imperfect, IMPERFECT)),
    ...joined(future, FUTURE),
  ];
  return prefixes
    .split(" ")
    .map((prefix) => (prefix === "-" ? "" : prefix))
    .flatMap((prefix) => forms.map((form): Form => [prefix + form, prefix + infinitive]));
}

function inDre(infinitive: string): Form[] {
  const root = infinitive.slice(0, -2);
  const forms = [...joined(root, IN_DRE_PRESENT), ...joined(root, IMPERFECT), ...joined(`${root}r`, FUTURE)];
  return [infinitive, ...forms].map((form) => [form, infinitive]);
}

function secondGroup(root: string): Form[] {
  const forms = [...joined(root, SECOND_GROUP_ENDINGS), ...joined(`${root}ir`, FUTURE)];
  return forms.map((form) => [form, `${root}i`]);
}

function shortVerb(line: string): Form[] {
  const [infinitive = "", ...nouns] = line.split(" ");
  const forms = [
    ...joined(infinitive.slice(0, -2), FIRST_GROUP_ENDINGS),
    ...joined(infinitive, FUTURE),
    ...nouns,
  ];
  return forms.map((form) => [form, infinitive]);
}

function joined(root: string, endings: readonly string[]): string[] {
  return endings.map((ending) => root + ending);
}

function linesOf(table: string): string[] {
  return table.trim().split("\n").map(trim);
}

function trim(text: string): string {
  return text.trim();
}
