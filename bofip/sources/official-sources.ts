/** Publishes the data sets and dates them. */
export const OFFICIAL_HOST = "data.economie.gouv.fr";

const CATALOG = `https://${OFFICIAL_HOST}/api/explore/v2.1/catalog/datasets`;

/** The whole doctrine in force: one JSON record per line. */
export const OFFICIAL_EXPORT = `${CATALOG}/bofip-vigueur/exports/jsonl`;

/** Lists the stock and flux archives: the doctrine's history. */
export const OFFICIAL_MANIFEST = `${CATALOG}/bofip-impots/exports/json`;

/** What production ingests daily: the doctrine in force, and new archives; first, the history from the latest stock. */
export const OFFICIAL_SOURCES = `${OFFICIAL_EXPORT},${OFFICIAL_MANIFEST}`;

/** The index of the archives of LEGI, published by DILA: consolidated codes, from their global archive on. */
export const OFFICIAL_LAW = "https://echanges.dila.gouv.fr/OPENDATA/LEGI/";
