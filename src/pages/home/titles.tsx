import type { DocumentTitle } from "../../../db/queries/hits.ts";
import { consultationPath } from "../addresses.ts";

/** Documents by their titles. */
export function TitleList({ documents }: { readonly documents: readonly DocumentTitle[] }) {
  return (
    <ol class="entries">
      {documents.map(({ boi_id: boiId, titre }) => (
        <li>
          <a class="entry" href={consultationPath(boiId)}>
            <span class="entry-title">{titre}</span>
            <span class="entry-detail identifier">{boiId}</span>
          </a>
        </li>
      ))}
    </ol>
  );
}
