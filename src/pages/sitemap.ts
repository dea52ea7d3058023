import type { Database } from "../../db/postgres/database.ts";
import { readPublished } from "../../db/queries/published.ts";
import { type RenderedBody, renderedText } from "../http/response/body.ts";
import { consultationPath } from "./addresses.ts";

export const SITEMAP_HEADERS = { "content-type": "application/xml; charset=utf-8" } as const;

/**
 * The documents in force in a single file: a sitemap may list 50,000 addresses (sitemaps.org), six times the corpus.
 */
export async function sitemap(database: Database, publicUrl: string): Promise<RenderedBody> {
  const entries = (await readPublished(database)).map(({ boi_id: boiId, date_publication: date }) => {
    const address = Bun.escapeHTML(publicUrl + consultationPath(boiId));
    return `<url><loc>${address}</loc><lastmod>${date}</lastmod></url>\n`;
  });
  return renderedText(`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join("")}</urlset>
`);
}

/** What search engines may visit: the pages, not the API. */
export function robots(publicUrl: string): string {
  return `User-agent: *\nDisallow: /v1/\nDisallow: /admin\n\nSitemap: ${publicUrl}/sitemap.xml\n`;
}
