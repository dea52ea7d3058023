import { type EvenedText, evenOut } from "../../reading/evened-text.ts";
import { readAnswers } from "./answers/read-answers.ts";
import { readDecisions } from "./decisions/read-decisions.ts";
import { type Identified, identifiedBy } from "./links/identified.ts";
import { type OfficialLink, officialLinks, type TextLink, withLinks } from "./links/linked.ts";
import type { CitedLaw, Place } from "./mentions.ts";
import { readNorms } from "./norms/read-norms.ts";

/**
 * Decisions, norms and ministerial answers that a whole document cites, in the order of the text: its later mentions
 * may rest on its first ones (« la loi de finances pour 2012 » whose number was given above). Nothing is guessed: a
 * field that neither the text, nor a link, nor a publisher's rule gives is null.
 * @param written the text already evened out, to avoid doing it twice
 * @param links those of the text, in its order: they give addresses, and decisions and norms that the words leave out
 * @param titre of the document, on which its text rests too: the convention that it names needs no day, or no country
 */
export function readCitedLaw(
  source: string,
  written: EvenedText = evenOut(source),
  links: readonly TextLink[] = [],
  titre = "",
): CitedLaw {
  const { texte, sourceOffset } = written;
  const official = officialLinks(links);
  const placed = <Mention extends Offsets>(mention: Mention): Mention => ({
    ...mention,
    start: sourceOffset(mention.start),
    end: sourceOffset(mention.end),
  });
  const decisions = withLinks(readDecisions(texte).map(placed), official, "decision");
  const normes = withLinks(readNorms(texte, evenOut(titre).texte).map(placed), official, "norme");
  const reponses = withLinks(readAnswers(texte).map(placed), official, "reponse");
  const identified = [...decisions.others, ...normes.others].flatMap(identifiedByLink);
  return {
    decisions: inOrder(source, [
      ...decisions.mentions,
      ...identified.flatMap((each) => (each.kind === "decision" ? [{ ...each.cited, ...each.place }] : [])),
    ]),
    normes: inOrder(source, [
      ...normes.mentions,
      ...identified.flatMap((each) => (each.kind === "norme" ? [{ ...each.cited, ...each.place }] : [])),
    ]),
    reponses: inOrder(source, reponses.mentions),
  };
}

type Offsets = Omit<Place, "texte">;

function identifiedByLink(link: OfficialLink): readonly (Identified & { readonly place: Offsets })[] {
  const identified = identifiedBy(link);
  return identified === null ? [] : [{ ...identified, place: { start: link.start, end: link.end } }];
}

/** By place, with their words on one line. */
function inOrder<Mention extends Offsets>(source: string, mentions: readonly Mention[]): (Mention & Place)[] {
  const ordered = mentions.toSorted((one, other) => one.start - other.start);
  return ordered.map((mention) => ({
    ...mention,
    texte: onOneLine(source.slice(mention.start, mention.end)),
  }));
}

function onOneLine(words: string): string {
  return words.replace(/\s+/g, " ").trim();
}
