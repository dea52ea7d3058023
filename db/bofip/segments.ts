/**
 * Order of two segments of the classification, as in `IR/LIQ/20`: numbers first and as numbers, then words by code
 * unit. `1E2` is a word.
 */
export function compareSegments(left: string, right: string): number {
  const isLeftNumber = NUMBER.test(left);
  const isRightNumber = NUMBER.test(right);
  if (isLeftNumber !== isRightNumber) return isLeftNumber ? -1 : 1;
  const difference = isLeftNumber ? Number(left) - Number(right) : 0;
  return difference || (left < right ? -1 : Number(left > right));
}

const NUMBER = /^\d+$/;
