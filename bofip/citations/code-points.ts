/** Turns UTF-16 offsets, which must not decrease from call to call, into counts of code points, as `[...text]` has. */
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
