import { type Random, randomOf } from "./random.ts";
import { IS_FULL } from "./seed.ts";

/** Size of the first export, in documents; smaller for the sample of points. */
export const DOCUMENTS = IS_FULL ? 400 : 200;
const ACTUALITES = 12;

/** The word that every document contains, before and after the revision. */
export const COMMON_WORD = "contribuable";

const SERIES = ["IR", "IS", "TVA", "BIC", "BNC", "RFPI", "ENR", "CF"];
const NOUNS =
  "abattement amortissement assiette avantage bénéfice bien capital cession charge créance cotisation déclaration déduction dépense dividende donation droit exercice exonération foyer gain immeuble impôt indemnité intérêt livraison location loyer marge option paiement part pension plus-value prestation produit provision quotient redevance régime remboursement remise rente réserve retenue revenu salaire seuil société succession taux taxe titre valeur vente versement".split(
    " ",
  );
const VERBS =
  "acquitte calcule conserve constate déclare détermine impute majore prend rapporte retranche supporte".split(
    " ",
  );
const ENDINGS = [
  "au titre de l'année",
  "dans le délai légal",
  "selon le barème en vigueur",
  "sous réserve des conventions internationales",
  "sauf option contraire",
  "par article et par nature",
];
/** Words of the new documents alone: more than the model of the first export knows. */
const NEW_WORDS =
  "agrivoltaïsme biométhane cybermonnaie drone hydrolienne jeton métavers stablecoin télépilote trottinette".split(
    " ",
  );

/** One edition of a document of the tests. */
export interface Edition {
  readonly number: number;
  readonly serie: string;
  readonly date: string;
  readonly words: readonly string[];
  readonly seed: number;
  readonly version: number;
}

/** Successive exports of one corpus, as lines. */
export interface Exports {
  readonly first: readonly string[];
  /**
   * A tenth reissued, a twentieth withdrawn, a twentieth new, a hundredth rectified under their dates; the other lines
   * are the same to the byte.
   */
  readonly revised: readonly string[];
  /** The same, but that the new documents speak of what no one spoke of: the embedder is trained anew. */
  readonly renewed: readonly string[];
}

/** Writes both exports from a seed alone; none of their texts is official. */
export function generateExports(seed: number): Exports {
  const random = randomOf(seed, "corpus");
  const editions = Array.from({ length: DOCUMENTS }, (_, number) => firstEdition(number, seed, random));
  const actualites = Array.from({ length: ACTUALITES }, (_, number) =>
    actualiteLine(number, "2023-06", random),
  );
  const fates = random.shuffle(editions.map(({ number }) => number));
  const gone = new Set(fates.slice(0, DOCUMENTS / 20));
  const reissued = new Set(fates.slice(DOCUMENTS / 20, DOCUMENTS / 20 + DOCUMENTS / 10));
  const rectified = new Set(fates.slice(-DOCUMENTS / 100));
  const revise = (edition: Edition): Edition => {
    if (reissued.has(edition.number)) return { ...edition, date: "2024-02-14", version: 2 };
    return rectified.has(edition.number) ? { ...edition, version: 2 } : edition;
  };
  const revised = editions.filter(({ number }) => !gone.has(number)).map(revise);
  const added = (words: readonly string[]): Edition[] =>
    Array.from({ length: DOCUMENTS / 20 }, (_, index) => ({
      number: DOCUMENTS + index,
      serie: serieOf(index),
      date: "2024-02-21",
      words,
      seed,
      version: 1,
    }));
  const news = Array.from({ length: 3 }, (_, number) =>
    actualiteLine(ACTUALITES + number, "2024-02", random),
  );
  return {
    first: [...editions.map(contenuLine), ...actualites],
    revised: [...[...revised, ...added([])].map(contenuLine), ...actualites, ...news],
    renewed: [...[...revised, ...added(NEW_WORDS)].map(contenuLine), ...actualites, ...news],
  };
}

function firstEdition(number: number, seed: number, random: Random): Edition {
  const date = `20${12 + random.below(11)}-0${1 + random.below(9)}-1${random.below(10)}`;
  return { number, seed, serie: serieOf(number), date, words: [], version: 1 };
}

