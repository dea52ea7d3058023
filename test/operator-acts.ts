import { expect } from "bun:test";

/** What a command wrote on standard error: the lines of its acts, and the rest. */
export function splitActs(errors: string): { readonly acts: object[]; readonly rest: string } {
  const lines = errors.split("\n");
  const isAct = (line: string) => line.startsWith("{") && line.includes('"operator act"');
  return {
    acts: lines.filter(isAct).map((line): object => JSON.parse(line)),
    rest: lines.filter((line) => !isAct(line)).join("\n"),
  };
}

const ACCOUNT = Bun.spawnSync(["id", "-un"]).stdout.toString().trim();

/** The line that a command leaves of an act. */
export function commandAct(act: string, details: object) {
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
  return { level: 30, time, who: "command line", act, ...details, user: ACCOUNT, msg: "operator act" };
}
