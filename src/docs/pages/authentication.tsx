import { MAX_WRONG_KEYS } from "../../access/attempt-limiter.ts";
import { errorPath } from "../../http/errors/catalogue.ts";
import { Code } from "../code.tsx";
import type { DocContext } from "../context.ts";
import { DocFrame } from "../frame.tsx";
import { docPath, operationAnchor } from "../site.ts";

/** How a key is sent, kept and lost. */
export function authenticationPage({ operations, publicUrl }: DocContext) {
  const open = operations.filter(({ isPublic }) => isPublic);
  return (
    <DocFrame slug="authentification" publicUrl={publicUrl}>
      <h2 id="en-tete">L'en-tête X-API-Key</h2>
      <p>Chaque requête porte la clé dans un en-tête, jamais dans l'adresse :</p>
      <Code label="En-tête">X-API-Key: boi_…</Code>
      <p>Ces routes répondent sans clé, et ignorent celle qu'on leur envoie :</p>
      <ul>
        {open.map(({ id, path, summary }) => (
          <li>
            <a href={operationAnchor(id)}>
              <code>{path}</code>
            </a>{" "}
            : {summary.toLowerCase()}
          </li>
        ))}
      </ul>
      <h2 id="cle">La clé</h2>
      <ul>
        <li>
          Elle commence par <code>boi_</code>, suivi de 38 lettres et chiffres, dont six de contrôle : une
          faute de frappe est refusée aussitôt.
        </li>
        <li>
          Le service n'en garde qu'une empreinte et les douze premiers caractères : perdue, elle se remplace.
          Ces douze caractères la désignent auprès du support.
        </li>
        <li>Révoquée, elle cesse d'être acceptée en moins d'une minute.</li>
        <li>
          Elle reste sur vos serveurs. Il n'y a aucun en-tête CORS, à dessein : le navigateur de vos
          utilisateurs parle à votre serveur, qui parle à l'API.
        </li>
      </ul>
      <h2 id="verifier">Vérifier une clé</h2>
      <p>
        <a href={operationAnchor("getV1Compte")}>
          <code>/v1/compte</code>
        </a>{" "}
        dit la formule, les limites et l'usage du mois ; il n'est jamais compté dans le quota.
      </p>
      <Code label="curl">{`curl -H "X-API-Key: $CLE" '${publicUrl}/v1/compte'`}</Code>
      <h2 id="refus">Quand elle est refusée</h2>
      <ul>
        <li>
          Absente, ou dans un autre en-tête comme <code>Authorization</code> : 401{" "}
          <a href={errorPath("missing_api_key")}>missing_api_key</a>.
        </li>
        <li>
          Mal écrite, inconnue, révoquée ou expirée : 401{" "}
          <a href={errorPath("invalid_api_key")}>invalid_api_key</a>, sans dire laquelle.
        </li>
        <li>
          Après {MAX_WRONG_KEYS} clés refusées en une minute, l'adresse qui en présente d'autres reçoit 429{" "}
          <a href={errorPath("rate_limited")}>rate_limited</a> pour elles, avec le temps à attendre dans{" "}
          <code>Retry-After</code>. Une clé valide n'est jamais refusée pour cela.
        </li>
        <li>
          Sans la recherche par le sens dans sa formule : 403{" "}
          <a href={errorPath("semantic_not_allowed")}>semantic_not_allowed</a>.
        </li>
      </ul>
      <p>
        L'ordre des refus : adresse inconnue, clé, limite par minute, formule, paramètres, quota. Une requête
        mal écrite et sans clé reçoit donc 401. Voir <a href={docPath("limites")}>formules et limites</a>.
      </p>
    </DocFrame>
  );
}
