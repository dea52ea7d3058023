/** The names of the OpenAPI document, which become those of the types and the functions of generated clients. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { OpenAPIV3 } from "openapi-types";
import { openService, type TestService } from "../../../servers/service.ts";

/** Callers have them in their programs: to rename one is to break those. */
const OPERATIONS = {
  "GET /v1/actualites": "listNews",
  "GET /v1/actualites/{id}": "getNews",
  "GET /v1/articles": "listArticles",
  "GET /v1/articles/changements": "listLawChanges",
  "GET /v1/articles/{code}/{article}": "getArticle",
  "GET /v1/articles/{code}/{article}/comparaison": "compareArticle",
  "GET /v1/boi/{id}": "getDocument",
  "GET /v1/boi/{id}/citants": "listCitingDocuments",
  "GET /v1/boi/{id}/comparaison": "compareTexts",
  "GET /v1/boi/{id}/graph": "getGraph",
  "GET /v1/boi/{id}/historique": "getHistory",
  "GET /v1/boi/{id}/paragraphes/{numero}": "getParagraph",
  "GET /v1/boi/{id}/paragraphes/{numero}/attestation": "getAttestation",
  "GET /v1/boi/{id}/paragraphes/{numero}/jours": "getParagraphOnDays",
  "GET /v1/boi/{id}/source": "getSource",
  "GET /v1/boi/{id}/tableaux": "getTables",
  "GET /v1/boi/{id}/tableaux/{rang}": "getTable",
  "GET /v1/changes": "listChanges",
  "GET /v1/compte": "getAccount",
  "DELETE /v1/compte/cles/{visible_start}": "revokeAccountKey",
  "GET /v1/compte/cles": "listAccountKeys",
  "GET /v1/decisions": "listDecisions",
  "GET /v1/decisions/{cle}": "getDecision",
  "GET /v1/droit/posterieur": "listLaterLaw",
  "GET /v1/export": "exportDocuments",
  "GET /v1/health": "getHealth",
  "GET /v1/journal": "listJournal",
  "GET /v1/normes": "listNormes",
  "GET /v1/normes/{cle}": "getNorme",
  "GET /v1/plan": "getClassificationRoot",
  "GET /v1/plan/{chemin}": "getClassificationNode",
  "GET /v1/reponses": "listReponses",
  "GET /v1/reponses/{cle}": "getReponse",
  "GET /v1/resolution": "resolveReference",
  "GET /v1/search": "searchDocuments",
  "GET /v1/stats": "getStatistics",
  "GET /v1/status": "getStatus",
  "GET /v1/suggest": "suggestDocuments",
  "GET /v1/tableaux": "listTables",
  "POST /v1/citations": "checkCitations",
  "POST /v1/compte/cles": "createAccountKey",
  "POST /v1/contexte": "readContext",
  "POST /v1/search/hybride": "searchHybrid",
  "POST /v1/search/semantic": "searchByMeaning",
  "POST /v1/suivi": "trackReferences",
};

const SCHEMAS = `
  Account AccountKey AccountKeyRequest AccountKeys ApiError ArticleAmendment ArticleComparison ArticleList
  ArticleMention ArticleOfDay ArticleRange ArticleReference ArticleText ArticleVersion ArticleWithLaterLaw Attestation
  AttestationExplanation AttestationVersion AttestedDocument AttestedInclusion AttestedLeaf AttestedParagraph
  AttestedPosition AttestedProvenance AttestedSource AttestedTimestamp Attribution BadRequestAnswer CellBounds
  CellUnit Certainty Chamber Change ChangeList ChangeScope ChangedNumber ChangedParagraphs Check CheckedCitation
  CheckedTally CheckedText Checks CitationRank CitationsRequest CitedArticle CitedDecision CitedDocument CitedNorme
  CitedRange CitedReponse CitingDocument CitingNews CitingPage ClassificationChild ClassificationLevel
  ClassificationNode ClassificationPlace ClassifiedDocument CommentedArticle CommentedRange CommentingDocument
  ComparedWords Consultation ConsultationDays ContextAnswer ContextElement ContextRequest Court Coverage DayRange
  DecisionList DecisionReference DecisionWithDocuments DeducedScope DetailedErrorAnswer Document DocumentComparison
  DocumentKind DocumentStatus DocumentTable DocumentTables DocumentWithLaterLaw DomainCount Edition ErrorAnswer
  FacetValue Facets FreeQuotation Graph GraphEdge GraphNode Health History HitEdition HybridHit HybridPage
  HybridPassage HybridRanks HybridScores HybridSearchRequest Image InternalReference JournalEntry JournalPage
  KnownEdition LaterLawList LawChange LawChangeList LawCitingDocument LawCoverage ListedArticle ListedDecision
  ListedLawChange ListedNorme ListedReponse ListedTable MinuteAllowance MonthAllowance NamedDocument NamingParagraph
  NearestWords NewAccountKey News NewsAnswer NewsLink NewsList NormKind NormeList NormeReference NormeWithDocuments
  ObservedDays OfficialFileKind Paragraph ParagraphAnswer ParagraphChange ParagraphEdition ParagraphOnDay
  ParagraphOnDays ParagraphProvenance ProofCheck Provenance QuotaAnswer QuotedWords ReferenceTarget ReferenceToTrack
  RefusalDetails ReponseList ReponseReference ReponseWithDocuments ReservedParagraphs Resolution ResolvedCandidate
  RevokedAccountKey SearchHit SearchPage SearchWarning SemanticPage SemanticSearchRequest ServerCounts SourceRecord SourceServer
  SourcesCheck StateOnDay Statistics Status SuggestedQuestion SuggestedRequest Suggestion Suggestions TableCell
  TableList TrackedGap TrackedReference TrackedReferences TrackingRequest UnreadReference Version Wording
`;

