/**
 * A query that breaks the search syntax. `message` is French and complete: it states the position and what was
 * expected there. `position` counts code points of the query (after Unicode NFC) from 1.
 */
export class QuerySyntaxError extends Error {
  readonly position: number;

  constructor(position: number, expectation: string) {
    super(`Requête « q » invalide à la position ${position} : ${expectation}`);
    this.name = "QuerySyntaxError";
    this.position = position;
  }
}
