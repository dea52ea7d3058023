/** Prefix of a run's message for an unforeseen fault, whose text is the program's own. */
export const UNEXPECTED = "Erreur inattendue : ";
