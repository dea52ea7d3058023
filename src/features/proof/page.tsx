import { frenchDate } from "../../../bofip/days/days.ts";
import { readPublicKey, writeVerifierKey } from "../../../bofip/proof/keys.ts";
import { certaintySentence } from "../../../bofip/sources/certainty.ts";
import { FINGERPRINT, sha256 } from "../../../bofip/text/characters.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { readProofDue } from "../../../db/proof/checkpoints.ts";
import { type ProofLog, readProofLog } from "../../../db/proof/logs.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import type { RenderedAnswer } from "../../http/response/body.ts";
import { attestationFilePath, consultationPath, paragraphAnchor } from "../../pages/addresses.ts";
import { answerPage, answerProvisionalPage, redirectTo, renderPage } from "../../pages/answer.ts";
import { readDocumentAddress } from "../../pages/asked-address.ts";
import { Page } from "../../pages/layout.tsx";
import { TableBox } from "../../pages/paging.tsx";
import { askedText } from "../../schemas/parameters/asked-text.ts";
import type { Attestation } from "./answer.ts";
import { type AttestationDeps, readAttestation } from "./service.ts";

interface WrittenParagraph {
  readonly id: string;
  readonly date: string;
  readonly numero: string;
  readonly empreinte: string | undefined;
}

/**
 * The attestation of a §, as a page or a file, neither kept: the next checkpoint or timestamp may better it.
 * @throws {ApiError} as `readAttestation`
 */
export async function showAttestation(
  deps: AttestationDeps,
  written: WrittenParagraph,
  form: "page" | "file",
): Promise<Response | RenderedAnswer> {
  const { date, empreinte = null } = written;
  if (empreinte !== null && !FINGERPRINT.test(empreinte))
    throw new ApiError("unknown_wording", { id: written.id, empreinte });
  const address = readDocumentAddress(written.id, date);
  const numero = written.numero.trim();
  if (address.kind === "other") return redirectTo(address.path, 308);
  const { boiId } = address.id;
  const asked = askedText(address.id, { empreinte: empreinte ?? undefined });
  const attestation = await readAttestation(deps, { boiId, asked, numero });
  if (form === "page")
    return answerProvisionalPage(
      renderPage(<AttestationPage attestation={attestation} asked={{ date, empreinte }} />),
    );
  const name = `attestation-${boiId}-${date}-${numero.replace(/\W+/g, "-")}.json`;
  return new Response(JSON.stringify(attestation), {
    headers: {
      "content-type": "application/json; charset=utf-8",
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-store",
    },
  });
}

interface AttestationPageProps {
  readonly attestation: Attestation;
  /** Whose page it is, as its address writes it. */
  readonly asked: { readonly date: string; readonly empreinte: string | null };
}

/** An attestation as a reader prints it on A4: all but the official bytes and the path of hashes, which the file has. */
function AttestationPage({ attestation, asked }: AttestationPageProps) {
  const { paragraphe, edition, document, officiel, feuille, inclusion, checkpoint } = attestation;
  const { boi_id: boiId, numero, texte, empreinte } = paragraphe;
  const { date, empreinte: wording } = asked;
  const back = `${consultationPath(boiId, date, wording)}#${paragraphAnchor(numero)}`;
  return (
    <Page title={`Attestation : ${boiId}, § ${numero}`} hasSearch={false}>
      <article class="attestation">
        <h1>Attestation du § {numero}</h1>
        <ul class="facts">
          <li class="identifier">{boiId}</li>
          <li>Édition du {frenchDate(edition.date_debut)}</li>
          <li>{edition.citation}</li>
          <li class="facts-way">
            <a href={back}>Lire le document</a>
          </li>
          <li class="facts-way">
            <a href={attestationFilePath({ boiId, date, empreinte: wording }, numero)}>
              Le fichier à vérifier (JSON)
            </a>
          </li>
          <li class="facts-way">
            <a href="/docs/preuve">Comment le vérifier sans nous</a>
          </li>
        </ul>
        <h2>Le texte</h2>
        <p>{placeAmong(attestation)}</p>
        <p class="attested-text">{texte}</p>
        <Prints
          prints={[
            ["Empreinte du §", empreinte],
            ["Empreinte du document", document.empreinte],
            [
              "Empreinte des octets officiels",
              officiel?.empreinte_source ?? "ces octets n'ont pas été gardés",
            ],
            ["Clé (SHA-256)", sha256(Buffer.from(attestation.cle_publique, "base64"))],
          ]}
        />
        <h2>La feuille du journal</h2>
        <p>
          Rang {feuille.rang}, dans un arbre de {inclusion.taille} feuilles.
        </p>
        <pre>{Buffer.from(feuille.octets, "base64").toString()}</pre>
        <h2>La tête signée</h2>
        <pre>{checkpoint}</pre>
        <h2>Horodatages</h2>
        <Timestamps timestamps={attestation.horodatages} />
        <h2>Ce qui est notre parole</h2>
        <p>
          Rien de ce qui est joint ne le prouve : la fin de l'édition, ce qui en est certain ou présumé, la
          citation, l'instant de réception, le fichier et le serveur d'où il vient.{" "}
          {certaintySentence(edition)}
        </p>
        <h2>Ce que cela prouve</h2>
        <Explanations explanations={attestation.explications} />
      </article>
    </Page>
  );
}

