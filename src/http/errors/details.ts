import { type Static, Type as t } from "@sinclair/typebox";
import { Nullable } from "../../../db/engine/parse-json.ts";
import { namedObject } from "../../schemas/named-object.ts";

/** A § that names a document which is not held. */
export const NamingParagraph = namedObject("NamingParagraph", {
  boi_id: t.String({ examples: ["BOI-IR-LIQ-20-10"] }),
  numero: t.String({ description: "Numéro du §." }),
});

/** Fields for programs in refusals, each declared here; a code lists its own in the catalogue, and no body has others. */
export const RefusalDetails = t.Partial(
  namedObject("RefusalDetails", {
    boi_id: t.String({ description: "Le document que désigne ce qui a été donné comme identifiant." }),
    date: t.String({ format: "date", description: "Le jour demandé, ou le début de l'édition désignée." }),
    premiere_edition_detenue: Nullable(
      t.String({ format: "date", description: "Début de validité de la première édition détenue." }),
    ),
    statut: t.Union([t.Literal("retire"), t.Literal("transfere")], {
      description: "Ce qu'est devenu le document.",
    }),
    date_fin: Nullable(
      t.String({ format: "date", description: "Jour où l'avis de la source dit qu'il a pris fin." }),
    ),
    transfere_vers: Nullable(t.String({ description: "Document qui reprend ces commentaires." })),
    proches: t.Array(t.String(), { description: "Ce qui ressemble le plus à ce qui est demandé." }),
    nomme_par: t.Array(NamingParagraph, {
      description: "Cinq § détenus, au plus, qui nomment ce qui n'est pas détenu.",
    }),
    etendues: t.Array(
      namedObject("CitedRange", {
        de: t.String({ description: "Premier article de la suite." }),
        a: Nullable(t.String({ description: "Dernier ; nul pour « et suivants »." })),
        documents: t.Array(t.String(), { description: "Documents en vigueur qui la citent." }),
      }),
      {
        description: "Suites d'articles citées où l'article prendrait place, ce qui ne dit pas qu'il existe.",
      },
    ),
  }),
);

export type RefusalDetails = Static<typeof RefusalDetails>;
export type DetailName = keyof RefusalDetails;
