import { STOP_WORDS } from "../../../db/fulltext/analyzer/stop-words.ts";
import { MAX_PREFIXES, MAX_WORDS } from "../../../db/fulltext/query/lexer.ts";
import { MAX_CHARACTERS } from "../../../db/fulltext/query/parse.ts";
import { errorPath } from "../../http/errors/catalogue.ts";
import { Code, Prose } from "../code.tsx";
import { curlOf } from "../commands.ts";
import type { DocContext } from "../context.ts";
import { DocFrame } from "../frame.tsx";
import type { Operation } from "../operations.ts";
import { INVALID_QUERIES, OPERATORS, readingOf, refusalOfQuery } from "../query-examples.ts";
import { Rows } from "../rows.tsx";
import { docPath, operationAnchor } from "../site.ts";

/** The search syntax, each example read by the parser itself. */
export function searchPage({ operations, publicUrl }: DocContext) {
  const search = operations.filter(({ id }) => id === "getV1Search");
  const others = operations.filter(
    ({ id }) => id === "postV1SearchHybride" || id === "postV1SearchSemantic" || id === "getV1Suggest",
  );
  return (
    <DocFrame slug="recherche" publicUrl={publicUrl}>
      <p>
        Ce que reçoit <code>q</code>, dans{" "}
        <a href={operationAnchor("getV1Search")}>
          <code>/v1/search</code>
        </a>
        . Un document répond par son titre et par tout son texte ensemble ; <code>total</code> est exact.
      </p>
      <h2 id="operateurs">Opérateurs</h2>
      <p>
        Sous chaque exemple, ce que l'analyseur de ce serveur en comprend. Un mot y est réduit à sa racine : «
        exonéré », « exonérations » et « exonere » donnent la même, « imposable » et « imposition » deux.
      </p>
      {OPERATORS.map(({ name, anchor, text, examples }) => (
        <section class="operator" aria-labelledby={anchor}>
          <h3 id={anchor}>{name}</h3>
          <p>{text}</p>
          <dl class="readings">
            {examples.map((q) => (
              <div>
                <dt>
                  <code>{q}</code>
                </dt>
                <dd>{readingOf(q)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Filters search={search} />
      <Encoding search={search} publicUrl={publicUrl} />
      <StopWords />
      <Warnings />
      <Refused />
      <Others operations={others} publicUrl={publicUrl} />
    </DocFrame>
  );
}

interface CommandsProps {
  readonly operations: readonly Operation[];
  readonly publicUrl: string;
}

/** As the OpenAPI document tells them. */
const FILTERS = ["domaine", "type", "matiere", "chemin", "article", "facettes"];

function Filters({ search }: { readonly search: readonly Operation[] }) {
  const parameters = search.flatMap((operation) => operation.parameters);
  const filters = parameters.filter(({ name }) => FILTERS.includes(name));
  return (
    <>
      <h2 id="filtres">Filtres et facettes</h2>
      <p>
        Ils s'ajoutent à la requête et entre eux, et ne changent rien à sa syntaxe : <code>total</code> reste
        exact. Les facettes comptent le résultat entier, non la page ; un document qui ne dit pas sa matière
        ne compte dans aucune. Le <a href={docPath("articles")}>guide des articles de loi</a> en donne un
        usage.
      </p>
      <Rows
        label="Filtres et facettes"
        heads={["Paramètre", "Sens"]}
        rows={filters.map(({ name, description = "" }) => [
          <code>{name}</code>,
          <Prose text={description} />,
        ])}
      />
    </>
  );
}

function Encoding({
  search,
  publicUrl,
}: {
  readonly search: readonly Operation[];
  readonly publicUrl: string;
}) {
  return (
    <>
      <h2 id="encoder">Dans une adresse</h2>
      <p>
        La requête s'encode en UTF-8 ; un espace est <code>+</code> ou <code>%20</code>.
      </p>
      {search.map((operation) => (
        <Code label="curl">{curlOf(operation, publicUrl)}</Code>
      ))}
    </>
  );
}

function StopWords() {
  return (
    <>
      <h2 id="mots-vides">Mots vides</h2>
      <p>
        Hors des guillemets, ces mots ne comptent pas : {[...STOP_WORDS].join(", ")}. Ils se comparent avec
        leurs accents : <code>à</code> en est un, le <code>A</code> de <code>39 A</code> non.
      </p>
    </>
  );
}

function Warnings() {
  return (
    <>
      <h2 id="avertissements">Avertissements</h2>
      <p>
        Quand il y a de quoi aider, la réponse porte <code>avertissements</code> ; <code>essayer</code> y est
        une requête prête à envoyer, ou null.
      </p>
      <Rows
        label="Avertissements"
        heads={["code", "Sens"]}
        rows={WARNINGS.map(([code, meaning]) => [<code>{code}</code>, meaning])}
      />
    </>
  );
}

const WARNINGS: readonly (readonly [code: string, meaning: string])[] = [
  ["mot_inconnu", "Aucun document ne porte ce mot ; le plus proche qui s'y trouve est donné."],
  ["mot_couteux", "Moins de trois documents : le mot sans lequel la requête en trouve le plus."],
  ["mots_ignores", "Les mots vides de la requête, qui ne comptent que dans une expression."],
  ["question", "La requête est une question et ne trouve rien : la recherche hybride y répond."],
];

function Refused() {
  return (
    <>
      <h2 id="refus">Requêtes refusées</h2>
      <p>
        Une requête mal écrite donne 400 <a href={errorPath("invalid_query")}>invalid_query</a>, avec la
        position de la faute et ce qui y est attendu. De même au-delà de {MAX_CHARACTERS} caractères, de{" "}
        {MAX_WORDS} mots, mots vides non comptés, ou de {MAX_PREFIXES} préfixes.
      </p>
      <Rows
        label="Requêtes refusées"
        heads={["Requête", "Réponse"]}
        rows={INVALID_QUERIES.map((q) => [<code>{q}</code>, refusalOfQuery(q)])}
      />
    </>
  );
}

function Others({ operations, publicUrl }: CommandsProps) {
  return (
    <>
      <h2 id="autres">Chercher autrement</h2>
      {operations.map((operation) => (
        <>
          <h3>
            <a href={operationAnchor(operation.id)}>{operation.summary}</a>
          </h3>
          <p>{operation.description.replaceAll("`", "")}</p>
          <Code label="curl">{curlOf(operation, publicUrl)}</Code>
        </>
      ))}
    </>
  );
}
