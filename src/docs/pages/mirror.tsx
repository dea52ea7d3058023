import { readFileSync } from "node:fs";
import { errorPath } from "../../http/errors/catalogue.ts";
import { MAX_EXPORTS } from "../../services/export/slots.ts";
import { Code } from "../code.tsx";
import type { DocContext } from "../context.ts";
import { DocFrame } from "../frame.tsx";
import { operationAnchor } from "../site.ts";

/** The scripts that a test follows while ingestions run. */
const recipe = (name: string) => readFileSync(new URL(`../recipes/${name}`, import.meta.url), "utf8").trim();
const PYTHON = recipe("miroir.py");
const SHELL = recipe("miroir.sh");

/** How to keep a copy of the corpus that misses nothing. */
export function mirrorPage({ publicUrl }: DocContext) {
  return (
    <DocFrame slug="miroir" publicUrl={publicUrl}>
      <p>
        Une liste de changements par date de publication ne suffit pas : un document publié en mai et reçu en
        novembre n'y paraît jamais du jour au lendemain. Le{" "}
        <a href={operationAnchor("getV1Journal")}>journal</a> est dans l'ordre où le service a reçu les
        choses.
      </p>
      <h2 id="demarche">La démarche</h2>
      <ol>
        <li>
          Prenez les pages de l'<a href={operationAnchor("getV1Export")}>export</a> jusqu'à ce que{" "}
          <code>suivant</code> soit nul. Gardez <code>sequence</code> et <code>derivation</code> de la
          première ligne de la première page. Une page sans sa dernière ligne a été coupée : redemandez-la.
        </li>
        <li>
          Demandez le journal avec <code>apres</code> = ce <code>sequence</code>, et relisez chaque document
          qu'il nomme. La fois suivante, <code>apres</code> = <code>dernier</code>.
        </li>
        <li>
          Quand <code>derivation</code> n'est plus la même, les textes ont été analysés autrement sans que la
          doctrine change : reprenez l'export.
        </li>
      </ol>
      <h2 id="complet">Un miroir complet</h2>
      <p>
        L'export donne les documents en vigueur. Pour garder aussi les documents retirés, les éditions passées
        et toutes les rédactions détenues, ajoutez <code>perimetre=tous</code> à chaque page : une ligne par
        rédaction, que désignent ensemble <code>boi_id</code>, <code>edition.date_debut</code>,{" "}
        <code>edition.pgp</code> et <code>edition.empreinte</code>. Pour chaque document que le journal nomme
        ensuite, relisez son <a href={operationAnchor("getV1BoiByIdHistorique")}>historique</a>, qui donne les
        dates et les statuts de ses éditions et l'empreinte de leurs rédactions, et demandez avec{" "}
        <code>?empreinte=</code> les textes que vous n'avez pas. Les scripts ci-dessous tiennent un miroir de
        ce qui est en vigueur.
      </p>
      <h2 id="promesses">Ce qui est promis</h2>
      <ul>
        <li>
          <code>sequence</code> croît strictement, et une entrée ne paraît qu'avec toutes les plus petites :
          qui garde le plus grand numéro vu ne manque rien et ne voit rien deux fois, quoi qu'il arrive au
          service.
        </li>
        <li>
          Les entrées ne changent ni ne disparaissent. Après une sauvegarde restaurée, les numéros reprennent
          au-dessus de tous ceux déjà donnés, et ce qui avait été perdu revient sous de nouveaux numéros.
        </li>
        <li>
          Le miroir a alors les documents, les éditions, les statuts et les empreintes du service, même quand
          des ingestions ont lieu pendant ce temps.
        </li>
      </ul>
      <p>
        Un export à la fois par clé, {MAX_EXPORTS} par processus : au-delà, 429{" "}
        <a href={errorPath("rate_limited")}>rate_limited</a>. Un client qui cesse de lire est coupé en moins
        d'une minute ; ce que le service coupe ne compte pas dans le quota.
      </p>
      <h2 id="python">En Python</h2>
      <Code label="miroir.py">{PYTHON}</Code>
      <h2 id="shell">En shell</h2>
      <Code label="miroir.sh">{SHELL}</Code>
    </DocFrame>
  );
}
