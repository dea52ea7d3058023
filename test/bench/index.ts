/** `bun run bench [NAME]`: measures, in one run and on one machine, what is to be compared; prints ratios. */
const BENCHES: Readonly<Record<string, () => Promise<{ run(): Promise<void> }>>> = {
  search: () => import("./search.ts"),
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => BENCHES[name] === undefined);
if (unknown.length > 0) {
  console.error(`Bancs inconnus : ${unknown.join(", ")} ; connus : ${Object.keys(BENCHES).join(", ")}.`);
  process.exit(2);
}
for (const name of names.length > 0 ? names : Object.keys(BENCHES)) {
  console.log(`# ${name}`);
  const bench = await BENCHES[name]?.();
  await bench?.run();
}
process.exit(0);
