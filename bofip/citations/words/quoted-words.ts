import { labelOf } from "../../text/characters.ts";
import { withoutMarks } from "../quotes.ts";
import { Comparable, type Cut, type Fidelity, type SoughtWords, soughtWords } from "./comparable.ts";
import { NearestFinder, type NearestWords, type QuotedText } from "./nearest-words.ts";

export interface QuotedWords {
  /** Whether the cited text contains the words; `coupee`: in pieces, between which it has others. */
  readonly etat: Fidelity | "coupee";
  /** The § that contains the words when it is not a cited one; otherwise null. */
  readonly numero: string | null;
  /** The closest words when the text contains the quotation nowhere; null when nothing is close. */
  readonly proche: NearestWords | null;
  /** What is left out between the pieces, word for word. */
  readonly omis: readonly string[];
  /** What of it counts, in French (see `Cut`); null when nothing does. */
  readonly hides: string | null;
}

/** A § that contains the words; its number is null outside every §. */
export interface FoundPlace {
  readonly numero: string | null;
}

type Found = Pick<QuotedWords, "etat" | "omis" | "hides">;

const ABSENT: Found = { etat: "absent", omis: [], hides: null };

/** Searches one text for quotations, in the § that each cites, then in the others; folds text, § and quotations once. */
export class QuoteFinder {
  readonly #text: QuotedText;
  readonly #whole: Comparable;
  readonly #paragraphs: readonly Comparable[];
  readonly #cited = new Map<string, Comparable>();
  readonly #titles: readonly Comparable[];
  readonly #nearest: NearestFinder;

  constructor(text: QuotedText) {
    const { texte, spans } = text;
    this.#text = text;
    this.#whole = new Comparable(
      texte,
      spans.flatMap(({ start, end }) => [start, end]),
    );
    this.#paragraphs = spans.map(({ start, end }) => new Comparable(texte.slice(start, end)));
    this.#titles = [text.titre, labelOf(text.titre)].map((title) => new Comparable(title));
    this.#nearest = new NearestFinder(text);
  }

  /** Locates words; the title is right whatever § is `cited` (none: the whole document). Null for too many pieces. */
  locate(quote: string, cited: readonly string[]): QuotedWords | null {
    const readings = readingsOf(quote);
    if (readings === null) return null;
    const cutOrWhole = cited.length === 0 ? null : foundIn(this.#citedText(cited), readings);
    const own = cutOrWhole ?? this.#titleIn(readings);
    if (own !== null) return { ...own, numero: null, proche: null };
    const found = this.#find(readings);
    if (found !== null && cited.length === 0) return { ...found, proche: null };
    const numero = found?.numero ?? null;
    const proche = numero === null ? this.#nearest.nearest(quote, cited) : null;
    return { ...ABSENT, numero, proche };
  }

  /** The § that has the words, omitting none that counts, one rather than several; null if absent or too cut up. */
  find(quote: string): FoundPlace | null {
    const readings = readingsOf(quote);
    if (readings === null) return null;
    const found = this.#find(readings) ?? this.#titleIn(readings);
    return found === null || found.hides !== null ? null : { numero: found.numero };
  }

  /** How words are the document's title, or its label. */
  #titleIn(readings: readonly SoughtWords[]): (Found & FoundPlace) | null {
    for (const reading of readings)
      for (const title of this.#titles) {
        const etat = title.isWhole(reading);
        if (etat !== "absent") return { etat, omis: [], hides: null, numero: null };
      }
    return null;
  }

  #find(readings: readonly SoughtWords[]): (Found & FoundPlace) | null {
    const inWhole = foundIn(this.#whole, readings);
    if (inWhole === null) return null;
    // What the whole text has only in pieces stands nowhere in it.
    const look = inWhole.etat === "coupee" ? cutIn : foundIn;
    const places = this.#paragraphs.flatMap((paragraph, rank) => {
      const found = look(paragraph, readings);
      return found === null ? [] : [{ ...found, numero: this.#text.spans[rank]?.numero ?? null }];
    });
    const best = RANKS.map((isBest) => places.find(isBest)).find((place) => place !== undefined);
    return best ?? { ...inWhole, numero: null };
  }

  #citedText(cited: readonly string[]): Comparable {
    const key = cited.join(" ");
    const known = this.#cited.get(key);
    if (known !== undefined) return known;
    const { texte, spans } = this.#text;
    const wanted = new Set(cited);
    const own = spans.filter(({ numero }) => wanted.has(numero));
    const joined = joinedText(own.map(({ start, end }) => texte.slice(start, end)));
    this.#cited.set(key, joined);
    return joined;
  }
}

/** How well a § has the words, the best first. */
const RANKS: readonly ((found: Found) => boolean)[] = [
  ({ etat }) => etat === "exact",
  ({ etat }) => etat === "equivalent",
  ({ hides }) => hides === null,
  () => true,
];

function joinedText(paragraphs: readonly string[]): Comparable {
  const borders: number[] = [];
  let end = 0;
  for (const { length } of paragraphs) {
    end += length;
    borders.push(end);
    end += BETWEEN.length;
  }
  return new Comparable(paragraphs.join(BETWEEN), borders.slice(0, -1));
}

const BETWEEN = "\n\n";

/** The quotation as written, then without the marks of its layout; null when it has too many pieces. */
function readingsOf(quote: string): readonly SoughtWords[] | null {
  const readings: SoughtWords[] = [];
  for (const words of new Set([quote, withoutMarks(quote)])) {
    const sought = soughtWords(words);
    if (sought === null) return null;
    readings.push(sought);
  }
  return readings;
}

/** As it stands rather than in pieces: a text may have « … » of its own. */
function foundIn(text: Comparable, readings: readonly SoughtWords[]): Found | null {
  for (const reading of readings) {
    const etat = text.fidelityTo(reading);
    if (etat !== "absent") return { etat, omis: [], hides: null };
  }
  return cutIn(text, readings);
}

function cutIn(text: Comparable, readings: readonly SoughtWords[]): Found | null {
  let first: Cut | null = null;
  for (const reading of readings) {
    const cut = text.cutBy(reading);
    first ??= cut;
    if (cut?.hides === null) return { etat: "coupee", ...cut };
  }
  return first && { etat: "coupee", ...first };
}
