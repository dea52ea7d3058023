import { type Static, Type as t } from "@sinclair/typebox";
import { parisDay } from "../../bofip/days/days.ts";
import type { Database } from "../../db/postgres/database.ts";
import { readArticlesOfDay, type SoughtArticle } from "../../db/queries/law/articles.ts";
import type { LawState } from "../../db/schema/ingestion.ts";
import { namedObject } from "../schemas/named-object.ts";
import type { AskedText } from "../schemas/parameters/asked-text.ts";
import { ChangeScope, Day, Nullable } from "../schemas/responses.ts";

/** What is said of every change of the law after a text: never what it does to the text. */
export const CHANGED_SINCE =
  "l'article a changé depuis cette édition ; ce que ce changement fait à ce texte n'est pas dit";

const LawCoverage = namedObject(
  "LawCoverage",
  {
    jusqu_au: Nullable(
      t.String({
        format: "date",
        description:
          "Jour de la dernière livraison de la base LEGI appliquée avant toute lacune ; null quand aucun texte de loi n'est détenu.",
        examples: ["2026-06-03"],
      }),
    ),
  },
  {
    description:
      "Jusqu'où va le droit détenu (LEGI, DILA, Licence Ouverte 2.0). Ce qui n'est pas détenu n'est pas dit inexistant.",
  },
);

/** The field of every answer that speaks of texts of law. */
export const LAW_COVERAGE = { couverture_droit: LawCoverage };

/** How far the law held reaches, as answers say it. */
export function lawCoverage(law: LawState | null): { couverture_droit: Static<typeof LawCoverage> } {
  return { couverture_droit: { jusqu_au: law?.jusqu_au ?? null } };
}

/** A version of an article, as LEGI names it. */
export const legiarti = t.String({
  description: "Identifiant de la version dans LEGI.",
  examples: ["LEGIARTI000006302201"],
});

/** How two versions of an article differ; null where one has no text. */
export const LawScope = Nullable({
  ...ChangeScope,
  description:
    "`formelle` quand seules diffèrent les espaces, la typographie, la numérotation ou la ponctuation ; null quand un des deux textes n'est pas détenu.",
});

export const LawChange = namedObject(
  "LawChange",
  {
    date: { ...Day, description: "Jour du changement." },
    legiarti: Nullable({
      ...legiarti,
      description: "La version qui commence ce jour-là ; null quand l'article a pris fin sans suite.",
    }),
    portee_texte: LawScope,
  },
  { description: `Le dernier changement, dans ce que couvre \`couverture_droit\` : ${CHANGED_SINCE}.` },
);

/** Fields of an article that a text cites. */
export const ARTICLE_OF_DAY = {
  droit: t.Optional(
    Nullable(
      namedObject(
        "ArticleOfDay",
        { legiarti, date_debut: { ...Day, description: "Premier jour de cette version." } },
        {
          description:
            "Sa version en vigueur le jour de la réponse ; null quand elle n'est pas détenue, et pour une suite. Absent des actualités et de l'export.",
        },
      ),
    ),
  ),
  modifie_depuis: t.Optional(
    Nullable({
      ...LawChange,
      description: `Le dernier changement de l'article après le début de cette édition : ${CHANGED_SINCE}. Null quand aucun n'est connu, et pour une suite. Absent des actualités et de l'export.`,
    }),
  ),
};

/** The law that an answer is given with. */
export interface LawOnDay {
  /** Null when none is held: nothing is then read. */
  readonly law: LawState | null;
  /** The day of the answer, `YYYY-MM-DD`. */
  readonly day: string;
}

/** The law of a text: of the day that was asked for, of today for a text named otherwise. */
export function lawOfText(law: LawState | null, asked: AskedText, clock: () => Date): LawOnDay {
  return { law, day: asked.kind === "day" ? asked.date : parisDay(clock()) };
}

/** The law of a read that asks for none. */
export const WITHOUT_LAW: LawOnDay = { law: null, day: "" };

/** The last day whose changes are told: that of the answer, or that which the law held reaches; null for none. */
export function coveredUntil({ law, day }: LawOnDay): string | null {
  const covered = law?.jusqu_au ?? null;
  return covered !== null && covered > day ? day : covered;
}

interface CitedIn<Article> {
  readonly articles: readonly Article[];
  /** Start of the edition that cites them. */
  readonly since: string;
}

type Written = Pick<SoughtArticle, "code" | "article"> & { readonly etendue?: object };

/** The articles that texts cite, with their law of the day: one statement for all the texts, none without law. */
export async function articlesOfDay<Article extends Written>(
  database: Database,
  texts: readonly CitedIn<Article>[],
  { law, day }: LawOnDay,
) {
  const until = coveredUntil({ law, day });
  const sought = new Map<string, SoughtArticle>();
  for (const { articles, since } of law === null ? [] : texts)
    for (const { code, article, etendue } of articles)
      if (etendue === undefined)
        sought.set(keyOf(code, article, since), { code, article, since: until === null ? null : since });
  const read = await readArticlesOfDay(database, [...sought.values()], day, until ?? day);
  const told = new Map([...sought.keys()].map((key, rank) => [key, read[rank]]));
  return texts.map(({ articles, since }) =>
    articles.map((cited) => {
      const of = cited.etendue === undefined ? told.get(keyOf(cited.code, cited.article, since)) : undefined;
      return { ...cited, droit: of?.droit ?? null, modifie_depuis: of?.modifie_depuis ?? null };
    }),
  );
}

function keyOf(code: string, article: string, since: string): string {
  return `${since} ${code} ${article}`;
}
