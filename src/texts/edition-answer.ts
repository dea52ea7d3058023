import { type Static, Type as t } from "@sinclair/typebox";
import { namedObject } from "../schemas/named-object.ts";
import { Day, Nullable } from "../schemas/responses.ts";

/** How a text is cited, and where this service shows it. */
export const PLACE = {
  citation: t.String({
    description:
      "Comme les professionnels citent ; suivie du début de l'empreinte quand date et § laissent un choix.",
    examples: ["BOI-IR-LIQ-20-20-20, § 130, version du 18 janvier 2024"],
  }),
  page: t.String({ description: "Notre page de ce texte, à une adresse qui garde sa date." }),
};

const Certainty = t.Union([t.Literal("attestee"), t.Literal("presumee")], { title: "Certainty" });
/** How certain something of an edition is. */
export const certitude = (description: string) => ({ ...Certainty, description });

const ObservedDay = Nullable(
  t.String({
    format: "date",
    description:
      "null pour ce qui était détenu avant que ce jour soit gardé, tant qu'aucune source ne le remontre.",
  }),
);

/** Days on which the first and the last source showed some words. */
export const ObservedDays = namedObject(
  "ObservedDays",
  { du: ObservedDay, au: ObservedDay },
  { description: "Première et dernière source qui ont montré ces mots." },
);

/** What is known of an edition and of its text, in documents and histories. */
export const PROOF = {
  pgp: t.Integer({ description: "Numéro de la source." }),
  jour: t.String({
    format: "date",
    description:
      "Le jour dont tout ceci parle : `date` si elle est demandée, sinon aujourd'hui (à Paris) pour l'édition en vigueur, sinon son début.",
  }),
  certitude_dates: certitude(
    "`attestee` : ce jour est son début, ou une source la montre en vigueur ce jour-là ou plus tard, dans son intervalle ; `presumee` sinon. Le début de l'édition suivante n'atteste aucune fin.",
  ),
  certitude_texte: certitude(
    "`attestee` : une même sorte de source a montré ces mots ce jour-là ou avant, et ce jour-là ou après, sans d'autres mots entre les deux ; `presumee` sinon.",
  ),
  texte_observe: ObservedDays,
  certitude: certitude("`attestee` quand `certitude_dates` et `certitude_texte` le sont."),
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

export const EndOfEdition = Nullable(
  t.String({ format: "date", description: "Premier jour où elle n'est plus en vigueur." }),
);

/** Which text is given, from when to when it was in force, and what names its words. */
export const Edition = namedObject(
  "Edition",
  {
    date_debut: Day,
    date_fin: EndOfEdition,
    ...PROOF,
    empreinte_source: SourceFingerprint,
    redactions: t.Integer({ description: "Rédactions détenues de cette édition." }),
    ...PLACE,
    url: t.String({ description: "Page officielle." }),
  },
  { description: "Le texte donné : son intervalle, [date_debut, date_fin[, sa certitude et ses empreintes." },
);

/** An edition of a document which may be known only by the notice of its withdrawal or of its move. */
export const KnownEdition = namedObject(
  "KnownEdition",
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

/** Whether the service has a text of the document or edition. */
export const TextIsHeld = t.Boolean({
  description: "Faux quand le service n'en détient aucun texte : il a pu exister, il n'est pas détenu.",
});

export type Edition = Static<typeof Edition>;
export type KnownEdition = Static<typeof KnownEdition>;

/** The official file that brought a text. */
export const FILE = {
  genre: t.Union([t.Literal("export"), t.Literal("archive")], { title: "OfficialFileKind" }),
  fichier: Nullable(t.String({ description: "Nom du fichier officiel." })),
  empreinte_fichier: Nullable(t.String({ description: "SHA-256 de ce fichier." })),
};

/** The edition of a §, with what first brought its text. */
export const ParagraphEdition = namedObject(
  "ParagraphEdition",
  {
    ...Edition.properties,
    recue_le: Nullable(
      t.String({
        format: "date-time",
        description: "Quand ce texte a été reçu ; null s'il l'a été avant que cet instant soit gardé.",
      }),
    ),
    provenance: namedObject(
      "ParagraphProvenance",
      {
        ...FILE,
        date_source: Nullable(t.String({ format: "date", description: "Jour dont parle ce fichier." })),
      },
      { description: "Le fichier officiel qui a le premier apporté ce texte." },
    ),
  },
  { description: "L'édition où est ce §, et d'où vient son texte." },
);

export type ParagraphEdition = Static<typeof ParagraphEdition>;
