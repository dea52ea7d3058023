import { frenchDate } from "../../../bofip/days/days.ts";
import { certaintySentence } from "../../../bofip/sources/certainty.ts";
import type { RenderedAnswer } from "../../http/response/body.ts";
import { comparisonPath, consultationPath } from "../../pages/addresses.ts";
import { answerCached, type PageContext, redirectTo, renderPage } from "../../pages/answer.ts";
import { readDocumentAddress, readSide } from "../../pages/asked-address.ts";
import { Page } from "../../pages/layout.tsx";
import { ChangedParts } from "../../pages/lists/changed-parts.tsx";
import type { Edition } from "../../texts/edition-answer.ts";
import type { DocumentComparison } from "./answer.ts";
import { compareEditions } from "./service.ts";

interface ComparisonQuery {
  readonly de?: string | undefined;
  readonly a?: string | undefined;
  /** From the form of a document's page: two starts of editions, in any order. */
  readonly edition?: string | undefined;
  readonly avec?: string | undefined;
}

/**
 * The page that compares two texts of a document.
 * @param sides as written in the address: a day or a fingerprint each.
 * @throws {ApiError} `invalid_parameter` for a side that is neither, and as `compareEditions`
 */
export async function showComparison(
  context: PageContext,
  written: string,
  { de = "", a = "", edition, avec }: ComparisonQuery,
): Promise<Response | RenderedAnswer> {
  const address = readDocumentAddress(written, null);
  if (address.kind === "other") return redirectTo(`${address.path}/comparaison`, 308);
  const { boiId } = address.id;
  if (edition !== undefined && avec !== undefined) {
    const [earlier = "", later = ""] = [edition, avec].sort();
    return redirectTo(comparisonPath(boiId, earlier, later), 303);
  }
  const request = { boiId, de: readSide("de", de), a: readSide("a", a) };
  return await answerCached(context, comparisonPath(boiId, de, a), async () =>
    renderPage(<ComparisonPage comparison={await compareEditions(context, request, "visitor")} />),
  );
}

function ComparisonPage({ comparison }: { readonly comparison: DocumentComparison }) {
  const { boi_id: boiId, de, a, paragraphes } = comparison;
  const title = `${boiId} : éditions du ${frenchDate(de.date_debut)} et du ${frenchDate(a.date_debut)}`;
  return (
    <Page title={title}>
      <article>
        <header class="document-head">
          <h1 class="document-title">
            <span class="title-path">
              <a href={consultationPath(boiId)}>{boiId}</a>
            </span>
            Deux éditions comparées
          </h1>
          <dl class="compared">
            <dt>Avant</dt>
            <dd>
              <Cited edition={de} />
            </dd>
            <dt>Après</dt>
            <dd>
              <Cited edition={a} />
            </dd>
          </dl>
          <p>{wordScope(comparison)}</p>
        </header>
        <ChangedParts changes={paragraphes} whole="Texte hors des § numérotés" />
      </article>
    </Page>
  );
}

function Cited({ edition }: { readonly edition: Edition }) {
  const { citation, page, empreinte } = edition;
  return (
    <>
      <a href={page}>{citation}</a>
      <br />
      <span class="quiet">{certaintySentence(edition)}</span>
      <br />
      <span class="quiet">
        Empreinte <code class="fingerprint">{empreinte}</code>
      </span>
    </>
  );
}

function wordScope({ portee_texte, inchanges, paragraphes }: DocumentComparison): string {
  const same = `${inchanges} § ${inchanges > 1 ? "inchangés" : "inchangé"}`;
  if (paragraphes.length === 0) return `Les deux textes sont les mêmes : ${same}.`;
  const scope =
    portee_texte === "formelle"
      ? "Seule la forme diffère : espaces, typographie, numérotation ou ponctuation."
      : "Le texte diffère sur le fond.";
  return `${scope} ${same}, qui ${inchanges > 1 ? "ne sont pas affichés" : "n'est pas affiché"} ici.`;
}
