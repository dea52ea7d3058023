import { type Static, type TSchema, Type as t } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { bodyWith, DetailedErrorAnswer, QuotaAnswer } from "../schemas/responses.ts";
import { faultOf, ToolFault } from "./fault.ts";

/** Sends a request to the API under the caller's key; the path starts with `/v1`. */
export type AskApi = (path: string, init: RequestInit) => Promise<Response>;

/** What is read of a refusal, whichever it is. */
const Refusal = t.Object({
  ...t.Pick(DetailedErrorAnswer, ["error", "details"]).properties,
  ...t.Partial(t.Pick(QuotaAnswer, ["upgrade_url"])).properties,
});

/** The API as the tools see it: answers of the shapes that its routes declare, or a fault that tells what to do. */
export class ApiClient {
  constructor(private readonly ask: AskApi) {}

  /** @throws {ToolFault} */
  async get<Answer extends TSchema>(
    path: string,
    query: Readonly<Record<string, string | number | undefined>>,
    answer: Answer,
  ): Promise<Static<Answer>> {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) search.set(name, String(value));
    }
    return await this.read(search.size > 0 ? `${path}?${search}` : path, {}, answer);
  }

  /** @throws {ToolFault} */
  async post<Answer extends TSchema>(path: string, body: object, answer: Answer): Promise<Static<Answer>> {
    const headers = { "content-type": "application/json" };
    return await this.read(path, { method: "POST", headers, body: JSON.stringify(body) }, answer);
  }

  private async read<Answer extends TSchema>(
    path: string,
    init: RequestInit,
    answer: Answer,
  ): Promise<Static<Answer>> {
    const response = await this.ask(path, init);
    const body: unknown = await response.json().catch(() => null);
    if (response.ok && Value.Check(bodyWith(answer), body)) return body;
    if (!response.ok && Value.Check(bodyWith(Refusal), body))
      throw faultOf(body.error.code, body.error.message, { upgradeUrl: body.upgrade_url, ...body.details });
    throw new ToolFault(
      `La réponse de l'API (statut ${response.status}) n'est pas celle attendue : vérifiez API_URL.`,
    );
  }
}
