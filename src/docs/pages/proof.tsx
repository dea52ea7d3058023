import { errorPath } from "../../http/errors/catalogue.ts";
import { Code, Json } from "../code.tsx";
import type { DocContext } from "../context.ts";
import { DocFrame } from "../frame.tsx";
import { PROOF_ANSWERS, PROOF_STEPS, type ProofStep, RECIPES } from "../proof/example.ts";
import { operationAnchor } from "../site.ts";

/** How to establish what the doctrine said on a day, to the §, and to keep the proof of it. */
export function proofPage({ publicUrl }: DocContext) {
  const step = (name: ProofStep["name"]) => <Step name={name} publicUrl={publicUrl} />;
  return (
    <DocFrame slug="prouver" publicUrl={publicUrl}>
      <p>
        L'article L. 80 A du LPF protège qui a appliqué la doctrine en vigueur à la date des faits. La
        publication officielle montre le texte d'aujourd'hui ; ce service garde ceux qu'il a reçus, et dit de
        chacun d'où il vient. Ce qu'il ne détient pas, il le dit « non détenu », jamais inexistant.
      </p>
      <h2 id="jour">1. Le texte du jour des faits</h2>
      <p>
        <code>date</code> donne l'édition en vigueur ce jour-là, à Paris ; le jour d'un changement appartient
        à la nouvelle. Un contribuable invoque le § 40 pour des faits du 1er juillet 2025 :
      </p>
      {step("paragraphe")}
      <p>
        La réponse dit l'intervalle de l'édition, l'empreinte du §, depuis quand il est inchangé dans les
        éditions détenues, et sa citation. <code>certitude</code> vaut <code>attestee</code> quand un export
        ou une archive montre l'édition en vigueur ce jour-là, <code>presumee</code> entre deux relevés. Notez{" "}
        <code>page</code> : cette adresse garde sa date.
      </p>
      <p>
        Avant la première édition détenue, la réponse est 404{" "}
        <a href={errorPath("edition_not_held")}>edition_not_held</a> ; après un retrait, 404{" "}
        <a href={errorPath("document_withdrawn")}>document_withdrawn</a>, avec le document qui a repris les
        commentaires.
      </p>
      <h2 id="depuis">2. Ce qui a changé depuis</h2>
      {step("comparaison")}
      <p>
        <code>portee_texte</code> sépare le fond de la forme ; les segments mis bout à bout redonnent les deux
        textes au caractère près. La même comparaison se lit sur les pages, par « Comparer ».
      </p>
      <h2 id="detenu">3. Ce qui est détenu</h2>
      {step("historique")}
      <p>
        Un texte peut être corrigé sans changer de date : chaque texte reçu est une rédaction, et les
        précédentes restent lisibles par leur empreinte. Qui s'est fondé sur l'une la retrouve par{" "}
        <code>empreinte</code>, ou par <code>date</code> et <code>connu_le</code>, le jour où il l'a lue. Les
        deux paramètres vont sur{" "}
        <a href={operationAnchor("getV1BoiById")}>
          <code>/v1/boi/{"{id}"}</code>
        </a>{" "}
        et sur ses §.
      </p>
      <h2 id="octets">4. Les octets officiels</h2>
      <p>
        La source, telle que reçue, avec le nom et l'empreinte du fichier officiel qui la portait. Le SHA-256
        de l'UTF-8 de <code>contenu</code> est <code>empreinte_source</code> :
      </p>
      {step("source")}
      <h2 id="empreinte">L'empreinte d'un texte</h2>
      <p>
        SHA-256 du texte en UTF-8, après normalisation NFC, chaque suite d'espaces réduite à une, extrémités
        ôtées : d'un document, son <code>contenu_texte</code> ; d'un §, son <code>texte</code>. Une empreinte
        donnée répond toujours, par le texte exact dont elle est faite. Pour la refaire :
      </p>
      {RECIPES.map(({ language, text }) => (
        <Code label={language}>{text}</Code>
      ))}
    </DocFrame>
  );
}

function Step({ name, publicUrl }: { readonly name: ProofStep["name"]; readonly publicUrl: string }) {
  const address = PROOF_STEPS.find((step) => step.name === name)?.address ?? "";
  return (
    <>
      <Code label="curl">{`curl -H "X-API-Key: $CLE" \\\n  '${publicUrl}${address}'`}</Code>
      <Json label="200" value={PROOF_ANSWERS[name]} />
    </>
  );
}
