import { SaxesParser, type SaxesTagPlain } from "saxes";
import { substanceHash } from "../../bofip/comparison/substance.ts";
import { isRealDate } from "../../bofip/identifiers/identifier.ts";
import { normKey } from "../../bofip/law/cited/norms/known-norms.ts";
import {
  type Amendment,
  articleOfNum,
  endOf,
  isStillBorn,
  type ListedVersion,
  NO_DAY,
} from "../../bofip/law/versions.ts";
import { fingerprint } from "../../bofip/text/characters.ts";
import type { DerivedVersion } from "../../db/ingestion/law.ts";
import { readBody } from "../parse/html.ts";
import { BadRecord } from "../parse/record.ts";
import { storableText } from "../parse/repair.ts";
import { refusing } from "../parse/xml.ts";

/** A file `LEGIARTI….xml`, read. */
export interface LegiArticle extends ListedVersion {
  /** Titles of its sections on its first day, widest first. */
  readonly section: readonly string[];
  /** LEGISCTA of the last of them; null without any. */
  readonly sectionId: string | null;
  /** Sanitised. */
  readonly html: string;
  readonly texte: string;
  readonly nota: string | null;
  readonly modifiePar: readonly Amendment[];
  /** Every version of the article, this one included, in the order of the file. */
  readonly listed: readonly ListedVersion[];
}

/** @throws {BadRecord} when it is not well-formed, or lacks its identifier or a day. */
export function parseArticle(xml: string): LegiArticle {
  const reader = new ArticleReader();
  const parser = refusing(new SaxesParser(), "fichier d'article");
  parser.on("opentag", (tag) => reader.open(tag, parser.position));
  parser.on("text", (text) => reader.write(text));
  parser.on("cdata", (text) => reader.write(text));
  parser.on("closetag", () => reader.close(parser.position));
  parser.write(xml).close();
  return reader.result(xml);
}

/** The HTML of a real article is some ten deep. */
const MAX_DEPTH = 100;

/** A title of a section, or of what holds it. */
interface Title {
  readonly id: string;
  readonly debut: string;
  readonly fin: string;
  readonly titre: string;
}

type Contents = "BLOC_TEXTUEL" | "NOTA";

class ArticleReader {
  readonly #open: string[] = [];
  #attributes: Readonly<Record<string, string>> = {};
  #text = "";
  /** What META_COMMUN and META_ARTICLE say, by element. */
  readonly #meta = new Map<string, string>();
  /** By depth, from the widest. */
  readonly #titles: Title[][] = [];
  readonly #listed: ListedVersion[] = [];
  readonly #amendments = new Map<string, Amendment>();
  /** Where the contents begin and end in the file. */
  readonly #contents = new Map<Contents, { readonly start: number; readonly end: number }>();
  #contentStart = 0;

