import { frenchDate } from "../../../../bofip/days/days.ts";
import { LAW_OF_PAST_DOCTRINE } from "../../../../bofip/law/past-doctrine.ts";
import type { Statut } from "../../../../db/schema/documents.ts";
import { comparisonPath, consultationPath, paragraphAnchor } from "../../../pages/addresses.ts";
import { CitedLawLists } from "../../../pages/lists/cited-law.tsx";
import { DocumentEntry, paragraphName } from "../../../pages/lists/citing-entries.tsx";
import { STATUT_LABELS } from "../../../pages/lists/how-cited.ts";
import type { History } from "../../history/answer.ts";
import type { CitedDocument, FullDocument } from "../answer.ts";

export function StatutBadge({ statut }: { readonly statut: Statut }) {
  return (
    <span class={statut === "en_vigueur" ? "badge badge-good" : "badge badge-warn"}>
      {STATUT_LABELS[statut]}
    </span>
  );
}

/** A warning before a text that is no longer in force. */
export function StatutNotice({
  document,
  versions,
}: {
  readonly document: FullDocument;
  /** Versions of the document, newest first. */
  readonly versions: History["versions"];
}) {
  const { boi_id: boiId, statut, date_mise_a_jour: end, avis = null, texte_detenu: isHeld } = document;
  if (statut === "en_vigueur") return null;
  const since = end === null ? "" : ` depuis le ${frenchDate(end)}`;
  return (
    <div class="notice notice-warn" role="note">
      {statut === "remplace" ? (
        <p>
          <strong>Cette édition n'est plus en vigueur{since}.</strong>{" "}
          <Replacement document={document} versions={versions} />{" "}
          <a href={consultationPath(boiId)}>Lire l'édition la plus récente</a>
        </p>
      ) : (
        <p>
          <strong>
            Ce document est {statut === "retire" ? "retiré" : "transféré"}
            {since}.
          </strong>{" "}
          {statut === "transfere" ? <Targets targets={document.transferts ?? []} /> : null}{" "}
          {isHeld ? "Le texte ci-dessous est le dernier connu." : "Ce service n'en détient aucun texte."}
        </p>
      )}
      {avis === null ? null : <SourceNotice avis={avis} />}
      {isHeld ? <p>{LAW_OF_PAST_DOCTRINE}</p> : null}
    </div>
  );
}

function Replacement({
  document: { boi_id: boiId, date_publication: start, date_mise_a_jour: end },
  versions,
}: {
  readonly document: FullDocument;
  readonly versions: History["versions"];
}) {
  const next = versions.find(({ date_publication }) => date_publication === end)?.date_publication;
  if (next === undefined || next === start) return null;
  return (
    <>
      Elle a été remplacée par l'<a href={consultationPath(boiId, next)}>édition du {frenchDate(next)}</a> (
      <a href={comparisonPath(boiId, start, next)}>comparer les deux</a>).
    </>
  );
}

function Targets({ targets }: { readonly targets: readonly string[] }) {
  if (targets.length === 0) return <>La source ne dit pas vers quel document.</>;
  return (
    <>
      Ses commentaires se trouvent au{" "}
      {targets.map((target, index) => (
        <>
          {index === 0 ? "" : ", au "}
          <a href={consultationPath(target)}>{target}</a>
        </>
      ))}
      .
    </>
  );
}

/** The notice that the source published instead of the document, verbatim. */
function SourceNotice({ avis }: { readonly avis: string }) {
  return (
    <>
      <p>Avis de la source :</p>
      <blockquote>
        {avis.split("\n\n").map((block) => (
          <p>{block}</p>
        ))}
      </blockquote>
    </>
  );
}

/** The documents and the law that a document cites. */
export function References({ document }: { readonly document: FullDocument }) {
  const { references } = document;
  return (
    <>
      {references.length === 0 ? null : (
        <section class="appendix" aria-labelledby="renvois">
          <h2 id="renvois">Documents cités</h2>
          <ul class="entries">
            {references.map((reference) => (
              <li>
                <Reference reference={reference} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <CitedLawLists cited={document} since={document.date_publication} />
    </>
  );
}

function Reference({ reference }: { readonly reference: CitedDocument }) {
  const { boi_id: boiId, titre, existe, statut, paragraphe } = reference;
  const notes = [
    ...(statut === null || statut === "en_vigueur" ? [] : [<StatutBadge statut={statut} />]),
    ...(paragraphe === null
      ? []
      : [<a href={`#${paragraphAnchor(paragraphe)}`}>cité au {paragraphName(paragraphe)}</a>]),
  ];
  return (
    <>
      {existe ? (
        <DocumentEntry href={consultationPath(boiId)} titre={titre ?? boiId} boiId={boiId} />
      ) : (
        <p class="entry">
          <span class="identifier">{boiId}</span> <span class="quiet">absent du corpus</span>
        </p>
      )}
      {notes.length === 0 ? null : (
        <p class="entry-links">
          {notes.map((note) => (
            <>{note} </>
          ))}
        </p>
      )}
    </>
  );
}
