"""Types of the API's answers, generated from its OpenAPI document (`bun run client`)."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

class Account(TypedDict):
    cle: str
    nom: str
    plan: str
    semantique: bool
    expiration: str | None
    minute: MinuteAllowance
    mois: MonthAllowance
    source: Attribution


class AccountKey(TypedDict):
    visible_start: str
    name: str
    created_at: str
    ends_at: str | None


class AccountKeyRequest(TypedDict):
    name: str


class AccountKeys(TypedDict):
    cles: list[AccountKey]
    source: Attribution


class ApiError(TypedDict):
    code: str
    message: str


class ArticleAmendment(TypedDict):
    cle: str | None
    texte: str


class ArticleComparison(TypedDict):
    code_cle: str
    article: str
    de: ArticleVersion
    a: ArticleVersion
    couverture_droit: LawCoverage
    portee_texte: ChangeScope
    inchanges: int
    paragraphes: list[ParagraphChange]
    couverture: Coverage
    source: Attribution


class ArticleList(TypedDict):
    total: int
    articles: list[ListedArticle]
    couverture: Coverage
    source: Attribution


class ArticleMention(TypedDict):
    paragraphe: str | None
    precision: str | None
    precisions: list[str]
    texte: str


class ArticleOfDay(TypedDict):
    """Sa version en vigueur le jour de la réponse ; null quand elle n'est pas détenue, et pour une suite. Absent des actualités et de l'export."""

    legiarti: str
    date_debut: str


class ArticleRange(TypedDict):
    """Présent quand une suite d'articles est citée ; `a` est nul pour « et suivants »."""

    de: str
    a: str | None


class ArticleReference(TypedDict):
    debut: int
    fin: int
    texte: str
    genre: Literal["article"]
    code: str
    code_cle: str
    article: str
    etat: Literal["en_vigueur", "abroge", "inconnu", "non_detenu"]
    droit: NotRequired[ArticleOfDay | None]
    citation_textuelle: QuotedWords | None
    adresse: str | None


class ArticleText(TypedDict):
    """La version en vigueur ce jour-là ; null quand elle n'est pas détenue, ou que l'article n'était pas en vigueur."""

    legiarti: str
    etat: str
    date_debut: str
    date_fin: str | None
    empreinte: str | None
    section: list[str]
    texte: str | None
    html: str | None
    nota: str | None
    modifie_par: list[ArticleAmendment]
    url: str


class ArticleVersion(TypedDict):
    legiarti: str
    etat: str
    date_debut: str
    date_fin: str | None
    empreinte: str | None


class ArticleWithLaterLaw(TypedDict):
    code_cle: str
    article: str
    modifie_depuis: LawChange


class Attestation(TypedDict):
    v: AttestationVersion
    paragraphe: AttestedParagraph
    paragraphes: list[list[str]] | None
    edition: ParagraphEdition
    document: AttestedDocument
    officiel: AttestedSource | None
    feuille: AttestedLeaf
    inclusion: AttestedInclusion
    checkpoint: str
    cle_publique: str
    horodatages: list[AttestedTimestamp]
    explications: list[AttestationExplanation]
    couverture: Coverage
    source: Attribution


class AttestationExplanation(TypedDict):
    element: str
    prouve: str
    ne_prouve_pas: str


AttestationVersion: TypeAlias = 'Literal[1, 2]'


class AttestedDocument(TypedDict):
    texte: str
    empreinte: str


class AttestedInclusion(TypedDict):
    taille: int
    hachages: list[str]


class AttestedLeaf(TypedDict):
    rang: int
    octets: str


class AttestedParagraph(TypedDict):
    boi_id: str
    numero: str
    texte: str
    empreinte: str
    position: AttestedPosition


class AttestedPosition(TypedDict):
    """Points de code de `document.texte`, `fin` exclue."""

    debut: int
    fin: int


class AttestedProvenance(TypedDict):
    """Notre parole : rien de ce qui est joint ne le prouve."""

    genre: OfficialFileKind
    fichier: str | None
    empreinte_fichier: str | None
    recue_le: str | None
    serveur: SourceServer | None


class AttestedSource(TypedDict):
    """null quand ces octets n'ont pas été gardés."""

    contenu: str
    empreinte_source: str
    provenance: AttestedProvenance


class AttestedTimestamp(TypedDict):
    jeton: str
    autorite: str
    instant: str


Attribution: TypeAlias = 'Literal["Direction générale des Finances publiques (DGFiP) – BOFiP-Impôts – Licence Ouverte / Open Licence version 2.0"]'


class BadRequestAnswer(TypedDict):
    """Demande à corriger ; `details.boi_id` est le document que désigne un identifiant mal écrit."""

    error: ApiError
    doc_url: str
    details: NotRequired[RefusalDetails]
    source: Attribution


