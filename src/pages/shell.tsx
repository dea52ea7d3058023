import type { Child } from "./jsx/runtime.ts";
import { EmbeddedData, type LinkedData } from "./linked-data/embedded.tsx";
import { STYLESHEET } from "./stylesheet.ts";

export const SITE_NAME = "Doctrine fiscale";

export interface HeadProps {
  /** Title of the tab, before the name of the site. */
  readonly title: string;
  readonly description?: string;
  /** Canonical URL for search engines. */
  readonly canonical?: string;
  /** Path of the Atom feed that follows the page. */
  readonly feed?: string;
  /** Whether search engines must not index it. */
  readonly isPrivate?: boolean;
  /** What the page is about, for machines. */
  readonly data?: LinkedData;
  /** Path of the page's stylesheet, when it is not the common one. */
  readonly stylesheet?: string;
}

/** The HTML around a page: its head, its stylesheet, the skip link for the keyboard. */
export function Shell({
  title,
  description,
  canonical,
  feed,
  isPrivate = false,
  stylesheet = STYLESHEET.href,
  data,
  children,
}: HeadProps & { readonly children: Child }) {
  return (
    <html lang="fr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} – ${SITE_NAME}`}</title>
        {description === undefined ? null : <meta name="description" content={description} />}
        {canonical === undefined ? null : <link rel="canonical" href={canonical} />}
        {feed === undefined ? null : <link rel="alternate" type="application/atom+xml" href={feed} />}
        {isPrivate ? <meta name="robots" content="noindex" /> : null}
        <link rel="stylesheet" href={stylesheet} />
        <link rel="icon" href={ICON} />
        {data === undefined ? null : <EmbeddedData data={data} />}
      </head>
      <body>
        <a class="skip-link" href="#contenu">
          Aller au contenu
        </a>
        {children}
      </body>
    </html>
  );
}

/** Inlined: one request less. */
const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="5" fill="#1f3f77"/><text x="16" y="24" font-family="serif" font-size="23" text-anchor="middle" fill="#fff">§</text></svg>',
)}`;
