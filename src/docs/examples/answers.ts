import guides from "./guides.json" with { type: "json" };
import routes from "./routes.json" with { type: "json" };

/**
 * What the requests of the documentation are answered on the sample corpus, shortened: those of the routes, by
 * `operationId`, and those that the guides name. `test/integration/src/docs/examples.test.ts` asks them again and
 * compares; with UPDATE_EXAMPLES=1 it writes both files.
 */
export const ROUTE_ANSWERS: ReadonlyMap<string, unknown> = new Map(Object.entries(routes));
export const GUIDE_ANSWERS: ReadonlyMap<string, unknown> = new Map(Object.entries(guides));
