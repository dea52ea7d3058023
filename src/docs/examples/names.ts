import { dayBefore, frenchDate } from "../../../bofip/days/days.ts";
import type { CitedKind } from "../../../bofip/law/cited/keys.ts";
import type { Database } from "../../../db/postgres/database.ts";
import {
  type HeldArticle,
  type HeldLaw,
  type HeldTable,
  type HeldText,
  isTextHeld,
  readHeldArticle,
  readHeldLaw,
  readHeldNews,
  readHeldTable,
  readHeldText,
} from "../../../db/queries/held-examples.ts";

/** Two texts of one document, with a day of each. */
interface NamedText extends Omit<HeldText, "laterStart"> {
  /** On which the earlier one was in force. */
  readonly day: string;
  /** Before the earlier one. */
  readonly dayBefore: string;
  /** On which the later one was in force. */
  readonly laterDay: string;
}

/** What the requests of the documentation name. */
export interface ExampleNames {
  readonly text: NamedText;
  readonly article: HeldArticle;
  readonly decision: HeldLaw;
  readonly norme: HeldLaw;
  readonly reponse: HeldLaw;
  readonly table: HeldTable;
  /** Identifier of an actualité. */
  readonly news: string;
}

/** In the sample corpus, whose answers are shown. */
export const SAMPLE_NAMES: ExampleNames = {
  text: {
    boiId: "BOI-IR-LIQ-20-10",
    numero: "40",
    autreNumero: "10",
    start: "2025-04-14",
    day: "2025-11-03",
    dayBefore: "2025-01-15",
    laterDay: "2026-07-01",
    empreinte: "1a8e381d6ba5b52bb961df78b5e6179b76bc41764f90b4d022ab851e7af643a1",
  },
  article: { code: "CGI", article: "156", boiId: "BOI-IR-LIQ-10-20", numero: "30" },
  decision: { cle: "CE-402006", boiId: "BOI-IS-BASE", numero: "50" },
  norme: { cle: "loi-2007-1223", boiId: "BOI-ENR-DMTG-10", numero: "40" },
  reponse: { cle: "RM-AN-2016-78192", boiId: "BOI-ENR-DMTG-10", numero: "1" },
  table: { boiId: "BOI-IR-LIQ-20-10", rang: 1 },
  news: "ACTU-2026-00038",
};

/** Names that this store answers: the sample's where it has them, else others, which change with the corpus alone. */
export async function readExampleNames(database: Database): Promise<ExampleNames> {
  const law = async (kind: CitedKind) =>
    (await readHeldLaw(database, kind, SAMPLE_NAMES[kind])) ?? SAMPLE_NAMES[kind];
  const [text, article, decision, norme, reponse, table, news] = await Promise.all([
    readText(database),
    readHeldArticle(database, SAMPLE_NAMES.article),
    law("decision"),
    law("norme"),
    law("reponse"),
    readHeldTable(database, SAMPLE_NAMES.table),
    readHeldNews(database, SAMPLE_NAMES.news),
  ]);
  return {
    text,
    article: article ?? SAMPLE_NAMES.article,
    decision,
    norme,
    reponse,
    table: table ?? SAMPLE_NAMES.table,
    news: news ?? SAMPLE_NAMES.news,
  };
}

async function readText(database: Database): Promise<NamedText> {
  if (await isTextHeld(database, SAMPLE_NAMES.text.empreinte)) return SAMPLE_NAMES.text;
  const held = await readHeldText(database);
  if (held === null) return SAMPLE_NAMES.text;
  const { laterStart, ...text } = held;
  return { ...text, day: text.start, dayBefore: dayBefore(text.start), laterDay: laterStart };
}

/** The values that the texts of the documentation write `{{name}}`. */
export function valuesOf({
  text,
  article,
  decision,
  norme,
  table,
}: ExampleNames): Readonly<Record<string, string>> {
  return {
    "boi-id": text.boiId,
    numero: text.numero,
    "autre-numero": text.autreNumero,
    "debut-compact": text.start.replaceAll("-", ""),
    jour: text.day,
    "jour-en-lettres": frenchDate(text.day),
    "jour-avant": text.dayBefore,
    "jour-apres": text.laterDay,
    empreinte: text.empreinte,
    "code-de-loi": article.code,
    article: article.article,
    "article-boi-id": article.boiId,
    "article-numero": article.numero,
    decision: decision.cle,
    "decision-boi-id": decision.boiId,
    "decision-numero": decision.numero,
    norme: norme.cle,
    "tableau-boi-id": table.boiId,
    "tableau-rang": String(table.rang),
  };
}

/** A request as a text writes it, with the names of this corpus: encoded in its address, as they are in its body. */
export function filled(written: string, names: ExampleNames): string {
  const values = valuesOf(names);
  const [head = "", ...body] = written.split("\n\n");
  const fill = (part: string, encode: (value: string) => string) =>
    part.replace(/\{\{([a-z-]+)\}\}/g, (blank, name: string) => encode(values[name] ?? blank));
  return [fill(head, encodeURIComponent), ...body.map((part) => fill(part, String))].join("\n\n");
}
