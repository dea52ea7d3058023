import type { DocContext } from "../context.ts";
import { DocFrame, framed } from "../frame.tsx";
import { docPath } from "../site.ts";
import { TRY_IT_PATHS } from "../try-it/assets.ts";

/** Swagger UI in our frame: the one page that needs a script. */
export function tryItPage(context: DocContext) {
  return (
    <DocFrame context={context} {...framed("essayer")} isWide stylesheet={TRY_IT_PATHS.stylesheet}>
      <p>
        Donnez d'abord votre clé par le bouton « Donner la clé » : elle ne va qu'à ce serveur, et la page
        l'oublie quand vous la fermez. Les requêtes sont réelles et comptent dans{" "}
        <a href={docPath("limites")}>vos limites</a>.
      </p>
      <noscript>
        <p class="notice">
          Cette page a besoin de JavaScript. La <a href={docPath("reference")}>référence des routes</a> dit la
          même chose sans lui.
        </p>
      </noscript>
      <h2 class="visually-hidden">Requêtes</h2>
      <div id="swagger-ui" />
      <script src={TRY_IT_PATHS.swaggerScript} defer />
      <script src={TRY_IT_PATHS.french} defer />
      <script src={TRY_IT_PATHS.accessible} defer />
      <script src={TRY_IT_PATHS.init} defer />
    </DocFrame>
  );
}
