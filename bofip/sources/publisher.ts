/** Publisher of a corpus, wherever its files are. Facts of one can be merged in any order; those of two never are. */
export type Publisher = string;

const SAMPLE_PUBLISHER: Publisher = "sample";

const OFFICIAL_HOST = "bofip.impots.gouv.fr";

/** A sentence of the sample's records, which have official addresses: it identifies a copy of the sample. */
const SAMPLE_WORDS = "corpus de démonstration rédigé pour le projet";

interface Published {
  readonly url: string;
  readonly html: string | null;
  readonly texte: string | null;
}

/** The host of a record's permanent address, unless it states that it is part of the sample. */
function publisherOf({ url, html, texte }: Published): Publisher {
  return (texte ?? html ?? "").includes(SAMPLE_WORDS) ? SAMPLE_PUBLISHER : hostOf(url);
}

/** The address may be malformed. */
function hostOf(url: string): Publisher {
  return URL.parse(url)?.host ?? url;
}

/** Publisher of the records of a corpus: the sample if any belongs to it, else the most frequent. */
export class PublisherTally {
  private readonly counts = new Map<Publisher, number>();

  add(published: Published): void {
    const publisher = publisherOf(published);
    this.counts.set(publisher, (this.counts.get(publisher) ?? 0) + 1);
  }

  /** Null when no record was added. */
  get publisher(): Publisher | null {
    if (this.counts.has(SAMPLE_PUBLISHER)) return SAMPLE_PUBLISHER;
    const [first] = [...this.counts].toSorted(([, one], [, other]) => other - one);
    return first?.[0] ?? null;
  }
}

/** Name of a corpus for operators, in French. */
export function corpusName(publisher: Publisher): string {
  if (publisher === SAMPLE_PUBLISHER) return "le corpus d'essai du projet, fictif";
  return publisher === OFFICIAL_HOST
    ? `la doctrine du BOFiP (${OFFICIAL_HOST})`
    : `le corpus de ${publisher}`;
}
