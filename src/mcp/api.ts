import type { Static, TSchema } from "@sinclair/typebox";
import { Type as t } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { createClient, type DoctrineClient } from "../../clients/typescript/src/index.ts";
import { bodyWith, Coverage, DetailedErrorAnswer, QuotaAnswer } from "../schemas/responses.ts";
import { faultOf, ToolFault } from "./fault.ts";

/** Sends a request to the API; the caller's key is in it. */
export type AskApi = (request: Request) => Promise<Response>;

/** The API as the tools see it: the published client. */
export type Api = DoctrineClient;

/** What the client gives of a request, before anything is known of its shape. */
interface Asked<Answer> {
  readonly data?: Answer;
  readonly error?: unknown;
  readonly response: Response;
}

/** What is read of a refusal, whichever it is. */
const Refusal = t.Object({
  ...t.Pick(DetailedErrorAnswer, ["error", "details"]).properties,
  ...t.Partial(t.Pick(QuotaAnswer, ["upgrade_url"])).properties,
});

/** The API at an address, asked under a key. */
export function openApi(url: string, key: string, ask: AskApi): Api {
  return createClient({ url, key, fetch: ask });
}

/** What every answer that depends on the corpus says beside its own. */
const Told = t.Object({ couverture: Coverage });

/**
 * The answer to a request of the client, of the shape that its route declares, and how far the sources speak.
 * @throws {ToolFault} that tells what to do: for a refusal, and for what no service of ours would answer.
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

/** The client throws what the network does, and the parser of JSON. */
function refuseForeign(error: unknown): never {
  if (error instanceof SyntaxError) throw foreign("JSON illisible");
  throw error;
}

function foreign(what: string): ToolFault {
  return new ToolFault(`La réponse de l'API (${what}) n'est pas celle attendue : vérifiez API_URL.`);
}

/** Fields that may hold nothing become fields that may be absent, which is how the client's types tell them. */
type Given<Fields> = {
  [Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: Fields[Name];
} & {
  [Name in keyof Fields as undefined extends Fields[Name] ? Name : never]?: Exclude<Fields[Name], undefined>;
};

/** The fields that hold something. */
export function given<Fields extends object>(fields: Fields): Given<Fields>;
export function given(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
