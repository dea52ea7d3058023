import { KnownQuestions, readKnownQuestions } from "./known-questions.ts";
import { LEXICON, Lexicon } from "./lexicon.ts";

/** What is known of everyday French: its words, and its questions. */
export interface EverydayFrench {
  readonly lexicon: Lexicon;
  readonly questions: KnownQuestions;
}

/** That of the service. */
export const EVERYDAY_FRENCH: EverydayFrench = {
  lexicon: LEXICON,
  questions: new KnownQuestions(readKnownQuestions),
};

/** Leaves questions as they are asked. */
export const AS_ASKED: EverydayFrench = {
  lexicon: new Lexicon([]),
  questions: new KnownQuestions(() => []),
};
