/**
 * Whether the store can keep a text unchanged: PostgreSQL rejects NUL, and half a surrogate pair has no UTF-8 form (it
 * would be replaced).
 */
export function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}
