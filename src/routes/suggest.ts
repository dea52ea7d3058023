import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { FullTextReader } from "../../db/fulltext/port.ts";
import { admitted, type LimitDeps } from "../access/rate-limit.ts";
import { askingFor } from "../http/exchange.ts";
import { type KeepingDeps, keptForAMinute } from "../http/response/hooks.ts";
import { Suggestions } from "../schemas/answers/suggestions.ts";
import { integer, text } from "../schemas/parameters.ts";
import { keyedAnswers } from "../schemas/responses.ts";
import { suggestTitles } from "../services/suggestions.ts";

export const suggest = (deps: LimitDeps & KeepingDeps & { readonly fulltext: FullTextReader }) =>
  new Elysia({ name: "suggest", prefix: "/v1", normalize: false })
    .use(admitted(deps))
    .use(keptForAMinute(deps))
    .get("/suggest", ({ request, query }) => askingFor(request, () => suggestTitles(deps, query)), {
      query: t.Object(
        {
          q: text(2, 512, {
            description: "Début d'un titre ou d'un identifiant ; les fautes de frappe sont tolérées.",
            examples: ["bareme progresif"],
          }),
          limit: integer(1, 50, 10, { description: "Nombre de suggestions." }),
        },
        { additionalProperties: false },
      ),
      response: keyedAnswers(Suggestions),
      detail: {
        tags: ["Recherche"],
        summary: "Suggestions de titres",
        description: "Documents en vigueur dont le titre ressemble au texte donné.",
      },
    });
