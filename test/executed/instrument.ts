/** Preloaded: from then on, each function of the product that runs in this thread adds its file to `executed`. */
import { join, relative } from "node:path";
import ts from "@typescript/typescript6";
import { plugin } from "bun";

const ROOT = join(import.meta.dir, "../..");
const PRODUCT = /^(bofip|config|db|search|ingest|src)\/.*\.tsx?$/;

/** Files of which a function has run since this was last emptied. */
export const executed = new Set<string>();
Reflect.set(globalThis, "__executed", executed);

plugin({
  name: "executed files",
  setup(build) {
    build.onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
      const file = relative(ROOT, path);
      const source = await Bun.file(path).text();
      return {
        contents: PRODUCT.test(file) ? marked(file, source) : source,
        loader: path.endsWith("x") ? "tsx" : "ts",
      };
    });
  },
});

/** The source, with a call at the start of each body of a function. */
function marked(file: string, source: string): string {
  const mark = `__executed.add(${JSON.stringify(file)})`;
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const added: { readonly at: number; readonly text: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isArrowFunction(node) && !ts.isBlock(node.body))
      added.push({ at: node.body.getStart(tree), text: `(${mark},` }, { at: node.body.end, text: ")" });
    else if (ts.isFunctionLike(node) && "body" in node && node.body !== undefined)
      added.push({ at: node.body.getStart(tree) + 1, text: `${mark};` });
    ts.forEachChild(node, visit);
  };
  visit(tree);
  // From the end, so that each place stays where it was read; at one place, the outermost first.
  return added
    .toSorted((one, other) => other.at - one.at)
    .reduce((text, { at, text: call }) => text.slice(0, at) + call + text.slice(at), source);
}