class CellBounds(TypedDict):
    """Seulement quand toute la cellule est une tranche : « de 0 à 11 294 € », « au-delà de 177 106 € » ; nul du côté ouvert. Si une borne est comprise, ses mots seuls le disent."""

    de: float | None
    a: float | None


CellUnit: TypeAlias = 'Literal["EUR", "%"]'


Certainty: TypeAlias = 'Literal["attestee", "presumee"]'


Chamber: TypeAlias = 'Literal["AN", "Senat"]'


class Change(TypedDict):
    boi_id: str
    titre: str
    domaine: str
    nature: Literal["creation", "modification", "retrait"]
    date: str
    statut: DocumentStatus
    url: str
    detecte_le: str | None
    premiere_detenue: NotRequired[Literal[True]]
    actualite: NewsLink | None


class ChangeList(TypedDict):
    since: str
    recus_depuis: NotRequired[str]
    count: int
    total: int
    changes: list[Change]
    couverture: Coverage
    source: Attribution


ChangeScope: TypeAlias = 'Literal["formelle", "fond"]'


class ChangedNumber(TypedDict):
    avant: str
    apres: str


class ChangedParagraphs(TypedDict):
    """Numéros des §, chacun dans une seule liste ; vides quand il n'y a rien à comparer."""

    ajoutes: list[str]
    modifies: list[str]
    supprimes: list[str]


class Check(TypedDict):
    ok: bool
    component: str
    latency_ms: float
    detail: NotRequired[str]
    serveurs: NotRequired[ServerCounts]


class CheckedCitation(TypedDict):
    debut: int
    fin: int
    texte: str
    boi_id: str | None
    numero: str | None
    numero_fin: str | None
    edition: str | None
    jour: str | None
    etat: Literal["non_verifiable", "document_inconnu", "edition_non_detenue", "lien_contradictoire", "titre_inexact", "retiree", "transferee", "paragraphe_reserve", "paragraphe_absent", "empreinte_inexacte", "section_inexacte", "citation_inexacte", "citation_tronquee", "non_verifiee", "partielle", "remplacee", "verifiee"]
    motif: str | None
    citation: str | None
    page: str | None
    citation_textuelle: QuotedWords | None
    certitude: Certainty | None
    texte_observe: ObservedDays | None
    paragraphe_inchange: bool | None
    comparaison: str | None
    remplacee: bool
    non_lus: list[UnreadReference]
    nomme_par: list[NamingParagraph]


class CheckedTally(TypedDict):
    """Chaque entrée de `citations`, de `citations_libres` et de `non_lues` y compte une fois. Tout a été lu et est juste quand seul `verifiees` n'est pas nul, sans `tronque`."""

    verifiees: int
    remplacees: int
    a_corriger: int
    a_lire: int
    non_detenues: int


class CheckedText(TypedDict):
    date: str
    bilan: CheckedTally
    citations: list[CheckedCitation]
    citations_libres: list[FreeQuotation]
    non_lues: list[UnreadReference]
    references_droit: list[DecisionReference | NormeReference | ReponseReference | ArticleReference]
    couverture_droit: LawCoverage
    tronque: NotRequired[Literal[True]]
    couverture: Coverage
    source: Attribution


class Checks(TypedDict):
    d1: Check
    kv: Check
    r2: Check
    vectorize: Check
    search: Check
    ingestion: Check
    sources: SourcesCheck
    preuve: ProofCheck


CitationRank: TypeAlias = 'Literal["titre", "introduction", "corps"]'


class CitationsRequest(TypedDict):
    texte: str
    date: NotRequired[str]


class CitedArticle(TypedDict):
    code: str
    article: str
    code_cle: str
    texte: str
    precision: str | None
    precisions: list[str]
    paragraphes: list[str]
    url: str | None
    occurrences: list[ArticleMention] | None
    droit: NotRequired[ArticleOfDay | None]
    modifie_depuis: NotRequired[LawChange | None]
    etendue: NotRequired[ArticleRange]


class CitedDecision(TypedDict):
    cle: str | None
    juridiction: Court
    formation: str | None
    date: str | None
    numero: str | None
    ecli: str | None
    url: str | None
    texte: str
    paragraphes: list[str]


class CitedDocument(TypedDict):
    boi_id: str
    titre: str | None
    existe: bool
    statut: DocumentStatus | None
    paragraphe: str | None
    mentions: int
    cibles: list[ReferenceTarget]
    a_la_date: NotRequired[StateOnDay]


class CitedNorme(TypedDict):
    cle: str | None
    nature: NormKind
    numero: str | None
    date: str | None
    url: str | None
    article: str | None
    texte: str
    paragraphes: list[str]


class CitedRange(TypedDict):
    de: str
    a: str | None
    documents: list[str]


class CitedReponse(TypedDict):
    cle: str | None
    chambre: Chamber
    auteur: str | None
    numero: str | None
    date: str | None
    url: str | None
    texte: str
    paragraphes: list[str]


