/**
 * What becomes of doctrine that is withdrawn, replaced or moved: article L. 80 A of the Livre des procédures fiscales
 * protects who applied it to operations that took place while it stood.
 */
export const OPPOSABLE_BEFORE_ITS_END =
  "opposable pour les opérations antérieures à sa date de fin, dans les conditions de l'article L. 80 A du LPF ; à vérifier";
