import { type Random, randomOf } from "../../../full/faults/random.ts";
import { actualite, contenu, dating, writeExport } from "../exports.ts";
import { type Archived, writeArchive } from "./archives.ts";

const DOCUMENTS = 12;
const ACTUALITES = 4;
const DATES = ["2024-01-10", "2024-02-14", "2024-03-20", "2024-04-17", "2024-05-22", "2024-06-26"];

/** By as-of date, then by their own instant: two of one day, one that an earlier day follows. */
const EXPORTS = [
  { asOf: "2024-02-20", issuedAt: "2024-02-21T05:00:00Z" },
  { asOf: "2024-04-17", issuedAt: "2024-04-19T05:00:00Z" },
  { asOf: "2024-04-17", issuedAt: "2024-04-20T05:00:00Z" },
  { asOf: "2024-06-30", issuedAt: "2024-07-01T05:00:00Z" },
] as const;

const ARCHIVES = [
  { name: "bofip_stock_live_20240331.tgz", to: "2024-03-31" },
  { name: "bofip_flux_live_20240301_20240331.tgz", to: "2024-03-31" },
  { name: "bofip_flux_live_20240401_20240430.tgz", to: "2024-04-30" },
  { name: "bofip_flux_live_20240501_20240630.tgz", to: "2024-06-30" },
] as const;

/**
 * Writes sources that contradict each other in every way that dated facts can: documents that come, go and come back,
 * texts corrected under their date, an edition given by one archive and withdrawn by another, numbers that pass from
 * one document to another. Returns their paths.
 */
export function writeSources(seed: number): string[] {
  const exports = EXPORTS.map(({ asOf, issuedAt }) => {
    const random = randomOf(seed, issuedAt);
    return writeExport([...exportLines(asOf, random), dating(asOf)], issuedAt);
  });
  const archives = ARCHIVES.map(({ name, to }) =>
    writeArchive(name, archiveEditions(to, randomOf(seed, name))),
  );
  return [...exports, ...archives];
}

function exportLines(asOf: string, random: Random): string[] {
  const lines: string[] = [];
  for (let number = 0; number < DOCUMENTS; number += 1) {
    for (const { date, pgp } of drawKeys(number, asOf, random)) {
      const line = contenu(boiId(number), { date, pgp, titre: titre(number), texte: drawText(random) });
      // A record that is identifiable but unusable: the document exists, nothing more is known.
      lines.push(random.below(20) === 0 ? line.replace(/"titre":"[^"]*"/, '"titre":1') : line);
    }
  }
  for (let number = 0; number < ACTUALITES; number += 1) {
    if (random.below(4) === 0) continue;
    lines.push(actualite(`ACTU-2024-0010${number}`, drawDate(asOf, random), drawText(random)));
  }
  return lines;
}

function archiveEditions(to: string, random: Random): Archived[] {
  const editions: Archived[] = [];
  for (let number = 0; number < DOCUMENTS; number += 1) {
    for (const { date, pgp } of drawKeys(number, to, random)) {
      const relations = random.below(3) === 0 ? [1 + random.below(DOCUMENTS)] : [];
      editions.push({
        boiId: boiId(number),
        date,
        pgp,
        titre: titre(number),
        html: drawBody(random),
        relations,
      });
    }
  }
  return editions;
}

/** None, one or several editions of a document, each once. */
function drawKeys(number: number, until: string, random: Random): { date: string; pgp: number }[] {
  const keys = new Map<string, { date: string; pgp: number }>();
  for (let count = random.pick([0, 0, 1, 1, 1, 2]); count > 0; count -= 1) {
    const [date, pgp] = [drawDate(until, random), drawPgp(number, random)];
    keys.set(`${date} ${pgp}`, { date, pgp });
  }
  return [...keys.values()];
}

function drawDate(until: string, random: Random): string {
  return random.pick(DATES.filter((date) => date <= until));
}

/** Usually a document's own number; two documents have another one too, which is the next document's. */
function drawPgp(number: number, random: Random): number {
  return number < 2 && random.below(2) === 0 ? number + 2 : number + 1;
}

function drawBody(random: Random): string {
  const cited = 1 + random.below(DOCUMENTS);
  const withdrawn = "<p>Le présent document est retiré à compter du 27/05/2024.</p>";
  const moved = `<p>Les commentaires sont transférés au <a href="Contenu:${cited}-PGP">document suivant</a>.</p>`;
  if (random.below(5) < 2) return random.pick([withdrawn, moved, moved]);
  return `<p class="numero-de-paragraphe-western" id="1_01">1</p>
    <p>${drawText(random)} Voir <a href="Contenu:${cited}-PGP">ce document</a>.</p>`;
}

/** One of a few texts, so that sources agree at times. */
function drawText(random: Random): string {
  return `Rédaction ${random.below(3)} : voir ${boiId(random.below(DOCUMENTS))} et l'article ${1 + random.below(2)} du CGI.`;
}

function boiId(number: number): string {
  return `BOI-${number % 2 === 0 ? "IR" : "TVA"}-${10 * (1 + Math.floor(number / 2))}`;
}

function titre(number: number): string {
  return `${number % 2 === 0 ? "IR" : "TVA"} - Titre ${number}`;
}
