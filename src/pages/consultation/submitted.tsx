import { frenchDate } from "../../../bofip/days/french-date.ts";
import type { FullDocument } from "../../schemas/answers/document.ts";
import type { Consultation } from "../../schemas/answers/texts/consultation.ts";
import { newsPath } from "../addresses.ts";

/** A notice on an edition that is or was open to public consultation. */
export function SubmittedNotices({ document }: { readonly document: FullDocument }) {
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
