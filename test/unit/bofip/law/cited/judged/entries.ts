import { readCitedLaw } from "../../../../../../bofip/law/cited/read-cited-law.ts";
import { paragraphReader } from "../../../../../../bofip/paragraphs/paragraphs.ts";
import { readBody } from "../../../../../../ingest/parse/html.ts";

/** One thing that a document cites, as the judged sets tell it: each field of the contract by its name. */
export type Entry = Readonly<Record<string, unknown>>;

/** The three lists of the contract. */
export const KINDS = ["decisions", "normes", "reponses"] as const;
export type Kind = (typeof KINDS)[number];

/** What tells two entries apart when they have no key. */
const IDENTITY: Readonly<Record<Kind, readonly string[]>> = {
  decisions: ["juridiction", "numero", "date"],
  normes: ["nature", "numero", "date", "article"],
  reponses: ["chambre", "numero", "date"],
};

/** What a text cites, each thing once, in order, with what its first mentions say of it. */
export function entriesOfText(texte: string): Record<Kind, readonly Entry[]> {
  return entriesOf(readCitedLaw(texte), () => null);
}

/** The same of a record of the corpus, with the § that cite it. */
export function entriesOfRecord(record: { html: string | null; texte: string | null }) {
  const { texte, paragraphes, links } = readBody(record.html, record.texte);
  return entriesOf(readCitedLaw(texte, undefined, links), () => paragraphReader(paragraphes));
}

function entriesOf(
  cited: ReturnType<typeof readCitedLaw>,
  reader: () => ReturnType<typeof paragraphReader> | null,
): Record<Kind, readonly Entry[]> {
  const listed = (kind: Kind) => {
    const paragrapheAt = reader();
    const placed = cited[kind].map((mention) => ({
      mention: { ...mention },
      paragraphe: paragrapheAt?.(mention.start) ?? null,
    }));
    const groups = Map.groupBy(placed, ({ mention }) => identityOf(kind, mention));
    return [...groups.values()].map((group) => merged(group));
  };
  return { decisions: listed("decisions"), normes: listed("normes"), reponses: listed("reponses") };
}

function identityOf(kind: Kind, mention: Entry): string {
  const article = kind === "normes" ? mention["article"] : null;
  const { cle } = mention;
  return JSON.stringify(cle === null ? IDENTITY[kind].map((field) => mention[field]) : [cle, article]);
}

function merged(group: readonly { readonly mention: Entry; readonly paragraphe: string | null }[]): Entry {
  const entry: Record<string, unknown> = {};
  for (const { mention } of group)
    for (const [field, value] of Object.entries(mention)) entry[field] ??= value;
  return { ...entry, paragraphes: [...new Set(group.flatMap(({ paragraphe }) => paragraphe ?? []))] };
}
