import type { Version } from "../../../db/queries/versions.ts";
import type { FullDocument } from "../../schemas/answers/document.ts";
import { citingPath } from "../addresses.ts";
import { Breadcrumb } from "../breadcrumb.tsx";
import { trusted } from "../jsx/runtime.ts";
import { Page } from "../layout.tsx";
import { countDocuments } from "../plan/entries.tsx";
import { TYPE_LABELS } from "../statut.ts";
import type { RenderedBody } from "./body/render.ts";
import { cite } from "./citation.ts";
import { Contents } from "./contents.tsx";
import { Images } from "./images.tsx";
import { Neighbours, type NeighboursProps } from "./neighbours.tsx";
import { References } from "./references.tsx";
import { StatutBadge, StatutNotice } from "./statut.tsx";
import { Versions } from "./versions.tsx";

export interface DocumentPageProps {
  readonly document: FullDocument;
  readonly versions: readonly Version[];
  readonly body: RenderedBody;
  /** How many documents in force cite it. */
  readonly citing: number;
  readonly neighbours: NeighboursProps;
}

/** The page of a document, or of one of its editions. */
export function DocumentPage({ document, versions, body, citing, neighbours }: DocumentPageProps) {
  const { boi_id: boiId, titre, url } = document;
  const hasContents = body.headings.length > 1;
  return (
    <Page
      title={`${boiId} – ${splitTitle(titre).leaf}`}
      description={`${titre}. ${cite(document)}.`}
      canonical={url}
    >
      <Breadcrumb levels={document.plan_classement.niveaux} />
      <article>
        <header class="document-head">
          <Title titre={titre} />
          <Facts document={document} versions={versions} />
        </header>
        <StatutNotice document={document} />
        <div class={hasContents ? "document-body has-contents" : "document-body"}>
          {hasContents ? <Contents headings={body.headings} /> : null}
          <Doctrine html={body.html} isNumbered={document.paragraphes.length > 0} />
        </div>
      </article>
      <References document={document} />
      {citing === 0 ? null : (
        <section class="appendix" aria-labelledby="citants">
          <h2 id="citants">Cité par</h2>
          <p>
            <a href={citingPath(boiId)}>{countDocuments(citing)} en vigueur</a>
          </p>
        </section>
      )}
      <Images images={document.images} />
      <Neighbours {...neighbours} />
      <Versions boiId={boiId} versions={versions} shown={document.date_publication} />
    </Page>
  );
}

/** A title is a breadcrumb, `IR - Liquidation - Barème progressif`: its last part is what the document is about. */
function splitTitle(titre: string): { readonly path: string; readonly leaf: string } {
  const cut = titre.lastIndexOf(" - ");
  return cut === -1 ? { path: "", leaf: titre } : { path: titre.slice(0, cut), leaf: titre.slice(cut + 3) };
}

/** A line of the path never begins with its dash. */
function Title({ titre }: { readonly titre: string }) {
  const { path, leaf } = splitTitle(titre);
  return (
    <h1 class="document-title">
      {path === "" ? null : (
        <span class="title-path">
          {path.replaceAll(" - ", "\u00a0- ")}
          <span class="visually-hidden"> - </span>
        </span>
      )}
      {leaf}
    </h1>
  );
}

interface FactsProps {
  readonly document: FullDocument;
  readonly versions: readonly Version[];
}

function Facts({ document, versions }: FactsProps) {
  return (
    <ul class="facts">
      <li>
        <StatutBadge statut={document.statut} />
      </li>
      <li>{TYPE_LABELS[document.type]}</li>
      <li>
        <span class="quiet">Citer : </span>
        <span class="citation">{cite(document)}</span>
      </li>
      {versions.length > 1 ? (
        <li>
          <a href="#versions">{versions.length} versions</a>
        </li>
      ) : null}
      <li>
        <a href={document.url} rel="external">
          Publication officielle
        </a>
      </li>
    </ul>
  );
}

/** `renderBody` writes only the tags that it knows: the one place where markup made from a source enters a page. */
function Doctrine({ html, isNumbered }: { readonly html: string; readonly isNumbered: boolean }) {
  return <div class={isNumbered ? "doctrine has-numbers" : "doctrine"}>{trusted(html)}</div>;
}
