import { type ParagraphSpan, paragraphReader } from "../../paragraphs/paragraphs.ts";
import { type EvenedText, evenOut } from "../../reading/cursor.ts";
import { ARTICLE_RANKS, type ArticleEntry, type ArticleOccurrence, type ArticleRank } from "../citation.ts";
import { type Mention, readMentions } from "../mentions/read-mentions.ts";
import type { TextLink } from "./linked.ts";
import type { CitedAnswer, CitedDecision, CitedLaw, CitedNorm, Place } from "./mentions.ts";
import { readCitedLaw } from "./read-cited-law.ts";

export type DecisionFields = Omit<CitedDecision, "cle">;
export type NormFields = Omit<CitedNorm, "cle" | "article">;
export type AnswerFields = Omit<CitedAnswer, "cle">;

/** One place where a document cites a decision, a norm or an answer. */
export interface LawOccurrence {
  /** The § that contains it; null in the title and outside every §. */
  readonly paragraphe: string | null;
  /** The citation as written, on one line. */
  readonly texte: string;
}

interface Named<Fields> {
  /** Null when the text does not identify one thing. */
  readonly cle: string | null;
  /** Article of a norm; null for the whole of it, and for anything else. */
  readonly article: string | null;
  readonly champs: Fields;
}

interface Kind<Genre> {
  readonly genre: Genre;
}

interface Entry<Genre, Fields> extends Named<Fields>, Kind<Genre> {
  readonly rang: ArticleRank;
  /** Every citation, the title's first. */
  readonly occurrences: readonly LawOccurrence[];
}

/** A decision, a norm (or an article of it) or a ministerial answer that a document cites. */
export type LawEntry =
  | Entry<"decision", DecisionFields>
  | Entry<"norme", NormFields>
  | Entry<"reponse", AnswerFields>;

/** What a document cites of the law, whatever its kind. */
export type CitedEntry = ArticleEntry | LawEntry;

/** One mention of something, whatever its kind. */
export type LawMention = Place &
  (
    | (Kind<"decision"> & Named<DecisionFields>)
    | (Kind<"norme"> & Named<NormFields>)
    | (Kind<"reponse"> & Named<AnswerFields>)
  );

/** What is known of something of a kind, beside its key and its article. */
export type FieldsOf<Genre extends CitedEntry["genre"]> = Extract<CitedEntry, { genre: Genre }>["champs"];

/** The text searched; offsets are in `texte`. */
interface CitingText {
  readonly titre: string;
  readonly texte: string;
  readonly paragraphes: readonly ParagraphSpan[];
  readonly links?: readonly TextLink[];
  readonly introductionEnd: number;
}

/**
 * What a document cites beside the articles of codes: decisions, norms, then ministerial answers, each in the order of
 * first citation, the title's first. A key is one entry, or one for each article; without, citations of one thing are
 * merged.
 */
export function gatherCitedLaw(citing: CitingText, written: EvenedText = evenOut(citing.texte)): LawEntry[] {
  const inTitle = readCitedLaw(citing.titre);
  const inText = readCitedLaw(citing.texte, written, citing.links, citing.titre);
  const gather = <Mention extends Place, Fields extends object>(
    titled: readonly Mention[],
    others: readonly Mention[],
    name: (mention: Mention) => Named<Fields>,
  ) => {
    const paragrapheAt = paragraphReader(citing.paragraphes);
    return joined([
      ...titled.map((mention) => placed(name(mention), mention.texte, "titre", null)),
      ...others.map((mention) => {
        const rang = mention.start < citing.introductionEnd ? "introduction" : "corps";
        return placed(name(mention), mention.texte, rang, paragrapheAt(mention.start));
      }),
    ]);
  };
  return [
    ...gather(inTitle.decisions, inText.decisions, nameDecision).map(ofGenre("decision")),
    ...gather(inTitle.normes, inText.normes, nameNorm).map(ofGenre("norme")),
    ...gather(inTitle.reponses, inText.reponses, nameAnswer).map(ofGenre("reponse")),
  ];
}

/** The mentions of every kind, in the order of the text. */
export function listMentions({ decisions, normes, reponses }: CitedLaw): LawMention[] {
  const mentions: LawMention[] = [
    ...decisions.map(
      (mention) => ({ genre: "decision", ...nameDecision(mention), ...placeOf(mention) }) as const,
    ),
    ...normes.map((mention) => ({ genre: "norme", ...nameNorm(mention), ...placeOf(mention) }) as const),
    ...reponses.map(
      (mention) => ({ genre: "reponse", ...nameAnswer(mention), ...placeOf(mention) }) as const,
    ),
  ];
  return mentions.sort((one, other) => one.start - other.start);
}

function placeOf({ texte, start, end }: Place): Place {
  return { texte, start, end };
}

function ofGenre<Genre extends LawEntry["genre"]>(genre: Genre) {
  return <Fields>(entry: Placed<Fields>): Entry<Genre, Fields> => ({ genre, ...entry });
}

function nameDecision({ cle, juridiction, formation, date, numero, ecli, url }: CitedDecision) {
  return { cle, article: null, champs: { juridiction, formation, date, numero, ecli, url } };
}

function nameNorm({ cle, nature, numero, date, article, url }: CitedNorm) {
  return { cle, article, champs: { nature, numero, date, url } };
}

function nameAnswer({ cle, chambre, auteur, numero, date, url }: CitedAnswer) {
  return { cle, article: null, champs: { chambre, auteur, numero, date, url } };
}

type Placed<Fields> = Omit<Entry<never, Fields>, "genre">;

