/**
 * Families that no rule of spelling brings together, or that a rule would confuse with another word. A line
 * is a stem, then the folded forms that come to it; the regular plural of each form follows.
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
  nee nes
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
  retraite retraitee
  consenti consentement
  reparti repartition
  defini definition
  publi publication
  execut execution
  transfer transfert
  dissout dissous dissoudre
  multipli multiplication
  agree agreer agrement agreee
  partir partir
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
`;

/** Folded form to stem, for the words that the rules are not asked about. */
export const IRREGULAR: ReadonlyMap<string, string> = new Map(
  FAMILIES.trim()
    .split("\n")
    .flatMap((line) => {
      const [stem = "", ...forms] = line.trim().split(" ");
      return [stem, ...forms].map((form): [string, string] => [form, stem]);
    }),
);
