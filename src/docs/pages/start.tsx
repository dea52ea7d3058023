import { ATTRIBUTION } from "../../http/attribution.ts";
import { VERSION } from "../../http/version.ts";
import { Code, Json } from "../code.tsx";
import { curlOf } from "../commands.ts";
import type { DocContext } from "../context.ts";
import { shorten } from "../examples.ts";
import { DocFrame } from "../frame.tsx";
import { exampleRequest, type Operation } from "../operations.ts";
import { DOC_PAGES, docPath, operationAnchor } from "../site.ts";

/** The first page: a key, a search, a document. */
export function startPage({ operations, publicUrl }: DocContext) {
  const search = named(operations, "getV1Search");
  const document = named(operations, "getV1BoiById");
  return (
    <DocFrame
      slug="demarrer"
      publicUrl={publicUrl}
      lead="La doctrine fiscale française (BOFiP-Impôts) en JSON : recherche, documents entiers, renvois, plan de classement, versions et changements."
    >
      <dl class="docs-facts">
        <div>
          <dt>Adresse</dt>
          <dd>
            <code>{publicUrl}/v1</code>
          </dd>
        </div>
        <div>
          <dt>Format</dt>
          <dd>JSON en UTF-8</dd>
        </div>
        <div>
          <dt>Version</dt>
          <dd>
            <a href={docPath("versions")}>{VERSION}</a>
          </dd>
        </div>
        <div>
          <dt>Description</dt>
          <dd>
            <a href="/openapi.json">OpenAPI 3.0</a>
          </dd>
        </div>
      </dl>
      <FirstRequests search={search} document={document} publicUrl={publicUrl} />
      <Languages search={search} publicUrl={publicUrl} />
      <EveryAnswer />
      <NextPages />
    </DocFrame>
  );
}

interface RequestsProps {
  readonly search: Operation;
  readonly document: Operation;
  readonly publicUrl: string;
}

function FirstRequests({ search, document, publicUrl }: RequestsProps) {
  return (
    <>
      <h2 id="cle">1. Avoir une clé</h2>
      <p>
        L'exploitant de ce service vous remet une clé, qui commence par <code>boi_</code> et ne s'affiche
        qu'une fois. Gardez-la dans une variable de votre serveur :
      </p>
      <Code label="Terminal">export CLE='boi_…'</Code>
      <h2 id="chercher">2. Chercher</h2>
      <p>
        Tous les mots sont exigés ; accents et flexions sont indifférents. Les opérateurs sont dans la{" "}
        <a href={docPath("recherche")}>syntaxe de recherche</a>.
      </p>
      <Code label="curl">{curlOf(search, publicUrl)}</Code>
      <Json label="Réponse du corpus d'essai, abrégée" value={shorten(exampleOf(search), 1)} />
      <p>
        <code>boi_id</code> nomme le document et ne change pas ; <code>paragraphe</code> est le numéro du § où
        commence l'extrait.
      </p>
      <h2 id="lire">3. Lire un document</h2>
      <Code label="curl">{curlOf(document, publicUrl)}</Code>
      <p>
        La réponse porte le texte, ses paragraphes numérotés, sa place dans le plan, ses renvois et les
        articles qu'il cite : <a href={operationAnchor(document.id)}>tous ses champs</a>. Suivi d'une date (
        <code>BOI-IR-LIQ-20-10-20250414</code>), l'identifiant nomme une édition passée.
      </p>
    </>
  );
}

function Languages({ search, publicUrl }: { readonly search: Operation; readonly publicUrl: string }) {
  const address = publicUrl + exampleRequest(search).address;
  return (
    <>
      <h2 id="langages">Depuis un programme</h2>
      <p>
        L'API est faite pour être appelée par un serveur : elle n'envoie aucun en-tête CORS, et une clé placée
        dans une page se lit par tous.
      </p>
      <Code label="JavaScript">{javascript(address)}</Code>
      <Code label="Python">{python(address)}</Code>
    </>
  );
}

const javascript = (address: string) => `import { env } from "node:process";

const answer = await fetch("${address}", {
  headers: { "X-API-Key": env.CLE },
});
const body = await answer.json();
if (!answer.ok) throw new Error(body.error.message);
for (const hit of body.results) console.log(hit.boi_id, hit.titre);`;

const python = (address: string) => `import json, os, urllib.request

request = urllib.request.Request(
    "${address}",
    headers={"X-API-Key": os.environ["CLE"]},
)
with urllib.request.urlopen(request) as answer:
    for hit in json.load(answer)["results"]:
        print(hit["boi_id"], hit["titre"])`;

function EveryAnswer() {
  return (
    <>
      <h2 id="reponses">Ce que porte chaque réponse</h2>
      <ul>
        <li>
          <code>source</code>, dans le corps : « {ATTRIBUTION} », mention à{" "}
          <a href={docPath("licence")}>conserver</a>.
        </li>
        <li>
          <code>X-Request-Id</code>, en en-tête : à citer en signalant un problème.
        </li>
        <li>
          <code>RateLimit</code>, avec une clé : <a href={docPath("limites")}>ce qu'il vous reste</a>.
        </li>
        <li>
          En cas de refus, <code>error.code</code>, <code>error.message</code> et <code>doc_url</code>, qui
          mène à l'explication du <a href={docPath("erreurs")}>code</a>.
        </li>
      </ul>
    </>
  );
}

function NextPages() {
  return (
    <>
      <h2 id="suite">Ensuite</h2>
      <ul class="entries">
        {DOC_PAGES.slice(1).map(({ path, label, summary }) => (
          <li>
            <a class="entry" href={path}>
              <span class="entry-title">{label}</span>
              <span class="entry-detail quiet">{summary}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

function exampleOf({ responses }: Operation): unknown {
  return responses.find(({ status }) => status === "200")?.example;
}

function named(operations: readonly Operation[], id: string): Operation {
  const operation = operations.find((candidate) => candidate.id === id);
  if (operation === undefined) throw new Error(`the OpenAPI document has no ${id}`);
  return operation;
}
