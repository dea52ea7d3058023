import { type Static, type TObject, Type as t } from "@sinclair/typebox";
import { List, Nullable } from "../../schemas/responses.ts";

/** What a withdrawn or moved document has more than the others. */
export const ENDING = {
  avis: t.Optional(
    Nullable(
      t.String({
        description:
          "Document retiré ou transféré : l'avis de la source, mot pour mot ; null quand seule son absence le dit.",
      }),
    ),
  ),
  transferts: t.Optional(
    List(t.String(), { description: "Document transféré : tous ceux qui reprennent ses commentaires." }),
  ),
};

/** The end of a document that was withdrawn or moved; empty for others. */
export type Ending = Static<TObject<typeof ENDING>>;
