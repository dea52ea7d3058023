import { readKnownQuestions } from "../../../../search/lexicon/known-questions.ts";
import type { BenchRequest } from "../load.ts";
import type { WorstMaterial } from "./material.ts";

/** A route as the router names it, `GET /v1/boi/:id`, and the dearest requests that its rules allow. */
export type WorstRequests = Readonly<Record<string, readonly BenchRequest[]>>;

const MAX_QUERY = 512;
/** As long as the rules allow, less what makes each request different. */
const MAX_QUESTION = 490;
const MAX_MEMO = 49_990;
const MAX_WORDS = 32;
const MAX_PREFIXES = 8;
const MAX_REFERENCES = 1_000;
const VARIANTS = 12;
/** Along with two days on which a document's texts differ, as many as one request takes. */
const OTHER_DAYS = Array.from({ length: 8 }, (_, rank) => `${2018 + rank}-01-15`);
const FIRST_DAY = "2012-09-12";

/**
 * For each public and keyed route, those that were found dear or that one would try: the longest text, the most matches,
 * the largest document, the deepest graph. All differ, so that none is answered by what was kept of another; one that a
 * version refuses is left out of its figures.
 */
export function worstRequests(material: WorstMaterial): WorstRequests {
  const { longest, revised, mostCited, citing, tabled, news, articles, statutes } = material;
  const documents = longest.slice(0, VARIANTS);
  const queries = dearQueries(material).map(encodeURIComponent);
  const memos = dearMemos(material);
  const questions = dearQuestions(material);
  // What nothing cites is compared with all that is cited.
  const uncited = Array.from({ length: VARIANTS }, (_, rank) => rank + 1);
  const mcp = (name: string, given: object): BenchRequest => ({
    path: "/mcp",
    headers: { accept: "application/json, text/event-stream" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: given } }),
  });
  const post = (path: string, bodies: readonly object[]) =>
    bodies.map((body) => ({ path, body: JSON.stringify(body) }));
  const get = (paths: readonly string[]) => paths.map((path) => ({ path }));
  const empty = "0".repeat(64);
  return {
    "GET /v1/search": get(queries.map((q) => `/v1/search?q=${q}&limit=100&facettes=true`)),
    "POST /v1/search/semantic": post(
      "/v1/search/semantic",
      questions.map((question) => ({ question, top_k: 50 })),
    ),
    "POST /v1/search/hybride": post(
      "/v1/search/hybride",
      questions.map((question) => ({ question, top_k: 50 })),
    ),
    "POST /v1/contexte": post(
      "/v1/contexte",
      questions.map((question) => ({ question, budget: 60_000, droit: true })),
    ),
    "GET /v1/suggest": get([..."acdelmprst"].map((letter) => `/v1/suggest?q=${letter}e&limit=50`)),
    "GET /v1/resolution": get(
      documents.map(
        (id) => `/v1/resolution?ref=${encodeURIComponent(`${id}, § 10 à 990, et ${mostCited[0]}`)}`,
      ),
    ),
    "GET /v1/boi/:id": get(documents.map((id) => `/v1/boi/${id}`)),
    "GET /v1/boi/:id/citants": get(
      mostCited.slice(0, VARIANTS).map((id) => `/v1/boi/${id}/citants?limit=100`),
    ),
    "POST /v1/citations": post(
      "/v1/citations",
      memos.map((texte) => ({ texte })),
    ),
    "POST /v1/suivi": post("/v1/suivi", [
      { references: trackedReferences(material) },
      { references: trackedReferences(material).reverse() },
    ]),
    "GET /v1/boi/:id/graph": get(
      [...citing.slice(0, VARIANTS / 2), ...mostCited.slice(0, VARIANTS / 2)].map(
        (id) => `/v1/boi/${id}/graph?depth=3&direction=both`,
      ),
    ),
    "GET /v1/boi/:id/historique": get(documents.map((id) => `/v1/boi/${id}/historique`)),
    "GET /v1/boi/:id/paragraphes/:numero": get(documents.map((id) => `/v1/boi/${id}/paragraphes/10`)),
    "GET /v1/boi/:id/paragraphes/:numero/jours": get(
      revised
        .slice(0, VARIANTS)
        .map(({ id, de, a }) => `/v1/boi/${id}/paragraphes/10/jours?le=${[de, ...OTHER_DAYS, a].join(",")}`),
    ),
    "GET /v1/boi/:id/paragraphes/:numero/attestation": get(
      documents.map((id) => `/v1/boi/${id}/paragraphes/10/attestation`),
    ),
    "GET /preuves/tile/*": get(["/preuves/tile/0/000", "/preuves/tile/entries/000"]),
    "GET /preuves/:log/checkpoint": get(["/preuves/2/checkpoint"]),
    "GET /preuves/:log/tile/*": get(["/preuves/2/tile/0/000", "/preuves/2/tile/entries/000"]),
    "GET /v1/boi/:id/comparaison": get(
      revised.slice(0, VARIANTS).map(({ id, de, a }) => `/v1/boi/${id}/comparaison?de=${de}&a=${a}`),
    ),
    "GET /v1/boi/:id/source": get(
      material.fingerprints.map(({ id, empreinte }) => `/v1/boi/${id}/source?empreinte=${empreinte}`),
    ),
    "GET /v1/boi/:id/tableaux": get(tabled.slice(0, VARIANTS).map((id) => `/v1/boi/${id}/tableaux`)),
    "GET /v1/boi/:id/tableaux/:rang": get(tabled.slice(0, VARIANTS).map((id) => `/v1/boi/${id}/tableaux/1`)),
    "GET /v1/tableaux": get(queries.map((q) => `/v1/tableaux?q=${q}&limit=100`)),
    "GET /v1/plan/*": get(["IS", "TVA", "BIC", "IR"].map((chemin) => `/v1/plan/${chemin}`)),
    "GET /v1/changes": get([
      `/v1/changes?since=${FIRST_DAY}&limit=1000`,
      "/v1/changes?since=2013-01-01&limit=1000",
    ]),
    "GET /v1/journal": get(["/v1/journal?limit=1000", "/v1/journal?limit=999"]),
    "GET /v1/export": get(["/v1/export?perimetre=tous", "/v1/export"]),
    "GET /v1/actualites": get(
      queries.flatMap((q) => [
        `/v1/actualites?q=${q}&limit=100`,
        `/v1/actualites?q=${q}&limit=99&offset=2000`,
      ]),
    ),
    "GET /v1/actualites/:id": get(news.slice(0, VARIANTS).map((id) => `/v1/actualites/${id}`)),
    "GET /v1/articles": get(["/v1/articles?limit=1000", "/v1/articles?limit=999&prefixe=2"]),
    "GET /v1/articles/:code/:article": get(
      articles
        .slice(0, VARIANTS)
        .map((article) => `/v1/articles/CGI/${encodeURIComponent(article)}?limit=100`),
    ),
    "GET /v1/articles/:code/:article/comparaison": get(
      articles
        .slice(0, VARIANTS)
        .map((article) => `/v1/articles/CGI/${encodeURIComponent(article)}/comparaison?de=${FIRST_DAY}`),
    ),
    "GET /v1/articles/changements": get([
      "/v1/articles/changements?depuis=1900-01-01&limit=100",
      "/v1/articles/changements?depuis=1900-01-01&limit=99&offset=5000",
    ]),
    "GET /v1/droit/posterieur": get(["/v1/droit/posterieur?limit=100", "/v1/droit/posterieur?portee=fond"]),
    "GET /v1/decisions": get(["/v1/decisions?limit=100", "/v1/decisions?limit=99&offset=500"]),
    "GET /v1/decisions/:cle": get(uncited.map((rank) => `/v1/decisions/CE-${rank}`)),
    "GET /v1/normes": get(["/v1/normes?limit=100", "/v1/normes?limit=99&offset=500"]),
    "GET /v1/normes/:cle": get([
      ...statutes.slice(0, VARIANTS).map((number) => `/v1/normes/loi-${number}?limit=100`),
      ...uncited.map((rank) => `/v1/normes/loi-1800-${rank}`),
    ]),
    "GET /v1/reponses/:cle": get(uncited.map((rank) => `/v1/reponses/RM-AN-1800-${rank}`)),
    "POST /v1/compte/cles": post("/v1/compte/cles", [{ name: "Une clé de plus ".repeat(6) }]),
    "DELETE /v1/compte/cles/:visible_start": [
      { path: `/v1/compte/cles/${"boi_0000".padEnd(100, "0")}`, method: "DELETE" },
    ],
    "GET /docs/reference/:route": get(["/docs/reference/recherche"]),
    "POST /mcp": [
      ...memos.map((texte) => mcp("check_citations", { texte })),
      ...documents.map((boi_id) => mcp("get_boi", { boi_id })),
    ],
    "GET /": get(queries.map((q) => `/?q=${q}`)),
    "GET /consultation/:id": get(documents.map((id) => `/consultation/${id}`)),
    "GET /consultation/:id/comparaison": get(
      revised.slice(VARIANTS).map(({ id, de, a }) => `/consultation/${id}/comparaison?de=${de}&a=${a}`),
    ),
    "GET /consultation/:id/citants": get(
      mostCited.slice(VARIANTS).map((id) => `/consultation/${id}/citants`),
    ),
    "GET /consultation/:id/:date": get([
      ...revised.slice(0, VARIANTS).map(({ id, de }) => `/consultation/${id}/${de}`),
      ...documents.map((id) => `/consultation/${id}/${FIRST_DAY}?empreinte=${empty}`),
    ]),
    "GET /consultation/:id/:date/paragraphes/:numero/attestation": get(
      revised.slice(0, VARIANTS).map(({ id, de }) => `/consultation/${id}/${de}/paragraphes/10/attestation`),
    ),
    "GET /consultation/:id/:date/paragraphes/:numero/attestation.json": get(
      revised
        .slice(0, VARIANTS)
        .map(({ id, de }) => `/consultation/${id}/${de}/paragraphes/10/attestation.json`),
    ),
    "GET /consultation/:id/:date/tableaux/:file": get(
      revised.slice(0, VARIANTS).map(({ id, de }) => `/consultation/${id}/${de}/tableaux/1.csv`),
    ),
    "GET /plan/*": get(["/plan/IS", "/plan/TVA", "/plan/BIC", "/plan/IR"]),
    "GET /actualites": get(queries.map((q) => `/actualites?q=${q}`)),
    "GET /actualites/:id": get(news.slice(0, VARIANTS).map((id) => `/actualites/${id}`)),
    "GET /articles/:code": get(["/articles/CGI", "/articles/CGI?page=2"]),
    "GET /articles/:code/:article": get(
      articles.slice(0, VARIANTS).map((article) => `/articles/CGI/${encodeURIComponent(article)}`),
    ),
    "GET /articles/:code/:article/comparaison": get(
      articles
        .slice(VARIANTS)
        .map((article) => `/articles/CGI/${encodeURIComponent(article)}/comparaison?de=${FIRST_DAY}`),
    ),
    "GET /decisions/:cle": get(uncited.map((rank) => `/decisions/CE-${rank}`)),
    "GET /normes/:cle": get(statutes.slice(0, VARIANTS).map((number) => `/normes/loi-${number}`)),
    "GET /reponses/:cle": get(uncited.map((rank) => `/reponses/RM-AN-1800-${rank}`)),
    "GET /journal": get(["/journal", "/journal?avant=100000"]),
    "GET /flux/*": get([
      ...Array.from({ length: VARIANTS }, (_, rank) => `/flux/INCONNU${rank}.atom`),
      "/flux/IS.atom",
      "/flux/TVA.atom",
    ]),
  };
}

