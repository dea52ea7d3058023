/** A question as ordinary people ask it, and where its answer is. */
export interface Question {
  readonly asked: string;
  /**
   * Documents of the real test corpus, without `BOI-`, that answer it, found by reading them; those below them in the
   * classification do too.
   */
  readonly right: readonly string[];
}

/** Where the first right document stands, from 1; Infinity when none is found. */
export function rankOf({ right }: Question, boiIds: readonly string[]): number {
  const at = boiIds.findIndex((boiId) => right.some((id) => `${boiId}-`.startsWith(`BOI-${id}-`)));
  return at < 0 ? Number.POSITIVE_INFINITY : at + 1;
}

/** Those that the service is held to. */
export const PROMISED: readonly Question[] = [
  {
    asked: "ma grand-mère m'héberge gratuitement, dois-je le déclarer ?",
    right: ["IR-BASE-20-30-10", "IR-BASE-20-30-20-10", "IR-BASE-20-30-20-20"],
  },
  {
    asked: "mon fils étudiant peut-il rester sur ma déclaration ?",
    right: ["IR-LIQ-10-10-10-20", "IR-BASE-20-30-20-20"],
  },
  { asked: "combien puis-je déduire pour une aide à domicile ?", right: ["IR-RICI-150"] },
];

/**
 * In everyday words, which are seldom the doctrine's. Those of even rank served to settle the embedder, the
 * others to check it: a change is judged on these.
 */
