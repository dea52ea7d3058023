import { analyze } from "../../../search/fulltext/analyzer/index.ts";
import type { BenchRequest } from "./load.ts";
import { distinct, type Material } from "./material.ts";
import { readQuestions } from "./relevance/questions.ts";

/** A route of the API under one kind of request, and what its full-text engine is asked for the same. */
export interface BenchedRoute {
  readonly name: string;
  /** All different, in the order of the seed: what is asked once, then never again. */
  readonly requests: readonly BenchRequest[];
  /** One for each request; absent on routes that no full-text engine serves. */
  readonly searches?: readonly EngineSearch[];
  /** Whether it needs vectors. */
  readonly isSemantic?: boolean;
}

/** A search as the port is asked it, and the same words as somebody would ask them of Meilisearch alone. */
export interface EngineSearch {
  readonly kind: "search" | "suggest";
  readonly q: string;
  readonly limit: number;
  readonly bare: Readonly<Record<string, unknown>>;
}

/** Of each kind, when the corpus has so many. */
const REQUESTS = 4_000;
/** The requests to Meilisearch for each take some ten milliseconds. */
const PHRASES = 800;
const PAGE = 20;
const SUGGESTED = 10;
const FIRST_DAY = Date.UTC(2012, 8, 12);
const DAY_MS = 86_400_000;

/** The routes with requests drawn from the corpus, the same ones for one seed. */
export function benchedRoutes(material: Material): BenchedRoute[] {
  const { ids, citing, chemins } = material;
  const get = (name: string, paths: readonly string[]): BenchedRoute => ({
    name,
    requests: paths.slice(0, REQUESTS).map((path) => ({ path })),
  });
  const days = Array.from({ length: REQUESTS }, (_, day) => new Date(FIRST_DAY + day * DAY_MS));
  return [
    get(
      "/v1/boi/{id}",
      ids.map((id) => `/v1/boi/${id}`),
    ),
    get(
      "/v1/boi/{id}/historique",
      ids.map((id) => `/v1/boi/${id}/historique`),
    ),
    get(
      "/v1/boi/{id}/graph 1",
      ids.map((id) => `/v1/boi/${id}/graph`),
    ),
    get(
      "/v1/boi/{id}/graph 3, deux sens",
      citing.map((id) => `/v1/boi/${id}/graph?depth=3&direction=both`),
    ),
    get(
      "/consultation/{id}",
      ids.map((id) => `/consultation/${id}`),
    ),
    get("/v1/plan", ["/v1/plan"]),
    get(
      "/v1/plan/{chemin}",
      chemins.map((chemin) => `/v1/plan/${chemin}`),
    ),
    get(
      "/v1/changes",
      days.map((day) => `/v1/changes?since=${day.toISOString().slice(0, 10)}`),
    ),
    get("/v1/stats", ["/v1/stats"]),
    { ...get("/v1/status", ["/v1/status"]), isSemantic: true },
    ...searches(material),
    suggestions(material),
    ...byMeaning(material),
    memos(material),
  ];
}

function searches({ titles, words, random }: Material): BenchedRoute[] {
  const kind = (
    name: string,
    make: () => string,
    bare: (q: string) => EngineSearch["bare"],
    count = REQUESTS,
  ): BenchedRoute => {
    const queries = distinct(count, make);
    return {
      name: `/v1/search, ${name}`,
      requests: queries.map((q) => ({ path: `/v1/search?limit=${PAGE}&q=${encodeURIComponent(q)}` })),
      searches: queries.map((q) => ({ kind: "search", q, limit: PAGE, bare: { ...bare(q), limit: PAGE } })),
    };
  };
  const someOf = (title: readonly string[]) => random.shuffle([...new Set(title)]);
  return [
    kind(
      "un mot",
      () => random.pick(words),
      (q) => ({ q: stems(q) }),
    ),
    kind(
      "trois mots",
      () => someOf(random.pick(titles)).slice(0, 3).join(" "),
      (q) => ({ q: stems(q), matchingStrategy: "all" }),
    ),
    kind(
      "OU de quatre",
      () => random.shuffle(words).slice(0, 4).join(" OU "),
      (q) => ({ q: stems(q.replaceAll(" OU ", " ")), matchingStrategy: "last" }),
    ),
    kind(
      "expression",
      () => {
        const title = random.pick(titles);
        const first = random.below(title.length - 2);
        return `"${title.slice(first, first + 3).join(" ")}"`;
      },
      (q) => ({ q: `"${stems(q)}"` }),
      PHRASES,
    ),
    kind(
      "préfixe et SAUF",
      () => `${random.pick(words).slice(0, 5)}* SAUF ${random.pick(words)}`,
      (q) => {
        const [prefix = "", other = ""] = q.split("* SAUF ");
        // No equivalent in words: stems have no prefixes.
        return { q: "", filter: `mots STARTS WITH "${prefix}" AND NOT stems = "${stems(other)}"` };
      },
    ),
  ];
}

function suggestions({ titles, random }: Material): BenchedRoute {
  const typed = distinct(REQUESTS, () => {
    const title = random.pick(titles);
    const first = random.below(title.length - 1);
    return title
      .slice(first)
      .join(" ")
      .slice(0, 4 + random.below(12));
  });
  return {
    name: "/v1/suggest",
    requests: typed.map((q) => ({ path: `/v1/suggest?limit=${SUGGESTED}&q=${encodeURIComponent(q)}` })),
    searches: typed.map((q) => ({
      kind: "suggest",
      q,
      limit: SUGGESTED,
      bare: { q, limit: SUGGESTED, matchingStrategy: "all" },
    })),
  };
}

/** How many documents a memo cites, as those of a page or two. */
const CITED = 12;

/** Memos of a dozen sentences, each of which cites a § in its own way and quotes words. */
function memos({ ids, titles, random }: Material): BenchedRoute {
  const written = distinct(REQUESTS, () =>
    Array.from({ length: CITED }, () => {
      const [id, paragraph] = [random.pick(ids), 10 * (1 + random.below(12))];
      const words = random.pick(titles).slice(-6).join(" ");
      return random.pick([
        `L'administration admet que « ${words} » (${id}, § ${paragraph}).`,
        `Selon le § ${paragraph} du ${id}, publié le 12 septembre 2012, la règle est la même pour tous les redevables.`,
        `Voir en ce sens ${id} n° ${paragraph} et ${paragraph + 10}, et l'article 156 du CGI : « ${words} ».`,
      ]);
    }).join(" "),
  );
  const path = "/v1/citations";
  return { name: path, requests: written.map((texte) => ({ path, body: JSON.stringify({ texte }) })) };
}

/** Real questions, each about one more thing that a title names. */
function byMeaning({ titles, random }: Material): BenchedRoute[] {
  const questions = (["everyday", "lay", "professional"] as const).flatMap(readQuestions);
  const asked = distinct(REQUESTS, () => {
    const about = random.pick(titles).slice(-3).join(" ");
    return `${random.pick(questions).asked} (${about})`;
  });
  return ["/v1/search/semantic", "/v1/search/hybride"].map((path) => ({
    name: path,
    requests: asked.map((question) => ({ path, body: JSON.stringify({ question }) })),
    isSemantic: true,
  }));
}

/** Words as the index of stems stores them. */
function stems(text: string): string {
  return analyze(text)
    .map((token) => token.stem)
    .join(" ");
}
