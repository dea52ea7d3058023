import { frenchDate } from "../../../../bofip/days/days.ts";
import type { ImageSource } from "../../../../db/schema/documents.ts";
import { citingPath, consultationPath, newsPath } from "../../../pages/addresses.ts";
import type { Heading, RenderedBody } from "../../../pages/body/body.ts";
import { trusted } from "../../../pages/jsx/runtime.ts";
import { Page } from "../../../pages/layout.tsx";
import type { LinkedData } from "../../../pages/linked-data/embedded.tsx";
import { CitingEntries } from "../../../pages/lists/citing-entries.tsx";
import { splitTitle } from "../../../pages/lists/how-cited.ts";
import { Breadcrumb } from "../../../pages/paging.tsx";
import type { Consultation } from "../../../texts/consultation-answer.ts";
import type { KnownEdition } from "../../../texts/edition-answer.ts";
import type { CitingDocument } from "../../graph/answer.ts";
import type { History } from "../../history/answer.ts";
import type { FullDocument } from "../answer.ts";
import type { Neighbour, Neighbours } from "../service.ts";
import { DocumentHead } from "./head.tsx";
import { References, StatutNotice } from "./statut.tsx";
import { Versions } from "./versions.tsx";

interface DocumentPageProps {
  readonly document: FullDocument;
  readonly history: History;
  /** Last day covered by the sources. */
  readonly until: string | null;
  /** `YYYY-MM-DD`, in Paris. */
  readonly today: string;
  readonly body: RenderedBody;
  /** The documents in force that cite it: how many, and the first ones. */
  readonly citing: { readonly total: number; readonly first: readonly CitingDocument[] };
  readonly neighbours: Neighbours;
  /** Permalink of the page of this very text. */
  readonly path: string;
  readonly apiPath: string;
  /** The day whose editions the search box looks at; null for today. */
  readonly searchDay: string | null;
  /** What is said of the page to machines. */
  readonly data: LinkedData;
}

/** The page of a document, or of one of its editions. */
export function DocumentPage(props: DocumentPageProps) {
  const { document, history, body, citing, neighbours, path, apiPath, searchDay } = props;
  const { boi_id: boiId, titre, url, edition } = document;
  const hasContents = body.headings.length > 1;
  return (
    <Page
      searchDay={searchDay}
      title={`${boiId} – ${splitTitle(titre).leaf}`}
      description={`${titre}. ${edition.citation ?? "Texte non détenu"}.`}
      canonical={url}
      data={props.data}
    >
      <Breadcrumb levels={document.plan_classement.niveaux.slice(0, -1)} />
      <article>
        <DocumentHead
          document={document}
          path={path}
          apiPath={apiPath}
          versions={history.versions}
          citing={citing.total}
        />
        <StatutNotice document={document} versions={history.versions} />
        <SubmittedNotices document={document} />
        <div class={hasContents ? "document-body has-contents" : "document-body"}>
          {hasContents ? <Contents headings={body.headings} /> : null}
          <div class="document-text">
            <Doctrine html={body.html} isNumbered={document.paragraphes.length > 0} />
            <NeighbourLinks neighbours={neighbours} />
            <References document={document} />
            <CitedBy boiId={boiId} {...citing} />
            <Images images={document.images} />
            <Versions
              history={history}
              shown={document.date_publication}
              until={props.until}
              today={props.today}
            />
            <Fingerprint edition={edition} />
            <p class="to-top-end">
              <a href="#contenu">Haut de page</a>
            </p>
          </div>
        </div>
      </article>
    </Page>
  );
}

/** The only place where markup made from a source enters a page: `renderBody` writes only an allowlist of tags. */
function Doctrine({ html, isNumbered }: { readonly html: string; readonly isNumbered: boolean }) {
  return <div class={isNumbered ? "doctrine has-numbers" : "doctrine"}>{trusted(html)}</div>;
}

