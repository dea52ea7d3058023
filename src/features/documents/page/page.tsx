import { parisDay } from "../../../../bofip/days/days.ts";
import { asciiUpperCase, isDocumentId } from "../../../../bofip/identifiers/identifier.ts";
import type { CitedKind } from "../../../../bofip/law/cited/keys.ts";
import { FINGERPRINT } from "../../../../bofip/text/characters.ts";
import { readProofLog } from "../../../../db/proof/logs.ts";
import { readCorpusState } from "../../../../db/queries/corpus.ts";
import { ApiError } from "../../../http/errors/api-error.ts";
import type { RenderedAnswer, RenderedBody } from "../../../http/response/body.ts";
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
import {
  answerCached,
  PAGE_POLICY,
  type PageContext,
  pageHeaders,
  redirectTo,
  renderPage,
} from "../../../pages/answer.ts";
import { isPastDay, readDay, readDocumentAddress } from "../../../pages/asked-address.ts";
import { renderLongBody } from "../../../pages/body/body.ts";
import { CATALOGUE_PATH } from "../../../pages/linked-data/catalogue.ts";
import { legislationOf } from "../../../pages/linked-data/legislation.ts";
import { type AskedText, askedText } from "../../../schemas/parameters/asked-text.ts";
import { paragraphsChangedSince } from "../../../texts/edition.ts";
import { findText } from "../../../texts/find-text.ts";
import { lawOfText } from "../../../texts/law-of-day.ts";
import { readCitedNumbers } from "../../graph/service.ts";
import { readHistory } from "../../history/service.ts";
import { resolveDocument } from "../../resolution/service.ts";
import type { FullDocument } from "../answer.ts";
import { type DocumentDeps, readDocument, readNeighbours, withLawOfDay } from "../service.ts";
import { DocumentPage } from "./view.tsx";

/**
 * The page that an address of `/consultation` identifies, or a redirection to its canonical address.
 * @param date as written in the address.
 * @param shown the address's other parameters: `empreinte` of a wording of the edition of that day, when it is not the
 *   edition's own; `le`, the day that the search box goes on looking at.
 * @throws {ApiError} `unknown_document`, `unknown_wording`, `wording_erased`
 */
export async function showDocument(
  context: PageContext,
  written: string,
  date: string | null,
  { empreinte, le }: { readonly empreinte?: string | undefined; readonly le?: string | undefined } = {},
): Promise<Response | RenderedAnswer> {
  const path = date === null ? await pathNamed(context, written) : null;
  if (path !== null) return redirectTo(path, 308);
  const address = readDocumentAddress(written, date);
  if (address.kind === "other") return redirectTo(address.path, 308);
  const { id } = address;
  if (empreinte !== undefined && !FINGERPRINT.test(empreinte))
    throw new ApiError("unknown_wording", { id: id.boiId, empreinte });
  const ownPath = consultationPath(id.boiId, id.date, empreinte ?? null);
  const searchDay = le !== undefined && isPastDay(le, parisDay(context.clock())) ? le : null;
  const cachedAs = searchDay === null ? ownPath : `${ownPath} ${searchDay}`;
  try {
    const asked = askedText(id, { empreinte });
    const headers = { ...pageHeaders(PAGE_POLICY), link: otherForms(documentApiPath(id.boiId, asked)) };
    const render = () => documentPage(context, id.boiId, { asked, searchDay });
    return await answerCached(context, cachedAs, render, headers);
  } catch (error) {
    const isNoStart = id.date !== null && empreinte === undefined && isUnknown(error);
    if (isNoStart) return await leadToEdition(context, id.boiId, id.date);
    throw error;
  }
}

/**
 * The page of the text that a document shows, or the way to that of a day: the form of the page asks for one without a
 * script, `/consultation/ID?date=2022-01-01`.
 * @throws {ApiError} as `showDocument`, and `invalid_parameter` for what is no day, or one to come.
 */
export async function showLatest(
  context: PageContext,
  written: string,
  date: string | undefined,
): Promise<Response | RenderedAnswer> {
  if (date === undefined) return await showDocument(context, written, null);
  readDay(date, parisDay(context.clock()));
  const address = readDocumentAddress(written, date);
  return redirectTo(address.kind === "other" ? address.path : consultationPath(address.id.boiId, date), 303);
}

/** The page of what another name than an identifier names, as `2491-PGP`; null for an identifier, and without one. */
async function pathNamed({ database }: PageContext, written: string): Promise<string | null> {
  if (isDocumentId(asciiUpperCase(written))) return null;
  return (await resolveDocument(database, written))?.page ?? null;
}

/** Where programs find the same text, and what else is published of the corpus (RFC 8288). */
function otherForms(apiPath: string): string {
  return `<${apiPath}>; rel="alternate"; type="application/json", <${CATALOGUE_PATH}>; rel="describedby"; type="application/ld+json"`;
}

function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && ["unknown_document", "no_such_edition"].includes(error.code);
}

/**
 * To the edition in force on a day on which none begins; a browser keeps the fragment. Not for ever: another edition
 * of that day may be received.
 * @throws {ApiError} `unknown_document`, `edition_not_held`, `document_withdrawn`, `wording_erased`
 */
async function leadToEdition(context: PageContext, boiId: string, date: string): Promise<Response> {
  if (date > parisDay(context.clock())) throw new ApiError("unknown_document", { id: boiId });
  const { date_publication } = await findText(context.database, boiId, { kind: "day", date, knownOn: null });
  return redirectTo(consultationPath(boiId, date_publication), 303);
}

/** Citing documents on the page itself; the others have their own page. */
const MOST_CITING = 5;

/** Its search box looks at the editions of a day, null for today. @throws {ApiError} as `readDocument` */
async function documentPage(
  deps: DocumentDeps,
  boiId: string,
  { asked, searchDay }: { readonly asked: AskedText; readonly searchDay: string | null },
): Promise<RenderedBody> {
  const {
    law: held,
    coverage: { until },
  } = await readCorpusState(deps.database);
  const today = parisDay(deps.clock());
  const [document, history, neighbours, citing] = await Promise.all([
    readDocument(deps, boiId, asked).then((text) =>
      withLawOfDay(deps.database, text, lawOfText(held, asked, deps.clock)),
    ),
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
