import { frenchDate } from "../../../bofip/days/days.ts";
import { isRealDate } from "../../../bofip/identifiers/identifier.ts";
import { certaintySentence } from "../../../bofip/sources/certainty.ts";
import { FINGERPRINT } from "../../../bofip/text/characters.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import type { RenderedAnswer } from "../../http/response/body.ts";
import { comparisonPath, consultationPath, paragraphAnchor } from "../../pages/addresses.ts";
import { answerCached, type PageContext, redirectTo, renderPage } from "../../pages/answer.ts";
import { readDocumentAddress } from "../../pages/asked-address.ts";
import { Page } from "../../pages/layout.tsx";
import type { AskedText } from "../../schemas/parameters/asked-text.ts";
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

function readSide(name: string, written: string): AskedText | null {
  if (written === "") return null;
  if (isRealDate(written)) return { kind: "day", date: written, knownOn: null };
  if (FINGERPRINT.test(written)) return { kind: "wording", empreinte: written };
  const reason = `Dans l'adresse, « ${name} » doit être un jour AAAA-MM-JJ ou une empreinte.`;
  throw new ApiError("invalid_parameter", { reason });
}

type Change = DocumentComparison["paragraphes"][number];

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
        {paragraphes.map((change) => (
          <Changed change={change} />
        ))}
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

function Changed({ change }: { readonly change: Change }) {
  const { numero, section, segments } = change;
  const id = numero === null ? "hors-paragraphes" : paragraphAnchor(numero);
  return (
    <section class="change" aria-labelledby={`titre-${id}`}>
      <h2 id={`titre-${id}`}>{headingOf(change)}</h2>
      {section.length === 0 ? null : <p class="quiet">{section.join(" › ")}</p>}
      <p class="compared-text">
        {segments.map(({ op, texte }) => {
          if (op === "retire") return <del>{texte}</del>;
          return op === "ajoute" ? <ins>{texte}</ins> : texte;
        })}
      </p>
    </section>
  );
}

const NATURES = {
  ajoute: "ajouté",
  supprime: "supprimé",
  modifie: "modifié",
  renumerote: "renuméroté",
} as const;

/** « § 130 modifié », « § 140 renuméroté (§ 130 avant) ». */
function headingOf({ nature, numero, numero_avant }: Change): string {
  const name = numero === null ? "Texte hors des § numérotés" : `§ ${numero}`;
  const former = numero_avant === null || numero_avant === numero ? "" : ` (§ ${numero_avant} avant)`;
  return `${name} ${NATURES[nature]}${former}`;
}