/** Without names, it was of 302 000, and of nine routes fewer. */
const MOST_BYTES = 297_200;

type Schema = OpenAPIV3.SchemaObject | OpenAPIV3.ReferenceObject;

let service: TestService;
let text: string;
let document: OpenAPIV3.Document;
let schemas: Record<string, Schema>;

beforeAll(async () => {
  service = await openService(null);
  text = await (await service.get("/openapi.json")).text();
  document = JSON.parse(text) as OpenAPIV3.Document;
  schemas = document.components?.schemas ?? {};
});
afterAll(() => service.close());

function operations(): [string, OpenAPIV3.OperationObject][] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    (["get", "post", "delete"] as const).flatMap((method): [string, OpenAPIV3.OperationObject][] => {
      const operation = item?.[method];
      return operation === undefined ? [] : [[`${method.toUpperCase()} ${path}`, operation]];
    }),
  );
}

/** Each schema of a body, with where it stands. */
function bodies(): [string, Schema][] {
  return operations().flatMap(([route, { requestBody, responses }]) =>
    [requestBody, ...Object.values(responses)].flatMap((body) =>
      Object.values(body !== undefined && "content" in body ? (body.content ?? {}) : {}).flatMap(
        ({ schema }): [string, Schema][] => (schema === undefined ? [] : [[route, schema]]),
      ),
    ),
  );
}

/** Where an object is described under `schema`, itself included, without following its references. */
function objectsIn(place: string, schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const isObject = "properties" in schema || ("type" in schema && schema.type === "object");
  const inner = Object.entries(schema).flatMap(([key, part]) => objectsIn(`${place}.${key}`, part));
  return isObject ? [place, ...inner] : inner;
}

test("the document describes these routes, and no other", () => {
  const paths = Object.keys(OPERATIONS).map((route) => route.replace(/^\w+ /, ""));
  expect(Object.keys(document.paths).toSorted()).toEqual([...new Set(paths)].toSorted());
});

test("every operation has a chosen name, and no other has it", () => {
  const named = operations().map(([route, { operationId }]) => [route, operationId]);
  expect(Object.fromEntries(named)).toEqual(OPERATIONS);
  expect(new Set(Object.values(OPERATIONS)).size).toBe(named.length);
});

test("every object of a request or of an answer has a name", () => {
  expect(bodies().flatMap(([route, schema]) => objectsIn(route, schema))).toEqual([]);
  const nested = Object.entries(schemas).flatMap(([name, schema]) =>
    objectsIn(name, schema).filter((place) => place !== name),
  );
  expect(nested).toEqual([]);
});

test("the names are those that clients know", () => {
  expect(Object.keys(schemas)).toEqual(SCHEMAS.trim().split(/\s+/));
});

test("one schema has one name", () => {
  const written = Map.groupBy(Object.entries(schemas), ([, schema]) => JSON.stringify(schema));
  const twins = [...written.values()].filter(({ length }) => length > 1);
  expect(twins.map((named) => named.map(([name]) => name))).toEqual([]);
});

test("every reference leads to a schema, and every schema is referred to", () => {
  const referred = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
  expect([...new Set(referred)].sort()).toEqual(Object.keys(schemas).sort());
});

test("what several routes answer with is written once", () => {
  expect(text.length).toBeLessThan(MOST_BYTES);
});