/** What holds the number of the § together with its words. */
function placeAmong({ paragraphe, paragraphes, officiel }: Attestation): string {
  if (paragraphes !== null) {
    const rank = paragraphes.findIndex(([numero]) => numero === paragraphe.numero) + 1;
    return `Numéro ${paragraphe.numero} : ${rank}ᵉ des ${paragraphes.length} § de l'édition, dans la liste dont la feuille porte l'empreinte.`;
  }
  const number = `Numéro ${paragraphe.numero} : la feuille, de version 1, ne le porte pas ;`;
  return officiel === null
    ? `${number} sans les octets officiels, lui et les limites du § sont notre parole.`
    : `${number} la vérification le relit dans les octets officiels.`;
}

function Prints({ prints }: { readonly prints: readonly (readonly [string, string])[] }) {
  return (
    <dl class="prints">
      {prints.map(([name, print]) => (
        <>
          <dt>{name}</dt>
          <dd>{print}</dd>
        </>
      ))}
    </dl>
  );
}

function Timestamps({ timestamps }: { readonly timestamps: Attestation["horodatages"] }) {
  if (timestamps.length === 0) return <p>Aucun : rien n'est daté par un tiers.</p>;
  return (
    <ul>
      {timestamps.map(({ instant, autorite }) => (
        <li>
          {instant}, par {autorite}
        </li>
      ))}
    </ul>
  );
}

function Explanations({ explanations }: { readonly explanations: Attestation["explications"] }) {
  return (
    <TableBox label="Ce que chaque élément prouve">
      <table>
        <thead>
          <tr>
            <th scope="col">Élément</th>
            <th scope="col">Prouve</th>
            <th scope="col">Ne prouve pas</th>
          </tr>
        </thead>
        <tbody>
          {explanations.map(({ element, prouve, ne_prouve_pas }) => (
            <tr>
              <th scope="row">{element}</th>
              <td>{prouve}</td>
              <td>{ne_prouve_pas}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}

/** The page of the log of proof: its key, its last checkpoint and its last timestamp, to compare attestations with. */
export async function showProofLog({ primary }: { readonly primary: Database }): Promise<RenderedAnswer> {
  const [log, due] = await Promise.all([readProofLog(primary), readProofDue(primary)]);
  return answerPage(
    renderPage(
      <Page
        title="Journal de preuve"
        description="Le journal public où ce service inscrit chaque texte qu'il reçoit."
        section="documentation"
      >
        <article class="attestation">
          <h1>Journal de preuve</h1>
          <p>
            Chaque texte reçu y est inscrit ; on ne peut qu'y ajouter.{" "}
            <a href="/docs/preuve">Une preuve sans nous</a> dit comment s'en servir, et ce qu'il ne prouve
            pas.
          </p>
          {log === null || log.last === null ? (
            <p>Ce service ne tient pas de journal de preuve, ou n'en a encore rien signé.</p>
          ) : (
            <SignedLog log={log} last={log.last} stampedAt={due?.stampedAt ?? null} />
          )}
        </article>
      </Page>,
    ),
  );
}

interface SignedLogProps {
  readonly log: ProofLog;
  readonly last: NonNullable<ProofLog["last"]>;
  readonly stampedAt: Date | null;
}

function SignedLog({ log, last, stampedAt }: SignedLogProps) {
  const base = log.id === 1 ? "/preuves" : `/preuves/${log.id}`;
  return (
    <>
      <dl class="prints">
        <dt>Journal</dt>
        <dd>{log.origin}</dd>
        <dt>Feuilles sous la dernière tête</dt>
        <dd>{last.size}</dd>
        <dt>Clé (SHA-256)</dt>
        <dd>{sha256(Buffer.from(last.publicKey, "base64"))}</dd>
        <dt>Clé, pour les lecteurs de journaux</dt>
        <dd>{verifierKeyOf(log)}</dd>
        <dt>Dernier horodatage</dt>
        <dd>{stampedAt === null ? "aucun" : stampedAt.toISOString()}</dd>
      </dl>
      <h2>
        <a href={`${base}/checkpoint`}>La dernière tête signée</a>
      </h2>
      <pre>{last.note}</pre>
    </>
  );
}

/** The key that signed the last checkpoint, as readers of such logs configure it. */
function verifierKeyOf({ origin, last, publicKey }: ProofLog): string {
  return writeVerifierKey({ name: origin, key: readPublicKey(last?.publicKey ?? publicKey) });
}
