/** Seconds that each test file took, the dearest first: what `test/shards.ts` shares the files out by. */
const FILE = Bun.file(new URL("costs.tsv", import.meta.url));

/** Of a file that the table does not hold: a new one, or one of little cost. */
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

/** Keeps the costs above the usual one. */
export async function writeCosts(costs: Costs): Promise<void> {
  const dear = [...costs].filter(([, cost]) => cost > USUAL_COST).sort((one, other) => other[1] - one[1]);
  await FILE.write(dear.map(([file, cost]) => `${cost.toFixed(1)}\t${file}\n`).join(""));
}

/** The seconds of each file in a report of `bun test --reporter=junit`, its hooks included. */
export function costsIn(report: string): Costs {
  const suites = report.matchAll(/^ {2}<testsuite name="([^"]+)" .*? time="([\d.]+)"/gm);
  return new Map([...suites].map(([, file = "", seconds]) => [file, Number(seconds)]));
}

/** Each file, the dearest first, goes to the share that has cost least so far; a share keeps the order of paths. */
export function shareOut(files: readonly string[], costs: Costs, count: number): string[][] {
  const shares = Array.from({ length: count }, () => ({ cost: 0, files: [] as string[] }));
  const costOf = (file: string) => costs.get(file) ?? USUAL_COST;
  for (const file of [...files].sort().sort((one, other) => costOf(other) - costOf(one))) {
    const least = shares.reduce((one, other) => (other.cost < one.cost ? other : one));
    least.cost += costOf(file);
    least.files.push(file);
  }
  return shares.map((share) => share.files.sort());
}
