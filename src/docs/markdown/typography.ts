const NO_BREAK = "\u00A0";

/** A French text whose spaces before « : », « ; », « ? », « ! », « » » and after « « » do not break a line. */
export function spaced(text: string): string {
  return text.replace(/ (?=[:;?!»])/g, NO_BREAK).replaceAll("« ", `«${NO_BREAK}`);
}
