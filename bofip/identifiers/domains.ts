/** The twelve domains of the contract, in its order, with their official labels. They come first in every list. */
export const DOMAINS: ReadonlyMap<string, string> = new Map([
  ["IS", "Impôt sur les sociétés"],
  ["IR", "Impôt sur le revenu"],
  ["TVA", "Taxe sur la valeur ajoutée"],
  ["BIC", "Bénéfices industriels et commerciaux"],
  ["BNC", "Bénéfices non commerciaux"],
  ["RPPM", "Revenus et profits du patrimoine mobilier"],
  ["CF", "Contrôle fiscal"],
  ["ENR", "Enregistrement"],
  ["IF", "Impôts fonciers"],
  ["PAT", "Impôts sur le patrimoine"],
  ["TPS", "Taxes et participations sur les salaires"],
  ["REC", "Recouvrement"],
]);
