import type { DocPage } from "../context.ts";
import { bounds } from "./bounds.tsx";
import { key } from "./key.tsx";
import { limitHeadersBlock } from "./limit-headers.tsx";
import { guides, publicRoutes, revalidatedRoutes, routes } from "./lists.tsx";
import { plans } from "./plans.tsx";
import { releases } from "./releases.tsx";
import { filters, operators, refusedQueries } from "./search.tsx";
import { tools } from "./tools.tsx";

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
