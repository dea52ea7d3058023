/** A log's lines are kept whole for one failure, but no more than these before its name. */
const MOST_LINES = 80;
const ENDED = /^\((?:pass|skip|todo)\) /;
const FAILED = /^\(fail\) /;
const FILE = /^\S+\.test\.tsx?:$/;

/** The failed tests of a log of `bun test`: each with its file and what was written since the test before it. */
export function failuresIn(log: string): readonly string[] {
  const failures: string[] = [];
  let file = "";
  let since: string[] = [];
  for (const line of log.split("\n")) {
    // Once all has run, a long log names its failures again.
    if (/^\d+ tests failed:$/.test(line)) break;
    if (FILE.test(line)) [file, since] = [line, []];
    else if (ENDED.test(line)) since = [];
    else if (FAILED.test(line)) {
      failures.push([file, ...since.slice(-MOST_LINES), line].join("\n"));
      since = [];
    } else since.push(line);
  }
  return failures;
}
