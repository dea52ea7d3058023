import { frenchDate } from "../../../db/bofip/french-date.ts";
import type { FullDocument } from "../../schemas/answers/document.ts";
import type { History } from "../../schemas/answers/history.ts";
import type { Edition } from "../../schemas/answers/texts/edition.ts";
import { citingPath } from "../addresses.ts";
import { Breadcrumb } from "../breadcrumb.tsx";
import { trusted } from "../jsx/runtime.ts";
import { Page } from "../layout.tsx";
import { countDocuments } from "../plan/entries.tsx";
import { TYPE_LABELS } from "../statut.ts";
import type { RenderedBody } from "./body/render.ts";
import { Contents } from "./contents.tsx";
import { Images } from "./images.tsx";
import { Neighbours, type NeighboursProps } from "./neighbours.tsx";
import { References } from "./references.tsx";
import { StatutBadge, StatutNotice } from "./statut.tsx";
import { Versions } from "./versions.tsx";

export interface DocumentPageProps {
  readonly document: FullDocument;
  readonly history: History;
  readonly body: RenderedBody;
  /** How many documents in force cite it. */
  readonly citing: number;
  readonly neighbours: NeighboursProps;
}

/** The page of a document, or of one of its editions. */
export function DocumentPage({ document, history, body, citing, neighbours }: DocumentPageProps) {
  const { boi_id: boiId, titre, url, edition } = document;
  const hasContents = body.headings.length > 1;
  return (
    <Page
      title={`${boiId} – ${splitTitle(titre).leaf}`}
      description={`${titre}. ${edition.citation}.`}
      canonical={url}
    >
      <Breadcrumb levels={document.plan_classement.niveaux} />
      <article>
        <header class="document-head">
          <Title titre={titre} />
          <Facts document={document} versions={history.versions} />
        </header>
        <StatutNotice document={document} versions={history.versions} />
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
      <Versions history={history} shown={document.date_publication} />
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
  readonly versions: History["versions"];
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
        <span class="citation">{document.edition.citation}</span>
      </li>
      <li>{intervalOf(document.edition)}</li>
      <li>
        <span class="quiet">Empreinte : </span>
        <code class="fingerprint">{document.edition.empreinte}</code>
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

/** From when to when the text was in force, and what is known of it. */
function intervalOf({ date_debut, date_fin, fin_constatee, certitude }: Edition): string {
  const interval =
    date_fin === null
      ? `En vigueur depuis le ${frenchDate(date_debut)}`
      : `En vigueur du ${frenchDate(date_debut)} au ${frenchDate(date_fin)} exclu`;
  const notes = [
    ...(fin_constatee ? ["fin connue par son absence d'un export"] : []),
    ...(certitude === "presumee" ? ["présumée entre deux relevés"] : []),
  ];
  return notes.length === 0 ? interval : `${interval} (${notes.join(" ; ")})`;
}

/** `renderBody` writes only the tags that it knows: the one place where markup made from a source enters a page. */
function Doctrine({ html, isNumbered }: { readonly html: string; readonly isNumbered: boolean }) {
  return <div class={isNumbered ? "doctrine has-numbers" : "doctrine"}>{trusted(html)}</div>;
}