export const QUESTIONS: readonly Question[] = [
  ["ma fille vient d'avoir un bébé, comment baisser ce qu'on me prend chaque mois ?", "IR-PAS-20-30"],
  ["je paie une nounou pour ma petite de deux ans", "IR-RICI-300"],
  ["mon père est en maison de retraite médicalisée, ai-je droit à quelque chose ?", "IR-RICI-140"],
  [
    "j'ai fait poser une prise chez moi pour recharger ma voiture électrique",
    "IR-RICI-285 IR-RICI-280-10-30",
  ],
  ["nous venons de nous marier, une seule feuille d'impôts ou deux ?", "IR-CHAMP-20 IR-DECLA-20-10-10"],
  ["mon mari est mort cette année, que dois-je faire pour ses impôts ?", "IR-CESS-10 IR-DECLA-20-10-10"],
  ["est-ce que je récupère une partie de ma carte de syndiqué ?", "IR-RICI-20"],
  ["mes enfants vont au collège et au lycée, cela fait-il baisser l'impôt ?", "IR-RICI-30"],
  ["je remplace ma vieille chaudière, l'État m'aide-t-il ?", "IR-RICI-280"],
  ["j'ai donné de l'argent aux Restos du cœur, combien vais-je récupérer ?", "IR-RICI-250"],
  ["mon ex-femme touche une somme que le juge m'oblige à lui verser tous les mois", "IR-BASE-20-30-20-40"],
  [
    "on a la garde des enfants une semaine sur deux, comment partager les parts ?",
    "IR-LIQ-10-10-10-10 IR-LIQ-10-20-20-10",
  ],
  ["j'élève seule mon petit garçon, ai-je une demi-part en plus ?", "IR-LIQ-10-20-20-10"],
  ["mon enfant handicapé me donne-t-il plus de parts ?", "IR-LIQ-10-20-20-20 IR-LIQ-10-10-10-10"],
  ["mon patron verra-t-il combien gagne ma femme à travers mon taux ?", "IR-PAS-20-20-20 IR-PAS-20-20-30-20"],
  ["mes revenus ont chuté cette année, puis-je payer moins tout de suite ?", "IR-PAS-20-30-20"],
  ["je pars vivre au Portugal, où vais-je payer mes impôts l'an prochain ?", "IR-DOMIC-20 IR-CHAMP-10"],
  ["je vis à l'étranger mais je loue un appartement à Lyon, suis-je taxé ?", "IR-DOMIC-10 IR-CHAMP-10"],
  ["je verse de l'argent à ma mère qui a une toute petite retraite", "IR-BASE-20-30-20-10"],
  ["mon grand garçon de 28 ans cherche du travail et c'est moi qui le nourris", "IR-BASE-20-30-20-20"],
  ["l'argent que je mets de côté pour mes vieux jours diminue-t-il mon impôt ?", "IR-BASE-20-50"],
  ["j'ai acheté un studio neuf pour le louer, quelle ristourne ?", "IR-RICI-360 IR-RICI-230"],
  ["mon locataire est parti, vais-je perdre mon avantage Pinel ?", "IR-RICI-360-40 IR-RICI-360-20"],
  ["je veux louer mon logement Pinel à ma fille", "IR-RICI-360-20 IR-RICI-360-40"],
  ["j'ai retapé un vieil appartement en centre-ville pour le mettre en location", "IR-RICI-365 IR-RICI-200"],
  ["j'ai acheté une chambre dans une résidence pour personnes âgées et je la loue meublée", "IR-RICI-220"],
  ["j'investis dans la petite boîte d'un copain, que me rend le fisc ?", "IR-RICI-90"],
  ["j'ai revendu trop tôt mes actions de la start-up", "IR-RICI-90-30"],
  ["j'ai emprunté pour racheter l'entreprise où je travaille", "IR-RICI-130"],
  ["j'achète un bout de forêt, est-ce intéressant pour mes impôts ?", "IR-RICI-60"],
  ["je produis des films par un placement, quelle réduction ?", "IR-RICI-180"],
  ["les intérêts du crédit de ma maison comptent-ils ?", "IR-RICI-350"],
  ["j'ai pris un prêt pour payer mes études", "IR-RICI-340"],
  ["je me suis abonné à un quotidien pour la première fois", "IR-RICI-390"],
  ["installer une douche adaptée pour ma mère en fauteuil roulant", "IR-RICI-290"],
  ["puis-je retirer la femme de ménage de mes impôts ?", "IR-RICI-150"],
  ["le jardinier vient chez moi tous les mois, y a-t-il une limite ?", "IR-RICI-150"],
  ["nous hébergeons une vieille dame de 80 ans qui n'est pas de la famille", "IR-BASE-20-60-30"],
  ["ma mutuelle est-elle déductible ?", "IR-BASE-20-60-10 IR-BASE-30"],
  ["j'ai touché d'un coup trois ans de salaires en retard", "IR-LIQ-20-30-20"],
  ["grosse prime en quittant mon entreprise, l'impôt va exploser", "IR-LIQ-20-30-20"],
  ["je gagne très bien ma vie, y a-t-il un impôt en plus pour les riches ?", "IR-CHR"],
  ["y a-t-il un maximum à tous les avantages que je cumule ?", "IR-LIQ-20-20-10"],
  ["j'ai de petits revenus, mon impôt peut-il être réduit à presque rien ?", "IR-LIQ-20-20-30"],
  ["combien de tranches et quels pourcentages pour calculer ce que je dois ?", "IR-LIQ-20-10"],
  ["j'habite à la Réunion, est-ce que je paie moins ?", "IR-LIQ-20-30-10"],
  ["je suis diplomate en poste à Paris", "IR-CHAMP-30"],
  ["ma société perd de l'argent, puis-je l'enlever de mon salaire ?", "IR-BASE-10-20"],
  ["je possède un château classé, que puis-je retirer de mes revenus ?", "IR-BASE-20-40"],
  [
    "combien la belle-mère infirme que nous logeons rapporte-t-elle de part ?",
    "IR-LIQ-10-10-10-30 IR-LIQ-10-20-20-20",
  ],
  ["mon employeur s'est trompé et m'a trop prélevé", "IR-PAS-30-10-50"],
  ["je viens de me lancer à mon compte, quand dois-je commencer à payer ?", "IR-PAS-20-30-30"],
  ["puis-je sauter le paiement d'un mois sur mes loyers imposés ?", "IR-PAS-30-20-20"],
  [
    "quel pourcentage applique-t-on à un premier emploi, quand on ne connaît pas mon taux ?",
    "IR-PAS-20-20-30",
  ],
  ["dois-je remplir une déclaration même si je ne gagne presque rien ?", "IR-DECLA-20-10-10"],
  ["j'ai déménagé, à quel centre des impôts dois-je écrire ?", "IR-DECLA-10"],
  [
    "j'ai travaillé en Suisse, faut-il en tenir compte pour le reste de mes revenus ?",
    "IR-LIQ-20-30-30 IR-PAS-10-10-20",
  ],
  ["je suis chanteur, je vis à Londres et je donne un concert à Nice", "IR-DOMIC-10-20-20-20"],
  ["j'habite en Belgique mais tout mon argent vient de France", "IR-DOMIC-40"],
  ["ma femme et moi sommes séparés mais pas encore divorcés", "IR-CHAMP-20-20"],
  ["j'ai dû lui donner un capital au moment du divorce", "IR-RICI-160"],
  ["le paysan se fait remplacer pour partir en vacances", "IR-RICI-330"],
  ["je fais du bénévolat et je paie mon essence moi-même", "IR-RICI-250-20 IR-RICI-250-40 IR-RICI-250"],
  ["j'ai soutenu un candidat à la mairie avec un chèque", "IR-RICI-250-10-20-40"],
  ["comment assurer l'avenir de notre fils trisomique par un contrat ?", "IR-RICI-40"],
  [
    "les travaux que j'ai payés dans la maison dont ma tante a la jouissance jusqu'à sa mort",
    "IR-BASE-20-60-20",
  ],
  ["j'ai acheté un appartement en Guadeloupe pour le louer", "IR-RICI-80 IR-RICI-380"],
  ["faut-il payer la TVA sur des heures de conduite en auto-école ?", "RES-TVA-000151"],
  ["un dentiste facture-t-il la taxe quand il remplace une dent ?", "RES-TVA-000009"],
  ["la vente d'images numériques sur la blockchain est-elle taxée ?", "RES-TVA-000140 RES-TVA-000054"],
  ["je loue un voilier pour les vacances, quelle taxe ?", "RES-TVA-000080"],
  ["un coiffeur tout seul dans son salon doit-il la taxe locale des entreprises ?", "RES-IF-000018"],
].map(([asked = "", right = ""]) => ({ asked, right: right.split(" ") }));
