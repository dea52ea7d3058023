import { type Static, Type } from "@sinclair/typebox";
import { InvalidJson, jsonParser } from "../../../../db/engine/parse-json.ts";

/** What the dearest requests are made of, read from the API's source. */
export interface WorstMaterial {
  /** Longest texts first. */
  readonly longest: readonly string[];
  /** Those with a text before this one, longest first, and two days with different texts. */
  readonly revised: readonly { readonly id: string; readonly de: string; readonly a: string }[];
  /** Named by most documents first. */
  readonly mostCited: readonly string[];
  /** Naming most documents first. */
  readonly citing: readonly string[];
  /** With most rows of tables first. */
  readonly tabled: readonly string[];
  /** In most documents first, without the words that a query leaves out. */
  readonly words: readonly string[];
  readonly news: readonly string[];
  /** Of the longest texts, as the API gives them. */
  readonly fingerprints: readonly { readonly id: string; readonly empreinte: string }[];
  /** Articles of the CGI, in most documents first. */
  readonly articles: readonly string[];
  /** Numbers of the statutes in most documents, likewise. */
  readonly statutes: readonly string[];
}

/** A line of an export, as far as it is read here. */
const ExportRecord = Type.Object({
  type: Type.String(),
  identifiant_juridique: Type.String(),
  debut_de_validite: Type.String(),
  contenu: Type.String(),
  contenu_html: Type.String(),
});
const parse = jsonParser(ExportRecord);

const KEPT = 40;
const WORD = /\p{L}{5,}/gu;
const ARTICLE = /(?<=article )\d+(?: [A-Z]{1,2})?(?= du CGI)/g;
const STATUTE = /(?<=loi n° )\d{4}-\d+/g;
const IDENTIFIER = /BOI-[A-Z0-9-]*[A-Z0-9]/g;

/** @param earlier a former export of the same documents, some of which the later one revises. */
export async function readWorstMaterial(
  earlier: string,
  later: string,
): Promise<Omit<WorstMaterial, "fingerprints">> {
  const formerDays = new Map<string, string>();
  for await (const record of recordsOf(earlier))
    formerDays.set(record.identifiant_juridique, record.debut_de_validite);
  const lengths = new Map<string, number>();
  const revised = new Map<string, { readonly id: string; readonly de: string; readonly a: string }>();
  const cited = new Map<string, number>();
  const citing = new Map<string, number>();
  const rows = new Map<string, number>();
  const words = new Map<string, number>();
  const articles = new Map<string, number>();
  const statutes = new Map<string, number>();
  const news: string[] = [];
  for await (const record of recordsOf(later)) {
    const { identifiant_juridique: id, debut_de_validite: day, contenu: text } = record;
    if (record.type !== "Contenu") {
      news.push(id);
      continue;
    }
    lengths.set(id, text.length);
    const height = record.contenu_html.split("<tr").length - 1;
    if (height > 0) rows.set(id, height);
    const former = formerDays.get(id);
    if (former !== undefined && former < day) revised.set(id, { id, de: former, a: day });
    const named = new Set(text.match(IDENTIFIER) ?? []);
    citing.set(id, named.size);
    for (const one of named) count(cited, one);
    for (const word of new Set(text.toLowerCase().match(WORD) ?? [])) count(words, word);
    for (const article of new Set(text.match(ARTICLE) ?? [])) count(articles, article);
    for (const statute of new Set(text.match(STATUTE) ?? [])) count(statutes, statute);
  }
  const longest = highest(lengths, lengths.size);
  return {
    longest: longest.slice(0, KEPT),
    revised: longest.flatMap((id) => revised.get(id) ?? []).slice(0, KEPT),
    mostCited: highest(new Map([...cited].filter(([id]) => lengths.has(id))), KEPT),
    citing: highest(citing, KEPT),
    tabled: highest(rows, KEPT),
    words: highest(words, 10 * KEPT),
    news: news.slice(0, KEPT),
    articles: highest(articles, KEPT),
    statutes: highest(statutes, KEPT),
  };
}

/** @throws when a line is none of an export. */
async function* recordsOf(path: string): AsyncGenerator<Static<typeof ExportRecord>> {
  for (const line of (await Bun.file(path).text()).split("\n")) {
    if (line === "") continue;
    const record = parse(line);
    if (record instanceof InvalidJson) throw new Error(`${path}: ${record.path ?? "no JSON"}`);
    yield record;
  }
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function highest(counts: ReadonlyMap<string, number>, kept: number): string[] {
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, kept)
    .map(([name]) => name);
}