class CitingDocument(TypedDict):
    boi_id: str
    titre: str
    domaine: str
    type: DocumentKind
    mentions: int
    paragraphes: list[str]


class CitingNews(TypedDict):
    id: str
    titre: str
    date: str


class CitingPage(TypedDict):
    boi_id: str
    paragraphe: str | None
    total: int
    citants: list[CitingDocument]
    couverture: Coverage
    source: Attribution


class ClassificationChild(TypedDict):
    chemin: str
    segment: str
    titre: str
    documents: int


class ClassificationLevel(TypedDict):
    chemin: str
    titre: str


class ClassificationNode(TypedDict):
    chemin: str
    titre: str | None
    children: list[ClassificationChild]
    documents: list[ClassifiedDocument]
    couverture: Coverage
    source: Attribution


class ClassificationPlace(TypedDict):
    chemin: str
    niveaux: list[ClassificationLevel]


class ClassifiedDocument(TypedDict):
    boi_id: str
    titre: str
    statut: DocumentStatus
    date_publication: str
    url: str


class CommentedArticle(TypedDict):
    code: str
    code_cle: str
    article: str
    url: str | None
    total: int
    total_nommes: int
    documents: list[CommentingDocument]
    actualites: list[CitingNews]
    droit: ArticleText | None
    versions: list[ArticleVersion]
    couverture_droit: LawCoverage
    couverture: Coverage
    source: Attribution


class CommentedRange(TypedDict):
    """Présent quand `nature` est `etendue` : la suite ; `a` est nul pour « et suivants »."""

    de: str
    a: str | None
    texte: str


class CommentingDocument(TypedDict):
    boi_id: str
    titre: str
    domaine: str
    type: DocumentKind
    date_publication: str
    url: str
    mentions: int
    paragraphes: list[str]
    rang: Literal["titre", "introduction", "corps"]
    nature: Literal["nommee", "etendue"]
    etendue: NotRequired[CommentedRange]
    role: Literal["commente", "cite"]


class ComparedWords(TypedDict):
    op: Literal["egal", "retire", "ajoute"]
    texte: str


class Consultation(TypedDict):
    actualite: str | None
    debut: str
    fin: str | None
    paragraphes: list[str] | None
    prevaloir: str | None
    definitive_le: str | None
    actualite_definitive: str | None


class ConsultationDays(TypedDict):
    """Jours, compris, où les remarques sont reçues ; nul quand elle n'ouvre pas de consultation."""

    debut: str
    fin: str


class ContextAnswer(TypedDict):
    question: str
    budget: int
    employe: int
    elements: list[ContextElement]
    omis: int
    couverture_droit: LawCoverage
    avertissements: NotRequired[list[SearchWarning]]
    couverture: Coverage
    source: Attribution


class ContextElement(TypedDict):
    """Un § et de quoi le citer et le prouver."""

    boi_id: str | None
    titre: str
    numero: str | None
    section: list[str]
    texte: str
    coupe: bool
    edition: ParagraphEdition | None
    empreinte: str
    citation: str
    page: str
    pourquoi: Literal["sens", "mots", "renvoi", "introduction", "droit"]
    articles: list[CitedArticle]
    decisions: list[CitedDecision]
    code_cle: str | None
    article: str | None
    legiarti: str | None


class ContextRequest(TypedDict):
    question: str
    budget: NotRequired[int]
    date: NotRequired[str]
    droit: NotRequired[bool]
    domaine: NotRequired[str]
    type: NotRequired[Literal["commentaire", "rescrit", "bareme", "formulaire", "lettre_type", "annexe", "cartographie"]]
    matiere: NotRequired[str]
    chemin: NotRequired[str]
    article: NotRequired[str]
    decision: NotRequired[str]
    norme: NotRequired[str]
    reponse: NotRequired[str]


Court: TypeAlias = 'Literal["CE", "CAA", "TA", "CASS", "CC", "CJUE", "CEDH", "TC"]'


class Coverage(TypedDict):
    """Ce qui a été publié jusqu'à ce jour est connu ; de la suite, cette réponse ne dit rien."""

    jusqu_au: str | None


class DayRange(TypedDict):
    du: str
    au: str


class DecisionList(TypedDict):
    total: int
    decisions: list[ListedDecision]
    page_suivante: str | None
    couverture: Coverage
    source: Attribution


class DecisionReference(TypedDict):
    debut: int
    fin: int
    texte: str
    genre: Literal["decision"]
    cle: str | None
    juridiction: Court
    formation: str | None
    date: str | None
    numero: str | None
    ecli: str | None
    url: str | None
    date_discordante: bool
    documents: int | None
    adresse: str | None


class DecisionWithDocuments(TypedDict):
    cle: str | None
    juridiction: Court
    formation: str | None
    date: str | None
    numero: str | None
    ecli: str | None
    url: str | None
    total: int
    documents: list[LawCitingDocument]
    actualites: list[CitingNews]
    page_suivante: str | None
    couverture: Coverage
    source: Attribution