function contenuLine(edition: Edition): string {
  const { number, serie, date } = edition;
  const id = boiId(number);
  const { titre, texte, html } = contentOf(edition);
  return JSON.stringify({
    type: "Contenu",
    titre,
    debut_de_validite: date,
    serie,
    division: "CHAMP",
    identifiant_juridique: id,
    permalien: permalink(number, id, date),
    contenu: texte,
    contenu_html: html,
  });
}

/** The content of an edition: the same in an export and in an archive. */
export function contentOf(edition: Edition): { titre: string; texte: string; html: string } {
  const { number, seed, serie, version } = edition;
  const random = randomOf(seed, `document ${number}`);
  const titre = `${serie} - Titre ${number} - ${sentence(random, edition.words)}`;
  const paragraphs = Array.from({ length: 2 + random.below(4) }, () => paragraph(random, edition));
  // The reissue changes one paragraph and adds one.
  if (version === 2)
    paragraphs.splice(
      1,
      1,
      paragraph(randomOf(seed, `reissue ${number}`), edition),
      paragraph(random, edition),
    );
  return {
    titre,
    texte: paragraphs.map(({ texte }) => texte).join(" "),
    html: paragraphs.map(({ html }, index) => numbered(index, html)).join("\n"),
  };
}

function numbered(index: number, html: string): string {
  const numero = index === 0 ? 1 : index * 10;
  return `<p class="numero-de-paragraphe-western" id="n${numero}">${numero}</p>${html}`;
}

interface Paragraph {
  readonly html: string;
  readonly texte: string;
}

function paragraph(random: Random, { words }: Edition): Paragraph {
  const sentences = Array.from({ length: 2 + random.below(4) }, () => sentence(random, words));
  const cited = random.below(DOCUMENTS);
  const citedId = boiId(cited);
  const article = 1 + random.below(300);
  const texte = `Le ${COMMON_WORD} est visé. ${sentences.join(" ")}`;
  const link = `<a href="${permalink(cited, citedId, "2020-01-15")}">${citedId}</a>`;
  const table =
    random.below(6) === 0
      ? `<table><caption>Barème</caption><tr><th>Tranche</th><th>Taux</th></tr><tr><td>${random.below(9_000)} €</td><td>${random.below(45)} %</td></tr></table>`
      : "";
  return {
    texte: `${texte} Voir ${citedId} et CGI, art. ${article}.`,
    html: `<p class="paragraphe-western">${texte} Voir ${link} et CGI, art. ${article}.</p>${table}`,
  };
}

function sentence(random: Random, words: readonly string[]): string {
  const noun = () => random.pick(words.length > 0 && random.below(3) > 0 ? words : NOUNS);
  return `Le ${noun()} de ${noun()} ${random.pick(VERBS)} le ${noun()} et la ${noun()} ${random.pick(ENDINGS)}.`;
}

function actualiteLine(number: number, month: string, random: Random): string {
  const id = `ACTU-${month.slice(0, 4)}-${String(number + 1).padStart(5, "0")}`;
  const date = `${month}-0${1 + random.below(9)}`;
  const named = random.below(DOCUMENTS);
  return JSON.stringify({
    type: "Actualité",
    titre: `Mise à jour ${number}`,
    debut_de_validite: date,
    serie: null,
    division: null,
    identifiant_juridique: id,
    permalien: `https://bofip.impots.gouv.fr/bofip/${9_000 + number}-PGP.html/identifiant=${id}`,
    contenu: `Les commentaires du ${boiId(named)} sont mis à jour.`,
    contenu_html: null,
  });
}

export function serieOf(number: number): string {
  return SERIES[number % SERIES.length] ?? "";
}

export function boiId(number: number): string {
  return `BOI-${serieOf(number)}-CHAMP-${10 * (number + 1)}`;
}

export function permalink(number: number, id: string, date: string): string {
  return `https://bofip.impots.gouv.fr/bofip/${number + 1}-PGP.html/identifiant=${id}-${date.replaceAll("-", "")}`;
}
