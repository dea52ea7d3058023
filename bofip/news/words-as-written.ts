const ACCENTED = /[\u00c0-\u024f]/g;
const MARKS = /\p{M}/u;

/** Lower case without accents, at unchanged offsets: a match can be cut from the source. */
export function foldInPlace(source: string): string {
  return source.toLowerCase().replace(ACCENTED, (letter) => {
    const [plain = letter, ...marks] = letter.normalize("NFD");
    return marks.every((mark) => MARKS.test(mark)) ? plain : letter;
  });
}
