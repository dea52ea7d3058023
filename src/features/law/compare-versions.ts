import { frenchDate } from "../../../bofip/days/days.ts";
import { codeKey } from "../../../bofip/law/codes.ts";
import { UNKNOWN_DAY } from "../../../bofip/law/versions.ts";
import type { Database } from "../../../db/postgres/database.ts";
import {
  findLawText,
  type LawText,
  type LawVersion,
  readLawTexts,
  readLawVersions,
} from "../../../db/queries/law/articles.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import type { Caller } from "../../process/task-thread.ts";
import type { AskedText } from "../../schemas/parameters/asked-text.ts";
import { type LawArticle, readLawArticle } from "../../schemas/parameters/law.ts";
import { type LawOnDay, lawCoverage } from "../../texts/law-of-day.ts";
import type { Comparator } from "../comparison/service.ts";
import { versionOf } from "./law-text.ts";
import type { ArticleComparison } from "./text-answer.ts";

interface ComparisonRequest {
  /** As written: a key, a name or an abbreviation. */
  readonly code: string;
  /** As written, in any usual form. */
  readonly article: string;
  /** Null for the version before the other one. */
  readonly de: AskedText | null;
  /** Null for the version of the day. */
  readonly a: AskedText | null;
}

interface ArticleComparisonDeps {
  readonly database: Database;
  readonly comparator: Comparator;
}

/**
 * Compares two versions of an article, word by word.
 * @throws {ApiError} `law_text_not_held` when one of both is not held, or has no text.
 */
export async function compareVersions(
  { database, comparator }: ArticleComparisonDeps,
  { code, article, de, a }: ComparisonRequest,
  on: LawOnDay,
  caller: Caller,
): Promise<ArticleComparison> {
  const asked = readLawArticle(code, article);
  const versions = asked === null || on.law === null ? [] : await readLawVersions(database, asked);
  const [latest] = versions;
  if (asked === null || latest === undefined)
    throw new ApiError("law_article_not_held", { code, article }, { proches: [] });
  const sides = new Sides(database, { code: asked.code, article: latest.article ?? asked.article }, versions);
  const after = await sides.read(a ?? { kind: "day", date: on.day, knownOn: null });
  const before = await (de === null ? sides.before(after) : sides.read(de));
  const textual = ({ contenu_texte }: WholeText) => ({ texte: contenu_texte, spans: [] });
  return {
    code_cle: codeKey(asked.code),
    article: sides.article.article,
    de: versionOf(before),
    a: versionOf(after),
    ...lawCoverage(on.law),
    ...(await comparator.compare(textual(before), textual(after), caller)),
  };
}

type WholeText = LawText & { readonly contenu_texte: string };

/** The texts of an article that may be compared. */
class Sides {
  constructor(
    private readonly database: Database,
    readonly article: LawArticle,
    private readonly versions: readonly LawVersion[],
  ) {}

  /** The version of a day, or of a fingerprint. */
  async read(asked: AskedText): Promise<WholeText> {
    if (asked.kind === "day") {
      const [text] = await readLawTexts(this.database, [this.article], asked.date);
      return this.whole(text ?? this.refuse("law_text_not_held", { date: frenchDate(asked.date) }));
    }
    const empreinte = asked.kind === "wording" ? asked.empreinte : null;
    const version = this.versions.find((held) => empreinte !== null && held.empreinte === empreinte);
    if (version === undefined) return this.refuse("law_wording_not_held", { empreinte: empreinte ?? "" });
    return this.whole(await this.textOf(version));
  }

  /** The latest version that began before another. */
  async before({ date_debut: start }: LawText): Promise<WholeText> {
    const version = this.versions.find(({ date_debut }) => date_debut < start && date_debut < UNKNOWN_DAY);
    if (version === undefined) return this.refuse("single_law_version", { date: frenchDate(start) });
    return this.whole(await this.textOf(version));
  }

  private async textOf({ legiarti, date_debut }: LawVersion): Promise<LawText> {
    const text = await findLawText(this.database, legiarti);
    return text ?? this.refuse("law_text_not_held", { date: frenchDate(date_debut) });
  }

  private whole(text: LawText): WholeText {
    const { contenu_texte, date_debut } = text;
    if (contenu_texte !== null) return { ...text, contenu_texte };
    return this.refuse("law_version_without_text", { date: frenchDate(date_debut) });
  }

  private refuse(name: LawRefusal, parameters: Record<string, string>): never {
    const starts = this.versions.filter(({ empreinte }) => empreinte !== null).map((held) => held.date_debut);
    const proches = starts.filter((day) => day < UNKNOWN_DAY).slice(0, MOST_NEAR);
    throw new ApiError(name, { ...this.article, ...parameters }, { proches });
  }
}

/** How many starts of versions a refusal names. */
const MOST_NEAR = 6;

type LawRefusal = `law_${"text" | "wording"}_not_held` | "single_law_version" | "law_version_without_text";
