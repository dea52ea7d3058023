import { paragraphReader } from "../../paragraphs/paragraph-index.ts";
import { type EvenedText, evenOut } from "../../reading/evened-text.ts";
import { ARTICLE_RANKS, type ArticleRank } from "../citation.ts";
import type { ArticleEntry, CitingText } from "./articles.ts";
import type { TextLink } from "./links/linked.ts";
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

/**
 * What a document cites beside the articles of codes: decisions, norms, then ministerial answers, each in the order of
 * first citation, the title's first. A key is one entry, or one for each article; without, citations of one thing are
 * merged.
 */
export function gatherCitedLaw(
  citing: CitingText & { readonly links?: readonly TextLink[] },
  written: EvenedText = evenOut(citing.texte),
): LawEntry[] {
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
