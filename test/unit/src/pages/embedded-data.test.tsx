import { expect, test } from "bun:test";
import { Html } from "../../../../src/pages/jsx/runtime.ts";
import { EmbeddedData } from "../../../../src/pages/linked-data/embedded.tsx";

test("no text of the data ends its element", () => {
  const hostile = "</script><script>alert(1)</script><!--";
  const element = <EmbeddedData data={{ name: hostile }} />;
  const { markup } = element instanceof Html ? element : new Html("");
  const [, json = ""] = /^<script type="application\/ld\+json">(.*)<\/script>$/s.exec(markup) ?? [];
  expect(json).not.toContain("<");
  expect(JSON.parse(json)).toEqual({ name: hostile });
});
