import { describe, expect, test } from "bun:test";
import { readMentions } from "../../../../../bofip/law/mentions/read-mentions.ts";

const written = (texte: string) =>
  readMentions(texte).map(({ code, article, start, end }) => [
    `${code} / ${article}`,
    texte.slice(start, end),
  ]);

test("each mention stands where the text has it, whatever the spaces before and in it", () => {
  const texte = "\u00a0\u00a0Voir  l’article\u00a0\u00a04 B du\u00a0 CGI\u00a0; (CGI,\u00a0 art. 4\u00a0B).";
  expect(written(texte)).toEqual([
    ["CGI / 4 B", "article\u00a0\u00a04 B du\u00a0 CGI"],
    ["CGI / 4 B", "CGI,\u00a0 art. 4\u00a0B"],
  ]);
});

test("articles cited together share their citation", () => {
  expect(written("selon les articles 12 et 13 du CGI,")).toEqual([
    ["CGI / 12", "articles 12 et 13 du CGI"],
    ["CGI / 13", "articles 12 et 13 du CGI"],
  ]);
});

describe("« le même article » is one more mention of the last article:", () => {
  test.each([
    ["l'article 125 A du CGI, au III du même article", "du même article"],
    ["CGI, art. 31 et 125 A ; le 2° dudit article", "dudit article"],
  ])("%s", (texte, expected) => {
    expect(written(texte).at(-1)).toEqual(["CGI / 125 A", expected]);
  });

  test.each([
    ["of a law", "l'article 12 du CGI, l'article 60 de la loi et le II du même article"],
    ["that is numbered again", "l'article 12 du CGI, au 1 du même article 12"],
    ["that is none", "au 1 du même article"],
  ])("but not one %s", (_, texte) => {
    expect(written(texte).filter(([, words]) => words?.endsWith("même article"))).toEqual([]);
  });
});
