/**
 * Turns UTF-16 offsets of a text into counts of its code points, as `[...text]` has them.
 * @returns a function whose offsets must not decrease from call to call.
 */
export function codePointReader(text: string): (offset: number) => number {
  let at = 0;
  let count = 0;
  return (offset) => {
    while (at < offset) {
      at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
      count += 1;
    }
    return count;
  };
}
