import { type SearchScope, searchPath } from "../addresses.ts";

interface OrderLinksProps {
  readonly q: string;
  /** How many documents contain all the words; null for a question, which has no other order. */
  readonly total: number | null;
  readonly scope: SearchScope;
}

/** The two orders of the documents that contain all the words: one is shown, the other a link. */
export function OrderLinks({ q, total, scope }: OrderLinksProps) {
  if (total === null || total < 2) return null;
  const isByDate = scope.order === "date";
  return (
    <p>
      <span class="quiet">Ordre : </span>
      {isByDate ? (
        <>
          <a href={searchPath(q, { ...scope, order: null }, 1)}>pertinence</a>{" "}
          <strong>édition la plus récente d'abord</strong>
        </>
      ) : (
        <>
          <strong>pertinence</strong>{" "}
          <a href={searchPath(q, { ...scope, order: "date" }, 1)}>édition la plus récente d'abord</a>
        </>
      )}
    </p>
  );
}