/**
 * Forms of an account's pages, which take a session: each does what a route of `/v1/compte` does, and reads as little.
 */
export function isAccountForm(route: string): boolean {
  return route.startsWith("POST /compte/");
}

/** Routes that nothing in a request makes dearer: they are asked as they are. */
export function isAskedAsItIs(route: string): boolean {
  return /^GET [^:*]*$/.test(route);
}

/** As many words, prefixes and letters as the language of queries takes, of the words that most documents have. */
function dearQueries({ words }: WorstMaterial): string[] {
  const shift = (by: number) => words.slice(by, by + MAX_WORDS);
  const fit = (query: string) => query.slice(0, MAX_QUERY).replace(/\s+\S*$/, "");
  const prefixes = ["co", "re", "de", "im", "pr", "ap", "ex", "di", "su", "in"];
  return [0, 3].flatMap((by) => [
    shift(by).slice(0, 20).join(" "),
    fit(shift(by).join(" OU ")).replace(/ OU$/, ""),
    prefixes
      .slice(by, by + MAX_PREFIXES)
      .map((start) => `${start}*`)
      .join(" OU "),
    fit(
      `"${shift(by).slice(0, 2).join(" ")}" OU "de la" OU "le montant de la" OU "l'article" OU "du code général des impôts"`,
    ),
    `${"(".repeat(18)}${words[by]}${")".repeat(18)} OU ${shift(by + 1)
      .slice(0, 12)
      .join(" OU ")}`,
  ]);
}

