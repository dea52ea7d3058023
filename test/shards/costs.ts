/** Seconds that each test file took, the dearest first: what `run-files.ts` shares the files out by. */
const FILE = Bun.file(new URL("costs.tsv", import.meta.url));

/** Of a file absent from the table: a new one, or a cheap one. */
const USUAL_COST = 0.5;

export type Costs = ReadonlyMap<string, number>;

export async function readCosts(): Promise<Costs> {
  const lines = (await FILE.text()).trim().split("\n");
  return new Map(
    lines.map((line) => {
      const [seconds, file = ""] = line.split("\t");
      return [file, Number(seconds)];
    }),
  );
}

/** Writes those above the usual one, beside what is known of other files. */
export async function writeCosts(costs: Costs): Promise<void> {
  const known = new Map([...(await readCosts()), ...costs]);
  const dear = [...known].filter(([, cost]) => cost > USUAL_COST).sort((one, other) => other[1] - one[1]);
  await FILE.write(dear.map(([file, cost]) => `${cost.toFixed(1)}\t${file}\n`).join(""));
}

/** The seconds of each file in a report of `bun test --reporter=junit`, its hooks included. */
export function costsIn(report: string): Costs {
  const suites = report.matchAll(/^ {2}<testsuite name="([^"]+)" .*? time="([\d.]+)"/gm);
  return new Map([...suites].map(([, file = "", seconds]) => [file, Number(seconds)]));
}

/**
 * Each group of files, the dearest first, goes to the share that has cost least so far; a share keeps the order of paths.
 */
export function shareOut(files: readonly string[], costs: Costs, count: number): string[][] {
  const groups = [...Map.groupBy([...files].sort(), groupOf).values()].map((group) => ({
    files: group,
    cost: group.reduce((sum, file) => sum + (costs.get(file) ?? USUAL_COST), 0),
  }));
  const shares = Array.from({ length: count }, () => ({ cost: 0, files: [] as string[] }));
  for (const group of groups.sort((one, other) => other.cost - one.cost)) {
    const least = shares.reduce((one, other) => (other.cost < one.cost ? other : one));
    least.cost += group.cost;
    least.files.push(...group.files);
  }
  return shares.map((share) => share.files.sort());
}

/** A file is a group; those of one campaign share what is dear to make, its site and its servers, but faults ruin theirs. */
function groupOf(file: string): string {
  return /^test\/full\/(?!faults\/)[^/]+\//.exec(file)?.[0] ?? file;
}
