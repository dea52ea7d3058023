import { type Static, Type as t } from "@sinclair/typebox";
import { Day, Nullable } from "../../responses.ts";
import { PLACE } from "../place.ts";

/** What is known of the end of an edition and of its text, in documents and histories. */
export const PROOF = {
  pgp: t.Integer({ description: "Numéro de la source." }),
  certitude: t.Union([t.Literal("attestee"), t.Literal("presumee")], {
    description:
      "`attestee` : un export ou une archive la montre en vigueur ce jour-là ou plus tard ; `presumee` : aucun des deux.",
  }),
  fin_constatee: t.Boolean({
    description: "Vrai quand seule son absence d'un export dit qu'elle a pris fin.",
  }),
  empreinte: t.String({
    description: "SHA-256 de son texte, espaces réduites (voir « Retrouver ce que disait la doctrine »).",
  }),
};

/** SHA-256 of the official bytes. */
export const SourceFingerprint = Nullable(
  t.String({
    description: "SHA-256 des octets officiels ; null quand ils n'ont pas été gardés tels que reçus.",
  }),
);

/** Which text is given, from when to when it was in force, and what names its words. */
export const Edition = t.Object(
  {
    date_debut: Day,
    date_fin: Nullable(
      t.String({ format: "date", description: "Premier jour où elle n'est plus en vigueur." }),
    ),
    ...PROOF,
    empreinte_source: SourceFingerprint,
    redactions: t.Integer({ description: "Rédactions détenues de cette édition." }),
    ...PLACE,
    url: t.String({ description: "Page officielle." }),
  },
  { description: "Le texte donné : son intervalle, [date_debut, date_fin[, sa certitude et ses empreintes." },
);

/** The same of a document, which may be known only by the notice of its withdrawal or of its move. */
export const KnownEdition = t.Object(
  {
    ...Edition.properties,
    date_debut: Nullable(
      t.String({ format: "date", description: "null sans texte détenu : avant le jour de l'avis." }),
    ),
    empreinte: Nullable(PROOF.empreinte),
    citation: Nullable(PLACE.citation),
  },
  {
    description:
      "Le texte donné : son intervalle, [date_debut, date_fin[, et sa preuve. Sans texte détenu, ni début, ni empreinte, ni citation.",
  },
);

/** Whether the service holds a text of what it tells of. */
export const TextIsHeld = t.Boolean({
  description: "Faux quand le service n'en détient aucun texte : il a pu exister, il n'est pas détenu.",
});

export type Edition = Static<typeof Edition>;
export type KnownEdition = Static<typeof KnownEdition>;
