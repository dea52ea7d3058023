/**
 * What the source's site puts after the words of an actualité, in folded letters: lists of other announcements and of
 * documents, whose titles say nothing of this one.
 */
const LISTS =
  /\b(?:actualite(?:s|\(s\))? liee(?:s|\(s\))?|documents? (?:lie|modifie|cree|supprime|rattache)s?) ?:|\b(?:actualite|document)\(s\) (?:liee|lie|modifie|cree|supprime|rattache)\(s\)/;

/** The words of an actualité itself, without the lists that follow them. @param folded its text, by `fold`. */
export function ownWords(folded: string): string {
  const lists = LISTS.exec(folded);
  return lists === null ? folded : folded.slice(0, lists.index);
}
