/** 10 000, with a space that does not break. */
export function french(value: number): string {
  return value.toLocaleString("fr-FR").replaceAll("\u202F", "\u00A0");
}
