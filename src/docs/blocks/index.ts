import type { DocPage } from "../context.ts";
import {
  filters,
  guides,
  operators,
  publicRoutes,
  refusedQueries,
  revalidatedRoutes,
  routes,
  tools,
} from "./lists.tsx";
import { releases } from "./releases.tsx";
import { bounds, key, limitHeadersBlock, plans } from "./terms.tsx";

/** Content that the code generates in texts, by the name of its fenced block. */
export const BLOCKS: ReadonlyMap<string, DocPage> = new Map<string, DocPage>([
  ["bounds", bounds],
  ["filters", filters],
  ["guides", guides],
  ["key", key],
  ["limit-headers", limitHeadersBlock],
  ["operators", operators],
  ["plans", plans],
  ["public-routes", publicRoutes],
  ["refused-queries", refusedQueries],
  ["releases", releases],
  ["revalidated-routes", revalidatedRoutes],
  ["routes", routes],
  ["tools", tools],
]);
