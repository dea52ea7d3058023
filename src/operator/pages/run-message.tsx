import { UNEXPECTED } from "../../../db/runs/unexpected.ts";

/** Commands and options in the messages of runs: between guillemets, or a bare option. */
const COMMANDS = /((?<=« )bun run [^«»]*(?= »)|(?<=\s)--[a-z]+)/;

/** A command on its own line is indented; its description follows after a gap. */
const INDENT = "  ";
const GAP = "    ";

/** The final message of a run: a paragraph per line, with suggested commands and program output as code. */
export function Message({ text }: { readonly text: string }) {
  return (
    <>
      {text.split("\n").map((line) => (
        <p>{line.startsWith(INDENT) ? <CommandLine line={line} /> : <Sentence text={line} />}</p>
      ))}
    </>
  );
}

function CommandLine({ line }: { readonly line: string }) {
  const [command = "", ...purpose] = line.trim().split(GAP);
  return (
    <>
      <code>{command}</code> {purpose.join(" ")}
    </>
  );
}

/** Splitting by a group puts its matches at the odd indexes. */
function Sentence({ text }: { readonly text: string }) {
  if (text.startsWith(UNEXPECTED))
    return (
      <>
        {UNEXPECTED}
        <code>{text.slice(UNEXPECTED.length)}</code>
      </>
    );
  const parts = text.split(COMMANDS);
  return <>{parts.map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part))}</>;
}
