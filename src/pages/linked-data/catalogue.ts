import type { Database } from "../../../db/postgres/database.ts";
import { readCoverage, readLastImport } from "../../../db/queries/corpus.ts";
import { LICENCE_URL, PUBLISHER } from "../../http/attribution.ts";
import { type RenderedBody, renderedText } from "../../http/response/body.ts";

export const CATALOGUE_PATH = "/catalogue.jsonld";
export const CATALOGUE_HEADERS = { "content-type": "application/ld+json; charset=utf-8" } as const;

const NAMESPACES = {
  dcat: "http://www.w3.org/ns/dcat#",
  dct: "http://purl.org/dc/terms/",
  foaf: "http://xmlns.com/foaf/0.1/",
  xsd: "http://www.w3.org/2001/XMLSchema#",
};
const AUTHORITY = "http://publications.europa.eu/resource/authority";
const FRENCH = { "@id": `${AUTHORITY}/language/FRA` };
const MEDIA_TYPES = "https://www.iana.org/assignments/media-types";

/** The service as a DCAT-AP 3 catalogue: one data set, its forms and its service; its extent is what sources tell. */
export async function catalogue(database: Database, publicUrl: string): Promise<RenderedBody> {
  // Read first: what is read afterwards is at least as recent.
  const { until } = await readCoverage(database);
  const imported = await readLastImport(database);
  const at = (path: string) => ({ "@id": publicUrl + path });
  const publisher = { "@type": "foaf:Agent", "foaf:name": { "@value": PUBLISHER, "@language": "fr" } };
  const inFrench = (text: string) => ({ "@value": text, "@language": "fr" });
  const document = {
    "@context": NAMESPACES,
    ...at(CATALOGUE_PATH),
    "@type": "dcat:Catalog",
    "dct:title": inFrench("API de la doctrine fiscale"),
    "dct:description": inFrench(
      "La doctrine fiscale française (BOFiP-Impôts) en JSON, servie par un service indépendant de l'administration.",
    ),
    "dct:publisher": { "@type": "foaf:Agent", "foaf:name": inFrench("API de la doctrine fiscale") },
    "dct:language": FRENCH,
    "foaf:homepage": at("/"),
    "dcat:dataset": {
      ...at("/catalogue.jsonld#doctrine"),
      "@type": "dcat:Dataset",
      "dct:title": inFrench("Doctrine fiscale française (BOFiP-Impôts)"),
      "dct:description": inFrench(
        "Les commentaires de l'administration fiscale, leurs éditions et rédactions, leurs paragraphes et leurs renvois.",
      ),
      "dct:identifier": "bofip-impots",
      "dct:creator": publisher,
      "dct:publisher": publisher,
      "dct:language": FRENCH,
      "dct:accrualPeriodicity": { "@id": `${AUTHORITY}/frequency/DAILY` },
      "dcat:theme": { "@id": `${AUTHORITY}/data-theme/GOVE` },
      "dct:accessRights": { "@id": `${AUTHORITY}/access-right/PUBLIC` },
      ...(imported !== null && { "dct:modified": instant(imported) }),
      ...(until !== null && { "dct:temporal": { "@type": "dct:PeriodOfTime", "dcat:endDate": day(until) } }),
      "dcat:landingPage": at("/"),
      "dcat:distribution": [
        distribution("Export du corpus, une ligne JSON par texte", "/v1/export", "application/x-ndjson"),
        distribution("Journal des changements, en JSON", "/v1/journal", "application/json"),
        distribution("Journal des changements, en flux Atom", "/flux.atom", "application/atom+xml"),
        distribution("Pages de consultation", "/", "text/html"),
      ],
    },
    "dcat:service": {
      ...at("/catalogue.jsonld#api"),
      "@type": "dcat:DataService",
      "dct:title": inFrench("API de la doctrine fiscale"),
      "dcat:endpointURL": at("/v1"),
      "dcat:endpointDescription": at("/openapi.json"),
      "dcat:servesDataset": at("/catalogue.jsonld#doctrine"),
      "foaf:page": at("/docs"),
    },
  };
  return renderedText(`${JSON.stringify(document, undefined, 2)}\n`);

  function distribution(title: string, path: string, mediaType: string) {
    return {
      "@type": "dcat:Distribution",
      "dct:title": inFrench(title),
      "dcat:accessURL": at(path),
      "dcat:mediaType": { "@id": `${MEDIA_TYPES}/${mediaType}` },
      "dct:license": { "@id": LICENCE_URL },
    };
  }
}

function day(date: string) {
  return { "@type": "xsd:date", "@value": date };
}

function instant(date: Date) {
  return { "@type": "xsd:dateTime", "@value": date.toISOString() };
}