class DeducedScope(TypedDict):
    """Portée déduite de mots de l'actualité, qui ne la dit pas ; nul quand elle est annoncée ou que rien ne l'indique."""

    portee: ChangeScope
    indices: list[str]


class DetailedErrorAnswer(TypedDict):
    """Refus : un code stable, un message en français et, pour certains codes, leur détail."""

    error: ApiError
    doc_url: str
    details: NotRequired[RefusalDetails]
    couverture: Coverage
    source: Attribution


class Document(TypedDict):
    boi_id: str
    titre: str
    type: DocumentKind
    domaine: str
    division: str | None
    matiere: str | None
    statut: Literal["en_vigueur", "retire", "transfere", "remplace"]
    transfere_vers: NotRequired[str | None]
    avis: NotRequired[str | None]
    transferts: NotRequired[list[str]]
    date_publication: str
    date_mise_a_jour: str | None
    texte_detenu: bool
    edition: KnownEdition
    editions: NotRequired[list[Edition]]
    url: str
    contenu_html: str
    contenu_texte: str
    question: NotRequired[str | None]
    reponse: NotRequired[str | None]
    document_lie: NotRequired[str | None]
    plan_classement: ClassificationPlace
    references: list[CitedDocument]
    renvois_internes: list[InternalReference]
    articles: list[CitedArticle]
    couverture_droit: LawCoverage
    decisions: list[CitedDecision]
    normes: list[CitedNorme]
    reponses: list[CitedReponse]
    consultations: list[Consultation]
    paragraphes: list[Paragraph]
    paragraphes_reserves: list[ReservedParagraphs]
    images: list[Image]
    couverture: Coverage
    source: Attribution


class DocumentComparison(TypedDict):
    boi_id: str
    de: Edition
    a: Edition
    portee_texte: ChangeScope
    inchanges: int
    paragraphes: list[ParagraphChange]
    couverture: Coverage
    source: Attribution


DocumentKind: TypeAlias = 'Literal["commentaire", "rescrit", "bareme", "formulaire", "lettre_type", "annexe", "cartographie"]'


DocumentStatus: TypeAlias = 'Literal["en_vigueur", "retire", "transfere"]'


class DocumentTable(TypedDict):
    rang: int
    paragraphe: str | None
    section: list[str]
    titre: str | None
    entetes: int
    entete_presumee: bool
    lignes: list[list[TableCell]]
    empreinte: str
    citation: str
    page: str


class DocumentTables(TypedDict):
    boi_id: str
    titre: str
    edition: Edition
    tableaux: list[DocumentTable]
    couverture: Coverage
    source: Attribution


class DocumentWithLaterLaw(TypedDict):
    boi_id: str
    titre: str
    domaine: str
    date_debut: str
    articles: list[ArticleWithLaterLaw]


class DomainCount(TypedDict):
    code: str
    titre: str
    documents: int


class Edition(TypedDict):
    """Le texte donné : son intervalle, [date_debut, date_fin[, sa certitude et ses empreintes."""

    date_debut: str
    date_fin: str | None
    pgp: int
    jour: str
    certitude_dates: Certainty
    certitude_texte: Certainty
    texte_observe: ObservedDays
    certitude: Certainty
    fin_constatee: bool
    empreinte: str
    empreinte_source: str | None
    redactions: int
    citation: str
    page: str
    url: str


class ErrorAnswer(TypedDict):
    """Refus : un code stable et un message en français."""

    error: ApiError
    doc_url: str
    source: Attribution


class FacetValue(TypedDict):
    code: str
    documents: int


class Facets(TypedDict):
    domaine: list[FacetValue]
    type: list[FacetValue]
    matiere: list[FacetValue]


class FreeQuotation(TypedDict):
    debut: int
    fin: int
    texte: str
    etat: Literal["trouvee", "introuvable", "non_verifiee"]
    boi_id: str | None
    numero: str | None
    citation: str | None


class Graph(TypedDict):
    root: str
    depth: int
    nodes: list[GraphNode]
    edges: list[GraphEdge]
    truncated: NotRequired[Literal[True]]
    couverture: Coverage
    source: Attribution


class GraphEdge(TypedDict):
    source: str
    target: str
    kind: Literal["references"]
    paragraphe: str | None


class GraphNode(TypedDict):
    boi_id: str
    titre: str | None
    domaine: str
    statut: DocumentStatus | None
    date_publication: str | None
    depth: int
    existe: bool
    url: str | None


class Health(TypedDict):
    status: Literal["ok"]
    timestamp: str
    service: str
    version: str
    source: Attribution


class History(TypedDict):
    boi_id: str
    avis: NotRequired[str | None]
    transferts: NotRequired[list[str]]
    premiere_edition_detenue: str | None
    versions: list[Version]
    couverture: Coverage
    source: Attribution


