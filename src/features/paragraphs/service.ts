import type { CitedArticle } from "../../../bofip/law/citation.ts";
import { type ParagraphSpan, paragraphText } from "../../../bofip/paragraphs/paragraphs.ts";
import { fingerprint } from "../../../bofip/text/characters.ts";
import {
  type Block,
  type ElementBlock,
  type NumberBlock,
  readBlocksInParts,
} from "../../../bofip/text/contenu-html.ts";
import type { Database } from "../../../db/postgres/database.ts";
import type { StoredDocument } from "../../../db/queries/documents.ts";
import { readHeldEditions } from "../../../db/queries/texts/editions-at.ts";
import {
  findEditionsSaying,
  type HeldParagraphText,
  readHeldParagraphs,
  readTexts,
} from "../../../db/queries/texts/stored-texts.ts";
import type { Statut } from "../../../db/schema/documents.ts";
import type { AskedText } from "../../schemas/parameters/asked-text.ts";
import {
  askedDay,
  consultationsOfParagraph,
  paragraphEditionOf,
  placeOfParagraph,
} from "../../texts/edition.ts";
import {
  demandPossible,
  findText,
  isNamed,
  refusalOfNumber,
  refusalOfUnheld,
} from "../../texts/find-text.ts";
import { articlesOfDay, type LawOnDay, lawCoverage } from "../../texts/law-of-day.ts";
import { CHARACTERS_A_TURN, readWording } from "../../texts/read-wording.ts";
import { articleAnswer, type DocumentDeps } from "../documents/service.ts";
import { citedLawAnswer } from "../law/service.ts";
import type { ParagraphAnswer, ParagraphText } from "./answer.ts";

interface ParagraphRequest {
  readonly boiId: string;
  readonly asked: AskedText;
  /** In its usual form. */
  readonly numero: string;
}

/**
 * A numbered paragraph of a text; for a number that occurs twice, the first.
 * @throws {ApiError} `text_not_held`, `unknown_paragraph`, `paragraph_reserved`, and as `findText`
 */
export async function readParagraph(
  deps: DocumentDeps,
  { boiId, asked, numero }: ParagraphRequest,
): Promise<ParagraphText> {
  const stored = await findTextOfParagraph(deps.database, boiId, asked, numero);
  if (!stored.texte_detenu) throw refusalOfUnheld(stored, { numero });
  const rank = stored.spans.findIndex((span) => span.numero === numero);
  const span = stored.spans[rank];
  if (span === undefined) throw refusalOfNumber(stored, numero);
  const texte = textOf(stored, span);
  const empreinte = fingerprint(texte);
  const held = await readHeldParagraphs(deps.database, boiId, numero);
  return {
    boi_id: stored.boi_id,
    titre: stored.titre,
    numero,
    section: span.section,
    texte,
    ...paragraphHtml(stored.contenu_html, numero),
    references: referencesOf(stored, numero),
    articles: articlesOf(stored, numero),
    ...citedLawAnswer(stored.citedLaw, numero),
    consultations: consultationsOfParagraph(stored, numero),
    edition: paragraphEditionOf(deps, stored, askedDay(asked)),
    ...unchangedRun(
      {
        edition: stored.edition,
        date_debut: stored.date_publication,
        date_fin: stored.date_mise_a_jour,
        statut: stored.statut,
        empreinte,
      },
      held.map(heldOf),
    ),
    empreinte,
    ...placeOfParagraph(deps, stored, { numero, empreinte }),
    url: stored.url,
    precedent: stored.spans[rank - 1]?.numero ?? null,
    suivant: stored.spans[rank + 1]?.numero ?? null,
  };
}

/** A § with the law of the day of the articles that it cites. */
export async function withLawOfDay(
  database: Database,
  paragraph: ParagraphText,
  on: LawOnDay,
): Promise<ParagraphAnswer> {
  const cited = { articles: paragraph.articles, since: paragraph.edition.date_debut };
  const [articles = []] = await articlesOfDay(database, [cited], on);
  return { ...paragraph, articles, ...lawCoverage(on.law) };
}

