/** `bun run bench [NAME…] [--OPTION…]`: measures, in one run and on one machine, what is to be compared; prints ratios. */
interface Bench {
  /** What it measures, in a line of the help. */
  readonly summary: string;
  readonly load: () => Promise<{ run(options: readonly string[]): Promise<void> }>;
}

const BENCHES: Readonly<Record<string, Bench>> = {
  all: {
    summary: "chaque route, à côté de son moteur ; le banc lancé quand aucun n'est nommé",
    load: () => import("./all.ts"),
  },
  admission: {
    summary: "ce que l'admission coûte à une réponse déjà gardée",
    load: () => import("./admission.ts"),
  },
  comparison: {
    summary: "la comparaison de deux textes, jusqu'aux plus longs et aux plus difficiles",
    load: () => import("./comparison.ts"),
  },
  context: {
    summary: "§ attendus dans un contexte, à budget égal avec les premiers résultats",
    load: () => import("./context.ts"),
  },
  dated: {
    summary: "ce que les éditions passées coûtent : index, recherches avec et sans date",
    load: () => import("./dated.ts"),
  },
  embedders: {
    summary: "ce qu'un modèle de langue apporte aux recherches",
    load: () => import("./embedders.ts"),
  },
  fill: {
    summary: "les remplacements dans un index plein texte en service, à côté d'un index refait",
    load: () => import("./fill.ts"),
  },
  "first-filling": {
    summary: "une première ingestion dans PostgreSQL, Meilisearch et Qdrant, étape par étape",
    load: () => import("./first-filling.ts"),
  },
  legi: {
    summary:
      "le droit du jour : une livraison globale de la taille réelle, puis une quotidienne ; --members N en réduit le nombre",
    load: () => import("./legi.ts"),
  },
  morning: {
    summary: "64 clients sur une révision toute neuve",
    load: () => import("./morning.ts"),
  },
  paired: {
    summary: "chaque route de ce programme, à côté d'un autre (une version passée)",
    load: () => import("./paired.ts"),
  },
  processes: {
    summary: "un, deux, puis trois processus d'API sur les mêmes serveurs",
    load: () => import("./processes.ts"),
  },
  profile: {
    summary: "où va le temps des dix routes les plus lourdes, part par part",
    load: () => import("./profile.ts"),
  },
  proof: {
    summary: "ce que le journal des preuves coûte à une ingestion",
    load: () => import("./proof.ts"),
  },
  questions: {
    summary: "le rang des bons documents, sur le jeu public de questions",
    load: () => import("./questions.ts"),
  },
  ranker: {
    summary: "les poids de la recherche hybride, recalculés et jugés",
    load: () => import("./ranker.ts"),
  },
  relevance: {
    summary: "la part des questions dont un bon document est parmi les dix premiers, par recherche",
    load: () => import("./relevance.ts"),
  },
  reranking: {
    summary: "ce qu'apporte le second modèle de RERANK_URL, selon son poids",
    load: () => import("./reranking.ts"),
  },
  same: {
    summary: "ce que ce programme répond autrement qu'un autre, à l'octet : routes, outils, pages",
    load: () => import("./same.ts"),
  },
  semantic: {
    summary: "la recherche par le sens sur les moteurs embarqués",
    load: () => import("./semantic.ts"),
  },
  stores: {
    summary: "remplit les moteurs une fois et les garde en marche pour les autres bancs",
    load: () => import("./stores.ts"),
  },
  ten: {
    summary: "ce que coûte un corpus dix fois plus grand",
    load: () => import("./ten.ts"),
  },
  vectors: {
    summary: "les passages les plus proches d'un vecteur, embarqués et dans Qdrant",
    load: () => import("./vectors.ts"),
  },
  worst: {
    summary: "la requête permise la plus chère de chaque route, et la plus chère de celles qu'elle refuse",
    load: () => import("./worst.ts"),
  },
  year: {
    summary: "une année d'exports hebdomadaires dans la base embarquée",
    load: () => import("./year.ts"),
  },
};

const widest = Math.max(...Object.keys(BENCHES).map((name) => name.length));
const USAGE = `Usage : bun run bench [NOM…] [--OPTION…]

  Les mesures, en rapports pris dans une même exécution. Les options de chaque banc sont en tête de son fichier,
  dans test/full/bench ; docs/performance.md dit comment les lire.

${Object.entries(BENCHES)
  .map(([name, { summary }]) => `  ${name.padEnd(widest)}  ${summary}`)
  .join("\n")}`;

const words = process.argv.slice(2);
if (words.includes("--help") || words.includes("-h")) {
  console.log(USAGE);
  process.exit(0);
}
const firstOption = words.findIndex((word) => word.startsWith("--"));
const names = firstOption === -1 ? words : words.slice(0, firstOption);
const options = firstOption === -1 ? [] : words.slice(firstOption);
const unknown = names.filter((name) => !Object.hasOwn(BENCHES, name));
if (unknown.length > 0) {
  const named = unknown.map((name) => `« ${name} »`).join(", ");
  console.error(`${unknown.length > 1 ? "Bancs inconnus" : "Banc inconnu"} : ${named}.\n\n${USAGE}`);
  process.exit(2);
}
for (const name of names.length > 0 ? names : ["all"]) {
  console.log(`# ${name}`);
  const bench = await BENCHES[name]?.load();
  await bench?.run(options);
}
process.exit(0);
