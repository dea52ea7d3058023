const MONTHS = [
  ...["janvier", "février", "mars", "avril", "mai", "juin"],
  ...["juillet", "août", "septembre", "octobre", "novembre", "décembre"],
];

/** A day `YYYY-MM-DD` in French words: « 14 avril 2025 », « 1er mai 2025 ». */
export function frenchDate(day: string): string {
  const [year = "", month = "", date = ""] = day.split("-");
  return `${date === "01" ? "1er" : Number(date)} ${MONTHS[Number(month) - 1] ?? month} ${year}`;
}
