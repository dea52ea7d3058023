const ADJECTIVE = String.raw`(?:liee?|modifiee?|creee?|ajoutee?|supprimee?|rattachee?|soumise?)(?:s|\(s\))?`;
const NAMED = String.raw`(?:actualite|document)(?:s|\(s\))?\s+${ADJECTIVE}(?:\s+${ADJECTIVE})?`;

/**
 * Heading of a list that the official site adds after an actualité, in folded letters: other announcements and
 * documents. One that a sentence quotes (« sous la rubrique … ») heads nothing; words may be glued before it.
 */
export const LIST_HEADING = new RegExp(
  String.raw`(?<!["«“]\s?|rubrique\s)${NAMED}(?:\s+et\s+${NAMED})?(?:\s+a\s+(?:la\s+|une\s+)?consultation\s+publique)?(?:\s+dont\s[^:.\n]{0,60})?(?:\s*:|(?<=\(s\))|(?<=publique)(?=\s+boi-))`,
  "u",
);

/**
 * The text of an actualité without the lists appended to it: their titles have nothing to do with this one.
 * @param folded its text, folded with `fold`.
 */
export function ownWords(folded: string): string {
  const lists = LIST_HEADING.exec(folded);
  return lists === null ? folded : folded.slice(0, lists.index);
}

/** The same, of a text as written. */
export function beforeLists(texte: string): string {
  return texte.slice(0, ownWords(foldInPlace(texte)).length);
}

const ACCENTED = /[\u00c0-\u024f]/g;
const MARKS = /\p{M}/u;

/** Lower case without accents, at unchanged offsets: a match can be cut from the source. */
export function foldInPlace(source: string): string {
  return source.toLowerCase().replace(ACCENTED, (letter) => {
    const [plain = letter, ...marks] = letter.normalize("NFD");
    return marks.every((mark) => MARKS.test(mark)) ? plain : letter;
  });
}
