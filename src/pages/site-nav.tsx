/** An entry of the navigation of a header. */
export interface SiteEntry {
  readonly section: string;
  readonly href: string;
  readonly label: string;
}

interface SiteNavProps {
  readonly entries: readonly SiteEntry[];
  /** The entry of the page. */
  readonly current: string | undefined;
}

/** The main navigation of the public pages and of the operator's, with the page's own section marked. */
export function SiteNav({ entries, current }: SiteNavProps) {
  return (
    <nav class="site-nav" aria-label="Navigation principale">
      <ul>
        {entries.map((entry) => (
          <li>
            <a href={entry.href} aria-current={entry.section === current ? "true" : undefined}>
              {entry.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
