/** Splits a list at white space, line breaks included. */
export function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

/*
 * Folded singular words that are their own stem: no ending is removed, and a verb whose root is one of them, or one
 * of them without its e, keeps its -er to stay a different word (placer and placement as opposed to place).
 */

/**
 * Nouns whose verb is boilerplate in the doctrine or means something else, and those that have a related noun in
 * -ement or -ation.
 */
const NOUNS = wordSet(`
  abus accord acompte adresse agence appel appoint apport approche arbitre architecture argument arret aspect
  attache attente aubaine avance avis bail balai balance bascule bassine bois bourse branche cabane caisse camp
  capote capsule carbone carence carte caserne casse cause centre chaine chaire chambre change charge chiffre
  chute classe colle comble commande commerce compte concert confort consigne console constat contre cote coupe
  couple couronne course credit cuisine danse debit decharge declin decompte decor delai delit demeure depense
  deport derive dessin destin detaxe detente devis discipline document dommage dos ecart echelle eclat emploi
  enclave enseigne ensuite entente enveloppe envoi epargne equipe equite espace essai exploit export fabrique
  facture faut faute ferme fiche finance fond fonds force formalite format forme formule gaine garde geste
  golfe grade graine groupe habit halle handicap heure import index instrument juge licence lieue ligne limite
  limousine livre loupe mandat manifeste manque marche marge mari marque medecin medecine menage meprise mesure
  mission module monnaie mont motif niche norme objet occasion octroi office offre ordonnance ordre paie paire
  pari part pas patente patine pente peuple piece pilote piste place plan planche plante plus point ponte port
  post poste presse prime procuration profit programme projet propos quarte raccord raison rang rappel rapport
  rature ravine recharge recherche reference regard regle reine relai remarque remorque rente renvoi report
  repos reserve ressource reste retard retrait revers risque saline saute seine seme sens sentence sequestre
  siege signal somme sorte source stock structure support surface surtaxe tas taxe tente terme terrasse tiers
  trace train traite trame tranche traverse tribune trustee vente vers vide viole volte vote voyage
`);

/** Participles in -é that are nouns in their own right, and grouped with them, apart from the verb. */
const PARTICIPLES = wordSet(`
  arrete entree rentree associe depute delegue
`);

/** Nouns in -ation, -ition, -ution that are an institution or a thing, not the act of their verb. */
const NOT_ACTS = wordSet(`
  administration allocation appellation association constitution contribution disposition fondation
  formation institution location mutation nation obligation operation organisation population position prestation
  ration relation situation station vacation vocation generation donation documentation reputation
`);

/** Nouns in -ement, and adverbs that have become independent words. */
const NOT_EMENT = wordSet(`
  appartement arrondissement complement departement element emolument etablissement evenement fondement parlement rendement
  supplement vetement mouvement gouvernement amendement firmament interessement
  egalement seulement autrement notamment actuellement communement conformement conjointement effectivement generalement
  justement nouvellement particulierement principalement successivement certainement eventuellement
  precisement simplement exactement nullement parce voire
`);

/** Nouns and adjectives in -er; those in -ier are not needed, since they match their feminine without it. */
const NOT_ER = wordSet(`
  foyer loyer noyer etranger viager usager passager menager leger mensonger boulanger berger horloger potager
  danger messager cher archer boucher rocher maraicher clocher plancher hiver enfer amer conseiller
  cancer leader manager master polyester scooter charter poker fermier ouvrier outremer
`);

/** Nouns and adjectives in -ent. */
const NOT_ENT = wordSet(`
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
  absent content mecontent competent incompetent latent penitent impotent intermittent inexistant
  vent couvent souvent fervent paravent auvent solvent
  affluent influent confluent effluent
  aliment monument moment segment fragment augment piment regiment rudiment
  sediment batiment sentiment ressentiment dissentiment assentiment compliment detriment testament medicament
  tourment serment ferment ornement comment
`);

/** Words in -ant that name a person or a thing, or are no longer related to their verb. */
const NOT_ANT = wordSet(`
  accedant accueillant aidant combattant concedant detaillant navigant
  apportant assistant composant identifiant isolant participant survivant cedant commercant consultant cotisant courant
  declarant delegant dirigeant etudiant exploitant exposant fabricant gerant habitant intervenant mandant
  negociant occupant remplacant representant requerant ressortissant soignant surveillant
  montant enfant avant devant pendant cependant durant quant autant pourtant auparavant dorenavant nonobstant
  moyennant maintenant instant constant distant important restaurant insuffisant echeant innovant
  carburant geant garant croissant puissant ascendant descendant suivant intendant lieutenant avenant partant
  diamant aimant chant quarante cinquante soixante trente independant
  defaillant
`);

const LISTS = [NOUNS, PARTICIPLES, NOT_ACTS, NOT_EMENT, NOT_ER, NOT_ENT, NOT_ANT];

export const PROTECTED_WORDS: ReadonlySet<string> = new Set(LISTS.flatMap((list) => [...list]));