/** As many references as may be, over as many documents as there are, the longest first. */
function trackedReferences({ longest }: WorstMaterial): object[] {
  return Array.from({ length: MAX_REFERENCES }, (_, rank) => ({
    boi_id: longest[rank % longest.length],
    numero: String(10 * (1 + Math.floor(rank / longest.length))),
    date: FIRST_DAY,
  }));
}

/** The commonest words of the doctrine; then those of people, which the known questions answer with more of the doctrine's. */
function dearQuestions({ words }: WorstMaterial): string[] {
  const said = wordsOfPeople();
  const mixed = said.flatMap((word, rank) => [word, words[rank] ?? ""]);
  return [words, said, mixed].flatMap((asked) =>
    Array.from({ length: VARIANTS }, (_, by) =>
      asked
        .slice(3 * by, 3 * by + 80)
        .join(" ")
        .slice(0, MAX_QUESTION),
    ),
  );
}

/** The commonest first. */
function wordsOfPeople(): string[] {
  const times = new Map<string, number>();
  for (const stem of readKnownQuestions().flatMap(({ asked }) => asked))
    times.set(stem, (times.get(stem) ?? 0) + 1);
  return [...times].sort(([, one], [, other]) => other - one).map(([stem]) => stem);
}

/** Texts as long as may be, each of a form whose reading or checking grew faster than its length once. */
function dearMemos({ longest }: WorstMaterial): string[] {
  const [first = "", second = ""] = longest;
  const upTo = (start: string, repeated: string, end = "") =>
    start + repeated.repeat(Math.floor((MAX_MEMO - start.length - end.length) / repeated.length)) + end;
  // Two classes of combining marks that alternate: each has to be put in order among all the others.
  const marks = "\u0316\u0301";
  return [
    upTo(`Le ${first}, § 10, précise que « e`, marks, " »."),
    upTo(`Le ${first}, § 10, précise que « `, "zq… ", "»."),
    upTo(`Le ${first}, § 10 : « `, "le montant de la base d'imposition ", "»."),
    upTo("", `${first} § 10 ; ${second} § 20 ; `),
    longest.map((id, rank) => `${id}, § ${10 * (rank + 1)}`).join(" ; "),
    upTo("", "« "),
    upTo("", "BOI-"),
    upTo("", "§ 10 à 90, "),
    upTo("", "e\u0301\u0316"),
    upTo("", '"a" « b » '),
    upTo("", "BOI-IR-LIQ-20-10 n° 1 "),
    upTo("empreinte ", "0123456789ab "),
  ].map((memo) => memo.slice(0, MAX_MEMO));
}
