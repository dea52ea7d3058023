/**
 * Compares two segments of the classification, as in `IR/LIQ/20`: numbers first, by value, then words by code unit.
 * `1E2` is a word.
 */
export function compareSegments(left: string, right: string): number {
  const isLeftNumber = NUMBER.test(left);
  const isRightNumber = NUMBER.test(right);
  if (isLeftNumber !== isRightNumber) return isLeftNumber ? -1 : 1;
  const difference = isLeftNumber ? Number(left) - Number(right) : 0;
  return difference || (left < right ? -1 : Number(left > right));
}

/** Compares two identifiers in classification order: a document, then its descendants, then its next sibling. */
export function compareIdentifiers(left: string, right: string): number {
  const others = right.split("-");
  for (const [rank, segment] of left.split("-").entries()) {
    const other = others[rank];
    if (other === undefined) return 1;
    const difference = compareSegments(segment, other);
    if (difference !== 0) return difference;
  }
  return left === right ? 0 : -1;
}

const NUMBER = /^\d+$/;
