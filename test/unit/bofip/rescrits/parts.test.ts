import { expect, test } from "bun:test";
import { type RescritParts, rescritParts } from "../../../../bofip/rescrits/parts.ts";

const NOTHING: RescritParts = { question: null, reponse: null, document_lie: null };

test.each<[string, string, Partial<RescritParts>]>([
  [
    "its three parts, each in its own words",
    "Question : Quel taux ?\n\nRéponse : Le taux réduit.\n\nIl suffit.\n\nDocument lié : BOI-TVA-LIQ-30: TVA - Taux",
    {
      question: "Quel taux ?",
      reponse: "Le taux réduit.\n\nIl suffit.",
      document_lie: "BOI-TVA-LIQ-30: TVA - Taux",
    },
  ],
  [
    "several documents",
    "Question\u00a0: Q ?\n\nRéponse\u00a0: R.\n\nDocuments liés: BOI-A: a BOI-B: b",
    { question: "Q ?", reponse: "R.", document_lie: "BOI-A: a BOI-B: b" },
  ],
  [
    "documents on the last line of the answer",
    "Questions : Q.\nQ ?\n\nRéponses : R. Documents liés : BOI-A: a",
    { question: "Q.\nQ ?", reponse: "R.", document_lie: "BOI-A: a" },
  ],
  [
    "documents glued to the answer",
    "Question : Q ?\n\nRéponse : R.Document lié : A",
    { question: "Q ?", reponse: "R.", document_lie: "A" },
  ],
  ["headings alone on their lines", "Question\n\nQ ?\n\nRéponse\n\nR.", { question: "Q ?", reponse: "R." }],
  ["no document", "Question : Q ?\n\nRéponse : R.", { question: "Q ?", reponse: "R." }],
  [
    "documents named in a sentence",
    "Question : Q ?\n\nRéponse : Le document lié : A.",
    { question: "Q ?", reponse: "Le document lié : A." },
  ],
  [
    "documents named before the answer",
    "Question : Q. Document lié : A.\n\nRéponse : R.",
    { question: "Q. Document lié : A.", reponse: "R." },
  ],
  [
    "two questions, which leave in doubt what is answered",
    "Question : Q ?\n\nRéponse : R.\n\nQuestion : Q ?\n\nRéponse : R.\n\nDocument lié : A",
    { document_lie: "A" },
  ],
  ["an answer before its question", "Réponse : R.\n\nQuestion : Q ?", {}],
  ["an answer to a question in a sentence", "La question : laquelle ?\n\nLa réponse : aucune.", {}],
  ["empty parts", "Question :\n\nRéponse :\n\nDocument lié :", {}],
  ["no heading", "Dans la présente série sont publiées des prises de position.", {}],
])("%s", (_, texte, parts) => {
  expect(rescritParts(texte)).toEqual({ ...NOTHING, ...parts });
});
