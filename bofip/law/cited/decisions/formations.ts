import type { Cursor } from "../../../reading/cursor.ts";

const RANK = String.raw`\d{1,2} ?(?:(?:ère|ème|eme|re|er|e|è)(?!\p{L})|°)`;
const RANKS = `${RANK}(?:,? ?(?:,|et|/|-) ?${RANK}){0,3}`;
const DIVISION = String.raw`(?:sous-sections?|ss?-?sect\.?|s\.-s\.|ch(?:ambres?|br?e?\.|\.))(?: (?:réunies|réun\.|r\.)|-r(?:éun)?\.)?`;
const MATTER = String.raw`(?:civile?|commerciale, financière et économique|commerciale|sociale|criminelle|(?:civ|com|soc|crim)(?:\.|(?!\p{L})))`;

const FORMATION = [
  `${RANKS} ?(?:${DIVISION}(?: ${MATTER})?|${MATTER})`,
  // « Cour de cassation, civile, Chambre civile 1 » is how Légifrance writes it.
  `(?:(?:civile|criminelle), (?=ch))?(?:ch(?:ambre|\\.) ?)?${MATTER}(?:,? ${RANK}| [123](?=,))?`,
  "ch(?:ambre|\\.) (?:mixte|réunies|réun\\.)",
  String.raw`(?:ass(?:emblée|\.) ?)?pl[ée]n(?:ière|\.)(?: fisc(?:ale(?!\p{L})|\.|(?!\p{L})))?`,
  "g(?:ran)?de ch(?:ambre|\\.)|gr\\. ?ch\\.",
  String.raw`\d{1,2}/\d{1,2} ?(?:SSR|CHR|SS)(?!\p{L})`,
  String.raw`(?:assemblée|section)(?: du contentieux)?(?!\p{L})|ass\.|sect\.`,
].join("|");

const AFTER = new RegExp(`,? ?\\(?(?:(?:rendue? )?en (?:séance )?|de |d')?(?<formation>${FORMATION})`, "iuy");

/** Reads the formation that follows a court, a date or a number: « , 9e et 10e ss-sect. », « en séance plénière ». */
export function takeFormation(cursor: Cursor): string | null {
  return cursor.take(AFTER)?.groups?.["formation"] ?? null;
}
