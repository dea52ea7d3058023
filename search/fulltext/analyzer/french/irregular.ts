/**
 * Word families that no spelling rule would conflate, or that a rule would confuse with another word. Each line is a
 * stem, then the folded forms that have it; the regular plural of each form has it too. A participle that is also a
 * noun has its own line (revenu, mise, retenue), apart from the verb's other forms.
 */
const FAMILIES = `
  travail travaux
  bail baux
  vitrail vitraux
  email emaux
  corail coraux
  soupirail soupiraux
  vantail ventail vantaux ventaux
  materiau materiaux
  oeil yeux
  aieul aieule aieux
  ciel cieux
  monsieur messieurs
  madame mesdames
  an ans
  nu nue nus
  vu vue vus
  due dus
  nouvel nouveau nouvelle nouveaux
  bel beau belle beaux
  jumel jumeau jumelle jumeaux
  vieil vieux vieille
  pareil pareille
  gentil gentille
  nul nulle
  bon bonne
  gros grosse
  bas basse
  gras grasse
  epais epaisse
  expres expresse
  doux douce
  roux rousse
  faux fausse
  jaloux jalouse
  epoux epouse
  tiers tierce
  blanc blanche
  franc franche
  sec seche
  favori favorite
  public publique
  grec grecque
  caduc caduque
  acquereur acquereuse
  enregistreur enregistreuse
  turc turque
  laic laique
  reparti repartition
  defini definition
  publi publication
  execut execution
  multipli multiplication
  france france
  ami amis
  demi demie demis
  annee annee
  journee journee
  duree duree
  armee armee
  assemblee assemblee
  lycee lycee
  musee musee
  idee idee
  soiree soiree
  matinee matinee
  chaussee chaussee
  cours cours
  entre entre
  retraite retraitee
  agreer agree agreee agrement agreent agreant
  transfer transfert
  revenu revenue
  retenu retenue
  remis remise
  mis mise
  pris prise
  repris reprise
  entrepris entreprise
  permis permise
  compromis compromise
  produit produite
  recu recue
  resident residence
  equivalent equivalente equivalence
  patron patronne
  vigneron vigneronne
  dur dure
  pur pure
  sure sures surs
  vif vive
  neuf neuve
  veuf veuve
  bref breve
  net nette
  tel telle
  sain saine
  vrai vraie
  gai gaie
  court courte
  tout toute tous
  present presente presentee presenter presentent presentant presentait presentation
  cheminee
  jeter jette jettent jete jetee jetant jetait
  facture facturee facturer facturent facturant facturait facturaient facturera factureront facturerait
  editer edition edite editee editent editant
  envoy enverra enverront enverrait
  renvoy renverra renverront renverrait
`;

/** Each form with its stem. */
export function familyForms(): (readonly [form: string, stem: string])[] {
  return FAMILIES.trim()
    .split("\n")
    .flatMap((line) => {
      const [stem = "", ...forms] = line.trim().split(" ");
      return [stem, ...forms].map((form) => [form, stem] as const);
    });
}
