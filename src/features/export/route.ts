import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Logger } from "pino";
import type { Admissions } from "../../../db/admission/port.ts";
import { PERIMETERS } from "../../../db/queries/export.ts";
import type { Gates } from "../../access/gates.ts";
import { refund } from "../../access/rate-limit.ts";
import { admittedExchange, exchangeOf } from "../../http/exchange.ts";
import { streamed } from "../../http/response/body.ts";
import type { DamageSightings } from "../../operator/damage-sightings.ts";
import { choice, exportPosition, integer } from "../../schemas/parameters/parameter.ts";
import { exportAnswers } from "../../schemas/responses.ts";
import type { ExportRequest } from "./lines.ts";
import { type ExportDeps, openExport } from "./service.ts";

interface ExportRouteDeps extends ExportDeps {
  readonly admissions: Admissions;
  readonly logger: Logger;
  readonly drain: { readonly isDraining: boolean };
  readonly sightings: DamageSightings;
}

export const exported = (gates: Gates, deps: ExportRouteDeps) =>
  new Elysia({ name: "export", prefix: "/v1", normalize: false })
    .use(gates.admitted)
    .use(gates.placed)
    .get(
      "/export",
      ({ request, query: { apres = null, perimetre, limit } }) =>
        answerExport(deps, request, { apres, perimetre, limit }),
      {
        query: t.Object(
          {
            apres: t.Optional(
              exportPosition({
                description: "Valeur `suivant` de la page précédente ; absent : la première.",
              }),
            ),
            perimetre: choice(PERIMETERS, "en_vigueur", {
              description:
                "`tous` : aussi les documents retirés, les éditions passées et toutes leurs rédactions, une par ligne. Le même à chaque page.",
            }),
            limit: integer(1, 1000, 1000, { description: "Nombre de documents." }),
          },
          { additionalProperties: false },
        ),
        response: exportAnswers,
        detail: {
          operationId: "exportDocuments",
          tags: ["Suivi"],
          summary: "Export",
          description:
            "Les documents en vigueur, un par ligne, par identifiant (avec `perimetre=tous` : toutes les rédactions détenues, par identifiant, édition puis empreinte) : la première ligne dit où l'export commence (`sequence` : d'où suivre le journal), la dernière comment il finit (`suivant` : la page d'après ; `racine`, à la dernière page : l'empreinte de tout le périmètre, qu'un miroir recalcule). Un flux sans dernière ligne a été coupé. Une unité par page ; un export à la fois par clé.",
        },
      },
    );

/** Streams a page; a refusal before it, or a stream cut by the service, is not charged. */
async function answerExport(
  deps: ExportRouteDeps,
  request: Request,
  asked: ExportRequest,
): Promise<Response> {
  const headers = { "content-type": "application/x-ndjson", "cache-control": "no-store" };
  if (request.method === "HEAD") return new Response(null, { headers });
  const exchange = exchangeOf(request);
  const giveBack = () => refund(deps.admissions, exchange);
  try {
    const stream = await openExport(deps, admittedExchange(request).grant.id, asked, (end, cause) => {
      const isCut = end === "cut" || (end === "left" && deps.drain.isDraining);
      if (!isCut) return;
      deps.sightings.note(cause);
      deps.logger.warn({ id: exchange.id, err: cause }, "export cut");
      giveBack().catch((err: unknown) => deps.logger.warn({ id: exchange.id, err }, "refund failed"));
    });
    return streamed(stream, headers, request);
  } catch (refusal) {
    await giveBack();
    throw refusal;
  }
}