/** Links to the images of a text: the page shows only their alternative text. */
function Images({ images }: { readonly images: readonly ImageSource[] }) {
  const seen = images.flatMap(({ alt, url }, index) =>
    url === null ? [] : [{ url, words: alt ?? `Image ${index + 1}` }],
  );
  if (seen.length === 0) return null;
  return (
    <section class="appendix" aria-labelledby="images">
      <h2 id="images">Images</h2>
      <ul class="plain-list">
        {seen.map(({ url, words }) => (
          <li>
            <a href={url} rel="external nofollow">
              {words}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The full fingerprint of the page's text; nothing where no text is stored. */
function Fingerprint({ edition: { empreinte } }: { readonly edition: KnownEdition }) {
  if (empreinte === null) return null;
  return (
    <section class="appendix" aria-labelledby="empreinte">
      <h2 id="empreinte">Empreinte</h2>
      <p>
        SHA-256 de ce texte, espaces réduites : <code class="fingerprint">{empreinte}</code>
      </p>
    </section>
  );
}

/** Contents, and a link to the top: beside the text where there is room, elsewhere a sticky bar that opens. */
function Contents({ headings }: { readonly headings: readonly Heading[] }) {
  return (
    <nav class="contents" aria-label="Sommaire">
      <details>
        <summary>Sommaire</summary>
        <ul class="plain-list">
          {headings.map(({ id, text, depth }) => (
            <li class={`depth-${depth}`}>
              <a href={`#${id}`}>{text}</a>
            </li>
          ))}
        </ul>
      </details>
      <a class="to-top" href="#contenu">
        Haut de page
      </a>
    </nav>
  );
}

interface CitedByProps {
  readonly boiId: string;
  readonly total: number;
  readonly first: readonly CitingDocument[];
}

/** The documents in force that cite the page's, those with most mentions first; nothing when there are none. */
function CitedBy({ boiId, total, first }: CitedByProps) {
  if (total === 0) return null;
  return (
    <section class="appendix" aria-labelledby="citants">
      <h2 id="citants">Cité par</h2>
      <CitingEntries documents={first} />
      {total === first.length ? null : (
        <p class="appendix-more">
          <a href={citingPath(boiId)}>Les {total} documents en vigueur qui le citent</a>
        </p>
      )}
    </section>
  );
}

function NeighbourLinks({ neighbours: { previous, next } }: { readonly neighbours: Neighbours }) {
  if (previous === undefined && next === undefined) return null;
  return (
    <nav class="neighbours" aria-label="Documents voisins du plan">
      {previous === undefined ? null : <NeighbourLink label="Précédent" rel="prev" document={previous} />}
      {next === undefined ? null : <NeighbourLink label="Suivant" rel="next" document={next} />}
    </nav>
  );
}

interface NeighbourLinkProps {
  readonly label: string;
  readonly rel: "prev" | "next";
  readonly document: Neighbour;
}

function NeighbourLink({ label, rel, document: { boiId, titre } }: NeighbourLinkProps) {
  return (
    <a class={`neighbour neighbour-${rel}`} rel={rel} href={consultationPath(boiId)}>
      <span class="neighbour-label">{label}</span> <span class="entry-title">{splitTitle(titre).leaf}</span>{" "}
      <span class="identifier">{boiId}</span>
    </a>
  );
}

/** A notice on an edition that is or was open to public consultation. */
function SubmittedNotices({ document }: { readonly document: FullDocument }) {
  return (
    <>
      {document.consultations.map((consultation) => (
        <SubmittedNotice consultation={consultation} />
      ))}
    </>
  );
}

function SubmittedNotice({ consultation }: { readonly consultation: Consultation }) {
  const { actualite, debut, fin, paragraphes, prevaloir } = consultation;
  const { definitive_le: finalDay, actualite_definitive: finalNews } = consultation;
  const until =
    fin === null ? `à compter du ${frenchDate(debut)}` : `du ${frenchDate(debut)} au ${frenchDate(fin)}`;
  return (
    <div class="notice" role="note">
      <p>
        <strong>
          {paragraphes === null ? "Édition soumise" : "Édition soumise en partie"} à consultation publique
        </strong>{" "}
        {until} (
        {actualite === null ? (
          "selon le bandeau du document"
        ) : (
          <a href={newsPath(actualite)}>annonce {actualite}</a>
        )}
        ).
      </p>
      {paragraphes === null || paragraphes.length === 0 ? null : <p>§ soumis : {paragraphes.join(", ")}.</p>}
      {prevaloir === null ? null : (
        <p>
          {actualite === null ? "Le bandeau" : "L'annonce"} dit : « {prevaloir} »
        </p>
      )}
      {finalDay === null || finalNews === null ? null : (
        <p>
          Une publication du {frenchDate(finalDay)} s'y est substituée (
          <a href={newsPath(finalNews)}>{finalNews}</a>).
        </p>
      )}
    </div>
  );
}
