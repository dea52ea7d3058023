import { Code, Json } from "../code.tsx";
import { curlOf } from "../commands.ts";
import type { DocContext } from "../context.ts";
import { DocFrame } from "../frame.tsx";
import { Rows } from "../rows.tsx";
import { docPath, operationAnchor } from "../site.ts";

/** How to check the citations of a text; the worked example is the route's own, asked again by a test. */
export function citationsPage({ operations, publicUrl }: DocContext) {
  const check = operations.filter(({ id }) => id === "postV1Citations");
  return (
    <DocFrame slug="citations" publicUrl={publicUrl}>
      <p>
        Un mémoire, une consultation ou la réponse d'un modèle de langue cite la doctrine.{" "}
        <a href={operationAnchor("postV1Citations")}>
          <code>POST /v1/citations</code>
        </a>{" "}
        lit le texte, 50 000 caractères au plus, et dit ce que vaut chacune de ses références. Le texte n'est
        ni journalisé, ni conservé.
      </p>
      <h2 id="exemple">Un exemple</h2>
      <p>
        Deux citations : la première avec des mots entre guillemets, la seconde d'une version passée et d'un §
        qu'elle n'a pas.
      </p>
      {check.map((operation) => (
        <>
          <Code label="curl">{curlOf(operation, publicUrl)}</Code>
          <Json
            label="Réponse du corpus d'essai"
            value={operation.responses.find(({ status }) => status === "200")?.example}
          />
        </>
      ))}
      <p>
        <code>debut</code> et <code>fin</code> comptent les points de code du texte tel qu'il est envoyé :{" "}
        <code>[...texte].slice(debut, fin).join("")</code> en JavaScript, <code>texte[debut:fin]</code> en
        Python. <code>citation</code> est la référence sous sa forme usuelle, prête à remplacer l'autre.
      </p>
      <h2 id="etats">Les états</h2>
      <p>Le premier qui vaut, dans cet ordre.</p>
      <Rows label="États d'une citation" heads={["etat", "Ce qu'il dit", "Que faire"]} rows={STATES} />
      <h2 id="date">À une date</h2>
      <p>
        Sans <code>date</code>, les états sont ceux d'aujourd'hui. Avec elle, ceux de ce jour : une version
        remplacée depuis, mais en vigueur lors des opérations, est alors <code>verifiee</code>. Le jour d'un
        changement est à la nouvelle version.
      </p>
      <h2 id="mots">Les mots cités</h2>
      <p>
        Quand des mots entre guillemets jouxtent la citation (« … » (BOI-…, § 10), ou BOI-…, § 10 : « … »),{" "}
        <code>citation_textuelle</code> dit s'ils y sont : <code>exact</code> au caractère près,{" "}
        <code>equivalent</code> aux espaces, aux capitales et à la typographie près, <code>absent</code> ; et{" "}
        <code>numero</code>, le § où ils se trouvent quand c'en est un autre. « […] » vaut pour des mots omis.
      </p>
      <h2 id="formes">Ce qui se lit</h2>
      <p>
        <code>BOI-RFPI-PVI-10-40-10, n° 150</code>, <code>§ 150 et s.</code>, <code>§ 130 à 150</code>, « §
        130 et 140 » (deux citations), <code>au § 130 du BOI-…</code>, <code>BOI-…-20240118</code>,{" "}
        <code>du 18/01/2024</code>, <code>version du 18 janvier 2024</code>, et le § nommé plus loin dans la
        phrase. Les identifiants en minuscules, collés au mot voisin, coupés en fin de ligne ou à traits
        d'union insécables se lisent aussi.
      </p>
      <p>
        Au-delà de 300 citations, <code>tronque</code> vaut <code>true</code> : envoyez la suite à part. Un
        modèle de langue a le même contrôle par l'outil <code>check_citations</code> du{" "}
        <a href={docPath("mcp")}>serveur MCP</a>.
      </p>
    </DocFrame>
  );
}

const STATES = [
  [
    "non_verifiable",
    "Référence antérieure à septembre 2012 (5 B-12-10), tronquée, ou d'une date qui n'existe pas.",
    "La chercher ailleurs.",
  ],
  ["document_inconnu", "Le service ne détient aucun document de ce nom.", "Vérifier l'identifiant."],
  [
    "edition_non_detenue",
    "La version citée, ou celle du jour, n'est pas détenue : elle peut exister.",
    "Voir l'historique du document.",
  ],
  ["retiree", "Le document a été retiré.", "Dire jusqu'à quand il valait."],
  ["transferee", "Ses commentaires ont été déplacés.", "Suivre le motif, qui dit où."],
  ["paragraphe_reserve", "Le texte garde ce numéro pour plus tard.", "Corriger le numéro."],
  ["paragraphe_absent", "Le texte détenu n'a pas ce §.", "Corriger le numéro ou la version."],
  ["remplacee", "Une autre version était en vigueur ce jour-là.", "Citer la bonne, ou donner la date."],
  ["verifiee", "Le document, le § et la version sont détenus et en vigueur ce jour-là.", "Rien."],
].map(([state = "", ...cells]) => [<code>{state}</code>, ...cells]);
