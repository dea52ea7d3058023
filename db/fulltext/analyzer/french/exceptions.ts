import { words } from "./words.ts";

/*
 * Folded singular words whose ending only looks like a suffix of endings.ts, or whose meaning has left the
 * verb's: each list belongs to one suffix. A missing word is no fault in itself: its forms still meet.
 */

/** Nouns and adjectives in -er; those in -ier need no place, for they meet their feminine without it. */
export const NOT_ER = words(`
  foyer loyer noyer etranger viager usager passager menager leger mensonger boulanger berger horloger potager
  danger messager cher archer boucher rocher maraicher clocher plancher hiver enfer amer
  cancer leader manager master polyester scooter charter poker
`);

/** Nouns and adjectives in -ent; the third persons in -ement and -mment are adverbs and nouns already. */
export const NOT_ENT = words(`
  client patient impatient ingredient quotient inconvenient coefficient efficient recipient orient conscient
  inconscient deficient escient expedient
  resident president vicepresident accident incident precedent excedent evident dent prudent imprudent
  occident antecedent confident ardent dissident decadent
  agent argent urgent contingent regent detergent convergent divergent indigent intelligent negligent sergent
  diligent emergent tangent indulgent intransigent
  parent afferent adherent different concurrent apparent coherent incoherent inherent recurrent transparent
  referent torrent indifferent
  cent pourcent recent innocent decent indecent adolescent adjacent jacent accent reticent convalescent
  talent equivalent excellent violent lent ambivalent polyvalent insolent opulent virulent turbulent
  permanent continent pertinent impertinent eminent imminent proeminent preeminent abstinent
  frequent consequent subsequent eloquent
  absent present consent
  content mecontent competent incompetent latent penitent impotent intermittent inexistant
  vent couvent souvent fervent paravent auvent solvent
  affluent influent confluent effluent
  aliment document monument moment instrument argument segment fragment augment piment regiment rudiment
  sediment batiment sentiment ressentiment dissentiment assentiment compliment detriment testament medicament
  tourment serment ferment firmament ornement comment
`);

/** Words in -ant that are no present participle, or have left their verb. */
export const NOT_ANT = words(`
  montant enfant avant devant pendant cependant durant quant autant pourtant auparavant dorenavant nonobstant
  moyennant maintenant instant constant distant important courant commercant etudiant fabricant restaurant
  carburant geant garant croissant puissant ascendant descendant suivant intendant lieutenant habitant avenant
  diamant aimant implant plant chant quarante cinquante soixante trente
`);

/** Adjectives and nouns in -able that say more than "that can be". */
export const NOT_ABLE = words(`
  contribuable comptable redevable responsable notable veritable equitable inequitable probable improbable
  semblable vraisemblable considerable favorable defavorable durable prealable valable variable stable instable
  etable capable incapable coupable amiable fiable rentable convenable raisonnable charitable indispensable
  cartable miserable
`);

export const NOT_ANCE = words(`
  ordonnance quittance circonstance substance instance constance distance ambulance assistance importance
  balance vacance seance enfance relance finance confiance creance alliance maintenance provenance survenance
  appartenance contenance convenance performance bienfaisance
`);

export const NOT_ENCE = words(`
  agence presence incidence science conscience essence licence semence audience silence faience experience
  commence influence sequence carence cadence jurisprudence reference conference preference sentence
`);

export const NOT_EMENT = words(`
  egalement seulement autrement reglement departement parlement appartement rendement etablissement evenement
  element complement supplement fondement vetement amendement
`);

export const NOT_ATION = words(`
  location vocation allocation situation formation population station relation prestation
`);

/** Roots of the second group whose present is in -it, against crédit, profit, produit. */
export const SECOND_GROUP_IT = words(`
  etabl retabl defin redefin garant fourn rempl invest reinvest amort repart sais dessais reun un affranch sub
  ag reag assujett avert about accompl convert enrich franch elarg inflech pun fin vieill grand agrand assoupl
  durc chois reuss appl flech rajeun reflech ralent nourr abol demol envah aneant assort
`);
