/** Words that look like a reference to the doctrine. UTF-16 offsets. */
export interface UnreadReference {
  readonly start: number;
  readonly end: number;
}

/** Which ones exist is told by the corpus. */
const SERIES = "([A-Z]{2,8})";
const MARK = String.raw`[-_/.\s‐-―−]`;
const REST = String.raw`(?:${MARK}{0,2}[A-Z\d]{1,12}(?![a-zà-ÿ])){0,14}`;
const NUMBER = String.raw`(?:[Nn][°ºo]s?\s?)`;

/** Each kind lists what it requires, so that a word alone (« le BOI précité ») does not match. */
const KINDS = [
  // « BOI_IR_LIQ », « BOI IR », « BOFIP IR LIQ 20 », « BOI n° 23 », « BOI-- ».
  String.raw`BOI(?:-|${MARK}{1,2}${SERIES}(?![\p{L}])|\s?${NUMBER}\d{1,6})${REST}`,
  String.raw`(?<![\p{L}\d])BO(?:I|F[iI][pP]|DGI)(?:-[iI]mpôts)?(?:${MARK}{1,2}${SERIES}(?![\p{L}])|,?\s(?:§|${NUMBER}|(?!\d{4}-|\d{1,2}[/.]\d)\d))${REST}`,
  // « ACTU 2014-76 », « RES 2012-27 bis », « rescrit n° 123 ».
  String.raw`(?<![\p{L}\d])[Aa][Cc][Tt][Uu]${MARK}{1,2}\d{2,4}(?:${MARK}\d{1,6})?`,
  String.raw`(?<![\p{L}\d])(?:RES|[Rr]escrits?(?:\s\p{L}{2,12})?)(?:${MARK}{1,2}${SERIES}|\s${NUMBER})[-/\dA-Z]{1,30}`,
  // « instruction n° 45 », « 5 B 12 10 » after its name.
  String.raw`(?<!\p{L})[Ii]nst(?:ruction|\.)(?:\s\p{L}{2,15}){0,2}\s(?:${NUMBER}\d[-/\dA-Z]{0,15}|\d{1,2}\s?[A-Z]{1,2}[-\s]\d{1,3}(?:[-\s]\d{1,4})?)`,
];
const LOOKS_LIKE = new RegExp(KINDS.join("|"), "gu");

/**
 * Finds what looks like a reference outside the citations already read: forms that the reader does not support. Linear
 * time. `placesRead`, in text order, is asked only when something is found.
 */
export function findUnread(
  texte: string,
  knownSeries: ReadonlySet<string>,
  placesRead: () => readonly { readonly start: number; readonly end: number }[],
): UnreadReference[] {
  const unread: UnreadReference[] = [];
  let places: ReturnType<typeof placesRead> | null = null;
  let next = 0;
  for (const found of texte.matchAll(LOOKS_LIKE)) {
    const { 0: written, index: start } = found;
    const serie = found.slice(1).find((group) => group !== undefined);
    if (serie !== undefined && !knownSeries.has(serie)) continue;
    const end = start + written.trimEnd().length;
    places ??= placesRead();
    const read = places;
    while ((read[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next += 1;
    if ((read[next]?.start ?? Number.POSITIVE_INFINITY) >= end) unread.push({ start, end });
  }
  return unread;
}
