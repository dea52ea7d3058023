import { codeKey } from "../../../bofip/law/codes.ts";
import { officialVersionUrl } from "../../../bofip/law/versions.ts";
import type { Database } from "../../../db/postgres/database.ts";
import {
  type LawText,
  type LawVersion,
  readLawChanges,
  readLawTexts,
  readLawVersions,
} from "../../../db/queries/law/articles.ts";
import { readChangedDocuments } from "../../../db/queries/law/commented.ts";
import { nextPage } from "../../http/kept-words.ts";
import type { LawArticle } from "../../schemas/parameters/law.ts";
import { coveredUntil, type LawOnDay, lawCoverage } from "../../texts/law-of-day.ts";
import type { ArticleText, ArticleVersion, LaterLawList, LawChangeList } from "./text-answer.ts";

/** An article of the law as it is held. */
interface HeldArticle {
  /** In force on the day; null when none is held, or the article was not in force. */
  readonly droit: ArticleText | null;
  /** Latest first; none for an article that is not held. */
  readonly versions: readonly ArticleVersion[];
  /** Its number as the law has it; null when it is not held. */
  readonly written: string | null;
}

/** The version of an article on a day, and all its versions; nothing is read when no law is held. @throws {DamagedText} */
export async function readHeldArticle(
  database: Database,
  asked: LawArticle,
  { law, day }: LawOnDay,
): Promise<HeldArticle> {
  if (law === null) return { droit: null, versions: [], written: null };
  const [[text], versions] = await Promise.all([
    readLawTexts(database, [asked], day),
    readLawVersions(database, asked),
  ]);
  return {
    droit: text === undefined ? null : textOf(text),
    versions: versions.map(versionOf),
    written: versions[0]?.article ?? null,
  };
}

/** A version, without its words. */
export function versionOf({ legiarti, etat, date_debut, date_fin, empreinte }: LawVersion): ArticleVersion {
  return { legiarti, etat, date_debut, date_fin, empreinte };
}

function textOf({
  section,
  contenu_texte,
  contenu_html,
  nota,
  modifie_par,
  ...version
}: LawText): ArticleText {
  return {
    ...versionOf(version),
    section,
    texte: contenu_texte,
    html: contenu_html,
    nota,
    modifie_par,
    url: officialVersionUrl(version.legiarti),
  };
}

interface ChangesRequest {
  readonly depuis: string;
  /** Null for every code. */
  readonly code: string | null;
  readonly limit: number;
  readonly offset: number;
  /** Address of this page, with its parameters. */
  readonly address: string;
}

/** One page of the changes of the articles held, the latest first, those to come included. */
export async function listLawChanges(
  database: Database,
  { depuis: since, address, ...asked }: ChangesRequest,
  { law, day }: LawOnDay,
): Promise<LawChangeList> {
  const { total, changements } =
    law === null ? NO_CHANGE : await readLawChanges(database, { since, ...asked });
  return {
    total,
    changements: changements.map(({ code, article, legiarti, date, etat, portee_texte, documents }) => ({
      code_cle: codeKey(code),
      ...{ article, legiarti, date, etat, portee_texte, documents },
      a_venir: date > day,
    })),
    ...lawCoverage(law),
    page_suivante: nextPage(address, { ...asked, total }),
  };
}

const NO_CHANGE = { total: 0, changements: [] };

interface LaterRequest {
  readonly chemin: string | null;
  readonly article: LawArticle | null;
  readonly portee: "formelle" | "fond" | null;
  readonly limit: number;
  readonly offset: number;
  /** Address of this page, with its parameters. */
  readonly address: string;
}

/** One page of the documents in force whose commented articles changed since their edition, the latest change first. */
export async function listLaterLaw(
  database: Database,
  { address, ...asked }: LaterRequest,
  { law, day }: LawOnDay,
): Promise<LaterLawList> {
  const until = coveredUntil({ law, day });
  const { total, documents } =
    until === null ? NO_DOCUMENT : await readChangedDocuments(database, { ...asked, day, until });
  return {
    total,
    documents: documents.map(({ articles, ...document }) => ({
      ...document,
      articles: articles.map(({ code, article, modifie_depuis }) => {
        return { code_cle: codeKey(code), article, modifie_depuis };
      }),
    })),
    ...lawCoverage(law),
    page_suivante: nextPage(address, { ...asked, total }),
  };
}

const NO_DOCUMENT = { total: 0, documents: [] };
