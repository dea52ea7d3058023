import { parisDay } from "../../../../bofip/days/paris-day.ts";
import type { CitedKind } from "../../../../bofip/law/cited/keys.ts";
import { readProofLog } from "../../../../db/proof/logs.ts";
import { readCoverage } from "../../../../db/queries/coverage.ts";
import type { RenderedBody } from "../../../http/response/body.ts";
import {
  articlePath,
  attestationPath,
  citingPath,
  comparisonPath,
  consultationPath,
  documentApiPath,
  lawPath,
  paragraphAnchor,
  tableCsvPath,
} from "../../../pages/addresses.ts";
import { renderPage } from "../../../pages/answer.ts";
import { legislationOf } from "../../../pages/linked-data/legislation.ts";
import type { AskedText } from "../../../schemas/parameters/asked-text.ts";
import { readCitedNumbers } from "../../graph/citing.ts";
import { readHistory } from "../../history/service.ts";
import { paragraphsChangedSince } from "../../texts/changed-since.ts";
import type { FullDocument } from "../answer.ts";
import { readNeighbours } from "../neighbours.ts";
import { type DocumentDeps, readDocument } from "../service.ts";
import { renderLongBody } from "./body.ts";
import { DocumentPage } from "./view.tsx";

/** Citing documents on the page itself; the others have their own page. */
const MOST_CITING = 5;

/**
 * The page of a text of a document; its search box looks at the editions of a day, null for today.
 * @throws {ApiError} as `readDocument`
 */
export async function documentPage(
  deps: DocumentDeps,
  boiId: string,
  { asked, searchDay }: { readonly asked: AskedText; readonly searchDay: string | null },
): Promise<RenderedBody> {
  const { until } = await readCoverage(deps.database);
  const today = parisDay(deps.clock());
  const [document, history, neighbours, citing] = await Promise.all([
    readDocument(deps, boiId, asked),
    readHistory(deps.database, boiId, today),
    readNeighbours(deps.database, boiId),
    readCitedNumbers(deps.database, boiId, MOST_CITING),
  ]);
  const isProved = (await readProofLog(deps.database))?.last != null;
  const latest = await paragraphsChangedSince(deps.database, document);
  const cited = new Map(document.references.map((reference) => [reference.boi_id, reference]));
  const citations = new Map(document.paragraphes.map(({ numero, citation }) => [numero, citation]));
  const articles = new Set(document.articles.map(({ code, article }) => articlePath({ code, article })));
  const law = new Set(lawPathsOf(document));
  const empreinte = asked.kind === "wording" ? asked.empreinte : null;
  const path = consultationPath(boiId, document.date_publication, empreinte);
  const body = await renderLongBody(document.contenu_html, {
    citations,
    path,
    findArticle(code, article) {
      const page = articlePath({ code, article });
      return articles.has(page) ? page : null;
    },
    findLaw:
      law.size === 0
        ? null
        : (genre, cle) => {
            const page = lawPath(genre, cle);
            return law.has(page) ? page : null;
          },
    attested: isProved
      ? (numero) => attestationPath({ boiId, date: document.date_publication, empreinte }, numero)
      : null,
    tableCsv: (rang) => tableCsvPath({ boiId, date: document.date_publication, empreinte }, rang),
    changedSince: (numero) =>
      latest?.changed.has(numero) === true
        ? `${comparisonPath(boiId, document.date_publication, latest.date)}#${paragraphAnchor(numero)}`
        : null,
    citedBy: (numero) => (citing.names(numero) ? citingPath(boiId, numero) : null),
    find(other) {
      const reference = cited.get(other);
      return reference?.existe ? { boiId: other, titre: reference.titre } : null;
    },
  });
  return renderPage(
    <DocumentPage
      {...{ document, history, until, today, body, neighbours, citing, path, searchDay }}
      apiPath={documentApiPath(boiId, asked)}
      data={legislationOf({ document, history, publicUrl: deps.publicUrl() })}
    />,
  );
}

/** Paths of the pages of the decisions, norms and answers that a document cites. */
function lawPathsOf({ decisions, normes, reponses }: FullDocument): string[] {
  const pathsOf = (genre: CitedKind, cited: readonly { readonly cle: string | null }[]) =>
    cited.flatMap(({ cle }) => (cle === null ? [] : [lawPath(genre, cle)]));
  return [...pathsOf("decision", decisions), ...pathsOf("norme", normes), ...pathsOf("reponse", reponses)];
}
