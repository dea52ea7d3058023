/**
 * A count with its words in the singular or the plural, zero being singular in French: « 0 clé ajoutée »,
 * « 2 clés ajoutées ».
 * @param several by default the singular with an « s ».
 */
export function agree(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count > 1 ? several : one}`;
}
