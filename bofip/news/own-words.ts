/**
 * Start of the lists that the official site adds after an actualité, in folded letters: other announcements and
 * documents, whose titles have nothing to do with this one.
 */
const LISTS =
  /\b(?:actualite(?:s|\(s\))? liee(?:s|\(s\))?|documents? (?:lie|modifie|cree|supprime|rattache)s?) ?:|\b(?:actualite|document)\(s\) (?:liee|lie|modifie|cree|supprime|rattache)\(s\)/;

/**
 * The text of an actualité without the lists appended to it.
 * @param folded its text, folded with `fold`.
 */
export function ownWords(folded: string): string {
  const lists = LISTS.exec(folded);
  return lists === null ? folded : folded.slice(0, lists.index);
}
