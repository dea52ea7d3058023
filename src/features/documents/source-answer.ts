import { type Static, Type as t } from "@sinclair/typebox";
import { namedObject } from "../../schemas/named-object.ts";
import { Instant, Nullable } from "../../schemas/responses.ts";
import { FILE } from "../texts/edition-answer.ts";

/** Answer of /v1/boi/{id}/source: the official bytes of a wording. */
export const SourceRecord = namedObject("SourceRecord", {
  boi_id: t.String(),
  empreinte_source: t.String({ description: "SHA-256 des octets de `contenu`." }),
  contenu: t.String({ description: "Le HTML officiel, tel que reçu." }),
  encodage: t.Union([t.Literal("utf-8"), t.Literal("base64")], {
    description: "`base64` quand les octets reçus ne sont pas de l'UTF-8.",
  }),
  provenance: namedObject("Provenance", {
    ...FILE,
    recue_le: Nullable(Instant),
  }),
});

export type SourceRecord = Static<typeof SourceRecord>;
