import type { Static, TSchema } from "@sinclair/typebox";
import { Type as t } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { bodyWith, Coverage, DetailedErrorAnswer, QuotaAnswer } from "../schemas/responses.ts";
import { faultOf, ToolFault } from "./fault.ts";

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
