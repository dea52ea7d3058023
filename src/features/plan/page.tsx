import { frenchDate } from "../../../bofip/days/days.ts";
import type { Database } from "../../../db/postgres/database.ts";
import type { ClassificationEntry, ClassifiedDocument } from "../../../db/queries/classification.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import type { RenderedAnswer, RenderedBody } from "../../http/response/body.ts";
import { classificationPagePath, consultationPath, feedPath, laterLawPath } from "../../pages/addresses.ts";
import { answerCached, type PageContext, redirectTo, renderPage } from "../../pages/answer.ts";
import { Page, SearchForm } from "../../pages/layout.tsx";
import { DocumentEntry } from "../../pages/lists/citing-entries.tsx";
import { Breadcrumb } from "../../pages/paging.tsx";
import {
  CLASSIFICATION_PATH_EXPECTED,
  decodeClassificationPath,
  isClassificationPathTooLong,
  readClassificationPath,
} from "../../schemas/parameters/filters.ts";
import { type ClassificationNode, readClassificationNode, readClassificationTrail } from "./service.ts";

/**
 * A classification node's page, its path percent-encoded; lower case redirects to it.
 * @throws {ApiError} `unknown_route` for what is no path, or an empty one; `invalid_parameter` for one too long.
 */
export async function showClassification(
  context: PageContext,
  written: string,
): Promise<Response | RenderedAnswer> {
  const asked = decodeClassificationPath(written);
  if (isClassificationPathTooLong(asked)) {
    throw new ApiError("invalid_parameter", { reason: `L'adresse attend ${CLASSIFICATION_PATH_EXPECTED}.` });
  }
  const chemin = readClassificationPath(asked);
  if (chemin === null) throw new ApiError("unknown_route", { path: classificationPagePath(asked) });
  const path = classificationPagePath(chemin);
  if (chemin !== asked) return redirectTo(path, 308);
  return await answerCached(context, path, () =>
    classificationPage(context.database, chemin, context.publicUrl()),
  );
}

/**
 * A classification node's page; `publicUrl` makes its canonical address.
 * @throws {ApiError} `unknown_route` where the classification is empty; its root always has a page.
 */
export async function classificationPage(
  database: Database,
  chemin: string,
  publicUrl: string,
): Promise<RenderedBody> {
  const node = await readClassificationNode(database, chemin);
  const path = classificationPagePath(chemin);
  if (chemin !== "" && node.children.length + node.documents.length === 0) {
    throw new ApiError("unknown_route", { path });
  }
  const trail = await readClassificationTrail(database, chemin);
  return renderPage(<ClassificationPage node={node} trail={trail} canonical={publicUrl + path} />);
}

interface ClassificationPageProps {
  readonly node: ClassificationNode;
  readonly trail: readonly { readonly chemin: string; readonly titre: string }[];
  readonly canonical: string;
}

function ClassificationPage({
  node: { chemin, titre, children, documents },
  trail,
  canonical,
}: ClassificationPageProps) {
  const heading = titre ?? chemin;
  return (
    <Page
      title={chemin === "" ? heading : `${heading} (${chemin})`}
      description={`Plan de classement de la doctrine fiscale : ${heading}.`}
      canonical={canonical}
      feed={feedPath(chemin)}
      section="plan"
    >
      {chemin === "" ? null : <Breadcrumb levels={trail} current={chemin} />}
      <div class="plan">
        <h1 class="plan-title">{heading}</h1>
        {chemin === "" || children.length === 0 ? null : <SearchForm branch={{ chemin, titre: heading }} />}
        {chemin === "" ? null : (
          <p>
            <a href={laterLawPath(chemin)}>Documents dont un article commenté a changé depuis leur édition</a>
          </p>
        )}
        {documents.length === 0 ? null : (
          <section aria-labelledby="document">
            <h2 id="document">Document de ce niveau</h2>
            <DocumentEntries documents={documents} />
          </section>
        )}
        {children.length === 0 ? null : (
          <section aria-labelledby="subdivisions">
            <h2 id="subdivisions">{chemin === "" ? "Domaines" : "Subdivisions"}</h2>
            <ClassificationEntries nodes={children} />
          </section>
        )}
        {chemin === "" && children.length === 0 ? (
          <p>Le corpus est vide : aucune ingestion n'a encore abouti.</p>
        ) : null}
      </div>
    </Page>
  );
}

const COUNT = new Intl.NumberFormat("fr-FR");

function ClassificationEntries({ nodes }: { readonly nodes: readonly ClassificationEntry[] }) {
  return (
    <ul class="entries nodes">
      {nodes.map(({ chemin, segment, titre, documents }) => (
        <li>
          <a class="node" href={classificationPagePath(chemin)}>
            <span class="identifier">{segment}</span> <span class="entry-title">{titre}</span>{" "}
            <span class="node-count">
              {COUNT.format(documents)}
              <span class="node-unit"> document{documents > 1 ? "s" : ""}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function DocumentEntries({ documents }: { readonly documents: readonly ClassifiedDocument[] }) {
  return (
    <ul class="entries">
      {documents.map(({ boi_id: boiId, titre, date_publication: date }) => (
        <li>
          <DocumentEntry
            href={consultationPath(boiId)}
            titre={titre}
            boiId={boiId}
            notes={[`édition du ${frenchDate(date)}`]}
          />
        </li>
      ))}
    </ul>
  );
}
