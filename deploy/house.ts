/** `bun run house`: how large each room is, and how many files of ours a newcomer's two doors load. */
import { dirname, join, relative } from "node:path";

const ROOT = join(import.meta.dir, "..");
const ROOMS = ["bofip", "config", "db", "search", "ingest", "src"] as const;
/** What answers a search on the embedded index, and what a run of ingestion does. */
const DOORS: Readonly<Record<string, readonly string[]>> = {
  "a search": ["src/features/search/service.ts", "search/fulltext/sqlite/reader.ts"],
  "a run": ["ingest/run.ts"],
};

for (const room of ROOMS) {
  const files = [...new Bun.Glob(`${room}/**/*.{ts,tsx}`).scanSync(ROOT)];
  const texts = await Promise.all(files.map((file) => Bun.file(join(ROOT, file)).text()));
  const lines = texts.reduce((sum, text) => sum + text.split("\n").length - 1, 0);
  console.log(
    `${room.padEnd(8)} ${String(files.length).padStart(4)} files ${String(lines).padStart(6)} lines`,
  );
}
for (const [door, files] of Object.entries(DOORS))
  console.log(`${door} loads ${(await loadedBy(files)).size} files`);

/** The files of ours that these load at run time, themselves included: what is imported as types alone is not. */
async function loadedBy(files: readonly string[]): Promise<Set<string>> {
  const loaded = new Set<string>();
  const waiting = [...files];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (loaded.has(file)) continue;
    loaded.add(file);
    const code = await Bun.file(join(ROOT, file)).text();
    const transpiler = new Bun.Transpiler({ loader: file.endsWith("x") ? "tsx" : "ts" });
    for (const { path } of transpiler.scanImports(code)) {
      const target = relative(ROOT, join(ROOT, dirname(file), path));
      if (path.startsWith(".") && /\.tsx?$/.test(target)) waiting.push(target);
    }
  }
  return loaded;
}
