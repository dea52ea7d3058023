/** The number or range of numbers that a cell contains; all null when it contains anything else. */
export interface CellValue {
  readonly nombre: number | null;
  readonly unite: Unit | null;
  /** Null on the side that is open. */
  readonly bornes: { readonly de: number | null; readonly a: number | null } | null;
}

type Unit = "EUR" | "%";

const NO_VALUE: CellValue = { nombre: null, unite: null, bornes: null };

/** No written number is as long; what is longer is not tried. */
const MAX_LENGTH = 120;

/**
 * The number of a whole cell, or the two bounds it sets: « 1 500 € », « 5,5 % », « de 0 à 11 294 € », « au-delà de 177
 * 106 € »; whether a bound is included is in its words alone.
 */
export function readCellValue(texte: string): CellValue {
  if (texte.length > MAX_LENGTH || !/\d/.test(texte)) return NO_VALUE;
  const written = new Written(texte);
  const single = written.amount();
  if (single !== null && written.isOver) return numberOf(single);
  written.restart();
  const bounds = readBounds(written);
  return bounds === null || !written.isOver ? NO_VALUE : boundsOf(bounds);
}

interface Amount {
  readonly digits: string;
  /** Thousands parted by points, which only an amount of money has for certain: « 1.125 » may be a coefficient. */
  readonly isDotted: boolean;
  readonly unit: Unit | null;
}

interface Bounds {
  readonly de: Amount | null;
  readonly a: Amount | null;
}

function numberOf(amount: Amount): CellValue {
  const nombre = figureOf(amount, amount.unit);
  return nombre === null ? NO_VALUE : { nombre, unite: amount.unit, bornes: null };
}

/** Bounds share the unit of the last one. */
function boundsOf({ de: first, a: last }: Bounds): CellValue {
  const unite = (last ?? first)?.unit ?? null;
  const isMixed = first !== null && last !== null && first.unit !== unite && first.unit !== null;
  if (isMixed) return NO_VALUE;
  const de = first === null ? null : figureOf(first, unite);
  const a = last === null ? null : figureOf(last, unite);
  const isWhole = (first === null || de !== null) && (last === null || a !== null);
  const isRising = de === null || a === null || de <= a;
  return isWhole && isRising ? { nombre: null, unite, bornes: { de, a } } : NO_VALUE;
}

/** Beyond as many digits, a JSON number is no longer the written one. */
const MAX_DIGITS = 15;

function figureOf({ digits, isDotted }: Amount, unit: Unit | null): number | null {
  const isCode = /^[+-]?0\d/.test(digits);
  const isDoubtful = isDotted && unit !== "EUR";
  if (isCode || isDoubtful || digits.replace(/\D/g, "").length > MAX_DIGITS) return null;
  // A sum with zero, for « - 0 ».
  return Number(digits) + 0;
}

const UNITS: readonly (readonly [RegExp, Unit])[] = [
  [/\s?(?:€|euros?(?!\p{L})|eur(?!\p{L}))/uy, "EUR"],
  [/\s?(?:%|pour\scent|pour-cent|p\.\s?100)/y, "%"],
];

// Spaces part thousands within a line only: two lines are two numbers.
const NUMBER = /([+-] ?)?(\d{1,3}(?: \d{3})+(?!\d)|\d{1,3}(?:\.\d{3})+(?!\d)|\d+)(?:,(\d+))?(?![\d,])/y;

const BETWEEN = /(?:compris(?:e|es)?\s)?entre\s/y;
const FROM = /de\s/y;
const MORE =
  /(?:au[-\s]delà\sde|plus\sde|à\spartir\sde|à\scompter\sde|excédant|(?:strictement\s)?supérieure?s?\s(?:ou\ségale?s?\s|ou\ségaux\s)?à|au\smoins|au\sminimum)\s|(?:>=|>|≥|⩾)\s?/y;
const LESS =
  /(?:jusqu'à|moins\sde|n'excédant\spas|ne\sdépassant\spas|(?:strictement\s)?inférieure?s?\s(?:ou\ségale?s?\s|ou\ségaux\s)?à|au\splus|au\smaximum)\s|(?:<=|<|≤|⩽)\s?/y;
const AND = /\set\s/y;
const TO = /\sà\s(?:moins\sde\s)?|\sjusqu'à\s/y;
const JOINT = /,?\s(?:et\s|mais\s)?/y;
const OR_MORE = /\s(?:(?:et|ou)\s(?:plus|au[-\s]delà|davantage)|au\smoins|au\sminimum)/y;
const OR_LESS = /\s(?:(?:et|ou)\smoins|au\splus|au\smaximum)/y;

function readBounds(written: Written): Bounds | null {
  if (written.take(BETWEEN)) return both(written.amount(), written.take(AND), written);
  const isFrom = written.take(FROM);
  if (written.take(LESS)) return isFrom ? null : upTo(written.amount());
  const isMore = written.take(MORE);
  const de = written.amount();
  if (de === null) return null;
  if (written.isOver) return isMore ? { de, a: null } : null;
  if (!isMore && written.take(OR_MORE)) return { de, a: null };
  if (!isMore && !isFrom && written.take(OR_LESS)) return { de: null, a: de };
  if (written.take(TO)) return both(de, true, written);
  return both(de, isMore && written.take(JOINT) && written.take(LESS), written);
}

function upTo(a: Amount | null): Bounds | null {
  return a === null ? null : { de: null, a };
}

function both(de: Amount | null, isJoined: boolean, written: Written): Bounds | null {
  const a = isJoined ? written.amount() : null;
  return de === null || a === null ? null : { de, a };
}

/** The words of a cell, read from left to right. */
class Written {
  readonly #text: string;
  #at = 0;

  constructor(texte: string) {
    this.#text = texte
      .normalize("NFC")
      .toLowerCase()
      .replace(/[’‘]/g, "'")
      .replace(/[−–‐‑]/g, "-")
      .replace(/[^\S\n]+/g, " ")
      .trim()
      .replace(/ ?[.;,]$/, "");
  }

  get isOver(): boolean {
    return this.#at === this.#text.length;
  }

  restart(): void {
    this.#at = 0;
  }

  /** Whether a sticky expression matches here; what it matches is then read. */
  take(expression: RegExp): boolean {
    return this.#match(expression) !== null;
  }

  amount(): Amount | null {
    const [, sign = "", whole = "", decimals] = this.#match(NUMBER) ?? [];
    if (whole === "") return null;
    const fraction = decimals === undefined ? "" : `.${decimals}`;
    const digits = sign.trim() + whole.replace(/[ .]/g, "") + fraction;
    const unit = UNITS.find(([expression]) => this.take(expression))?.[1] ?? null;
    return { digits, isDotted: whole.includes("."), unit };
  }

  #match(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.#at;
    const match = expression.exec(this.#text);
    if (match !== null) this.#at = expression.lastIndex;
    return match;
  }
}
