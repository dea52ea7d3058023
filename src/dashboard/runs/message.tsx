import { UNEXPECTED } from "../../../db/runs/unexpected.ts";

/** Commands and options in the messages of runs: between guillemets, or an option by itself. */
const COMMANDS = /((?<=« )bun run [^«»]*(?= »)|(?<=\s)--[a-z]+)/;

/** A command on a line of its own is indented; what it does follows after a gap. */
const INDENT = "  ";
const GAP = "    ";

/** What a run says of its end, a paragraph a line, the commands that it advises and the program's own words as code. */
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

/** Splitting by a group leaves what it matched at the odd places. */
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
