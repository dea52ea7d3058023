import { expect, test } from "bun:test";
import { failuresIn } from "../../shards/failures.ts";

const LOG = `bun test v1.4.5 (a7733435c)

test/one.test.ts:
(pass) first [1.00ms]
written by the second
error: expected 1
(fail) second [2.00ms]
(skip) third

test/two.test.ts:
left by nobody
(pass) fourth
(fail) fifth [3.00ms]
  ^ this test timed out after 5000ms.

2 tests failed:
(fail) second [2.00ms]
(fail) fifth [3.00ms]

 2 pass
 2 fail
`;

test("a log's failures are told with their file and what was written since the test before", () => {
  expect(failuresIn(LOG)).toEqual([
    "test/one.test.ts:\nwritten by the second\nerror: expected 1\n(fail) second [2.00ms]",
    "test/two.test.ts:\n(fail) fifth [3.00ms]",
  ]);
});

test("a log without a failure tells none", () => {
  expect(failuresIn("test/one.test.ts:\n(pass) first\n\n 1 pass\n 0 fail\n")).toEqual([]);
});
