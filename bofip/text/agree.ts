/** A count with its words, zero being singular: « 0 clé ajoutée », « 2 clés ajoutées »; `several` defaults to « s ». */
export function agree(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count > 1 ? several : one}`;
}
