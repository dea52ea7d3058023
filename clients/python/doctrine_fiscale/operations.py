"""The API's operations, generated from its OpenAPI document (`bun run client`)."""

from __future__ import annotations

from typing import Any, Iterator, Literal, Protocol, Sequence

from .paths import fill
from .types import *


class Transport(Protocol):
    """Sends requests; a refusal raises `DoctrineError`."""

    def send(
        self,
        method: str,
        path: str,
        query: dict[str, Any] | None = None,
        body: dict[str, Any] | None = None,
    ) -> Any: ...

    def lines(self, path: str, query: dict[str, Any]) -> Iterator[dict[str, Any]]: ...


class Operations(Transport, Protocol):
    """Une méthode par opération de l'API."""

    def search_documents(
        self,
        *,
        q: str,
        limit: int | None = None,
        offset: int | None = None,
        domaine: str | None = None,
        type: Literal["commentaire", "rescrit", "bareme", "formulaire", "lettre_type", "annexe", "cartographie"] | None = None,
        matiere: str | None = None,
        chemin: str | None = None,
        article: str | None = None,
        decision: str | None = None,
        norme: str | None = None,
        reponse: str | None = None,
        date: str | None = None,
        statut: Literal["tous"] | None = None,
        facettes: bool | None = None,
    ) -> SearchPage:
        """Recherche plein texte"""
        answer: SearchPage = self.send("GET", "/v1/search", query={"q": q, "limit": limit, "offset": offset, "domaine": domaine, "type": type, "matiere": matiere, "chemin": chemin, "article": article, "decision": decision, "norme": norme, "reponse": reponse, "date": date, "statut": statut, "facettes": facettes})
        return answer

    def search_by_meaning(
        self,
        *,
        question: str,
        top_k: int | None = None,
        date: str | None = None,
        domaine: str | None = None,
    ) -> SemanticPage:
        """Recherche sémantique"""
        answer: SemanticPage = self.send("POST", "/v1/search/semantic", body={"question": question, "top_k": top_k, "date": date, "domaine": domaine})
        return answer

    def search_hybrid(
        self,
        *,
        question: str,
        top_k: int | None = None,
        date: str | None = None,
        domaine: str | None = None,
        type: Literal["commentaire", "rescrit", "bareme", "formulaire", "lettre_type", "annexe", "cartographie"] | None = None,
        matiere: str | None = None,
        chemin: str | None = None,
        article: str | None = None,
        decision: str | None = None,
        norme: str | None = None,
        reponse: str | None = None,
    ) -> HybridPage:
        """Recherche hybride"""
        answer: HybridPage = self.send("POST", "/v1/search/hybride", body={"question": question, "top_k": top_k, "date": date, "domaine": domaine, "type": type, "matiere": matiere, "chemin": chemin, "article": article, "decision": decision, "norme": norme, "reponse": reponse})
        return answer

    def read_context(
        self,
        *,
        question: str,
        budget: int | None = None,
        date: str | None = None,
        droit: bool | None = None,
        domaine: str | None = None,
        type: Literal["commentaire", "rescrit", "bareme", "formulaire", "lettre_type", "annexe", "cartographie"] | None = None,
        matiere: str | None = None,
        chemin: str | None = None,
        article: str | None = None,
        decision: str | None = None,
        norme: str | None = None,
        reponse: str | None = None,
    ) -> ContextAnswer:
        """Contexte pour un modèle de langue"""
        answer: ContextAnswer = self.send("POST", "/v1/contexte", body={"question": question, "budget": budget, "date": date, "droit": droit, "domaine": domaine, "type": type, "matiere": matiere, "chemin": chemin, "article": article, "decision": decision, "norme": norme, "reponse": reponse})
        return answer

    def suggest_documents(
        self,
        *,
        q: str,
        limit: int | None = None,
    ) -> Suggestions:
        """Suggestions de titres"""
        answer: Suggestions = self.send("GET", "/v1/suggest", query={"q": q, "limit": limit})
        return answer

    def resolve_reference(
        self,
        *,
        ref: str,
    ) -> Resolution:
        """Ce que désigne une référence"""
        answer: Resolution = self.send("GET", "/v1/resolution", query={"ref": ref})
        return answer

    def get_document(
        self,
        id: str,
        *,
        date: str | None = None,
        connu_le: str | None = None,
        empreinte: str | None = None,
        pgp: int | None = None,
    ) -> Document:
        """Document complet"""
        answer: Document = self.send("GET", fill("/v1/boi/{id}", id=id), query={"date": date, "connu_le": connu_le, "empreinte": empreinte, "pgp": pgp})
        return answer

    def list_citing_documents(
        self,
        id: str,
        *,
        paragraphe: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> CitingPage:
        """Documents qui citent"""
        answer: CitingPage = self.send("GET", fill("/v1/boi/{id}/citants", id=id), query={"paragraphe": paragraphe, "limit": limit, "offset": offset})
        return answer

    def check_citations(
        self,
        *,
        texte: str,
        date: str | None = None,
    ) -> CheckedText:
        """Vérifier les citations d'un texte"""
        answer: CheckedText = self.send("POST", "/v1/citations", body={"texte": texte, "date": date})
        return answer

    def track_references(
        self,
        *,
        references: Sequence[ReferenceToTrack],
    ) -> TrackedReferences:
        """Suivre des références"""
        answer: TrackedReferences = self.send("POST", "/v1/suivi", body={"references": references})
        return answer

    def get_graph(
        self,
        id: str,
        *,
        depth: int | None = None,
        direction: Literal["cites", "citants", "both"] | None = None,
    ) -> Graph:
        """Graphe des renvois"""
        answer: Graph = self.send("GET", fill("/v1/boi/{id}/graph", id=id), query={"depth": depth, "direction": direction})
        return answer

    def get_history(
        self,
        id: str,
    ) -> History:
        """Historique des éditions"""
        answer: History = self.send("GET", fill("/v1/boi/{id}/historique", id=id))
        return answer

    def get_paragraph(
        self,
        id: str,
        numero: str,
        *,
        date: str | None = None,
        connu_le: str | None = None,
        empreinte: str | None = None,
        pgp: int | None = None,
    ) -> ParagraphAnswer:
        """Un paragraphe (§)"""
        answer: ParagraphAnswer = self.send("GET", fill("/v1/boi/{id}/paragraphes/{numero}", id=id, numero=numero), query={"date": date, "connu_le": connu_le, "empreinte": empreinte, "pgp": pgp})
        return answer

    def get_paragraph_on_days(
        self,
        id: str,
        numero: str,
        *,
        le: str,
    ) -> ParagraphOnDays:
        """Un paragraphe (§) à plusieurs dates"""
        answer: ParagraphOnDays = self.send("GET", fill("/v1/boi/{id}/paragraphes/{numero}/jours", id=id, numero=numero), query={"le": le})
        return answer

    def get_attestation(
        self,
        id: str,
        numero: str,
        *,
        date: str | None = None,
        connu_le: str | None = None,
        empreinte: str | None = None,
        pgp: int | None = None,
    ) -> Attestation:
        """Attestation d'un paragraphe (§)"""
        answer: Attestation = self.send("GET", fill("/v1/boi/{id}/paragraphes/{numero}/attestation", id=id, numero=numero), query={"date": date, "connu_le": connu_le, "empreinte": empreinte, "pgp": pgp})
        return answer

    def compare_texts(
        self,
        id: str,
        *,
        de: str | None = None,
        a: str | None = None,
        de_empreinte: str | None = None,
        a_empreinte: str | None = None,
    ) -> DocumentComparison:
        """Deux textes comparés"""
        answer: DocumentComparison = self.send("GET", fill("/v1/boi/{id}/comparaison", id=id), query={"de": de, "a": a, "de_empreinte": de_empreinte, "a_empreinte": a_empreinte})
        return answer

    def list_tables(
        self,
        *,
        q: str | None = None,
        chemin: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> TableList:
        """Tableaux de la doctrine"""
        answer: TableList = self.send("GET", "/v1/tableaux", query={"q": q, "chemin": chemin, "limit": limit, "offset": offset})
        return answer

    def get_tables(
        self,
        id: str,
        *,
        date: str | None = None,
        connu_le: str | None = None,
        empreinte: str | None = None,
        pgp: int | None = None,
    ) -> DocumentTables:
        """Tableaux d'un document"""
        answer: DocumentTables = self.send("GET", fill("/v1/boi/{id}/tableaux", id=id), query={"date": date, "connu_le": connu_le, "empreinte": empreinte, "pgp": pgp})
        return answer

    def get_table(
        self,
        id: str,
        rang: int,
        *,
        date: str | None = None,
        connu_le: str | None = None,
        empreinte: str | None = None,
        pgp: int | None = None,
    ) -> DocumentTables:
        """Un tableau"""
        answer: DocumentTables = self.send("GET", fill("/v1/boi/{id}/tableaux/{rang}", id=id, rang=rang), query={"date": date, "connu_le": connu_le, "empreinte": empreinte, "pgp": pgp})
        return answer

    def get_source(
        self,
        id: str,
        *,
        empreinte: str,
    ) -> SourceRecord:
        """Octets officiels d'une rédaction"""
        answer: SourceRecord = self.send("GET", fill("/v1/boi/{id}/source", id=id), query={"empreinte": empreinte})
        return answer

    def get_classification_root(
        self,
    ) -> ClassificationNode:
        """Plan de classement"""
        answer: ClassificationNode = self.send("GET", "/v1/plan")
        return answer

    def list_changes(
        self,
        *,
        since: str | None = None,
        recus_depuis: str | None = None,
        domaine: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> ChangeList:
        """Documents publiés, modifiés ou retirés"""
        answer: ChangeList = self.send("GET", "/v1/changes", query={"since": since, "recus_depuis": recus_depuis, "domaine": domaine, "limit": limit, "offset": offset})
        return answer

    def list_journal(
        self,
        *,
        apres: int | None = None,
        limit: int | None = None,
        evenement: Literal["edition", "rectification", "retrait", "transfert", "retablissement", "actualite", "effacement", "source"] | None = None,
        domaine: str | None = None,
        chemin: str | None = None,
        boi_id: str | None = None,
    ) -> JournalPage:
        """Journal"""
        answer: JournalPage = self.send("GET", "/v1/journal", query={"apres": apres, "limit": limit, "evenement": evenement, "domaine": domaine, "chemin": chemin, "boi_id": boi_id})
        return answer

    def export_documents(
        self,
        *,
        apres: str | None = None,
        perimetre: Literal["en_vigueur", "tous"] | None = None,
        limit: int | None = None,
    ) -> Iterator[dict[str, Any]]:
        """Export"""
        answer: Iterator[dict[str, Any]] = self.lines("/v1/export", {"apres": apres, "perimetre": perimetre, "limit": limit})
        return answer

    def list_news(
        self,
        *,
        q: str | None = None,
        depuis: str | None = None,
        domaine: str | None = None,
        boi_id: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> NewsList:
        """Actualités"""
        answer: NewsList = self.send("GET", "/v1/actualites", query={"q": q, "depuis": depuis, "domaine": domaine, "boi_id": boi_id, "limit": limit, "offset": offset})
        return answer

    def get_news(
        self,
        id: str,
    ) -> NewsAnswer:
        """Actualité"""
        answer: NewsAnswer = self.send("GET", fill("/v1/actualites/{id}", id=id))
        return answer

    def list_articles(
        self,
        *,
        code: str | None = None,
        prefixe: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> ArticleList:
        """Articles que la doctrine cite"""
        answer: ArticleList = self.send("GET", "/v1/articles", query={"code": code, "prefixe": prefixe, "limit": limit, "offset": offset})
        return answer

    def get_article(
        self,
        code: str,
        article: str,
        *,
        role: Literal["commente", "cite"] | None = None,
        precision: str | None = None,
        date: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> CommentedArticle:
        """Un article : son texte, les documents qui le commentent"""
        answer: CommentedArticle = self.send("GET", fill("/v1/articles/{code}/{article}", code=code, article=article), query={"role": role, "precision": precision, "date": date, "limit": limit, "offset": offset})
        return answer

    def list_decisions(
        self,
        *,
        juridiction: Literal["CE", "CAA", "TA", "CASS", "CC", "CJUE", "CEDH", "TC"] | None = None,
        domaine: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> DecisionList:
        """Décisions que la doctrine cite"""
        answer: DecisionList = self.send("GET", "/v1/decisions", query={"juridiction": juridiction, "domaine": domaine, "limit": limit, "offset": offset})
        return answer

    def get_decision(
        self,
        cle: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
    ) -> DecisionWithDocuments:
        """Documents qui citent une décision"""
        answer: DecisionWithDocuments = self.send("GET", fill("/v1/decisions/{cle}", cle=cle), query={"limit": limit, "offset": offset})
        return answer

    def list_normes(
        self,
        *,
        nature: Literal["loi", "ordonnance", "decret", "arrete", "directive", "reglement", "convention", "traite", "constitution"] | None = None,
        domaine: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> NormeList:
        """Lois, décrets, directives… que la doctrine cite"""
        answer: NormeList = self.send("GET", "/v1/normes", query={"nature": nature, "domaine": domaine, "limit": limit, "offset": offset})
        return answer

    def get_norme(
        self,
        cle: str,
        *,
        article: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> NormeWithDocuments:
        """Documents qui citent une norme"""
        answer: NormeWithDocuments = self.send("GET", fill("/v1/normes/{cle}", cle=cle), query={"article": article, "limit": limit, "offset": offset})
        return answer

    def list_reponses(
        self,
        *,
        chambre: Literal["AN", "Senat"] | None = None,
        domaine: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> ReponseList:
        """Réponses ministérielles que la doctrine cite"""
        answer: ReponseList = self.send("GET", "/v1/reponses", query={"chambre": chambre, "domaine": domaine, "limit": limit, "offset": offset})
        return answer

    def get_reponse(
        self,
        cle: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
    ) -> ReponseWithDocuments:
        """Documents qui citent une réponse ministérielle"""
        answer: ReponseWithDocuments = self.send("GET", fill("/v1/reponses/{cle}", cle=cle), query={"limit": limit, "offset": offset})
        return answer

    def compare_article(
        self,
        code: str,
        article: str,
        *,
        de: str | None = None,
        a: str | None = None,
        de_empreinte: str | None = None,
        a_empreinte: str | None = None,
    ) -> ArticleComparison:
        """Deux versions d'un article comparées"""
        answer: ArticleComparison = self.send("GET", fill("/v1/articles/{code}/{article}/comparaison", code=code, article=article), query={"de": de, "a": a, "de_empreinte": de_empreinte, "a_empreinte": a_empreinte})
        return answer

    def list_law_changes(
        self,
        *,
        depuis: str,
        code: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> LawChangeList:
        """Articles changés depuis un jour"""
        answer: LawChangeList = self.send("GET", "/v1/articles/changements", query={"depuis": depuis, "code": code, "limit": limit, "offset": offset})
        return answer

    def list_later_law(
        self,
        *,
        chemin: str | None = None,
        article: str | None = None,
        portee: Literal["formelle", "fond"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> LaterLawList:
        """Documents dont un article commenté a changé depuis"""
        answer: LaterLawList = self.send("GET", "/v1/droit/posterieur", query={"chemin": chemin, "article": article, "portee": portee, "limit": limit, "offset": offset})
        return answer

    def get_account(
        self,
    ) -> Account:
        """Formule, limites et usage du compte"""
        answer: Account = self.send("GET", "/v1/compte")
        return answer

    def list_account_keys(
        self,
    ) -> AccountKeys:
        """Clés du compte"""
        answer: AccountKeys = self.send("GET", "/v1/compte/cles")
        return answer

    def create_account_key(
        self,
        *,
        name: str,
    ) -> NewAccountKey:
        """Créer une clé du compte"""
        answer: NewAccountKey = self.send("POST", "/v1/compte/cles", body={"name": name})
        return answer

    def revoke_account_key(
        self,
        visible_start: str,
    ) -> RevokedAccountKey:
        """Révoquer une clé du compte"""
        answer: RevokedAccountKey = self.send("DELETE", fill("/v1/compte/cles/{visible_start}", visible_start=visible_start))
        return answer

    def get_health(
        self,
    ) -> Health:
        """Santé"""
        answer: Health = self.send("GET", "/v1/health")
        return answer

    def get_statistics(
        self,
    ) -> Statistics:
        """Statistiques"""
        answer: Statistics = self.send("GET", "/v1/stats")
        return answer

    def get_status(
        self,
    ) -> Status:
        """État des composants"""
        answer: Status = self.send("GET", "/v1/status")
        return answer

    def get_classification_node(
        self,
        chemin: str,
    ) -> ClassificationNode:
        """Nœud du plan de classement"""
        answer: ClassificationNode = self.send("GET", fill("/v1/plan/{chemin}", chemin=chemin))
        return answer
