import type { McpServer } from "@modelcontextprotocol/server";
import { Type as t } from "@sinclair/typebox";
import { z } from "zod";
import { Change, ChangeList } from "../../schemas/answers/changes.ts";
import { Nullable } from "../../schemas/responses.ts";
import type { ApiClient } from "../api.ts";
import { limit, offset } from "../inputs.ts";
import { CITATION, citationLine, nextOffset, READ_ONLY, result, resultOf, schemaOf } from "../results.ts";

const DEFAULT_DAYS = 30;
const DAY_MS = 86_400_000;

const description = `Documents publiés, modifiés ou retirés depuis une date, du plus récent au plus ancien, avec l'actualité officielle qui les annonce.
Quand : « quoi de neuf ? », veille, ou pour savoir si un document a changé depuis une date. Sans « since » : les ${DEFAULT_DAYS} derniers jours.`;

const Entry = t.Object({
  ...CITATION,
  ...t.Pick(Change, ["nature", "date"]).properties,
  actualite: Nullable(t.Object({ titre: t.String(), url: t.String() })),
});

const Changes = resultOf({
  ...t.Pick(ChangeList, ["since", "total"]).properties,
  changes: t.Array(Entry),
});

export function registerRecentChanges(server: McpServer, api: ApiClient, clock: () => Date): void {
  server.registerTool(
    "recent_changes",
    {
      title: "Derniers changements",
      description,
      inputSchema: z.strictObject({
        since: z.iso.date().optional().describe("Premier jour, compris : AAAA-MM-JJ."),
        limit: limit(25, 8),
        offset,
      }),
      outputSchema: schemaOf(Changes),
      annotations: READ_ONLY,
    },
    async ({ since = daysBefore(clock(), DEFAULT_DAYS), ...page }) => {
      const list = await api.get("/v1/changes", { since, ...page }, ChangeList);
      const changes = list.changes.map((change) => ({ ...change, paragraphe: null }));
      const lines = changes.map((change) => {
        const announced =
          change.actualite === null ? "" : `\n  annonce : ${change.actualite.titre} ${change.actualite.url}`;
        return `- ${change.date} ${change.nature} : ${citationLine(change)}${announced}`;
      });
      const heading = `${list.total} changement${list.total > 1 ? "s" : ""} depuis le ${list.since}.`;
      const suite = nextOffset(page.offset, changes.length, list.total);
      return result(Changes, [heading, ...lines], { since: list.since, total: list.total, changes, suite });
    },
  );
}

function daysBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10);
}