function placed<Fields>(
  named: Named<Fields>,
  texte: string,
  rang: ArticleRank,
  paragraphe: string | null,
): Placed<Fields> {
  return { ...named, rang, occurrences: [{ paragraphe, texte }] };
}

function joined<Fields extends object>(mentions: readonly Placed<Fields>[]): Placed<Fields>[] {
  const identityOf = ({ cle, champs, article }: Placed<Fields>) => JSON.stringify([cle ?? champs, article]);
  return [...Map.groupBy(mentions, identityOf).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [others.reduce(join, first)],
  );
}

function join<Fields extends object>(entry: Placed<Fields>, other: Placed<Fields>): Placed<Fields> {
  return {
    ...entry,
    champs: completed(entry.champs, other.champs),
    rang: ARTICLE_RANKS.find((rang) => rang === entry.rang || rang === other.rang) ?? entry.rang,
    occurrences: [...entry.occurrences, ...other.occurrences],
  };
}

/** The fields of something cited, null ones completed from its other mentions. */
export function completed<Fields extends object>(champs: Fields, elsewhere: Fields): Fields {
  const known = Object.entries(champs).filter(([, value]) => value !== null);
  return { ...elsewhere, ...Object.fromEntries(known) };
}

/**
 * Statutory articles that a document cites with their code, in order of first citation, its title first: each (code,
 * article) and each range once. One that is cited both alone and as the first of a range appears twice.
 * @param written the normalised text, if already computed.
 */
export function gatherArticles(
  { titre, texte, paragraphes, introductionEnd }: CitingText,
  written: EvenedText = evenOut(texte),
): ArticleEntry[] {
  const paragrapheAt = paragraphReader(paragraphes);
  const mentions = [
    ...readMentions(titre).map((mention) => placedIn(titre, mention, "titre", null)),
    ...readMentions(texte, written).map((mention) => {
      const rang = mention.start < introductionEnd ? "introduction" : "corps";
      return placedIn(texte, mention, rang, paragrapheAt(mention.start));
    }),
  ];
  const subjects = subjectsOf(mentions);
  const cited = Map.groupBy(mentions, ({ code, article, etendue }) =>
    JSON.stringify([code, article, etendue]),
  );
  return [...cited.values()].flatMap((places) => gatherPlaces(places, subjects));
}

/** @param places those of one article, or of one range. */
function gatherPlaces(
  places: readonly PlacedMention[],
  subjects: ReadonlySet<PlacedMention>,
): readonly ArticleEntry[] {
  const [first] = places;
  if (first === undefined) return [];
  const { code: cle, article, etendue } = first;
  // A range never comments: of its articles, only the ends are named.
  const isSubject = etendue === null && places.some((place) => subjects.has(place));
  return [
    {
      genre: "article",
      cle,
      article,
      champs: { role: isSubject ? "commente" : "cite", etendue },
      rang: ARTICLE_RANKS.find((rang) => places.some((place) => place.rang === rang)) ?? "corps",
      occurrences: places.map(({ occurrence }) => occurrence),
    },
  ];
}

/** A mention of an article and its position in the document. */
interface PlacedMention extends Pick<Mention, "code" | "article" | "etendue" | "start"> {
  readonly rang: ArticleRank;
  /** Whether only a definition is taken from the article: « au sens de l'article 4 B du CGI ». */
  readonly isBorrowed: boolean;
  readonly occurrence: ArticleOccurrence;
}

function placedIn(
  source: string,
  mention: Mention,
  rang: ArticleRank,
  paragraphe: string | null,
): PlacedMention {
  const { start, end, precisions } = mention;
  const [precision = null] = precisions;
  const lines = source.slice(start, end).split("\n");
  const texte = lines.flatMap((line) => line.trim() || []).join(" ");
  const isBorrowed = rang !== "titre" && isOnlyDefinition(source, start);
  return { ...mention, rang, isBorrowed, occurrence: { paragraphe, precision, precisions, texte } };
}

const LEAD_CHARACTERS = 60;
const IN_THE_SENSE_OF = /au sens (?:d|l|et)[^.,;:\n]{0,40}$/i;

/** Whether the words before a citation take no more than a definition from the article. */
function isOnlyDefinition(texte: string, start: number): boolean {
  return IN_THE_SENSE_OF.test(texte.slice(Math.max(0, start - LEAD_CHARACTERS), start));
}

/**
 * The mentions that reveal the subject of a document: those of its title; else the first ones of its introduction,
 * definitions left out; else those of the one article that it mentions most, at least twice or alone.
 * @param mentions in the order of the document, the title's first.
 */
function subjectsOf(mentions: readonly PlacedMention[]): ReadonlySet<PlacedMention> {
  const named = mentions.filter(({ isBorrowed }) => !isBorrowed);
  const inTitle = named.filter(({ rang }) => rang === "titre");
  if (inTitle.length > 0) return new Set(inTitle);
  const opening = named.find(({ rang }) => rang === "introduction");
  if (opening !== undefined) return new Set(named.filter(({ start }) => start === opening.start));
  return new Set(mostNamed(named));
}

function mostNamed(named: readonly PlacedMention[]): readonly PlacedMention[] {
  const single = named.filter(({ etendue }) => etendue === null);
  const byArticle = [...Map.groupBy(single, ({ code, article }) => `${code} ${article}`).values()];
  const [most = [], next = []] = byArticle.toSorted((one, other) => other.length - one.length);
  const isAlone = most.length === named.length;
  return isAlone || (most.length >= 2 && most.length > next.length) ? most : [];
}
