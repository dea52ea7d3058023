/** Words that look like a reference to the doctrine. UTF-16 offsets. */
export interface UnreadReference {
  readonly start: number;
  readonly end: number;
}

const SERIES =
  "ANNX|BAREME|BIC|BNC|BA|CAD|CF|CTX|CVAE|DAE|DJC|ENR|FORM|IF|INT|IR|IS|LETTRE|PAT|REC|RES|RFPI|RPPM|RSA|SJ|TCA|TCAS|TFP|TPS|TVA";
const MARK = String.raw`[-_/.\s‐-―−]`;
const REST = String.raw`(?:${MARK}{0,2}[A-Z\d]{1,12}(?![a-zà-ÿ])){0,14}`;
const NUMBER = String.raw`(?:[Nn][°ºo]s?\s?)`;

/** Each kind lists what it requires, so that a word alone (« le BOI précité ») does not match. */
const KINDS = [
  // « BOI_IR_LIQ », « BOI IR », « BOFIP IR LIQ 20 », « BOI n° 23 », « BOI-- ».
  String.raw`BOI(?:-|${MARK}{1,2}(?:${SERIES})(?![\p{L}])|\s?${NUMBER}\d)${REST}`,
  String.raw`(?<![\p{L}\d])BO(?:I|F[iI][pP]|DGI)(?:-[iI]mpôts)?(?:${MARK}{1,2}(?:${SERIES})(?![\p{L}])|,?\s(?:§|${NUMBER}|\d))${REST}`,
  // « IR-LIQ-20-10 ».
  String.raw`(?<![\p{L}\d-])(?:${SERIES})-[A-Z]{2,9}(?:-[A-Z\d]{1,9}){0,8}-\d{2,8}(?![\p{L}\d])`,
  // « ACTU 2014-76 », « RES 2012-27 bis », « rescrit n° 123 ».
  String.raw`(?<![\p{L}\d])[Aa][Cc][Tt][Uu]${MARK}{1,2}\d{2,4}(?:${MARK}\d{1,6})?`,
  String.raw`(?<![\p{L}\d])(?:RES|[Rr]escrits?(?:\s\p{L}{2,12})?)(?:${MARK}{1,2}(?:${SERIES})|\s${NUMBER})[-/\dA-Z]{1,30}`,
  // « instruction n° 45 », « 5 B 12 10 » after its name.
  String.raw`(?<!\p{L})[Ii]nst(?:ruction|\.)(?:\s\p{L}{2,15}){0,2}\s(?:${NUMBER}\d[-/\dA-Z]{0,15}|\d{1,2}\s?[A-Z]{1,2}[-\s]\d{1,3}(?:[-\s]\d{1,4})?)`,
];
const LOOKS_LIKE = new RegExp(KINDS.join("|"), "gu");

const PART = String.raw`(?:alinéas?|al\.|tirets?|phrases?|puces?)`;
const RANK = String.raw`(?:\d{1,3}(?:er|ère|e|ème|°)?|premi(?:er|ère)|deuxième|seconde?|troisième|quatrième|cinquième|avant-dernière?|derni(?:er|ère))`;
/** What a citation adds about a part of its §, or about its document, which is not compared: « , al. 3 ». */
const DETAIL = new RegExp(
  String.raw`[\s,(]{1,4}(?:(?:au|à la|le|la)\s)?(?<detail>${RANK}\s${PART}|${PART}\s?\d{1,3}|(?:exemples?|remarques?)(?:\s\d{1,3})?|\d{1,6}-PGP)(?![\p{L}\d])`,
  "uy",
);

/**
 * Finds what looks like a reference to the doctrine outside the citations already read: forms that the reader does
 * not support. Linear time.
 * @param read in text order, never overlapping.
 */
export function findUnread(
  texte: string,
  read: readonly { readonly start: number; readonly end: number }[],
): UnreadReference[] {
  const unread = read.flatMap(({ end }) => detailAt(texte, end) ?? []);
  let next = 0;
  for (const { 0: written, index: start } of texte.matchAll(LOOKS_LIKE)) {
    const end = start + written.trimEnd().length;
    while ((read[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next += 1;
    if ((read[next]?.start ?? Number.POSITIVE_INFINITY) >= end) unread.push({ start, end });
  }
  return unread.sort((one, other) => one.start - other.start);
}

function detailAt(texte: string, at: number): UnreadReference | null {
  DETAIL.lastIndex = at;
  const detail = DETAIL.exec(texte)?.groups?.["detail"];
  return detail === undefined ? null : { start: DETAIL.lastIndex - detail.length, end: DETAIL.lastIndex };
}