class HitEdition(TypedDict):
    """L'édition montrée : celle d'où viennent l'extrait, la citation et la page."""

    date_debut: str
    date_fin: str | None
    certitude: Certainty


class HybridHit(TypedDict):
    boi_id: str
    titre: str
    extrait: str
    score: float
    domaine: str
    type: DocumentKind
    matiere: str | None
    paragraphe: str | None
    date_publication: str
    url: str
    edition: HitEdition
    citation: str
    page: str
    passages: list[HybridPassage]
    scores: HybridScores
    rangs: HybridRanks


class HybridPage(TypedDict):
    results: list[HybridHit]
    editions_non_detenues: NotRequired[int]
    avertissements: NotRequired[list[SearchWarning]]
    couverture: Coverage
    source: Attribution


class HybridPassage(TypedDict):
    numero: str | None
    section: list[str]
    extrait: str
    score: float
    citation: str
    page: str


class HybridRanks(TypedDict):
    """null : au-delà des 200 premiers de ce côté."""

    texte: int | None
    sens: int | None


class HybridScores(TypedDict):
    """null : aucun mot de la question, ou aucun vecteur."""

    texte: float | None
    sens: float | None


class HybridSearchRequest(TypedDict):
    question: str
    top_k: NotRequired[int]
    date: NotRequired[str]
    domaine: NotRequired[str]
    type: NotRequired[Literal["commentaire", "rescrit", "bareme", "formulaire", "lettre_type", "annexe", "cartographie"]]
    matiere: NotRequired[str]
    chemin: NotRequired[str]
    article: NotRequired[str]
    decision: NotRequired[str]
    norme: NotRequired[str]
    reponse: NotRequired[str]


class Image(TypedDict):
    alt: str | None
    url: str | None


class InternalReference(TypedDict):
    depuis: str | None
    vers: str
    texte: str
    existe: bool


class JournalEntry(TypedDict):
    sequence: int
    detecte_le: str | None
    evenement: Literal["edition", "rectification", "retrait", "transfert", "retablissement", "actualite", "effacement", "source"]
    boi_id: str | None
    titre: str
    domaine: str | None
    type: DocumentKind | None
    date: str
    portee_annoncee: ChangeScope | None
    portee_deduite: DeducedScope | None
    portee_texte: ChangeScope | None
    paragraphes: ChangedParagraphs
    empreinte_avant: str | None
    empreinte_apres: str | None
    actualite: NewsLink | None
    documents: list[str]
    champs: list[str]


class JournalPage(TypedDict):
    apres: int
    dernier: int
    derivation: int
    count: int
    entrees: list[JournalEntry]
    couverture: Coverage
    source: Attribution


class KnownEdition(TypedDict):
    """Le texte donné : son intervalle, [date_debut, date_fin[, et sa preuve. Sans texte détenu, ni début, ni empreinte, ni citation."""

    date_debut: str | None
    date_fin: str | None
    pgp: int
    jour: str
    certitude_dates: Certainty
    certitude_texte: Certainty
    texte_observe: ObservedDays
    certitude: Certainty
    fin_constatee: bool
    empreinte: str | None
    empreinte_source: str | None
    redactions: int
    citation: str | None
    page: str
    url: str


class LaterLawList(TypedDict):
    """De chacun, il est dit ceci : l'article a changé depuis cette édition ; ce que ce changement fait à ce texte n'est pas dit."""

    total: int
    documents: list[DocumentWithLaterLaw]
    couverture_droit: LawCoverage
    page_suivante: str | None
    couverture: Coverage
    source: Attribution


class LawChange(TypedDict):
    date: str
    legiarti: str | None
    portee_texte: ChangeScope | None


class LawChangeList(TypedDict):
    total: int
    changements: list[ListedLawChange]
    couverture_droit: LawCoverage
    page_suivante: str | None
    couverture: Coverage
    source: Attribution


class LawCitingDocument(TypedDict):
    boi_id: str
    titre: str
    domaine: str
    type: DocumentKind
    date_publication: str
    url: str
    mentions: int
    paragraphes: list[str]
    rang: CitationRank


class LawCoverage(TypedDict):
    """Jusqu'où va le droit détenu (LEGI, DILA, Licence Ouverte 2.0). Ce qui n'est pas détenu n'est pas dit inexistant."""

    jusqu_au: str | None


class ListedArticle(TypedDict):
    code: str
    code_cle: str
    article: str
    url: str | None
    documents: int
    mentions: int


class ListedDecision(TypedDict):
    cle: str | None
    juridiction: Court
    formation: str | None
    date: str | None
    numero: str | None
    ecli: str | None
    url: str | None
    documents: int
    mentions: int
    actualites: int


class ListedLawChange(TypedDict):
    code_cle: str
    article: str
    legiarti: str | None
    date: str
    etat: str
    portee_texte: ChangeScope | None
    documents: int
    a_venir: bool


