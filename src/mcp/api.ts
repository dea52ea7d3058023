import { type Static, type TSchema, Type as t } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { MAX_IDENTIFIER_LENGTH } from "../../bofip/identifiers/identifier.ts";
import { Statistics } from "../features/service/answer.ts";
import { findError } from "../http/errors/catalogue.ts";
import type { RefusalDetails } from "../http/errors/details.ts";
import { bodyWith, Coverage, DetailedErrorAnswer, Nullable, QuotaAnswer } from "../schemas/responses.ts";
import { inToolWords } from "./warnings.ts";

/** Sends a request to the API; it already carries the caller's key. */
export type AskApi = (request: Request) => Promise<Response>;

/** Parameters of a request; one without a value is left out. */
type Parameters = Readonly<Record<string, string | number | undefined>>;

/** An answer, with the coverage that every one about the corpus has beside it. */
export type Covered<Answer> = Answer & Static<typeof Coverable>;

/** What the schema of a route describes. */
type Told<Answer extends TSchema> = Covered<Static<Answer>>;

/**
 * The API as the tools use it: each request is given with the schema of its route's answer, which types it.
 * @throws {ToolFault} with advice: for a refusal, and for an answer that our service would never give.
 */
export interface Api {
  /** @param address path of the route, written by `pathOf`. */
  get<Answer extends TSchema>(address: string, answer: Answer, query?: Parameters): Promise<Told<Answer>>;
  post<Answer extends TSchema>(address: string, answer: Answer, body: object): Promise<Told<Answer>>;
}

/** The fields read from any refusal. */
const Refusal = t.Object({
  ...t.Pick(DetailedErrorAnswer, ["error", "details"]).properties,
  ...t.Partial(t.Pick(QuotaAnswer, ["upgrade_url"])).properties,
});

const Coverable = t.Object({ couverture: Coverage });

/** Not an expression: one that ends with « $ » takes quadratic time on slashes. */
function withoutLastSlashes(url: string): string {
  let end = url.length;
  while (url[end - 1] === "/") end -= 1;
  return url.slice(0, end);
}

/** Opens the API at an address, under a key. */
export function openApi(url: string, key: string, ask: AskApi): Api {
  const base = withoutLastSlashes(url);
  const headers = { "x-api-key": key };
  return {
    get: async (address, answer, query = {}) => {
      const asked = new URL(base + address);
      for (const [name, value] of Object.entries(query))
        if (value !== undefined) asked.searchParams.set(name, String(value));
      return await read(await ask(new Request(asked.href, { headers })), answer);
    },
    post: async (address, answer, body) => {
      const init = { method: "POST", body: JSON.stringify(body) };
      const sent = { ...init, headers: { ...headers, "content-type": "application/json" } };
      return await read(await ask(new Request(base + address, sent)), answer);
    },
  };
}

/** A path of the API, each value encoded as one segment: pathOf`/v1/boi/${id}/graph`. */
export function pathOf(literals: TemplateStringsArray, ...segments: readonly (string | number)[]): string {
  return String.raw({ raw: literals }, ...segments.map(encodeURIComponent));
}

async function read<Answer extends TSchema>(response: Response, answer: Answer): Promise<Told<Answer>> {
  const body = await jsonOf(response);
  if (response.ok && Value.Check(bodyWith(answer), body) && Value.Check(bodyWith(Coverable), body))
    return body;
  if (!response.ok && Value.Check(bodyWith(Refusal), body))
    throw faultOf(body.error.code, body.error.message, { upgradeUrl: body.upgrade_url, ...body.details });
  throw foreign(`statut ${response.status}`);
}

async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    throw foreign(response.ok ? "JSON illisible" : `statut ${response.status}`);
  }
}

function foreign(what: string): ToolFault {
  return new ToolFault(`La réponse de l'API (${what}) n'est pas celle attendue : vérifiez API_URL.`);
}

/**
 * Below this many documents, a series is mostly missing from the corpus: an empty result there is no evidence about the
 * law.
 */
const FEW_DOCUMENTS = 5;

/** The result field filled by `noteOfSeries`. */
export const HELD_SERIES = {
  corpus: Nullable(
    t.String({ description: "Ce qui manque au domaine demandé dans ce service ; null : rien à dire" }),
  ),
};

/**
 * A warning when the corpus contains little of the series that a search is restricted to; null when there is nothing
 * to warn of, or no series was given. Never throws: the search is useful without it.
 */
export async function noteOfSeries(api: Api, domaine: string | undefined): Promise<string | null> {
  if (domaine === undefined) return null;
  const code = domaine.trim().toUpperCase();
  const statistics = await api.get("/v1/stats", Statistics).catch(() => null);
  const held = statistics?.domaines.find((series) => series.code === code)?.documents ?? FEW_DOCUMENTS;
  if (held >= FEW_DOCUMENTS) return null;
  const count =
    held === 0 ? "aucun document" : held === 1 ? "1 seul document" : `${held} documents seulement`;
  return `Le domaine ${code} compte ${count} dans le corpus de ce service : ne concluez pas d'une absence, consultez bofip.impots.gouv.fr.`;
}

/** A tool that can't answer: the message, in French, suggests to the model what to try next. */
export class ToolFault extends Error {
  override readonly name = "ToolFault";

  constructor(
    message: string,
    /** Code of the API's refusal, when it is one. */
    readonly code: string | null = null,
  ) {
    super(message);
  }
}

const RETRY = "Réessayez une fois dans quelques secondes ; si l'erreur persiste, dites-le à l'utilisateur.";

/** What a refusal contains besides its message. */
interface Hints extends RefusalDetails {
  readonly upgradeUrl?: string | undefined;
}

/** Makes the fault for a refusal of the API. */
export function faultOf(code: string, message: string, hints: Hints = {}): ToolFault {
  const { upgradeUrl } = hints;
  const upgrade = upgradeUrl === undefined ? "" : ` Pour changer de formule : ${upgradeUrl}`;
  return new ToolFault(
    `${inToolWords(message)} ${findError(code)?.toldModel ?? RETRY}${heldInstead(hints)}${upgrade}`,
    code,
  );
}

/** Where no edition is stored for a day, those that are. */
function heldInstead({
  premiere_edition_detenue: first,
  proches = [],
  transfere_vers: target,
}: Hints): string {
  if (first === undefined) return "";
  const held =
    proches.length === 0
      ? ""
      : ` Éditions détenues les plus proches, par leur début : ${proches.join(", ")}.`;
  return target ? `${held} Transféré vers ${target}.` : held;
}

/** Adds to an unknown document's fault where to find its neighbours. */
export function withNeighbours(boiId: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof ToolFault) || error.code !== "unknown_document") throw error;
    if (boiId.length > MAX_IDENTIFIER_LENGTH) throw error;
    const [, undated] = /^(BOI-.+)-\d{8}$/.exec(boiId) ?? [];
    const edition = undated === undefined ? "" : ` Sans date, « ${undated} » nomme l'édition en vigueur.`;
    const parent = (undated ?? boiId).split("-").slice(1, -1).join("/");
    const plan = `browse_plan avec « chemin » = « ${parent} » liste les documents voisins.`;
    throw new ToolFault(`${error.message}${edition} ${plan}`, error.code);
  };
}
