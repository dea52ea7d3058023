import type { ParagraphSpan } from "../../../bofip/paragraphs/paragraph-text.ts";
import { fingerprint } from "../../../bofip/text/fingerprint.ts";
import { type CitedPlace, numbersCited } from "./paragraphs.ts";

/** Fingerprint prefixes to look for among the texts of one document. */
export interface FingerprintTask {
  readonly texts: readonly FingerprintedText[];
  readonly wanted: readonly WantedFingerprint[];
}

interface FingerprintedText {
  /** Fingerprint of the whole text. */
  readonly empreinte: string;
  readonly texte: string;
  readonly spans: readonly ParagraphSpan[];
}

export interface WantedFingerprint extends CitedPlace {
  /** Its first digits. */
  readonly empreinte: string;
  /** Ranks of the candidate texts, the likeliest first. */
  readonly among: readonly number[];
}

/**
 * The rank of the text that has each fingerprint, of the whole or of a cited §; null for none. Each § is read once.
 */
export function matchFingerprints({ texts, wanted }: FingerprintTask): (number | null)[] {
  const prints = texts.map(() => new Map<number, string>());
  const printOf = (rank: number, { texte, spans }: FingerprintedText, index: number) => {
    const known = prints[rank]?.get(index);
    if (known !== undefined) return known;
    const print = fingerprint(texte.slice(spans[index]?.start, spans[index]?.end));
    prints[rank]?.set(index, print);
    return print;
  };
  return wanted.map(({ among, empreinte, ...place }) => {
    const found = among.find((rank) => {
      const text = texts[rank];
      if (text === undefined) return false;
      if (text.empreinte.startsWith(empreinte)) return true;
      const cited = place.numero === null ? null : new Set(numbersCited(place, text));
      return text.spans.some(
        ({ numero }, index) =>
          (cited === null || cited.has(numero)) && printOf(rank, text, index).startsWith(empreinte),
      );
    });
    return found ?? null;
  });
}
