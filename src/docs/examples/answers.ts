import guides from "./guides.json" with { type: "json" };
import routes from "./routes.json" with { type: "json" };

/**
 * Answers of the sample corpus, shortened: those of routes, by `operationId`, and of guides.
 * `test/integration/src/docs/examples.test.ts` compares them; UPDATE_EXAMPLES=1 writes both files.
 */
export const ROUTE_ANSWERS: ReadonlyMap<string, unknown> = new Map(Object.entries(routes));
export const GUIDE_ANSWERS: ReadonlyMap<string, unknown> = new Map(Object.entries(guides));

/** The address that they give pages: that of the service which the test asks. */
const STORED_URL = "http://localhost/";

/** An answer, its pages at the address of this service: those that it names open. */
export function answerAt(publicUrl: string, answer: unknown): unknown {
  if (typeof answer === "string") {
    return answer.startsWith(STORED_URL) ? `${publicUrl}/${answer.slice(STORED_URL.length)}` : answer;
  }
  if (Array.isArray(answer)) return answer.map((part) => answerAt(publicUrl, part));
  if (typeof answer !== "object" || answer === null) return answer;
  return Object.fromEntries(Object.entries(answer).map(([name, part]) => [name, answerAt(publicUrl, part)]));
}
