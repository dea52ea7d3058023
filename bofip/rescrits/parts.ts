/** The parts of a ruling, in its own words; null for what its text does not show. */
export interface RescritParts {
  readonly question: string | null;
  readonly reponse: string | null;
  /** The documents that it declares itself related to, as it names them. */
  readonly document_lie: string | null;
}

const QUESTION = /^Questions?(?:[^\S\n]*:|[^\S\n]*$)/gm;
const ANSWER = /^R[ée]ponses?(?:[^\S\n]*:|[^\S\n]*$)/gm;
/** In some texts it follows the last sentence of the answer, on its line, glued to it or not. */
const LINKED = /(?:^|(?<=[.;:!?»)][^\S\n]?))Documents? li[ée]s?[^\S\n]*:/gm;

/** Splits a ruling at its headings; question and answer are null unless there is exactly one of each, in that order. */
export function rescritParts(texte: string): RescritParts {
  const questions = [...texte.matchAll(QUESTION)];
  const answers = [...texte.matchAll(ANSWER)];
  const linked = [...texte.matchAll(LINKED)].at(-1);
  const [question] = questions;
  const [answer] = answers;
  const isLast = linked !== undefined && (answer === undefined || answer.index < linked.index);
  const end = isLast ? linked.index : texte.length;
  const document_lie = isLast ? wordsBetween(texte, endOf(linked), texte.length) : null;
  if (question === undefined || answer === undefined || questions.length + answers.length > 2)
    return { question: null, reponse: null, document_lie };
  if (answer.index < question.index) return { question: null, reponse: null, document_lie };
  return {
    question: wordsBetween(texte, endOf(question), answer.index),
    reponse: wordsBetween(texte, endOf(answer), end),
    document_lie,
  };
}

function endOf(heading: RegExpExecArray): number {
  return heading.index + heading[0].length;
}

function wordsBetween(texte: string, start: number, end: number): string | null {
  const words = texte.slice(start, end).trim();
  return words === "" ? null : words;
}
