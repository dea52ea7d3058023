import { frenchDate } from "../../../bofip/days/french-date.ts";
import type { FirstLoad } from "../../../db/queries/journal/first-load.ts";
import { countDocuments } from "../plan/entries.tsx";

interface FirstLoadLineProps {
  readonly firstLoad: FirstLoad;
  /** Whether anything was received since. */
  readonly isFollowed: boolean;
}

/** What was received at first, on one line: none of it is a change. */
export function FirstLoadLine({ firstLoad, isFollowed }: FirstLoadLineProps) {
  const { receivedOn, documents, actualites } = firstLoad;
  const on = receivedOn === null ? "" : ` le ${frenchDate(receivedOn)}`;
  const news =
    actualites === 0 ? "" : ` et ${actualites.toLocaleString("fr-FR")} actualité${actualites > 1 ? "s" : ""}`;
  return (
    <p>
      Premier chargement{on} : {countDocuments(documents)}
      {news}, avec leurs éditions.
      {isFollowed ? null : " Rien d'autre n'a été reçu depuis."}
    </p>
  );
}
