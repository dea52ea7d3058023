import type { FullDocument } from "../../features/documents/answer.ts";
import type { History } from "../../features/history/answer.ts";
import { LICENCE_URL, PUBLISHER } from "../../http/attribution.ts";
import { consultationPath, documentApiPath } from "../addresses.ts";
import { TYPE_LABELS } from "../lists/how-cited.ts";
import type { LinkedData } from "./embedded.tsx";

interface LegislationSources {
  readonly document: FullDocument;
  readonly history: History;
  readonly publicUrl: string;
}

/** An edition as schema.org's `Legislation`, with what it cites and the other editions; unknown fields are left out. */
export function legislationOf({ document, history, publicUrl }: LegislationSources): LinkedData {
  const { boi_id: boiId, titre, edition, date_publication: date } = document;
  const address = (id: string, day: string | null = null) => publicUrl + consultationPath(id, day);
  return {
    "@context": "https://schema.org",
    "@type": "Legislation",
    "@id": address(boiId, date),
    url: address(boiId, date),
    name: titre,
    inLanguage: "fr",
    legislationIdentifier: boiId,
    legislationType: TYPE_LABELS[document.type],
    legislationJurisdiction: { "@type": "Country", name: "France" },
    legislationPassedBy: { "@type": "GovernmentOrganization", name: PUBLISHER },
    ...(document.texte_detenu && { legislationDateVersion: date, temporalCoverage: intervalOf(edition) }),
    legislationLegalForce: isInForce(document) ? "InForce" : "NotInForce",
    license: LICENCE_URL,
    isBasedOn: document.url,
    exampleOfWork: {
      "@type": "Legislation",
      "@id": address(boiId),
      workExample: history.versions.map(({ date_publication: day }) => ({
        "@type": "Legislation",
        "@id": address(boiId, day),
      })),
    },
    citation: document.references
      .filter(({ existe }) => existe)
      .map(({ boi_id: cited, titre: name }) => ({ "@type": "Legislation", "@id": address(cited), name })),
    encoding: {
      "@type": "MediaObject",
      encodingFormat: "application/json",
      contentUrl: publicUrl + documentApiPath(boiId, { kind: "edition", date }),
    },
  };
}

/** ISO 8601-2: an edition still in force has an open end; `date_fin` is the first day that is no longer in it. */
function intervalOf({ date_debut, date_fin }: FullDocument["edition"]): string {
  return `${date_debut ?? ".."}/${date_fin ?? ".."}`;
}

function isInForce({ statut, edition }: FullDocument): boolean {
  return statut === "en_vigueur" && edition.date_fin === null;
}
