import { type Static, Type as t } from "@sinclair/typebox";
import { namedObject } from "../../schemas/named-object.ts";
import { ChangeScope, Day, DocumentStatut, List, Nullable } from "../../schemas/responses.ts";
import { CitedArticle } from "../documents/answer.ts";
import { CITED_LAW } from "../law/answer.ts";

const NamedDocument = namedObject("NamedDocument", {
  boi_id: t.String(),
  titre: Nullable(t.String({ description: "Nul quand le document n'est pas dans le corpus." })),
  statut: Nullable(DocumentStatut),
});

/** An actualité where it is only named. */
export const NewsLink = namedObject("NewsLink", { id: t.String(), titre: t.String(), url: t.String() });

/** The scope of its change, as the actualité itself announces it. */
export const AnnouncedScope = Nullable({
  ...ChangeScope,
  description:
    "Portée que l'actualité donne elle-même à tout son changement, par une phrase d'une liste close ; nul quand elle n'en dit rien.",
});

/** What its words let one guess of it. */
export const DeducedScope = Nullable(
  namedObject(
    "DeducedScope",
    {
      portee: ChangeScope,
      indices: List(t.String(), {
        description: "Mots de l'actualité d'où elle est déduite, tels qu'écrits.",
      }),
    },
    {
      description:
        "Portée déduite de mots de l'actualité, qui ne la dit pas ; nul quand elle est annoncée ou que rien ne l'indique.",
    },
  ),
);

/** An announcement of the source, whole. */
export const News = namedObject("News", {
  id: t.String({ examples: ["ACTU-2026-00038"] }),
  titre: t.String(),
  date: Day,
  url: t.String({ description: "Page officielle." }),
  page: t.String({ description: "Page de ce service." }),
  contenu_html: t.String({ description: "HTML assaini." }),
  contenu_texte: t.String(),
  empreinte: t.String({ description: "SHA-256 de `contenu_texte`." }),
  documents: List(NamedDocument, { description: "Documents qu'elle nomme, par identifiant." }),
  articles: List(CitedArticle, { description: "Articles de loi qu'elle cite." }),
  ...CITED_LAW,
  portee_annoncee: AnnouncedScope,
  portee_deduite: DeducedScope,
  consultation_publique: Nullable(
    namedObject(
      "ConsultationDays",
      { debut: Day, fin: Day },
      {
        description:
          "Jours, compris, où les remarques sont reçues ; nul quand elle n'ouvre pas de consultation.",
      },
    ),
  ),
});

/** Answer of /v1/actualites/{id}: a body has more than an entry of a list. */
export const NewsAnswer = { ...News, title: "NewsAnswer" };

/** Answer of /v1/actualites. */
export const NewsList = namedObject("NewsList", {
  total: t.Integer({ description: "Nombre exact d'actualités trouvées." }),
  count: t.Integer({ description: "Actualités de cette réponse." }),
  actualites: List(News),
});

export type News = Static<typeof News>;
export type NewsList = Static<typeof NewsList>;
