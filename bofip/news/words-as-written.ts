const ACCENTED = /[\u00c0-\u024f]/g;
const MARKS = /\p{M}/u;

/** Lower case without accents, every character in its place: what is found there is written at the same offsets. */
export function foldInPlace(source: string): string {
  return source.toLowerCase().replace(ACCENTED, (letter) => {
    const [plain = letter, ...marks] = letter.normalize("NFD");
    return marks.every((mark) => MARKS.test(mark)) ? plain : letter;
  });
}
