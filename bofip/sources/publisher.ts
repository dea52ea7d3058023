/**
 * Who publishes a corpus: what tells two of them apart, wherever their files lie. Facts of one join in any order;
 * those of two never do.
 */
export type Publisher = string;

/** The project's own sample. */
export const SAMPLE_PUBLISHER: Publisher = "sample";

const OFFICIAL_HOST = "bofip.impots.gouv.fr";

/** What the sample says of itself in its records, which have official addresses: a copy of it is known by that. */
const SAMPLE_WORDS = "corpus de démonstration rédigé pour le projet";

/** What tells the publisher of a record. */
export interface Published {
  /** Permanent address. */
  readonly url: string;
  readonly html: string | null;
  readonly texte: string | null;
}

/** The publisher of a record: the host of its permanent address, unless it says that it belongs to the sample. */
export function publisherOf({ url, html, texte }: Published): Publisher {
  return (texte ?? html ?? "").includes(SAMPLE_WORDS) ? SAMPLE_PUBLISHER : hostOf(url);
}

/** Of an address that may be malformed. */
function hostOf(url: string): Publisher {
  return URL.parse(url)?.host ?? url;
}

/** The publisher of several records of one corpus: the sample when one of them says so, else the most frequent. */
export class PublisherTally {
  private readonly counts = new Map<Publisher, number>();

  add(published: Published): void {
    const publisher = publisherOf(published);
    this.counts.set(publisher, (this.counts.get(publisher) ?? 0) + 1);
  }

  /** Null when there was no record to tell. */
  get publisher(): Publisher | null {
    if (this.counts.has(SAMPLE_PUBLISHER)) return SAMPLE_PUBLISHER;
    const [first] = [...this.counts].toSorted(([, one], [, other]) => other - one);
    return first?.[0] ?? null;
  }
}

/** A corpus as it is named to operators, in French. */
export function corpusName(publisher: Publisher): string {
  if (publisher === SAMPLE_PUBLISHER) return "le corpus d'essai du projet, fictif";
  return publisher === OFFICIAL_HOST
    ? `la doctrine du BOFiP (${OFFICIAL_HOST})`
    : `le corpus de ${publisher}`;
}
