/** `bun run bench [NAME…] [--OPTION…]`: measures, in one run and on one machine, what is to be compared; prints ratios. */
const BENCHES: Readonly<Record<string, () => Promise<{ run(options: readonly string[]): Promise<void> }>>> = {
  all: () => import("./all.ts"),
  admission: () => import("./admission.ts"),
  comparison: () => import("./comparison.ts"),
  embedders: () => import("./embedders.ts"),
  fill: () => import("./fill.ts"),
  "first-filling": () => import("./first-filling.ts"),
  morning: () => import("./morning.ts"),
  processes: () => import("./processes.ts"),
  profile: () => import("./profile.ts"),
  questions: () => import("./questions.ts"),
  ranker: () => import("./ranker.ts"),
  reranking: () => import("./reranking.ts"),
  relevance: () => import("./relevance.ts"),
  vectors: () => import("./vectors.ts"),
  worst: () => import("./worst.ts"),
  semantic: () => import("./semantic.ts"),
  stores: () => import("./stores.ts"),
  ten: () => import("./ten.ts"),
  year: () => import("./year.ts"),
};

const words = process.argv.slice(2);
const firstOption = words.findIndex((word) => word.startsWith("--"));
const names = firstOption === -1 ? words : words.slice(0, firstOption);
const options = firstOption === -1 ? [] : words.slice(firstOption);
const unknown = names.filter((name) => BENCHES[name] === undefined);
if (unknown.length > 0) {
  console.error(`Bancs inconnus : ${unknown.join(", ")} ; connus : ${Object.keys(BENCHES).join(", ")}.`);
  process.exit(2);
}
for (const name of names.length > 0 ? names : ["all"]) {
  console.log(`# ${name}`);
  const bench = await BENCHES[name]?.();
  await bench?.run(options);
}
process.exit(0);
