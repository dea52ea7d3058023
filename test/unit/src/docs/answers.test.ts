import { expect, test } from "bun:test";
import { answerAt, GUIDE_ANSWERS, ROUTE_ANSWERS } from "../../../../src/docs/examples/answers.ts";

test("the answers that the documentation shows lead to pages of the service that shows them", () => {
  const page = "http://localhost/consultation/BOI-IR-LIQ-20-10#p10";
  const answer = { total: 1, results: [{ page, url: "https://bofip.impots.gouv.fr/", fin: null }] };
  expect(answerAt("https://exemple.fr/doctrine", answer)).toEqual({
    total: 1,
    results: [
      {
        page: "https://exemple.fr/doctrine/consultation/BOI-IR-LIQ-20-10#p10",
        url: "https://bofip.impots.gouv.fr/",
        fin: null,
      },
    ],
  });
  const shown = [...ROUTE_ANSWERS.values(), ...GUIDE_ANSWERS.values()];
  expect(JSON.stringify(shown)).toContain("localhost");
  expect(JSON.stringify(shown.map((each) => answerAt("https://exemple.fr", each)))).not.toContain(
    "localhost",
  );
});
