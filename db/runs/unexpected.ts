/** What comes before the words of a fault that nobody foresaw, in the message of a run: those are the program's. */
export const UNEXPECTED = "Erreur inattendue : ";
