import { Type as t } from "@sinclair/typebox";
import { coverageSentence } from "../../../bofip/sources/coverage.ts";
import type { Api } from "../../mcp/api.ts";
import { integer, isoDay, limit, offset, tool } from "../../mcp/inputs.ts";
import { CITATION, citationLine, nextOffset, result, resultOf } from "../../mcp/results.ts";
import { Coverage, List, Nullable } from "../../schemas/responses.ts";
import { JournalEntry, JournalPage } from "../journal/answer.ts";
import { Statistics } from "../service/answer.ts";
import { Change, ChangeList } from "./answer.ts";

const DEFAULT_DAYS = 30;
const DAY_MS = 86_400_000;

const description = `Documents publiés, modifiés ou retirés depuis une date, avec l'actualité qui les annonce ; par défaut, les ${DEFAULT_DAYS} derniers jours des sources.
Quand : « quoi de neuf ? », veille. Avec « apres » : le journal depuis ce numéro (0 : le début) ; « dernier » est à redonner la fois suivante. Portées annoncée, déduite et du texte peuvent différer : dites-le.`;

const Entry = t.Object({
  ...CITATION,
  ...t.Pick(Change, ["nature", "date"]).properties,
  actualite: Nullable(t.Object({ titre: t.String(), url: t.String() })),
});

const Told = t.Pick(JournalEntry, [
  ...["sequence", "detecte_le", "evenement", "boi_id", "titre", "date"],
  ...["portee_annoncee", "portee_deduite", "portee_texte", "paragraphes", "actualite", "documents", "champs"],
] as const);

const Changes = resultOf({
  since: Nullable(t.String()),
  total: t.Integer(),
  changes: t.Array(Entry),
  dernier: Nullable(t.Integer({ description: "À donner en « apres » la fois suivante" })),
  entrees: List(Told),
  couverture: Coverage,
});

export const recentChanges = tool(
  { name: "recent_changes", title: "Derniers changements", description },
  {
    since: isoDay(),
    apres: t.Optional(integer(0, Number.MAX_SAFE_INTEGER, { description: "Seul, ou avec « limit »." })),
    limit: limit(25, 8),
    offset,
  },
  async ({ apres, since: asked, ...page }, { api, clock }) => {
    if (apres !== undefined) return await followed(api, apres, page.limit);
    const since = asked ?? (await defaultSince(api, clock()));
    const list = await api.get("/v1/changes", ChangeList, { since, ...page });
    const changes = list.changes.map((change) => ({ ...change, paragraphe: null }));
    const lines = changes.map((change) => {
      const announced =
        change.actualite === null ? "" : `\n  annonce : ${change.actualite.titre} ${change.actualite.url}`;
      return `- ${change.date} ${change.nature} : ${citationLine(change)}${announced}`;
    });
    const { couverture } = list;
    const heading = `${list.total} changement${list.total > 1 ? "s" : ""} depuis le ${list.since}. ${coverageSentence(couverture.jusqu_au)}`;
    const suite = nextOffset(page.offset, changes.length, list.total);
    return result(Changes, [heading, ...lines], {
      since: list.since,
      total: list.total,
      changes,
      dernier: null,
      entrees: [],
      couverture,
      suite,
    });
  },
);

/** The journal after a sequence number. */
async function followed(api: Api, apres: number, limit: number) {
  const { entrees, dernier, count, couverture } = await api.get("/v1/journal", JournalPage, { apres, limit });
  const heading = `${count} entrée${count > 1 ? "s" : ""} après ${apres} ; dernier numéro : ${dernier}. ${coverageSentence(couverture.jusqu_au)}`;
  const suite = count < limit ? null : `apres=${dernier}`;
  return result(Changes, [heading, ...entrees.map(entryLine)], {
    since: null,
    total: count,
    changes: [],
    dernier,
    entrees,
    couverture,
    suite,
  });
}

function entryLine(entry: JournalEntry): string {
  const { evenement, boi_id, titre, date, portee_annoncee, portee_deduite, portee_texte } = entry;
  const { paragraphes, actualite, champs } = entry;
  const changed = [...paragraphes.modifies, ...paragraphes.ajoutes, ...paragraphes.supprimes];
  const facts = [
    ...(champs.length === 0 ? [] : [`fiche modifiée : ${champs.join(", ")}`]),
    ...(portee_annoncee === null ? [] : [`portée annoncée ${portee_annoncee}`]),
    ...(portee_deduite === null ? [] : [`portée déduite (non annoncée) ${portee_deduite.portee}`]),
    ...(portee_texte === null ? [] : [`portée du texte ${portee_texte}`]),
    ...(changed.length === 0 ? [] : [`§ ${changed.join(", ")}`]),
    ...(actualite === null ? [] : [actualite.url]),
  ];
  const told = facts.length === 0 ? "" : `\n  ${facts.join(" ; ")}`;
  return `- ${date} ${evenement} : ${boi_id === null ? "" : `${boi_id} — `}${titre}${told}`;
}

/** Defaults to the last days covered by the sources, when these lag behind today: nothing is known of later days. */
async function defaultSince(api: Api, now: Date): Promise<string> {
  const { couverture } = await api.get("/v1/stats", Statistics);
  const { jusqu_au: until } = couverture;
  const last = until === null ? now : new Date(Math.min(now.getTime(), Date.parse(until)));
  return daysBefore(last, DEFAULT_DAYS);
}

function daysBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10);
}
