/**
 * Shown with a text that is no longer in force, instead of a conclusion: the law's own words, what the answer depends
 * on, and the doctrine that explains it, whether or not the corpus contains it. Nothing else about the law is written
 * from memory (docs/decisions.md, « The law »).
 */
export const LAW_OF_PAST_DOCTRINE =
  "L'article L. 80 A du LPF dit : « … n'avait pas rapportée à la date des opérations en cause » ; quel jour compte, et à quelles conditions, dépend de l'impôt et du cas : lire BOI-SJ-RES et BOI-RES-SJ-000014.";
