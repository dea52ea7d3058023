import { type Static, Type as t } from "@sinclair/typebox";
import { namedObject } from "../../named-object.ts";
import { Day, List, Nullable } from "../../responses.ts";

/** A public consultation that an edition was submitted to. */
export const Consultation = namedObject("Consultation", {
  actualite: t.String({ description: "Celle qui l'a ouverte.", examples: ["ACTU-2013-00142"] }),
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
        "§ de cette édition qui y sont soumis ; nul quand l'annonce nomme le document entier ; vide quand les parties qu'elle nomme n'y sont pas des §.",
    }),
  ),
  prevaloir: Nullable(
    t.String({ description: "Sa phrase sur qui peut se prévaloir de ces commentaires, mot pour mot." }),
  ),
  definitive_le: Nullable(
    t.String({
      format: "date",
      description: "Jour de la publication qui s'y substitue ; nul tant qu'aucune n'est détenue.",
    }),
  ),
  actualite_definitive: Nullable(t.String({ description: "Actualité de cette publication." })),
});

/** Those of an edition, from the first. */
export const Consultations = t.Array(Consultation, {
  description:
    "Consultations publiques où cette édition, en vigueur à leur début, a été nommément soumise aux remarques.",
});

export type Consultation = Static<typeof Consultation>;
