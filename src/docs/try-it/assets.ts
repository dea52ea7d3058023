import { readFileSync } from "node:fs";
import { RenderedAnswer, renderedText } from "../../http/response/body.ts";
import { STYLESHEET } from "../../pages/stylesheet.ts";

/** Swagger UI from our own copy, and what puts it in our page. */
export const TRY_IT_PATHS = {
  stylesheet: "/docs/essayer.css",
  french: "/docs/essayer-en-francais.js",
  accessible: "/docs/essayer-accessible.js",
  init: "/docs/essayer.js",
  swaggerStyle: "/docs/swagger-ui.css",
  swaggerScript: "/docs/swagger-ui-bundle.js",
} as const;

/** Swagger UI's page runs its own scripts and asks this server; it writes styles and draws from `data:` images. */
export const TRY_IT_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const CSS = "text/css; charset=utf-8";
const JAVASCRIPT = "text/javascript; charset=utf-8";

const read = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");

/** Ours below, Swagger UI's above: rules outside a layer win over those inside. */
const stylesheet = `@layer site, reset;
@import url("${STYLESHEET.href}") layer(site);
@import url("${TRY_IT_PATHS.swaggerStyle}");
${read("style.css")}`;

/** Small files that change with the service. */
export const OWN_ASSETS = [
  { path: TRY_IT_PATHS.stylesheet, type: CSS, body: stylesheet },
  { path: TRY_IT_PATHS.french, type: JAVASCRIPT, body: read("french.js") },
  { path: TRY_IT_PATHS.accessible, type: JAVASCRIPT, body: read("accessible.js") },
  { path: TRY_IT_PATHS.init, type: JAVASCRIPT, body: read("init.js") },
] as const;

const SWAGGER_ASSETS = {
  [TRY_IT_PATHS.swaggerStyle]: { name: "swagger-ui.css", type: CSS },
  [TRY_IT_PATHS.swaggerScript]: { name: "swagger-ui-bundle.js", type: JAVASCRIPT },
} as const;

const kept = new Map<string, RenderedAnswer>();

/** A file of the installed swagger-ui-dist, kept once it was asked for, in the encodings that were asked for. */
export function swaggerAsset(path: keyof typeof SWAGGER_ASSETS): RenderedAnswer {
  const known = kept.get(path);
  if (known !== undefined) return known;
  const { name, type } = SWAGGER_ASSETS[path];
  const text = readFileSync(new URL(import.meta.resolve(`swagger-ui-dist/${name}`)), "utf8");
  const answer = new RenderedAnswer(renderedText(text), {
    "content-type": type,
    "cache-control": "public, max-age=86400",
  });
  kept.set(path, answer);
  return answer;
}
