import { contenu } from "../exports.ts";

/** A signal that stops a filling once it may not go on. */
export function goingOnWhile(mayGoOn: () => boolean): Pick<AbortSignal, "aborted"> {
  return {
    get aborted() {
      return !mayGoOn();
    },
  };
}

/** Lines of an export: documents in force of a few words, some of which they share. */
export function corpus(count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    contenu(`BOI-IR-${index + 1}0`, {
      date: "2020-01-15",
      pgp: index + 1,
      texte: `pension ${index % 3} barème ${index % 20}`,
    }),
  );
}
