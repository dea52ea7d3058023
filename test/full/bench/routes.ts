import { analyze } from "../../../db/fulltext/analyzer/index.ts";
import type { RelationalStore } from "../../../db/postgres/open.ts";
import type { BenchRequest } from "./load.ts";
import { readQuestions } from "./relevance/questions.ts";

/** A route of the API under one kind of request, and what its engine takes directly for the same. */
export interface BenchedRoute {
  readonly name: string;
  /** Distinct, so that one answer kept does not serve them all. */
  readonly requests: readonly BenchRequest[];
  /** The nearest that Meilisearch takes: same words, same page; absent on routes that no full-text engine serves. */
  readonly meilisearch?: readonly DirectQuery[];
  /** What the issue of growth leaves aside: printed, not judged. */
  readonly isExempt?: boolean;
}

export interface DirectQuery {
  readonly index: "doctrine" | "doctrine-titres";
  readonly body: Readonly<Record<string, unknown>>;
}

interface Sampled {
  readonly ids: readonly string[];
  readonly citing: readonly string[];
  readonly chemins: readonly string[];
  /** Titles of one document each, cut into words. */
  readonly titles: readonly (readonly string[])[];
}

/** Of each kind: enough to be distinct, few enough to be asked often in one measure. */
const REQUESTS = 40;
const PAGE = 20;
const SUGGESTED = 10;

/** The routes with requests drawn from the corpus, the same ones at each run. */
export async function benchedRoutes(store: RelationalStore): Promise<BenchedRoute[]> {
  const { ids, citing, chemins, titles } = await sample(store);
  const get = (paths: readonly string[]): BenchRequest[] => paths.map((path) => ({ path }));
  return [
    { name: "/v1/boi/{id}", requests: get(ids.map((id) => `/v1/boi/${id}`)) },
    { name: "/v1/boi/{id}/historique", requests: get(ids.map((id) => `/v1/boi/${id}/historique`)) },
    { name: "/v1/boi/{id}/graph 1", requests: get(ids.map((id) => `/v1/boi/${id}/graph`)) },
    {
      name: "/v1/boi/{id}/graph 3, deux sens",
      requests: get(citing.map((id) => `/v1/boi/${id}/graph?depth=3&direction=both`)),
    },
    { name: "/consultation/{id}", requests: get(ids.map((id) => `/consultation/${id}`)) },
    { name: "/v1/plan", requests: get(["/v1/plan"]) },
    { name: "/v1/plan/{chemin}", requests: get(chemins.map((chemin) => `/v1/plan/${chemin}`)) },
    { name: "/v1/changes", requests: get(["/v1/changes?since=2020-01-01"]) },
    { name: "/v1/stats", requests: get(["/v1/stats"]) },
    { name: "/v1/status", requests: get(["/v1/status"]) },
    ...searches(titles),
    suggestions(titles),
    {
      name: "/v1/search/semantic",
      requests: readQuestions("everyday")
        .slice(0, REQUESTS)
        .map(({ asked: question }) => ({
          path: "/v1/search/semantic",
          body: JSON.stringify({ question }),
        })),
      isExempt: true,
    },
  ];
}

function searches(titles: Sampled["titles"]): BenchedRoute[] {
  const kind = (name: string, queries: readonly Query[], isExempt = false): BenchedRoute => ({
    name: `/v1/search, ${name}`,
    requests: queries.map(({ q }) => ({ path: `/v1/search?limit=${PAGE}&q=${encodeURIComponent(q)}` })),
    meilisearch: queries.map(({ direct }) => ({ index: "doctrine", body: { ...direct, limit: PAGE } })),
    isExempt,
  });
  const words = titles.map((title) => title.toSorted((left, right) => right.length - left.length));
  const first = (rank: number): string => words[rank % words.length]?.[0] ?? "";
  return [
    kind(
      "un mot",
      words.map(([word = ""]) => ({ q: word, direct: { q: stems(word) } })),
    ),
    kind(
      "trois mots",
      words.map((title) => {
        const q = title.slice(0, 3).join(" ");
        return { q, direct: { q: stems(q), matchingStrategy: "all" } };
      }),
    ),
    kind(
      "OU de quatre",
      words.map((_, rank) => {
        const four = [0, 7, 13, 19].map((step) => first(rank + step));
        return { q: four.join(" OU "), direct: { q: stems(four.join(" ")), matchingStrategy: "last" } };
      }),
    ),
    kind(
      "expression",
      titles.map((title) => {
        const phrase = title.slice(0, 3).join(" ");
        return { q: `"${phrase}"`, direct: { q: `"${stems(phrase)}"` } };
      }),
      true,
    ),
    kind(
      "préfixe et SAUF",
      words.map((_, rank) => {
        const [prefix, other] = [first(rank).slice(0, 5), first(rank + 11)];
        // No equivalent in words: stems have no prefixes.
        const filter = `mots STARTS WITH "${folded(prefix)}" AND NOT stems = "${stems(other)}"`;
        return { q: `${prefix}* SAUF ${other}`, direct: { q: "", filter } };
      }),
    ),
  ];
}

function suggestions(titles: Sampled["titles"]): BenchedRoute {
  const typed = titles.map((title, rank) => title.join(" ").slice(0, 4 + (rank % 12)));
  return {
    name: "/v1/suggest",
    requests: typed.map((q) => ({ path: `/v1/suggest?limit=${SUGGESTED}&q=${encodeURIComponent(q)}` })),
    meilisearch: typed.map((q) => ({
      index: "doctrine-titres",
      body: { q, limit: SUGGESTED, matchingStrategy: "all" },
    })),
  };
}

interface Query {
  readonly q: string;
  readonly direct: Readonly<Record<string, unknown>>;
}

async function sample({ database }: RelationalStore): Promise<Sampled> {
  const sql = database.$client;
  // Spread over the classification: every so many identifiers.
  const documents = await sql<{ boi_id: string; titre: string }[]>`
    with ranked as (
      select boi_id, titre, row_number() over (order by boi_id) as rank, count(*) over () as total
      from documents where statut = 'en_vigueur' and domaine <> 'ACTU')
    select boi_id, titre from ranked where rank % greatest(1, total / ${REQUESTS * 4}) = 0 order by boi_id`;
  const citing = await sql<{ boi_id: string }[]>`
    select documents.boi_id from documents join edition_references using (edition_id)
    group by documents.boi_id order by count(*) desc, boi_id limit ${REQUESTS}`;
  const nodes = await sql<{ chemin: string }[]>`
    select chemin from plan_nodes order by md5(chemin) limit ${REQUESTS}`;
  const titles = documents
    .map(({ titre }) => (titre.split(" - ").at(-1) ?? titre).match(/[\p{L}]{4,}/gu) ?? [])
    .filter((words) => words.length >= 4);
  return {
    ids: documents.slice(0, REQUESTS).map(({ boi_id }) => boi_id),
    citing: citing.map(({ boi_id }) => boi_id),
    chemins: nodes.map(({ chemin }) => chemin),
    titles: titles.slice(0, REQUESTS),
  };
}

/** Words as the index of stems holds them. */
function stems(text: string): string {
  return analyze(text)
    .map((token) => token.stem)
    .join(" ");
}

function folded(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
