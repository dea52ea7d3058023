import type { RenderedPage } from "./answer.ts";

/** About 64 MB: two bytes a character at most. The pages of some six hundred ordinary documents. */
const MAX_CHARACTERS = 32_000_000;

/**
 * Pages rendered from one revision of the corpus, the latest asked for. A page under way is shared by those who ask
 * for it; a failed one is not kept. When the revision changes all of them leave.
 */
export class PageCache {
  private revision = -1;
  private pages = new Map<string, RenderedPage>();
  private underWay = new Map<string, Promise<RenderedPage>>();
  private characters = 0;

  constructor(
    private readonly readRevision: () => Promise<number>,
    private readonly onLookup: (isHit: boolean) => void = () => {},
    private readonly maxCharacters = MAX_CHARACTERS,
  ) {}

  async get(path: string, render: () => Promise<RenderedPage>): Promise<RenderedPage> {
    this.turnTo(await this.readRevision());
    const kept = this.pages.get(path);
    this.onLookup(kept !== undefined);
    if (kept !== undefined) {
      // The oldest entry of a map is the first one: what is read becomes the last.
      this.pages.delete(path);
      this.pages.set(path, kept);
      return kept;
    }
    return await (this.underWay.get(path) ?? this.load(path, render));
  }

  private turnTo(revision: number): void {
    // Answers of the store may cross: an older revision than the one seen says nothing new.
    if (revision <= this.revision) return;
    this.revision = revision;
    this.pages = new Map();
    this.underWay = new Map();
    this.characters = 0;
  }

  private async load(path: string, render: () => Promise<RenderedPage>): Promise<RenderedPage> {
    const { underWay, revision } = this;
    const rendering = render();
    underWay.set(path, rendering);
    try {
      const page = await rendering;
      if (revision === this.revision) this.keep(path, page);
      return page;
    } finally {
      underWay.delete(path);
    }
  }

  private keep(path: string, page: RenderedPage): void {
    this.pages.set(path, page);
    this.characters += page.body.length;
    for (const [oldest, { body }] of this.pages) {
      if (this.characters <= this.maxCharacters) return;
      this.pages.delete(oldest);
      this.characters -= body.length;
    }
  }
}
