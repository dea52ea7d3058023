import { codePointReader } from "../../../bofip/citations/code-points.ts";
import { paragraphPrints, printOfParagraphs } from "../../../bofip/proof/leaf.ts";
import { fingerprint } from "../../../bofip/text/characters.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { findProvedLeaf, type ProvedLeaf } from "../../../db/proof/leaves.ts";
import { readProofLog } from "../../../db/proof/logs.ts";
import { readSourceServer } from "../../../db/proof/source-servers.ts";
import type { StoredDocument } from "../../../db/queries/documents.ts";
import { findOfficialSource } from "../../../db/queries/texts/wordings.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import type { AskedText } from "../../schemas/parameters/asked-text.ts";
import { askedDay, paragraphEditionOf } from "../../texts/edition.ts";
import type { ParagraphEdition } from "../../texts/edition-answer.ts";
import { refusalOfNumber, refusalOfUnheld } from "../../texts/find-text.ts";
import type { DocumentDeps } from "../documents/service.ts";
import { findTextOfParagraph } from "../paragraphs/service.ts";
import type { Attestation } from "./answer.ts";

export interface AttestationDeps extends DocumentDeps {
  /** Where the worker writes the log. */
  readonly primary: Database;
}

interface AttestationRequest {
  readonly boiId: string;
  readonly asked: AskedText;
  readonly numero: string;
}

/**
 * All that proves a § without the service; for a number that occurs twice, the first.
 * @throws {ApiError} `attestation_unavailable` while no signed checkpoint covers its text, and as `readParagraph`
 */
export async function readAttestation(
  deps: AttestationDeps,
  { boiId, asked, numero }: AttestationRequest,
): Promise<Attestation> {
  const stored = await findTextOfParagraph(deps.database, boiId, asked, numero);
  if (!stored.texte_detenu) throw refusalOfUnheld(stored, { numero });
  const span = stored.spans.find((one) => one.numero === numero);
  if (span === undefined) throw refusalOfNumber(stored, numero);
  const { contenu_texte: whole, empreinte } = stored;
  const paragraphes = paragraphPrints(whole, stored.spans);
  const { leaf, rank, proof } = await findProof(deps.primary, stored, printOfParagraphs(paragraphes));
  const logged = JSON.parse(leaf) as LoggedFacts;
  const texte = whole.slice(span.start, span.end);
  const position = codePointReader(whole);
  return {
    v: logged.v,
    paragraphe: {
      boi_id: boiId,
      numero,
      texte,
      empreinte: fingerprint(texte),
      position: { debut: position(span.start), fin: position(span.end) },
    },
    paragraphes: logged.v === 2 ? paragraphes : null,
    edition: asLogged(paragraphEditionOf(deps, stored, askedDay(asked)), logged),
    document: { texte: whole, empreinte },
    officiel: await officialOf(deps, boiId, logged, empreinte),
    feuille: { rang: rank, octets: base64(Buffer.from(leaf)) },
    inclusion: { taille: proof.size, hachages: proof.path.map(base64) },
    checkpoint: proof.note,
    cle_publique: proof.publicKey,
    horodatages: proof.timestamps.map(({ token, authority: autorite, instant }) => ({
      jeton: base64(token),
      autorite,
      instant,
    })),
    explications: explanations({ v: logged.v, isDated: proof.timestamps.length > 0 }),
  };
}

/** What the leaf of a text says of where it came from; null when it was not known. */
interface LoggedFacts {
  readonly v: 1 | 2;
  readonly empreinte_source: string | null;
  readonly genre: "export" | "archive" | null;
  readonly fichier: string | null;
  readonly empreinte_fichier: string | null;
  readonly recue_le: string | null;
}

/** An edition under the facts of its leaf: another source may have given the same text since. */
function asLogged(edition: ParagraphEdition, logged: LoggedFacts): ParagraphEdition {
  const { date_source } = edition.provenance;
  const provenance = provenanceAs(edition.provenance, logged);
  const isSameFile = provenance.empreinte_fichier === edition.provenance.empreinte_fichier;
  return {
    ...edition,
    empreinte_source: logged.empreinte_source ?? edition.empreinte_source,
    recue_le: logged.recue_le ?? edition.recue_le,
    provenance: { ...provenance, date_source: isSameFile ? date_source : null },
  };
}

type OfficialFile = Pick<ParagraphEdition["provenance"], "genre" | "fichier" | "empreinte_fichier">;

function provenanceAs(
  { genre, fichier, empreinte_fichier }: OfficialFile,
  logged: LoggedFacts,
): OfficialFile {
  return {
    genre: logged.genre ?? genre,
    fichier: logged.fichier ?? fichier,
    empreinte_fichier: logged.empreinte_fichier ?? empreinte_fichier,
  };
}

/** @throws {ApiError} `attestation_unavailable` */
async function findProof(
  primary: Database,
  { boi_id: boiId, date_publication: date, pgp, empreinte }: StoredDocument,
  paragraphes: string | null,
): Promise<ProvedLeaf & { readonly proof: NonNullable<ProvedLeaf["proof"]> }> {
  const found = await findProvedLeaf(primary, { boiId, date, pgp, empreinte, paragraphes });
  if (found?.proof != null) return { ...found, proof: found.proof };
  if ((await readProofLog(primary)) === null) throw new ApiError("proof_log_absent");
  throw new ApiError("attestation_unavailable", { id: boiId });
}