class ListedNorme(TypedDict):
    cle: str | None
    nature: NormKind
    numero: str | None
    date: str | None
    url: str | None
    documents: int
    mentions: int
    actualites: int


class ListedReponse(TypedDict):
    cle: str | None
    chambre: Chamber
    auteur: str | None
    numero: str | None
    date: str | None
    url: str | None
    documents: int
    mentions: int
    actualites: int


class ListedTable(TypedDict):
    boi_id: str
    document: str
    rang: int
    paragraphe: str | None
    section: list[str]
    titre: str | None
    intitules: list[str]
    lignes: int
    page: str


class MinuteAllowance(TypedDict):
    limite: int
    restant: int
    reinitialisation: str


class MonthAllowance(TypedDict):
    mois: str
    quota: int | None
    utilise: int
    restant: int | None
    reinitialisation: str


class NamedDocument(TypedDict):
    boi_id: str
    titre: str | None
    statut: DocumentStatus | None


class NamingParagraph(TypedDict):
    boi_id: str
    numero: str


class NearestWords(TypedDict):
    """Quand les mots ne sont nulle part dans le document ; null si rien n'en approche."""

    numero: str | None
    texte: str


class NewAccountKey(TypedDict):
    key: str
    visible_start: str
    name: str
    source: Attribution


class News(TypedDict):
    id: str
    titre: str
    date: str
    url: str
    page: str
    contenu_html: str
    contenu_texte: str
    empreinte: str
    documents: list[NamedDocument]
    articles: list[CitedArticle]
    decisions: list[CitedDecision]
    normes: list[CitedNorme]
    reponses: list[CitedReponse]
    portee_annoncee: ChangeScope | None
    portee_deduite: DeducedScope | None
    consultation_publique: ConsultationDays | None


class NewsAnswer(TypedDict):
    id: str
    titre: str
    date: str
    url: str
    page: str
    contenu_html: str
    contenu_texte: str
    empreinte: str
    documents: list[NamedDocument]
    articles: list[CitedArticle]
    decisions: list[CitedDecision]
    normes: list[CitedNorme]
    reponses: list[CitedReponse]
    portee_annoncee: ChangeScope | None
    portee_deduite: DeducedScope | None
    consultation_publique: ConsultationDays | None
    couverture: Coverage
    source: Attribution


class NewsLink(TypedDict):
    id: str
    titre: str
    url: str


class NewsList(TypedDict):
    total: int
    count: int
    actualites: list[News]
    couverture: Coverage
    source: Attribution


NormKind: TypeAlias = 'Literal["loi", "ordonnance", "decret", "arrete", "directive", "reglement", "convention", "traite", "constitution"]'


class NormeList(TypedDict):
    total: int
    normes: list[ListedNorme]
    page_suivante: str | None
    couverture: Coverage
    source: Attribution


class NormeReference(TypedDict):
    debut: int
    fin: int
    texte: str
    genre: Literal["norme"]
    cle: str | None
    nature: NormKind
    numero: str | None
    date: str | None
    url: str | None
    article: str | None
    date_discordante: bool
    documents: int | None
    adresse: str | None


class NormeWithDocuments(TypedDict):
    cle: str | None
    nature: NormKind
    numero: str | None
    date: str | None
    url: str | None
    total: int
    documents: list[LawCitingDocument]
    actualites: list[CitingNews]
    page_suivante: str | None
    couverture: Coverage
    source: Attribution


class ObservedDays(TypedDict):
    du: str | None
    au: str | None


OfficialFileKind: TypeAlias = 'Literal["export", "archive"]'


class Paragraph(TypedDict):
    numero: str
    section: list[str]
    texte: str
    tableaux: int
    ancre: str
    empreinte: str
    citation: str


class ParagraphAnswer(TypedDict):
    boi_id: str
    titre: str
    numero: str
    section: list[str]
    texte: str
    html: str
    tableaux: int
    references: list[CitedDocument]
    articles: list[CitedArticle]
    couverture_droit: LawCoverage
    decisions: list[CitedDecision]
    normes: list[CitedNorme]
    reponses: list[CitedReponse]
    consultations: list[Consultation]
    edition: ParagraphEdition
    inchange_depuis: str
    inchange_jusqu_au: str | None
    empreinte: str
    citation: str
    page: str
    url: str
    precedent: str | None
    suivant: str | None
    couverture: Coverage
    source: Attribution


class ParagraphChange(TypedDict):
    nature: Literal["ajoute", "supprime", "modifie", "renumerote"]
    numero: str | None
    numero_avant: str | None
    section: list[str]
    avant: str
    apres: str
    segments: list[ComparedWords]


class ParagraphEdition(TypedDict):
    date_debut: str
    date_fin: str | None
    pgp: int
    jour: str
    certitude_dates: Certainty
    certitude_texte: Certainty
    texte_observe: ObservedDays
    certitude: Certainty
    fin_constatee: bool
    empreinte: str
    empreinte_source: str | None
    redactions: int
    citation: str
    page: str
    url: str
    recue_le: str | None
    provenance: ParagraphProvenance


