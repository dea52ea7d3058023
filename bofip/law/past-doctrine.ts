/**
 * What is said of a text that is no longer in force, in place of a conclusion: the law's own words, on what the answer
 * depends, and the doctrine that tells it, held here or not. Nothing else about the law is written from memory
 * (docs/decisions.md, « The law »).
 */
export const LAW_OF_PAST_DOCTRINE =
  "L'article L. 80 A du LPF dit : « … n'avait pas rapportée à la date des opérations en cause » ; quel jour compte, et à quelles conditions, dépend de l'impôt et du cas : lire BOI-SJ-RES et BOI-RES-SJ-000014.";
