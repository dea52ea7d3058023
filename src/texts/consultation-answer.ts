import { type Static, Type as t } from "@sinclair/typebox";
import { namedObject } from "../schemas/named-object.ts";
import { Day, List, Nullable } from "../schemas/responses.ts";

/** A public consultation that an edition was submitted to. */
export const Consultation = namedObject("Consultation", {
  actualite: Nullable(
    t.String({
      description: "Celle qui l'a ouverte ; nulle quand seul le bandeau du document la dit.",
      examples: ["ACTU-2013-00142"],
    }),
  ),
  debut: Day,
  fin: Nullable(
    t.String({
      format: "date",
      description: "Dernier jour, compris, prolongations comprises ; nul quand il n'est pas dit.",
    }),
  ),
  paragraphes: Nullable(
    List(t.String(), {
      description:
        "§ de cette édition qui y sont soumis ; nul quand l'annonce, ou le bandeau, nomme le document entier ; vide quand les parties nommées n'y sont pas des §.",
    }),
  ),
  prevaloir: Nullable(
    t.String({
      description:
        "Phrase de l'annonce, ou du bandeau, sur qui peut se prévaloir de ces commentaires, mot pour mot.",
    }),
  ),
  definitive_le: Nullable(
    t.String({
      format: "date",
      description:
        "Jour de la publication qui s'y substitue ; nul tant qu'aucune n'est détenue, et toujours quand seul le bandeau dit la consultation.",
    }),
  ),
  actualite_definitive: Nullable(t.String({ description: "Actualité de cette publication." })),
});

/** Those of an edition, from the first. */
export const Consultations = t.Array(Consultation, {
  description:
    "Consultations publiques où cette édition a été soumise aux remarques : nommément, par une actualité, quand elle était en vigueur à leur début, ou par son propre bandeau.",
});

export type Consultation = Static<typeof Consultation>;