class ParagraphOnDay(TypedDict):
    jour: str
    etat: Literal["texte", "edition_not_held", "document_withdrawn", "unknown_paragraph", "paragraph_reserved", "wording_erased"]
    texte: str | None
    edition: ParagraphEdition | None
    identique_au_precedent: bool | None


class ParagraphOnDays(TypedDict):
    boi_id: str
    numero: str
    jours: list[ParagraphOnDay]
    couverture: Coverage
    source: Attribution


class ParagraphProvenance(TypedDict):
    """Le fichier officiel qui a le premier apporté ce texte."""

    genre: OfficialFileKind
    fichier: str | None
    empreinte_fichier: str | None
    date_source: str | None


class ProofCheck(TypedDict):
    """Le journal public de preuve ; sans effet sur `status` ni sur le statut HTTP."""

    ok: bool
    journal: str | None
    feuilles: int
    signees: int
    tete_le: str | None
    horodatee_le: str | None
    detail: NotRequired[str]


class Provenance(TypedDict):
    genre: OfficialFileKind
    fichier: str | None
    empreinte_fichier: str | None
    recue_le: str | None


class QuotaAnswer(TypedDict):
    """Quota mensuel épuisé."""

    error: ApiError
    doc_url: str
    upgrade_url: str
    source: Attribution


class QuotedWords(TypedDict):
    etat: Literal["exact", "equivalent", "coupee", "absent"]
    numero: str | None
    proche: NearestWords | None
    omis: list[str]


class ReferenceTarget(TypedDict):
    depuis: str | None
    vers: str | None
    edition: str | None
    texte: str
    existe: bool | None


class ReferenceToTrack(TypedDict):
    boi_id: str
    numero: NotRequired[str | None]
    date: NotRequired[str]
    empreinte: NotRequired[str]


class RefusalDetails(TypedDict):
    boi_id: NotRequired[str]
    date: NotRequired[str]
    premiere_edition_detenue: NotRequired[str | None]
    statut: NotRequired[Literal["retire", "transfere"]]
    date_fin: NotRequired[str | None]
    transfere_vers: NotRequired[str | None]
    proches: NotRequired[list[str]]
    nomme_par: NotRequired[list[NamingParagraph]]
    etendues: NotRequired[list[CitedRange]]


class ReponseList(TypedDict):
    total: int
    reponses: list[ListedReponse]
    page_suivante: str | None
    couverture: Coverage
    source: Attribution


class ReponseReference(TypedDict):
    debut: int
    fin: int
    texte: str
    genre: Literal["reponse"]
    cle: str | None
    chambre: Chamber
    auteur: str | None
    numero: str | None
    date: str | None
    url: str | None
    documents: int | None
    adresse: str | None


class ReponseWithDocuments(TypedDict):
    cle: str | None
    chambre: Chamber
    auteur: str | None
    numero: str | None
    date: str | None
    url: str | None
    total: int
    documents: list[LawCitingDocument]
    actualites: list[CitingNews]
    page_suivante: str | None
    couverture: Coverage
    source: Attribution


class ReservedParagraphs(TypedDict):
    de: str
    a: str


class Resolution(TypedDict):
    ref: str
    lecture: str
    genre: Literal["document", "paragraphe", "edition", "actualite", "article", "decision", "norme", "reponse", "inconnu"]
    detenu: bool
    boi_id: str | None
    numero: str | None
    date: str | None
    pgp: int | None
    cle: str | None
    adresse: str | None
    page: str | None
    url: str | None
    candidats: list[ResolvedCandidate]
    couverture: Coverage
    source: Attribution


class ResolvedCandidate(TypedDict):
    lecture: str
    genre: Literal["document", "paragraphe", "edition", "actualite", "article", "decision", "norme", "reponse", "inconnu"]
    detenu: bool
    boi_id: str | None
    numero: str | None
    date: str | None
    pgp: int | None
    cle: str | None
    adresse: str | None
    page: str | None
    url: str | None


class RevokedAccountKey(TypedDict):
    visible_start: str
    name: str
    source: Attribution


class SearchHit(TypedDict):
    boi_id: str
    titre: str
    extrait: str
    score: float
    domaine: str
    type: DocumentKind
    matiere: str | None
    paragraphe: str | None
    date_publication: str
    url: str
    edition: HitEdition
    citation: str
    page: str


class SearchPage(TypedDict):
    total: int
    results: list[SearchHit]
    facettes: NotRequired[Facets]
    editions_non_detenues: NotRequired[int]
    avertissements: NotRequired[list[SearchWarning]]
    couverture: Coverage
    source: Attribution


