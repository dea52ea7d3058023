/** The mention that every body contains and that re-users must keep (docs/decisions.md, « Everywhere »). */
export const ATTRIBUTION =
  "Direction générale des Finances publiques (DGFiP) – BOFiP-Impôts – Licence Ouverte / Open Licence version 2.0";
