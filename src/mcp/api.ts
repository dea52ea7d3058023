import { z } from "zod";
import { faultOf, ToolFault } from "./fault.ts";

/** Sends a request to the API under the caller's key; the path starts with `/v1`. */
export type AskApi = (path: string, init: RequestInit) => Promise<Response>;

const Refusal = z.object({
  error: z.object({ code: z.string(), message: z.string() }),
  upgrade_url: z.string().optional(),
});

/** The API as the tools see it: parsed answers, or a fault that tells what to do. */
export class ApiClient {
  constructor(private readonly ask: AskApi) {}

  /** @throws {ToolFault} */
  async get<Answer>(
    path: string,
    query: Readonly<Record<string, string | number | undefined>>,
    answer: z.ZodType<Answer>,
  ): Promise<Answer> {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) search.set(name, String(value));
    }
    return await this.read(search.size > 0 ? `${path}?${search}` : path, {}, answer);
  }

  /** @throws {ToolFault} */
  async post<Answer>(path: string, body: object, answer: z.ZodType<Answer>): Promise<Answer> {
    const headers = { "content-type": "application/json" };
    return await this.read(path, { method: "POST", headers, body: JSON.stringify(body) }, answer);
  }

  private async read<Answer>(path: string, init: RequestInit, answer: z.ZodType<Answer>): Promise<Answer> {
    const response = await this.ask(path, init);
    const body: unknown = await response.json().catch(() => null);
    const parsed = answer.safeParse(body);
    if (response.ok && parsed.success) return parsed.data;
    const refusal = Refusal.safeParse(body);
    if (!response.ok && refusal.success) {
      const { error, upgrade_url } = refusal.data;
      throw faultOf(error.code, error.message, upgrade_url);
    }
    throw new ToolFault(
      `La réponse de l'API (statut ${response.status}) n'est pas celle attendue : vérifiez API_URL.`,
    );
  }
}
