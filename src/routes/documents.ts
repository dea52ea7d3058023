import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import {
  Day,
  DocumentKind,
  DocumentStatut,
  documentAnswers,
  List,
  Nullable,
  unchangedAnswer,
} from "../answers.ts";
import { type KeepingDeps, keptByRevision, revalidated } from "../caching.ts";
import { admitted, type LimitDeps } from "../limits.ts";
import { documentId } from "../parameters.ts";
import { readDocument } from "../services/documents.ts";

const Level = t.Object({ chemin: t.String({ examples: ["IR/LIQ"] }), titre: t.String() });

const Reference = t.Object({
  boi_id: t.String(),
  titre: Nullable(t.String()),
  existe: t.Boolean({ description: "Faux quand la cible n'est pas dans le corpus." }),
  statut: Nullable(DocumentStatut),
  paragraphe: Nullable(t.String({ description: "Premier § de ce document qui cite la cible." })),
  mentions: t.Integer(),
});

const Article = t.Object({
  code: t.String({ examples: ["CGI"] }),
  article: t.String({ examples: ["199 novovicies"] }),
  texte: t.String(),
});

const Paragraph = t.Object({
  numero: t.String({ examples: ["130"] }),
  section: List(t.String()),
  texte: t.String(),
});

const DocumentAnswer = t.Object({
  boi_id: t.String({ examples: ["BOI-IR-LIQ-20-10"] }),
  titre: t.String(),
  type: DocumentKind,
  domaine: t.String({ examples: ["IR"] }),
  division: Nullable(t.String()),
  statut: t.Union([DocumentStatut, t.Literal("remplace")]),
  transfere_vers: t.Optional(Nullable(t.String({ description: "Document qui reprend les commentaires." }))),
  date_publication: Day,
  date_mise_a_jour: Nullable(Day),
  url: t.String(),
  contenu_html: t.String(),
  contenu_texte: t.String(),
  plan_classement: t.Object({ chemin: t.String(), niveaux: t.Array(Level) }),
  references: t.Array(Reference),
  articles: t.Array(Article),
  paragraphes: t.Array(Paragraph),
});

export const documents = (deps: LimitDeps & KeepingDeps) =>
  new Elysia({ name: "documents", prefix: "/v1", normalize: false })
    .use(admitted(deps))
    .use(keptByRevision(deps))
    .get("/boi/:id", ({ params }) => readDocument(deps.database, params.id), {
      params: t.Object({
        id: documentId({
          description: "Identifiant du document ; suivi de -AAAAMMJJ, il nomme une de ses éditions.",
          examples: ["BOI-IR-LIQ-20-10"],
        }),
      }),
      query: t.Object({}, { additionalProperties: false }),
      response: { ...documentAnswers(DocumentAnswer), ...unchangedAnswer },
      beforeHandle: revalidated,
      detail: {
        tags: ["Documents"],
        summary: "Document complet",
        description:
          "Contenu, paragraphes numérotés, place dans le plan, renvois et articles cités. Accepte If-None-Match.",
      },
    });