class SearchWarning(TypedDict):
    code: Literal["mot_inconnu", "mot_couteux", "mots_ignores", "question", "citation_reconnue", "index_en_retard", "date_partielle", "sens_indisponible"]
    message: str
    mot: str | None
    essayer: str | None
    requete: NotRequired[SuggestedRequest]
    adresse: NotRequired[str]
    page: NotRequired[str]
    documents: NotRequired[int]


class SemanticPage(TypedDict):
    results: list[SearchHit]
    editions_non_detenues: NotRequired[int]
    avertissements: NotRequired[list[SearchWarning]]
    couverture: Coverage
    source: Attribution


class SemanticSearchRequest(TypedDict):
    question: str
    top_k: NotRequired[int]
    date: NotRequired[str]
    domaine: NotRequired[str]


class ServerCounts(TypedDict):
    """Les serveurs de l'index plein texte, quand plusieurs le tiennent ; un seul à jour suffit aux recherches."""

    en_marche: int
    a_jour: int
    total: int


class SourceRecord(TypedDict):
    boi_id: str
    empreinte_source: str
    contenu: str
    encodage: Literal["utf-8", "base64"]
    provenance: Provenance
    couverture: Coverage
    source: Attribution


class SourceServer(TypedDict):
    adresse: str
    certificat: str | None
    emetteur: str | None


class SourcesCheck(TypedDict):
    """Jusqu'où parlent les sources ; sans effet sur `status` ni sur le statut HTTP."""

    ok: bool
    jusqu_au: str | None
    releve_le: str | None
    retard_jours: int | None
    trous: list[DayRange]
    a_juger: int | None


class StateOnDay(TypedDict):
    """Présent quand `date` est donnée : l'édition de ce document en vigueur ce jour-là."""

    etat: Literal["en_vigueur", "non_detenue", "retiree", "inconnue"]
    date_debut: str | None
    url: str | None


class Statistics(TypedDict):
    total_documents: int
    total_versions: int
    total_actualites: int
    domaines: list[DomainCount]
    last_import: str | None
    couverture: Coverage
    source: Attribution


class Status(TypedDict):
    status: Literal["operational", "degraded"]
    timestamp: str
    version: str
    checks: Checks
    source: Attribution


class SuggestedQuestion(TypedDict):
    """Corps JSON d'un POST ; null pour un GET."""

    question: str
    date: NotRequired[str]
    domaine: NotRequired[str]
    type: NotRequired[str]
    matiere: NotRequired[str]
    chemin: NotRequired[str]
    article: NotRequired[str]


class SuggestedRequest(TypedDict):
    """La requête entière à envoyer quand un autre `q` ne suffit pas : avec un filtre, ou à la recherche hybride."""

    methode: Literal["GET", "POST"]
    adresse: str
    corps: SuggestedQuestion | None


class Suggestion(TypedDict):
    boi_id: str
    titre: str
    domaine: str


class Suggestions(TypedDict):
    q: str
    suggestions: list[Suggestion]
    couverture: Coverage
    source: Attribution


class TableCell(TypedDict):
    texte: str
    nombre: float | None
    unite: CellUnit | None
    bornes: CellBounds | None
    hauteur: int
    largeur: int
    entete: bool


class TableList(TypedDict):
    total: int
    tableaux: list[ListedTable]
    page_suivante: str | None
    couverture: Coverage
    source: Attribution


class TrackedGap(TypedDict):
    """Pour `modifiee` : ce qui sépare ce texte de celui d'aujourd'hui ; null quand la requête a trop de textes à comparer."""

    portee: Literal["formelle", "decoupage", "fond"]
    phrases_retirees: list[str]
    phrases_ajoutees: list[str]
    nombres_changes: list[ChangedNumber]


class TrackedReference(TypedDict):
    boi_id: str
    numero: str | None
    etat: Literal["inchangee", "modifiee", "deplacee", "retiree", "transferee", "non_detenue", "inconnue"]
    depuis: str | None
    numero_actuel: str | None
    citation: str | None
    comparaison: str | None
    certitude: Certainty | None
    texte_observe: ObservedDays | None
    avertissement: str | None
    ecart: TrackedGap | None
    actualites: list[NewsLink]


class TrackedReferences(TypedDict):
    references: list[TrackedReference]
    couverture: Coverage
    source: Attribution


class TrackingRequest(TypedDict):
    references: list[ReferenceToTrack]


class UnreadReference(TypedDict):
    debut: int
    fin: int
    texte: str


class Version(TypedDict):
    date_publication: str
    date_mise_a_jour: str | None
    statut: Literal["en_vigueur", "remplace", "retire", "transfere"]
    current: bool
    texte_detenu: bool
    pgp: int
    jour: str
    certitude_dates: Certainty
    certitude_texte: Certainty
    texte_observe: ObservedDays
    certitude: Certainty
    fin_constatee: bool
    empreinte: str | None
    effacee_le: str | None
    redactions: list[Wording]


class Wording(TypedDict):
    empreinte: str
    empreinte_source: str | None
    recue_le: str | None
    courante: bool
    effacee_le: str | None

