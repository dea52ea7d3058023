import { describe, expect, test } from "bun:test";
import { type Child, trusted } from "../../../../src/pages/jsx/runtime.ts";

const HOSTILE = `"><script>alert('x')</script>&amp;`;
const ESCAPED = "&quot;&gt;&lt;script&gt;alert(&#x27;x&#x27;)&lt;/script&gt;&amp;amp;";

const Box = ({ children }: { readonly children: Child }) => <div>{children}</div>;
const Nothing = () => null;

describe("the markup of a tree", () => {
  test.each([
    ["escapes a text", <p>{HOSTILE}</p>, `<p>${ESCAPED}</p>`],
    ["escapes an attribute", <p title={HOSTILE} />, `<p title="${ESCAPED}"></p>`],
    ["escapes a text that a component is given", <Box>{HOSTILE}</Box>, `<div>${ESCAPED}</div>`],
    ["escapes texts in lists", <ul>{[HOSTILE].map((text) => [text])}</ul>, `<ul>${ESCAPED}</ul>`],
    [
      "keeps nested elements as they are",
      <Box>
        <b>a</b>
      </Box>,
      "<div><b>a</b></div>",
    ],
    ["keeps trusted markup as it is", <p>{trusted("<b>a</b>")}</p>, "<p><b>a</b></p>"],
    ["leaves out null, undefined and booleans", <p>{[null, undefined, true, false, 0]}</p>, "<p>0</p>"],
    [
      "leaves out a component that gives nothing",
      <Box>
        <Nothing />
      </Box>,
      "<div></div>",
    ],
    ["gives a true attribute alone", <input required />, "<input required>"],
    ["leaves out an absent attribute", <input required={false} value={undefined} />, "<input>"],
    ["joins a fragment", <>a{1}</>, "a1"],
  ])("%s", (_, tree, markup) => {
    expect(tree.markup).toBe(markup);
  });
});
