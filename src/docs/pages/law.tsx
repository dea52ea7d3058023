import { errorPath } from "../../http/errors/catalogue.ts";
import { Code, Json, Prose } from "../code.tsx";
import { curlOfAddress } from "../commands.ts";
import type { DocContext } from "../context.ts";
import { DocFrame } from "../frame.tsx";
import { LAW_STEPS } from "../law-guide.ts";
import type { Operation } from "../operations.ts";
import { Rows } from "../rows.tsx";
import { docPath, operationAnchor } from "../site.ts";

/** From an article of law to the § that comment it. */
export function lawPage({ operations, publicUrl }: DocContext) {
  const commented = operations.find(({ id }) => id === "getV1ArticlesByCodeByArticle");
  return (
    <DocFrame slug="articles" publicUrl={publicUrl}>
      <p>
        La doctrine commente la loi. Ce guide part de l'article 156 du code général des impôts et va jusqu'au
        § qui le commente.
      </p>
      {LAW_STEPS.map(({ anchor, heading, text, address }) => (
        <section aria-labelledby={anchor}>
          <h2 id={anchor}>{heading}</h2>
          <p>
            <Prose text={text} />
          </p>
          <Code label="curl">{curlOfAddress(address, publicUrl)}</Code>
          {anchor === "commentaires" && commented !== undefined ? <Answer operation={commented} /> : null}
        </section>
      ))}
      <Codes />
      <p>
        Un article que rien ne cite donne 404 <a href={errorPath("article_not_cited")}>article_not_cited</a>,
        avec les plus proches qui le sont. <code>url</code> mène à Légifrance, qui donne le texte en vigueur
        des articles de ce numéro. Les mêmes filtres valent pour toute{" "}
        <a href={`${docPath("recherche")}#filtres`}>recherche</a>.
      </p>
    </DocFrame>
  );
}

function Answer({ operation: { id, responses } }: { readonly operation: Operation }) {
  const example = responses.find(({ status }) => status === "200")?.example;
  return (
    <>
      <Json label="Réponse du corpus d'essai, abrégée" value={example} />
      <p>
        Chaque champ est dit dans la <a href={operationAnchor(id)}>référence</a>.
      </p>
    </>
  );
}

function Codes() {
  return (
    <>
      <h2 id="codes">Codes et numéros</h2>
      <p>Un code se nomme par sa clé ou par son nom, un article par son numéro sous toute forme usuelle.</p>
      <Rows
        label="Codes et numéros"
        heads={["Clé", "Code", "Articles, par exemple"]}
        rows={CODES.map(([key, name, articles]) => [<code>{key}</code>, name, articles])}
      />
    </>
  );
}

const CODES: readonly (readonly [key: string, name: string, articles: string])[] = [
  ["CGI", "code général des impôts", "150 U, 150-U, 150-0 A, 199 terdecies-0 A"],
  ["CGI-ANN-2", "son annexe II ; de même pour I, III et IV", "206, 242-0 A"],
  ["LPF", "livre des procédures fiscales", "L. 80 A, L80A, R.* 196-1"],
  ["code-civil", "code civil ; de même pour les autres codes", "205, 515-1"],
];
