import { DIMENSIONS } from "../../../search/embeddings/port.ts";
import { Holdings } from "../../../search/vectors/exact/holdings.ts";

/** Of the whole doctrine. */
const DOCUMENTS = 6_302;
const PASSAGES = 99_368;
const SCALE = 1 / (127 * Math.sqrt(DIMENSIONS));

/** As many random vectors as the whole doctrine has passages: the cost of comparing does not depend on their values. */
export function randomHoldings(): Holdings {
  const documents = Array.from({ length: DOCUMENTS }, (_, at) => ({
    entry: `BOI-IR-${at}`,
    boiId: `BOI-IR-${at}`,
    domaine: "IR",
    first: Math.floor((at * PASSAGES) / DOCUMENTS),
    last: Math.floor(((at + 1) * PASSAGES) / DOCUMENTS),
  }));
  const holdings = new Holdings(
    "tirage",
    documents,
    Array.from({ length: PASSAGES }, (_, row) => `${row}`),
  );
  const components = new Int8Array(DIMENSIONS);
  for (let row = 0; row < PASSAGES; row++) {
    crypto.getRandomValues(components);
    holdings.setVector(row, components, SCALE);
  }
  return holdings;
}
