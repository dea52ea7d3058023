import packageJson from "../../package.json" with { type: "json" };

export const PUBLISHER = "Direction générale des Finances publiques";
/** Where the licence of the data is published. */
export const LICENCE_URL = "https://www.etalab.gouv.fr/licence-ouverte-open-licence/";

/** The mention that every body contains and that re-users must keep (docs/decisions.md, « Everywhere »). */
export const ATTRIBUTION =
  `${PUBLISHER} (DGFiP) – BOFiP-Impôts – Licence Ouverte / Open Licence version 2.0` as const;

/** The running release. */
export const VERSION: string = packageJson.version;

export const SERVICE: string = packageJson.name;
