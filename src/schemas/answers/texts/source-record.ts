import { type Static, Type as t } from "@sinclair/typebox";
import { Instant, Nullable } from "../../responses.ts";

/** Answer of /v1/boi/{id}/source: the official bytes of a wording. */
export const SourceRecord = t.Object({
  boi_id: t.String(),
  empreinte_source: t.String({ description: "SHA-256 des octets de `contenu`." }),
  contenu: t.String({ description: "Le HTML officiel, tel que reçu." }),
  encodage: t.Union([t.Literal("utf-8"), t.Literal("base64")], {
    description: "`base64` quand les octets reçus ne sont pas de l'UTF-8.",
  }),
  provenance: t.Object({
    genre: t.Union([t.Literal("export"), t.Literal("archive")]),
    fichier: Nullable(t.String({ description: "Nom du fichier officiel." })),
    empreinte_fichier: Nullable(t.String({ description: "SHA-256 de ce fichier." })),
    recue_le: Nullable(Instant),
  }),
});

export type SourceRecord = Static<typeof SourceRecord>;
