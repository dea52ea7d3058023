import { PROTECTED_WORDS, wordSet } from "./protected-words.ts";
import { IN_DRE, SECOND_GROUP, SHORT_VERBS, THIRD_GROUP } from "./third-group.ts";

/**
 * Families that no spelling rule would conflate, or that one would confuse: a stem, then the folded forms that have it,
 * as do their regular plurals. A participle that is also a noun has its own line (revenu, mise, retenue).
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

function familyForms(): (readonly [form: string, stem: string])[] {
  return FAMILIES.trim()
    .split("\n")
    .flatMap((line) => {
      const [stem = "", ...forms] = line.trim().split(" ");
      return [stem, ...forms].map((form) => [form, stem] as const);
    });
}

const IMPERFECT = ["ant", "ait", "aient", "ais", "ons", "ez"];
const FUTURE = ["a", "as", "ai", "ont", "ons", "ez", "ait", "ais", "aient"];
const IN_DRE_PRESENT = ["", "s", "e", "es", "ent", "u", "ue"];
const SECOND_GROUP_ENDINGS = ["ir", "i", "ie", "it", "is", "isse", "issent", "issant", "issait", "issaient"];
const FIRST_GROUP_ENDINGS = ["er", "e", "ee", "ent", "ant", "ait", "aient"];

type Form = readonly [form: string, stem: string];

/**
 * Forms of verbs that no rule on endings conflates, with their stem: the infinitive (détient: detenir), or agi for
 * agit. A form that is another word (pendant, suivant) is left to that word.
 */
function conjugatedForms(): Form[] {
  const forms = [
    ...linesOf(THIRD_GROUP).flatMap(thirdGroup),
    ...[...wordSet(IN_DRE)].flatMap(inDre),
    ...[...wordSet(SECOND_GROUP)].flatMap(secondGroup),
    ...linesOf(SHORT_VERBS).flatMap(shortVerb),
  ];
  return forms.filter(
    ([form]) => !PROTECTED_WORDS.has(form) && !PROTECTED_WORDS.has(form.replace(/ee$/, "e")),
  );
}

function thirdGroup(line: string): Form[] {
  const [prefixes = "", infinitive = "", irregular = "", imperfect = "", future = ""] = line
    .split(":")
    .map(trim);
  const forms = [
    infinitive,
    ...irregular.split(" "),
    ...(imperfect === "" ? [] : joined(imperfect, IMPERFECT)),
    ...joined(future, FUTURE),
  ];
  return prefixes
    .split(" ")
    .map((prefix) => (prefix === "-" ? "" : prefix))
    .flatMap((prefix) => forms.map((form): Form => [prefix + form, prefix + infinitive]));
}

function inDre(infinitive: string): Form[] {
  const root = infinitive.slice(0, -2);
  const forms = [...joined(root, IN_DRE_PRESENT), ...joined(root, IMPERFECT), ...joined(`${root}r`, FUTURE)];
  return [infinitive, ...forms].map((form) => [form, infinitive]);
}

function secondGroup(root: string): Form[] {
  const forms = [...joined(root, SECOND_GROUP_ENDINGS), ...joined(`${root}ir`, FUTURE)];
  return forms.map((form) => [form, `${root}i`]);
}

function shortVerb(line: string): Form[] {
  const [infinitive = "", ...nouns] = line.split(" ");
  const forms = [
    ...joined(infinitive.slice(0, -2), FIRST_GROUP_ENDINGS),
    ...joined(infinitive, FUTURE),
    ...nouns,
  ];
  return forms.map((form) => [form, infinitive]);
}

function joined(root: string, endings: readonly string[]): string[] {
  return endings.map((ending) => root + ending);
}

function linesOf(table: string): string[] {
  return table.trim().split("\n").map(trim);
}

function trim(text: string): string {
  return text.trim();
}

/** Folded form to stem, for the words that bypass the rules on endings. */
export const FIXED_FORMS: ReadonlyMap<string, string> = new Map([...conjugatedForms(), ...familyForms()]);
