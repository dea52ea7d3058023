import type { Quote } from "../../../bofip/citations/quotes.ts";
import type { QuotedWords } from "../../../bofip/citations/words/quoted-words.ts";
import type { Mention } from "../../../bofip/law/mentions/read-mentions.ts";
import { articleKey } from "../../../bofip/law/versions.ts";
import { EngineUnavailable } from "../../../db/engine/unavailable.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { readLawTexts } from "../../../db/queries/law/articles.ts";
import { readArticleStates } from "../../../db/queries/law/commented.ts";
import type { LawArticle } from "../../schemas/parameters/law.ts";
import type { LawOnDay } from "../../texts/law-of-day.ts";
import type { ArticleReference } from "./answer.ts";
import type { CitationChecker } from "./checker.ts";
import { worstOf } from "./text-findings.ts";

/** An article that a text cites, judged on a day. */
export interface JudgedArticle extends LawArticle {
  readonly place: Pick<Mention, "start" | "end">;
  readonly etat: ArticleReference["etat"];
  readonly droit: { readonly legiarti: string; readonly date_debut: string } | null;
  /** Null when nothing is quoted for it, or nothing was compared. */
  readonly words: QuotedWords | null;
}

interface JudgedArticles {
  readonly judged: readonly JudgedArticle[];
  /** Where the quotations that were compared begin. */
  readonly compared: ReadonlySet<number>;
}

interface WrittenArticles {
  readonly articles: readonly Mention[];
  readonly lawQuotes: ReadonlyMap<number, readonly Quote[]>;
}

interface ArticleTools {
  readonly database: Database;
  readonly locate: CitationChecker["locate"];
  /** On the clock of `performance`. */
  readonly deadline: number;
}

/** How many articles a text may quote: each is read whole. */
const MOST_QUOTED = 20;

/**
 * Judges the articles that a text cites, both ends of a range included, and the words quoted from them; without law, none
 * is held and nothing is read. Words of an article whose text is not held are left to be sought in the doctrine.
 */
export async function judgeArticles(
  tools: ArticleTools,
  { articles, lawQuotes }: WrittenArticles,
  { law, day }: LawOnDay,
): Promise<JudgedArticles> {
  const named = articles.flatMap((mention, rank) =>
    endsOf(mention).map((article) => ({ mention, article, rank })),
  );
  if (law === null) {
    const judged = named.map(({ mention, article }) => judgedAs(mention, article, "non_detenu"));
    return { judged, compared: new Set() };
  }
  const asked = named.map(({ mention: { code }, article }) => ({ code, article }));
  const states = await readArticleStates(tools.database, asked, day);
  const quoted = await compareQuoted(tools, { articles, lawQuotes }, day);
  const judged = named.map(({ mention, article, rank }, at): JudgedArticle => {
    const { droit = null, hasEnded = false, isKnown = false } = states[at] ?? {};
    const absent = law.codes.includes(mention.code) && !isKnown ? "inconnu" : "non_detenu";
    const past = hasEnded ? "abroge" : absent;
    const words = article === mention.article ? (quoted.words.get(rank) ?? null) : null;
    return { ...judgedAs(mention, article, droit === null ? past : "en_vigueur"), droit, words };
  });
  return { judged, compared: quoted.compared };
}

function endsOf({ article, etendue }: Mention): readonly string[] {
  return etendue === null || etendue.a === null ? [article] : [article, etendue.a];
}

function judgedAs(
  { code, start, end }: Mention,
  article: string,
  etat: JudgedArticle["etat"],
): JudgedArticle {
  return { place: { start, end }, code, article, etat, droit: null, words: null };
}

/** The worst of the quotations of each article, by its rank. */
async function compareQuoted(
  { database, locate, deadline }: ArticleTools,
  { articles, lawQuotes }: WrittenArticles,
  day: string,
) {
  const quoting = [...lawQuotes].slice(0, MOST_QUOTED).flatMap(([rank, quotes]) => {
    const mention = articles[rank];
    return mention === undefined || mention.etendue !== null ? [] : [{ rank, mention, quotes }];
  });
  const asked = new Map(quoting.map(({ mention }) => [keyOf(mention), mention]));
  const texts = asked.size === 0 ? [] : await readLawTexts(database, [...asked.values()], day);
  const held = new Map(
    texts.map(({ code, article, contenu_texte }) => [keyOf({ code, article }), contenu_texte]),
  );
  const words = new Map<number, QuotedWords>();
  const compared = new Set<number>();
  for (const { rank, mention, quotes } of quoting) {
    const texte = held.get(keyOf(mention)) ?? null;
    if (texte === null) continue;
    const quotations = quotes.map((quote) => ({ quote: quote.texte, cited: [] }));
    const task = { text: { titre: "", texte, spans: [] }, quotations, free: [] };
    const found = await located(() => locate(task, Math.max(0, deadline - performance.now())));
    if (found === null || found.words.includes(null)) continue;
    const worst = worstOf(found.words);
    if (worst !== null) words.set(rank, worst);
    for (const { start } of quotes) compared.add(start);
  }
  return { words, compared };
}

/** Null when there is no time left, or too many wait. */
async function located<Found>(locate: () => Promise<Found>): Promise<Found | null> {
  try {
    return await locate();
  } catch (error) {
    if (error instanceof EngineUnavailable) return null;
    throw error;
  }
}

function keyOf({ code, article }: LawArticle): string {
  return `${code} ${articleKey(article)}`;
}
