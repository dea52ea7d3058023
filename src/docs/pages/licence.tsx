import { ATTRIBUTION } from "../../http/attribution.ts";
import { Json } from "../code.tsx";
import type { DocContext } from "../context.ts";
import { DocFrame } from "../frame.tsx";
import { operationAnchor } from "../site.ts";

/** What re-users of the data must keep. */
export function licencePage({ publicUrl }: DocContext) {
  return (
    <DocFrame slug="licence" publicUrl={publicUrl}>
      <h2 id="mention">La mention</h2>
      <p>
        Chaque réponse, refus compris, porte la mention de sa source. Qui réutilise les données la garde, là
        où il les montre :
      </p>
      <Json label="Dans chaque corps" value={{ source: ATTRIBUTION }} />
      <p>
        Dites aussi la date de ce que vous citez : un document change. Son édition est datée par{" "}
        <code>date_publication</code>, et une citation complète nomme l'identifiant, le § et cette date, comme
        sur nos <a href="/">pages de consultation</a>.
      </p>
      <h2 id="licence">La licence des données</h2>
      <p>
        Les textes viennent des jeux de données publics du BOFiP-Impôts, que la Direction générale des
        Finances publiques publie sous la{" "}
        <a
          href="https://www.etalab.gouv.fr/wp-content/uploads/2017/04/ETALAB-Licence-Ouverte-v2.0.pdf"
          rel="external"
        >
          Licence Ouverte 2.0
        </a>{" "}
        : reproduction, adaptation et usage commercial sont permis, à condition de dire la source et la date
        de mise à jour.
      </p>
      <h2 id="independance">Indépendance</h2>
      <p>
        Ce service est indépendant, sans lien avec l'administration qui publie. Seule la{" "}
        <a href="https://bofip.impots.gouv.fr/" rel="external">
          publication officielle
        </a>{" "}
        fait foi : chaque document porte son adresse dans <code>url</code>. La doctrine commente la loi ; elle
        ne la remplace pas.
      </p>
      <h2 id="fraicheur">Fraîcheur</h2>
      <p>
        Le corpus est repris chaque jour. <code>last_import</code>, dans{" "}
        <a href={operationAnchor("getV1Stats")}>
          <code>/v1/stats</code>
        </a>
        , dit quand il l'a été pour la dernière fois.
      </p>
      <h2 id="code">Le code</h2>
      <p>Le code de ce service est sous licence MIT.</p>
    </DocFrame>
  );
}
