import { describe, expect, test } from "bun:test";
import {
  callHeaders,
  currentSpan,
  inSpan,
  onBehalfOf,
  type Span,
  step,
} from "../../../../db/tracing/span.ts";
import { rejectionOf } from "../../../rejection.ts";

/** A span that writes down its children and their ends. */
function writtenSpan(name: string, written: string[]): Span {
  return {
    traceId: "trace",
    headers: { traceparent: name },
    child: (own) => writtenSpan(`${name}/${own}`, written),
    describe() {},
    end: (fault) => void written.push(fault === undefined ? name : `${name} failed: ${fault}`),
  };
}

describe("a step", () => {
  test("is its work alone when nothing is traced", async () => {
    const promise = Promise.resolve(1);
    expect(step("texts", {}, () => promise)).toBe(promise);
    expect(onBehalfOf("requete", currentSpan)).toBeNull();
  });

  test("is part of the step that it is made in, and so are the calls to engines", async () => {
    const written: string[] = [];
    const asked = await inSpan(writtenSpan("GET", written), () =>
      onBehalfOf("requete", () =>
        step("admission", {}, () => step("relational", {}, async () => callHeaders())),
      ),
    );
    expect(asked).toEqual({ "x-request-id": "requete", traceparent: "GET/admission/relational" });
    expect(written).toEqual(["GET/admission/relational", "GET/admission"]);
  });

  test("that fails names its fault, whose message may repeat what was asked, and fails", async () => {
    const written: string[] = [];
    const failing = () => Promise.reject(new TypeError("quotient familial"));
    const fault = await rejectionOf(inSpan(writtenSpan("GET", written), () => step("texts", {}, failing)));
    expect(fault).toBeInstanceOf(TypeError);
    expect(written).toEqual(["GET/texts failed: TypeError"]);
  });

  test("of one request is none of another's", async () => {
    const written: string[] = [];
    const ask = (name: string) =>
      inSpan(writtenSpan(name, written), () =>
        step("texts", {}, async () => {
          await Promise.resolve();
          return currentSpan()?.headers["traceparent"];
        }),
      );
    expect(await Promise.all(["one", "two"].map(ask))).toEqual(["one/texts", "two/texts"]);
  });
});
