import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Gates } from "../../access/gates.ts";
import { exchangeOf, lawOf, requestContext } from "../../http/exchange.ts";
import { jsonTextAfterKey } from "../../http/json-body.ts";
import { namedObject } from "../../schemas/named-object.ts";
import { pastDate } from "../../schemas/parameters/days.ts";
import { wholeText } from "../../schemas/parameters/parameter.ts";
import { bodyAnswers } from "../../schemas/responses.ts";
import { CheckedText } from "./answer.ts";
import { type CitationDeps, checkCitations } from "./service.ts";

export const citations = (gates: Gates, deps: CitationDeps) =>
  new Elysia({ name: "citations", prefix: "/v1", normalize: false })
    .use(gates.admitted)
    .use(gates.placed)
    .post(
      "/citations",
      ({ request, body: { texte, date = null } }) =>
        requestContext(request, () => {
          const citationChecker = deps.citationChecker.by(String(exchangeOf(request).grant?.accountId));
          return checkCitations({ ...deps, citationChecker }, texte, date, lawOf(request));
        }),
      {
        query: t.Object({}, { additionalProperties: false }),
        ...jsonTextAfterKey(
          namedObject(
            "CitationsRequest",
            {
              texte: wholeText(1, 50_000, {
                description: "Texte à vérifier ; il n'est ni journalisé, ni conservé.",
                examples: [
                  "Le BOI-IR-LIQ-20-10, § 10, précise que « le barème est appliqué au quotient obtenu » ; voir aussi le § 25 du BOI-IR-LIQ-20-10-20250414.",
                ],
              }),
              date: t.Optional(
                pastDate(deps.clock, {
                  description: "Jour auquel juger les citations ; par défaut, aujourd'hui.",
                }),
              ),
            },
            { additionalProperties: false },
          ),
        ),
        response: bodyAnswers(CheckedText),
        detail: {
          operationId: "checkCitations",
          tags: ["Documents"],
          summary: "Vérifier les citations d'un texte",
          description:
            "Toutes les citations de la doctrine dans un texte, dans l'ordre : le document, le § et l'édition que chacune nomme, si le service les détient, s'ils étaient en vigueur le jour donné, si la section et l'empreinte qu'elle donne sont les bonnes, et si les mots entre guillemets qui la jouxtent s'y trouvent ; puis les mots entre guillemets sans citation, les articles de loi cités, jugés ce jour-là quand leur code est détenu, et ce qui ressemble à une référence et n'est pas lu. Corps de 512 Kio au plus.",
        },
      },
    );
