/** How many numbers to suggest. */
const NEAREST = 5;

/** The § numbers closest to one that a text does not have, five at most, in text order. */
export function nearestNumbers(numbers: readonly string[], asked: string): string[] {
  const distance = (number: string) =>
    Math.abs(Number.parseInt(number, 10) - Number.parseInt(asked, 10)) || 0;
  const closest = new Set(
    numbers.toSorted((left, right) => distance(left) - distance(right)).slice(0, NEAREST),
  );
  return numbers.filter((number) => closest.has(number));
}
