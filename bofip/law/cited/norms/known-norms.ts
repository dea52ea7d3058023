import { keyPart } from "../keys.ts";
import type { NormKind } from "../mentions.ts";

/** Natures whose texts of one day are distinguished by a number: two laws, or ten decrees, may bear one date. */
const NUMBERED = new Set(["loi", "ordonnance", "decret"]);

/** Completes norms from other mentions in the text: « la loi du 30 juin 2000 » gets its number; two answers are none. */
export class KnownNorms {
  readonly #answers = new Map<string, NormCore | null>();

  constructor(cores: readonly NormCore[]) {
    for (const core of cores) for (const clue of cluesOf(core)) if (isComplete(core)) this.#learn(clue, core);
  }

  complete(core: NormCore): NormCore {
    if (isComplete(core)) return core.date === null ? (this.#answers.get(numberOf(core)) ?? core) : core;
    const [answer] = cluesOf(core).flatMap((clue) => this.#answers.get(clue) ?? []);
    return answer === undefined ? core : { ...answer, name: core.name };
  }

  #learn(clue: string, core: NormCore): void {
    const known = this.#answers.get(clue);
    if (known === undefined) this.#answers.set(clue, core);
    else if (known !== null && normKey(known) !== normKey(core)) this.#answers.set(clue, null);
    else if (known !== null && known.date === null) this.#answers.set(clue, core);
  }
}

function isComplete({ nature, numero, date, name }: NormCore): boolean {
  return nature === "convention" ? name !== null && date !== null : numero !== null;
}

function cluesOf(core: NormCore): readonly string[] {
  const { nature, date, name } = core;
  const named = name === null ? [] : [`${nature} ${name.toLowerCase()}`];
  const numbered = core.numero === null ? [] : [numberOf(core)];
  const dated = date !== null && NUMBERED.has(nature) ? [`${nature} ${date}`] : [];
  return [...numbered, ...named, ...dated];
}

function numberOf({ nature, numero }: NormCore): string {
  return `${nature} n° ${numero}`;
}

/** `loi-2012-1509`, `convention-SUISSE-1966-09-09`. A law without number has its day; decrees, several a day, none. */
export function normKey({ nature, numero, date, name }: NormCore): string | null {
  if (nature === "convention") return name === null || date === null ? null : `convention-${name}-${date}`;
  if (numero !== null) return `${nature}-${keyPart(withoutCommunity(numero))}`;
  if (nature === "traite" || nature === "constitution") return name === null ? null : `${nature}-${name}`;
  return nature === "loi" && date !== null ? `loi-${date}` : null;
}

/** « 2006/112/CE » is also written « 2006/112 ». */
function withoutCommunity(numero: string): string {
  return numero.replace(/\/\p{L}+$/u, "");
}

/** A norm as its own words identify it, without its article. */
export interface NormCore {
  readonly nature: NormKind;
  readonly numero: string | null;
  readonly date: string | null;
  /** Name for later mentions: « loi de finances pour 2012 », `MONACO`, `TFUE`, `1958` (the Constitution); or null. */
  readonly name: string | null;
}