/** As received by the leaf's record, else the first received of that text; null when none are kept. */
async function officialOf(
  { database, primary }: AttestationDeps,
  boiId: string,
  logged: LoggedFacts,
  empreinte: string,
): Promise<Attestation["officiel"]> {
  const print = logged.empreinte_source;
  const found = await findOfficialSource(database, boiId, print ?? empreinte);
  if (found === null) return null;
  const { contenu, empreinte_source, provenance: first } = found;
  const provenance =
    print === null ? first : { ...provenanceAs(first, logged), recue_le: logged.recue_le ?? first.recue_le };
  const { empreinte_fichier: file } = provenance;
  const serveur = file === null ? null : await readSourceServer(primary, file);
  return {
    contenu: base64(Buffer.from(contenu)),
    empreinte_source,
    provenance: { ...provenance, serveur },
  };
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}

/** What each element of an attestation proves, and what it does not. @param isDated whether it has a timestamp. */
function explanations({
  v,
  isDated,
}: {
  readonly v: Attestation["v"];
  readonly isDated: boolean;
}): Attestation["explications"] {
  return [v === 2 ? LISTED : REREAD, ...OF_EVERY, isDated ? DATED : UNDATED, WORD, HISTORIES];
}

const OUT_OF = "Seul, il ne dit ni d'où viennent ces mots, ni quand ils ont été reçus.";

const LISTED = {
  element: "paragraphe, paragraphes",
  prouve:
    "Le numéro du §, sa place parmi les autres et ses mots sont ceux de la liste dont la feuille porte l'empreinte.",
  ne_prouve_pas: OUT_OF,
} as const;

const REREAD = {
  element: "paragraphe",
  prouve:
    "Ses mots se lisent dans le texte du document. Son numéro et ses limites se vérifient en relisant les octets officiels ; sans eux, ils sont notre parole : la feuille, de version 1, ne les porte pas.",
  ne_prouve_pas: OUT_OF,
} as const;

const OF_EVERY: Attestation["explications"] = [
  {
    element: "document",
    prouve: "Le texte entier est celui dont la feuille porte l'empreinte.",
    ne_prouve_pas:
      "Que la publication officielle disait ces mots : ils ont été tirés des octets officiels par ce service ; les octets, quand ils sont joints, permettent d'en juger.",
  },
  {
    element: "officiel",
    prouve: "Ces octets sont ceux dont la feuille porte l'empreinte : ils n'ont pas changé depuis.",
    ne_prouve_pas: "Que l'administration les a publiés : elle ne les a pas signés.",
  },
  {
    element: "feuille",
    prouve:
      "Ce que ce service a inscrit de ce texte dans son journal public : ses empreintes et sa provenance.",
    ne_prouve_pas: "Que ce qui y est inscrit est vrai : la feuille engage ce service, et lui seul.",
  },
  {
    element: "inclusion",
    prouve:
      "La feuille est, à ce rang, dans l'arbre que la tête a signé ; elle ne peut plus en être ôtée ni changée.",
    ne_prouve_pas: "Ce qui a été inscrit après cette tête.",
  },
  {
    element: "checkpoint",
    prouve: "Le détenteur de la clé a signé cet état du journal.",
    ne_prouve_pas:
      "Qui détient la clé : comparez-la à celle que ce service publie, ou à celle que vous aviez gardée.",
  },
];

const DATED = {
  element: "horodatages",
  prouve: "Un tiers a vu cette tête à l'instant dit : le texte était alors inscrit, avec ces mots.",
  ne_prouve_pas:
    "Rien d'antérieur au premier horodatage ; ni que l'autorité est digne de confiance : comparez son certificat à ceux qu'elle publie.",
} as const;

const UNDATED = {
  element: "horodatages",
  prouve: "Rien : aucun tiers n'a encore daté cette tête.",
  ne_prouve_pas: "Aucune date : rien n'est prouvé avant le premier horodatage.",
} as const;

const WORD = {
  element: "recue_le, provenance, serveur, date_fin, certitudes, citation",
  prouve:
    "Rien : c'est notre parole. `recue_le` et le fichier de `provenance` sont ceux que dit la feuille, qui n'en prouve que l'inscription.",
  ne_prouve_pas:
    "Ni l'instant de la réception, ni l'adresse du fichier, ni le certificat que le serveur de la source a montré, ni la fin de l'édition, ni ce qui en est certain ou présumé.",
} as const;

const HISTORIES = {
  element: "journal",
  prouve:
    "Entre deux têtes que vous gardez, que rien n'a été ôté ni changé : la preuve de cohérence se calcule depuis les tuiles.",
  ne_prouve_pas:
    "Qu'un autre lecteur voit le même journal : deux histoires montrées à deux lecteurs ne se découvrent que si l'on garde des têtes et qu'on les compare.",
} as const;
