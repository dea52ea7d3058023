import { wordSet } from "./word-list.ts";

/** Words in -s that are not plurals, although their ending does not show it. */
const INVARIABLE = wordSet(`
  acces apres aupres congres deces exces pres proces progres succes tres
  abus bonus campus consensus corpus cursus dessous dessus diffus infus intrus confus jus lapsus malus pacs plus
  processus prospectus refus sous surplus terminus versus virus
  cas pas bas las gras repas fracas embarras debarras tracas matelas amas canevas compas atlas
  dos gros repos propos clos enclos heros chaos
  dans sans sens contresens dedans encens depens
  ailleurs alors hors lors dehors corps temps longtemps printemps laps
  fonds poids remords legs pays puits mets tandis volontiers plusieurs toujours
  tiers divers vers envers devers travers univers pervers revers mars
  avis preavis devis sursis precis imprecis indivis assis indecis tapis colis jadis puis depuis
  paris gratis iris tennis oasis croquis bis
  ces ses mes tes les nous vous
`);

/** -ais and -ois are usually invariable (français, mois); these are plurals. */
const PLURAL_AIS_OIS = wordSet(`
  balais delais essais minerais quais remblais vrais
  convois emplois envois lois octrois parois pourvois renvois rois tournois
`);

const PLURAL_EUX = wordSet(
  "adieux aveux cheveux enjeux essieux feux jeux lieux milieux moyeux neveux pieux preneux voeux",
);
const PLURAL_OUX = wordSet("bijoux cailloux choux genoux hiboux joujoux poux");
const PLURAL_AU = wordSet("boyaux etaux joyaux noyaux tuyaux");
const INVARIABLE_AUX = wordSet("aux chaux faux taux");

// Soumis, compris, acquis; cours, recours; mois, français.
const PARTICIPLE_IS = /(?:(?:^|[^a])mis|pris|quis)$/;
const INVARIABLE_ENDING = /(?:ss|cours|[ao]is)$/;

/** The singular of a folded word (travaux is irregular, canaux → canal, jeux → jeu, avis → avis). */
export function singular(word: string): string {
  if (word.length < 4) return word;
  if (word.endsWith("x")) return singularOfX(word);
  if (!word.endsWith("s") || isInvariable(word)) return word;
  return word.slice(0, -1);
}

function isInvariable(word: string): boolean {
  if (PLURAL_AIS_OIS.has(word)) return false;
  return INVARIABLE.has(word) || PARTICIPLE_IS.test(word) || INVARIABLE_ENDING.test(word);
}

function singularOfX(word: string): string {
  if (INVARIABLE_AUX.has(word)) return word;
  if (word.endsWith("eaux") || PLURAL_AU.has(word)) return word.slice(0, -1);
  if (word.endsWith("aux")) return `${word.slice(0, -2)}l`;
  return PLURAL_EUX.has(word) || PLURAL_OUX.has(word) ? word.slice(0, -1) : word;
}