/** The references that a § makes, counting its own mentions only. */
function referencesOf({ references }: StoredDocument, numero: string): ParagraphAnswer["references"] {
  return references.flatMap((reference) => {
    const cibles = reference.cibles.filter(({ depuis }) => depuis === numero);
    return cibles.length === 0 ? [] : [{ ...reference, cibles, paragraphe: numero, mentions: cibles.length }];
  });
}

/** Articles that a § cites, with its precision; null when its own are unknown: the document's may be another §'s. */
export function articlesOf(
  { articles }: { readonly articles: readonly CitedArticle[] },
  numero: string,
): ParagraphAnswer["articles"] {
  return articles.flatMap((cited) => {
    if (!cited.paragraphes.includes(numero)) return [];
    const occurrences = cited.occurrences?.filter(({ paragraphe }) => paragraphe === numero) ?? null;
    const own = occurrences?.[0] ?? { texte: cited.texte, precision: null };
    return [articleAnswer({ ...cited, texte: own.texte, precision: own.precision, occurrences })];
  });
}

function textOf({ contenu_texte }: StoredDocument, { start, end }: ParagraphSpan): string {
  return contenu_texte.slice(start, end);
}

function heldOf({ texte, ...edition }: HeldParagraphText): HeldParagraph {
  return { ...edition, empreinte: texte === null ? null : fingerprint(texte) };
}

/** A § of one number in a stored edition. */
interface HeldParagraph {
  readonly edition: number;
  readonly date_debut: string;
  readonly date_fin: string | null;
  readonly statut: Statut;
  /** Null where the edition has no § of that number. */
  readonly empreinte: string | null;
}

/** Days between which a § is unchanged: the first one included, the last one excluded, null for none. */
interface UnchangedRun {
  readonly inchange_depuis: string;
  readonly inchange_jusqu_au: string | null;
}

/**
 * The unbroken run of `editions` (by start of validity) around one in which the § of its number has the same
 * fingerprint: it ends at another text, at a withdrawal, and at any day between two.
 */
function unchangedRun(shown: HeldParagraph, editions: readonly HeldParagraph[]): UnchangedRun {
  const run = [shown];
  const others = editions.filter(({ date_debut, date_fin }) => date_debut !== date_fin);
  const rank = others.findIndex(({ edition }) => edition === shown.edition);
  for (const previous of others.slice(0, Math.max(0, rank)).toReversed()) {
    const [first] = run;
    if (first === undefined || !leadsTo(previous, first)) break;
    run.unshift(previous);
  }
  for (const next of rank === -1 ? [] : others.slice(rank + 1)) {
    const last = run.at(-1);
    if (last === undefined || !leadsTo(last, next)) break;
    run.push(next);
  }
  return {
    inchange_depuis: run[0]?.date_debut ?? shown.date_debut,
    inchange_jusqu_au: run.at(-1)?.date_fin ?? null,
  };
}

function leadsTo(earlier: HeldParagraph, later: HeldParagraph): boolean {
  return (
    earlier.statut === "remplace" &&
    earlier.date_fin === later.date_debut &&
    earlier.empreinte === later.empreinte
  );
}

/**
 * Cuts the HTML of a § from that of its document: from after its number to the next one, without the headings around
 * its body; balanced. Empty when no § of that number has a body. A table inside another is not counted.
 */
export function paragraphHtml(
  contenuHtml: string,
  numero: string,
): Pick<ParagraphAnswer, "html" | "tableaux"> {
  const cutter = new ParagraphCutter(numero);
  for (const blocks of readBlocksInParts(contenuHtml, CHARACTERS_A_TURN)) {
    for (const block of blocks) cutter.take(block);
    if (cutter.isOver) break;
  }
  return cutter.result();
}

