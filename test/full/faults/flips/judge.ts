import { findError } from "../../../../src/http/errors/catalogue.ts";
import { type Answer, type Behaviour, CUT } from "./service.ts";

/**
 * The faults of a service on a damaged folder, compared with the same service on the intact one. Accepted: the same
 * answers, or errors of the catalogue, or a refusal to start with a message for the operator. Other answers are only
 * accepted from a service whose status is degraded, an internal error never.
 */
export function faultsOf(damaged: Behaviour, whole: Behaviour): readonly string[] {
  if (whole.kind !== "answers") return ["the whole folder does not start"];
  if (damaged.kind === "hangs") return [`the start hangs: ${damaged.message}`];
  if (damaged.kind === "refuses") return refusalFaults(damaged);
  return [...damaged.answers].flatMap(([request, answer]) => {
    if (isSame(answer, whole.answers.get(request)) || isNamedFault(answer)) return [];
    if (answer.code === "internal_error" || answer.status === 0)
      return [`${request}: ${answer.code} ${answer.body}`];
    return damaged.isOperational
      ? [`${request}: ${answer.status}, another answer, and all is operational`]
      : [];
  });
}

function refusalFaults({ code, message }: Behaviour & { readonly kind: "refuses" }): readonly string[] {
  const isPlain = message.trim() !== "" && !/^\s+at /m.test(message);
  return code !== 0 && isPlain ? [] : [`refuses to start (code ${code}) without plain words: ${message}`];
}

function isSame(answer: Answer, expected: Answer | undefined): boolean {
  return expected !== undefined && answer.status === expected.status && answer.body === expected.body;
}

function isNamedFault({ status, code, body }: Answer): boolean {
  // An export that meets a damaged text is cut: its last line is missing.
  if (body === CUT) return true;
  return status >= 500 && code !== null && code !== "internal_error" && findError(code) !== null;
}
