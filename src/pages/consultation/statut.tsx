import type { Statut } from "../../../db/schema.ts";
import type { FullDocument } from "../../services/documents.ts";
import { consultationPath } from "../addresses.ts";
import { frenchDate } from "../dates.ts";
import { STATUT_LABELS } from "../statut.ts";

export function StatutBadge({ statut }: { readonly statut: Statut }) {
  return (
    <span class={statut === "en_vigueur" ? "badge badge-good" : "badge badge-warn"}>
      {STATUT_LABELS[statut]}
    </span>
  );
}

/** What a reader must know before reading a text that is no longer in force. */
export function StatutNotice({ document }: { readonly document: FullDocument }) {
  const { boi_id: boiId, statut, date_mise_a_jour: end, transfere_vers: target } = document;
  if (statut === "en_vigueur") return null;
  const since = end === null ? "" : ` depuis le ${frenchDate(end)}`;
  return (
    <div class="notice notice-warn" role="note">
      {statut === "remplace" ? (
        <p>
          <strong>Cette version n'est plus en vigueur{since}.</strong>{" "}
          <a href={consultationPath(boiId)}>Lire la version la plus récente</a>
        </p>
      ) : null}
      {statut === "retire" ? (
        <p>
          <strong>Ce document est retiré{since}.</strong> Le texte ci-dessous est le dernier connu.
        </p>
      ) : null}
      {statut === "transfere" ? (
        <p>
          <strong>Ce document est transféré{since}.</strong>{" "}
          {target ? (
            <>
              Ses commentaires se trouvent au <a href={consultationPath(target)}>{target}</a>.
            </>
          ) : (
            "La source ne dit pas vers quel document."
          )}{" "}
          Le texte ci-dessous est le dernier connu.
        </p>
      ) : null}
    </div>
  );
}