/** Elements without an end tag. */
const VOID = new Set(["br", "img"]);

class ParagraphCutter {
  #isInside = false;
  readonly #parts: string[] = [];
  /** Names of the elements opened since the paragraph began. */
  readonly #open: string[] = [];
  #headingDepth = 0;
  #tables = 0;
  /** What is kept so far: up to the end of the body, with the end tags that it lacks. */
  #body = { length: 0, ends: "", tables: 0 };

  constructor(private readonly numero: string) {}

  /** Whether nothing more can be kept: the § had its body. */
  get isOver(): boolean {
    return !this.#isInside && this.#body.length > 0;
  }

  take(block: Block): void {
    if (block.kind === "number") this.#readNumber(block);
    else if (block.kind === "text") this.#write(block.text);
    else if (block.kind === "start") this.#start(block);
    else this.#end(block);
  }

  result(): Pick<ParagraphAnswer, "html" | "tableaux"> {
    const { length, ends, tables } = this.#body;
    return { html: (this.#parts.slice(0, length).join("") + ends).trim(), tableaux: tables };
  }

  #start({ name, attributes, level }: ElementBlock): void {
    if (level > 0) this.#headingDepth += 1;
    if (!this.#isWriting()) return;
    const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${Bun.escapeHTML(value)}"`);
    this.#parts.push(`<${name}${written.join("")}>`);
    if (name === "table" && !this.#open.includes(name)) this.#tables += 1;
    if (!VOID.has(name)) this.#open.push(name);
  }

  #end({ name, level }: ElementBlock): void {
    const isWriting = this.#isWriting();
    if (level > 0) this.#headingDepth -= 1;
    if (!isWriting || this.#open.at(-1) !== name) return;
    this.#open.pop();
    this.#parts.push(`</${name}>`);
    if (level === 0) this.#keep();
  }

  /** Headings before the body are not part of it. */
  #isWriting(): boolean {
    return this.#isInside && (this.#headingDepth === 0 || this.#body.length > 0);
  }

  #write(chunk: string): void {
    if (!this.#isWriting()) return;
    this.#parts.push(Bun.escapeHTML(chunk));
    if (this.#headingDepth === 0 && chunk.trim() !== "") this.#keep();
  }

  #keep(): void {
    const ends = this.#open.toReversed().map((name) => `</${name}>`);
    this.#body = { length: this.#parts.length, ends: ends.join(""), tables: this.#tables };
  }

  #readNumber({ text, numero, reserved }: NumberBlock): void {
    if (numero !== null || reserved !== null)
      this.#isInside = numero === this.numero && this.#body.length === 0;
    else this.#write(text);
  }
}

/**
 * Finds the text that contains the requested §. A fingerprint may be that of the text or of the § itself: the latest
 * text whose § of that number has it.
 * @throws {ApiError} as `findText`
 */
export async function findTextOfParagraph(
  database: Database,
  boiId: string,
  asked: AskedText,
  numero: string,
): Promise<StoredDocument> {
  demandPossible(boiId);
  const own = asked.kind === "wording" ? await findByParagraph(database, boiId, asked, numero) : null;
  return own ?? (await findText(database, boiId, asked));
}

async function findByParagraph(
  database: Database,
  boiId: string,
  { empreinte, edition }: Extract<AskedText, { kind: "wording" }>,
  numero: string,
): Promise<StoredDocument | null> {
  if ((await findEditionsSaying(database, boiId, empreinte)).length > 0) return null;
  const held = (await readHeldEditions(database, boiId)).filter((one) => isNamed(one, edition));
  for (const { id } of held) {
    const found = (await readTexts(database, id)).find(({ contenu_texte, spans }) => {
      const texte = paragraphText(contenu_texte, spans, numero);
      return texte !== null && fingerprint(texte) === empreinte;
    });
    if (found !== undefined) return await readWording(database, boiId, id, found.empreinte);
  }
  return null;
}
