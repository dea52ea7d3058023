import type { Static, TSchema } from "@sinclair/typebox";
import { Type as t } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { createClient, type DoctrineClient } from "../../clients/typescript/src/index.ts";
import { bodyWith, Coverage, DetailedErrorAnswer, QuotaAnswer } from "../schemas/responses.ts";
import { faultOf, ToolFault } from "./fault.ts";

/** Sends a request to the API; it already carries the caller's key. */
export type AskApi = (request: Request) => Promise<Response>;

/** The API as the tools use it: the published client. */
export type Api = DoctrineClient;

/** What the client returns, before its shape is checked. */
interface Asked<Answer> {
  readonly data?: Answer;
  readonly error?: unknown;
  readonly response: Response;
}

/** The fields read from any refusal. */
const Refusal = t.Object({
  ...t.Pick(DetailedErrorAnswer, ["error", "details"]).properties,
  ...t.Partial(t.Pick(QuotaAnswer, ["upgrade_url"])).properties,
});

/** Opens the API at an address, under a key. */
export function openApi(url: string, key: string, ask: AskApi): Api {
  return createClient({ url, key, fetch: ask });
}

/** The field that every answer about the corpus has beside its own. */
const Told = t.Object({ couverture: Coverage });

/**
 * Checks the answer to a request of the client against the shape declared by its route, and returns it with the
 * coverage of the sources.
 * @throws {ToolFault} with advice: for a refusal, and for an answer that our service would never give.
 */
export async function answerOf<Answer extends TSchema>(
  asked: Promise<Asked<NoInfer<Static<Answer>>>>,
  answer: Answer,
): Promise<Static<Answer> & Static<typeof Told>> {
  const { data, error, response } = await asked.catch(refuseForeign);
  if (response.ok && Value.Check(bodyWith(answer), data) && Value.Check(bodyWith(Told), data)) return data;
  if (!response.ok && Value.Check(bodyWith(Refusal), error))
    throw faultOf(error.error.code, error.error.message, { upgradeUrl: error.upgrade_url, ...error.details });
  throw foreign(`statut ${response.status}`);
}

/** The client throws network errors and JSON syntax errors. */
function refuseForeign(error: unknown): never {
  if (error instanceof SyntaxError) throw foreign("JSON illisible");
  throw error;
}

function foreign(what: string): ToolFault {
  return new ToolFault(`La réponse de l'API (${what}) n'est pas celle attendue : vérifiez API_URL.`);
}

/** Turns fields that may be undefined into optional fields, as the client's types declare them. */
type Given<Fields> = {
  [Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: Fields[Name];
} & {
  [Name in keyof Fields as undefined extends Fields[Name] ? Name : never]?: Exclude<Fields[Name], undefined>;
};

/** Leaves out the fields without a value. */
export function given<Fields extends object>(fields: Fields): Given<Fields>;
export function given(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