  open({ name, attributes }: SaxesTagPlain, position: number): void {
    if (this.#open.push(name) > MAX_DEPTH) throw new BadRecord("éléments trop imbriqués.", null);
    this.#text = "";
    this.#attributes = attributes;
    if (name === "CONTENU") this.#contentStart = position;
    if (name === "LIEN_ART") this.#list(attributes);
  }

  write(text: string): void {
    this.#text += text;
  }

  close(position: number): void {
    const name = this.#open.pop() ?? "";
    const parent = this.#open.at(-1) ?? "";
    const text = storableText(this.#text.replace(/\s+/g, " ").trim());
    if (parent === "META_COMMUN" || parent === "META_ARTICLE") this.#meta.set(name, text);
    if (name === "TITRE_TM") this.#entitle(text);
    if (name === "LIEN" && parent === "LIENS") this.#link(text);
    if (name === "CONTENU" && (parent === "BLOC_TEXTUEL" || parent === "NOTA"))
      this.#contents.set(parent, { start: this.#contentStart, end: position });
    this.#text = "";
  }

  result(xml: string): LegiArticle {
    const legiarti = this.#meta.get("ID") ?? "";
    const [debut = "", fin = ""] = ["DATE_DEBUT", "DATE_FIN"].map((name) => this.#meta.get(name));
    if (!/^LEGIARTI\d{12}$/.test(legiarti)) throw new BadRecord("identifiant LEGIARTI absent.", null);
    if (!isRealDate(debut) || !isRealDate(fin))
      throw new BadRecord("DATE_DEBUT ou DATE_FIN absente ou impossible.", legiarti);
    const { html, texte } = readBody(this.#content(xml, "BLOC_TEXTUEL"), null);
    const { texte: nota } = readBody(this.#content(xml, "NOTA"), null);
    const titles = this.#titles.flatMap((level) => titleOn(level, debut) ?? []);
    return {
      legiarti,
      num: this.#meta.get("NUM") ?? "",
      etat: this.#meta.get("ETAT") ?? "",
      debut,
      fin,
      section: titles.map(({ titre }) => titre),
      sectionId: titles.at(-1)?.id ?? null,
      html,
      texte,
      nota: nota === "" ? null : nota,
      modifiePar: [...this.#amendments.values()],
      listed: this.#listed,
    };
  }

  #list({ id = "", num = "", etat = "", debut = "", fin = "" }: Readonly<Record<string, string>>): void {
    // An entry of the Journal officiel's own text is never dated: it is no version of the code.
    const isDated = isRealDate(debut) && isRealDate(fin) && debut !== NO_DAY;
    if (isDated && /^LEGIARTI\d{12}$/.test(id)) this.#listed.push({ legiarti: id, num, etat, debut, fin });
  }

  #entitle(titre: string): void {
    const depth = this.#open.filter((name) => name === "TM").length;
    const { id = "", debut = "", fin = "" } = this.#attributes;
    this.#titles[depth] = [...(this.#titles[depth] ?? []), { id, debut, fin, titre }];
  }

  #link(texte: string): void {
    const amendment = amendmentOf(this.#attributes, texte);
    if (amendment !== null && texte !== "") this.#amendments.set(texte, amendment);
  }

  /** The markup between the tags: LEGI's contents are HTML, some of it escaped once more. */
  #content(xml: string, element: Contents): string {
    const { start, end } = this.#contents.get(element) ?? { start: 0, end: 0 };
    const markup = xml.slice(start, Math.max(start, xml.lastIndexOf("</", end - 1)));
    return markup.replace(ESCAPED_TAG, "<$1>");
  }
}

const ESCAPED_TAG =
  /&lt;(\/?(?:br|p|div|table|thead|tbody|tr|t[dh]|ul|ol|li|strong|em|b|i|su[bp]|center|font|a)(?:\s[^<>&]{0,200})?\/?)&gt;/gi;

/** Dates of sections may be later than those of the article: the last title then stands. */
function titleOn(titles: readonly Title[], day: string): Title | null {
  const named = titles.filter(({ titre }) => titre !== "");
  return named.find(({ debut, fin }) => debut <= day && day < (endOf(fin) ?? NO_DAY)) ?? named.at(-1) ?? null;
}

/** Links that say what made a version, by `typelien sens`: the others say what it cites, or what it made itself. */
const AMENDING = new Set([
  ...["MODIFIE", "CREE", "ABROGE", "TRANSFERE"].map((type) => `${type} cible`),
  ...["MODIFICATION", "CREATION", "ABROGATION", "TRANSFERT"].map((type) => `${type} source`),
]);

const NATURES: Readonly<Record<string, "loi" | "ordonnance" | "decret" | "arrete">> = {
  LOI: "loi",
  ORDONNANCE: "ordonnance",
  DECRET: "decret",
  ARRETE: "arrete",
};
const NUMBER_IN_WORDS = /n° ?(\d{2,4}-\d{1,5})(?!\d)/;

/** Null for another link. Articles of a code are where the words went, or came from: they amend nothing. */
function amendmentOf(link: Readonly<Record<string, string>>, texte: string): Amendment | null {
  const { typelien = "", sens = "", naturetexte = "", numtexte = "", datesignatexte = "" } = link;
  if (!AMENDING.has(`${typelien} ${sens}`) || naturetexte === "CODE") return null;
  const nature = NATURES[naturetexte.split("_")[0] ?? ""];
  if (nature === undefined) return { cle: null, texte };
  const numero = numtexte === "" ? (NUMBER_IN_WORDS.exec(texte)?.[1] ?? null) : numtexte;
  const date = isRealDate(datesignatexte) && datesignatexte !== NO_DAY ? datesignatexte : null;
  return { cle: normKey({ nature, numero, date, name: null }), texte };
}

/** Raised by a parser that gives other words or days: kept files are derived again by the next run. */
export const LAW_DERIVATION_VERSION = 1;

/** Where a file lies, and the code it belongs to. */
interface Place {
  readonly path: string;
  readonly code: string;
}

/** The version that a file gives; null for a still-born one. */
export function deriveVersion(article: LegiArticle, { path, code }: Place): DerivedVersion | null {
  const version = deriveListed(article, code);
  if (version === null) return null;
  const { section, sectionId, texte, html, nota, modifiePar } = article;
  const prints = { empreinte: fingerprint(texte), substance: substanceHash(texte) };
  return { ...version, path, section, sectionId, texte, html, nota, modifiePar, ...prints };
}

/** A version that files list, without its own; null for a still-born one. */
export function deriveListed(listed: ListedVersion, code: string): DerivedVersion | null {
  if (isStillBorn(listed)) return null;
  const { legiarti, num, etat, debut, fin } = listed;
  return {
    ...{ legiarti, code, num, article: articleOfNum(num), etat, dateDebut: debut, dateFin: endOf(fin) },
    ...{ path: null, section: [], sectionId: null, texte: null, html: null, nota: null, modifiePar: [] },
    ...{ empreinte: null, substance: null, derivationVersion: LAW_DERIVATION_VERSION },
  };
}
