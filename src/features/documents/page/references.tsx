import { consultationPath, paragraphAnchor } from "../../../pages/addresses.ts";
import { CitedLawLists } from "../../../pages/lists/cited-law.tsx";
import { DocumentEntry } from "../../../pages/lists/document-entry.tsx";
import { paragraphName } from "../../../pages/lists/paragraph-links.tsx";
import type { CitedDocument, FullDocument } from "../answer.ts";
import { StatutBadge } from "./statut.tsx";

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
      <CitedLawLists cited={document} />
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
