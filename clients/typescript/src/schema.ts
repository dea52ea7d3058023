// Generated from the OpenAPI document by `bun run client`: not to be edited.

export interface paths {
    "/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Recherche plein texte
         * @description Cherche dans les titres et les textes des documents en vigueur, par pertinence décroissante. Avec `date`, dans ceux des éditions en vigueur ce jour-là, une par document : `editions_non_detenues` dit combien de documents ne sont pas détenus d'aussi loin.
         */
        get: operations["searchDocuments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/search/semantic": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Recherche sémantique
         * @description Documents en vigueur dont un passage répond le mieux à la question, du plus proche au plus lointain ; `extrait` est ce passage et `score` sa proximité, de 0 à 1. Avec `date`, l'édition de chacun en vigueur ce jour-là : un avertissement dit si des vecteurs de textes passés restent à faire.
         */
        post: operations["searchByMeaning"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/search/hybride": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Recherche hybride
         * @description Documents en vigueur qui répondent le mieux à la question, par ses mots et par son sens à la fois. Un lexique joint aux mots courants ceux de la doctrine (« nounou » : assistante maternelle). `score`, de 0 à 1, est la somme pondérée des deux ; `scores` et `rangs` disent ce que le document doit à chacun, `passages` donne ses trois meilleurs passages au plus, dont le premier est `extrait`. L'en-tête `X-Reranking` dit si un second classement a départagé les premiers. Avec `date`, l'édition de chacun en vigueur ce jour-là, sans second classement. Quand le sens est indisponible, les mots répondent seuls : l'avertissement `sens_indisponible` et l'en-tête `X-Search-Degraded` le disent, `scores.sens` est null.
         */
        post: operations["searchHybrid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/contexte": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Contexte pour un modèle de langue
         * @description Les § qui répondent le mieux à une question, entiers et mot pour mot, dans un budget de caractères : trouvés par la recherche hybride, suivis des § auxquels ils renvoient tant que le budget dure, chacun avec son édition, son empreinte et la citation à employer. Le même texte n'est jamais donné deux fois. Pour une révision du corpus, la même demande donne la même réponse, sauf quand le sens est indisponible : les mots choisissent seuls, l'avertissement `sens_indisponible` et l'en-tête `X-Search-Degraded` le disent.
         */
        post: operations["readContext"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/suggest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Suggestions de titres
         * @description Documents en vigueur dont le titre ressemble au texte donné.
         */
        get: operations["suggestDocuments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/resolution": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ce que désigne une référence
         * @description Dit ce que la référence désigne, si ce service le détient, et à quelle adresse. Plusieurs choses, ou des choses qui se contredisent, sont `inconnu`, avec leurs candidats. 200 quoi qu'on ait écrit.
         */
        get: operations["resolveReference"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/boi/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Document complet
         * @description Contenu, paragraphes numérotés, place dans le plan, renvois et articles cités ; le texte d'aujourd'hui, d'un jour passé ou d'une empreinte. Accepte If-None-Match.
         */
        get: operations["getDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/boi/{id}/citants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Documents qui citent
         * @description Documents en vigueur qui citent un document, ou l'un de ses §, ceux qui le mentionnent le plus d'abord, avec leurs § d'où ils le citent. Accepte If-None-Match.
         */
        get: operations["listCitingDocuments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/citations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Vérifier les citations d'un texte
         * @description Toutes les citations de la doctrine dans un texte, dans l'ordre : le document, le § et l'édition que chacune nomme, si le service les détient, s'ils étaient en vigueur le jour donné, si la section et l'empreinte qu'elle donne sont les bonnes, et si les mots entre guillemets qui la jouxtent s'y trouvent ; puis les mots entre guillemets sans citation, les articles de loi cités, jugés ce jour-là quand leur code est détenu, et ce qui ressemble à une référence et n'est pas lu. Corps de 512 Kio au plus.
         */
        post: operations["checkCitations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/suivi": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Suivre des références
         * @description Chaque § ou document retenu un jour est-il encore, mot pour mot, ce qui est en vigueur ? Sinon : modifié, déplacé, retiré, transféré, depuis quand, et par quelle annonce. Rien n'est journalisé ni conservé. Corps de 512 Kio au plus.
         */
        post: operations["trackReferences"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/boi/{id}/graph": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Graphe des renvois
         * @description Explore les renvois entre documents en largeur, chaque document une fois à sa plus petite distance.
         */
        get: operations["getGraph"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/boi/{id}/historique": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Historique des éditions
         * @description Éditions connues du document, de la plus récente à la plus ancienne.
         */
        get: operations["getHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/boi/{id}/paragraphes/{numero}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Un paragraphe (§)
         * @description Le texte d'un §, son empreinte, et depuis quand il est inchangé dans les éditions détenues. Accepte If-None-Match.
         */
        get: operations["getParagraph"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/boi/{id}/paragraphes/{numero}/jours": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Un paragraphe (§) à plusieurs dates
         * @description Ce que disait un § chacun de ces jours, ou pourquoi rien n'en est donné, pour une seule unité. Accepte If-None-Match.
         */
        get: operations["getParagraphOnDays"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/boi/{id}/paragraphes/{numero}/attestation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Attestation d'un paragraphe (§)
         * @description En un seul JSON, de quoi prouver ce § sans nous : ses mots, les octets officiels, sa feuille du journal public de preuve, la tête signée, ses horodatages, et ce que chacun prouve ou ne prouve pas.
         */
        get: operations["getAttestation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/boi/{id}/comparaison": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Deux textes comparés
         * @description § par § et mot à mot ; par défaut, l'édition d'avant et celle d'aujourd'hui. Accepte If-None-Match.
         */
        get: operations["compareTexts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tableaux": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tableaux de la doctrine
         * @description Ceux des documents en vigueur, par leurs titres et leurs en-têtes, sans leurs cellules. Accepte If-None-Match.
         */
        get: operations["listTables"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/boi/{id}/tableaux": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tableaux d'un document
         * @description Chaque tableau, cellule par cellule, avec les nombres et les tranches qu'elles écrivent. Accepte If-None-Match.
         */
        get: operations["getTables"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/boi/{id}/tableaux/{rang}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Un tableau
         * @description Le même, seul ; avec `Accept: text/csv`, en CSV (RFC 4180), le texte de chaque cellule répété partout où elle s'étend. Accepte If-None-Match.
         */
        get: operations["getTable"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/boi/{id}/source": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Octets officiels d'une rédaction
         * @description Le HTML officiel tel que reçu, d'où il vient et quand. Accepte If-None-Match.
         */
        get: operations["getSource"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Plan de classement
         * @description Un nœud du plan, ses subdivisions et ses documents ; sans chemin, la racine.
         */
        get: operations["getClassificationRoot"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Documents publiés, modifiés ou retirés
         * @description Du plus récent au plus ancien, avec l'actualité qui annonce chaque changement quand elle est connue.
         */
        get: operations["listChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/journal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Journal
         * @description Tout ce que le corpus a reçu, dans l'ordre où il l'a reçu : qui garde le plus grand numéro vu ne manque rien et ne voit rien deux fois.
         */
        get: operations["listJournal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export
         * @description Les documents en vigueur, un par ligne, par identifiant (avec `perimetre=tous` : toutes les rédactions détenues, par identifiant, édition puis empreinte) : la première ligne dit où l'export commence (`sequence` : d'où suivre le journal), la dernière comment il finit (`suivant` : la page d'après ; `racine`, à la dernière page : l'empreinte de tout le périmètre, qu'un miroir recalcule). Un flux sans dernière ligne a été coupé. Une unité par page ; un export à la fois par clé.
         */
        get: operations["exportDocuments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/actualites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Actualités
         * @description Annonces de la source, de la plus récente à la plus ancienne.
         */
        get: operations["listNews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/actualites/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Actualité
         * @description Une annonce de la source, avec les documents qu'elle nomme. Accepte If-None-Match.
         */
        get: operations["getNews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/articles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Articles que la doctrine cite
         * @description Tous ceux que citent les documents en vigueur, dans l'ordre de chaque code, avec leurs nombres.
         */
        get: operations["listArticles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/articles/{code}/{article}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Un article : son texte, les documents qui le commentent
         * @description Sa version en vigueur un jour, quand elle est détenue, et toutes ses versions ; les documents en vigueur qui le citent, seul ou dans une suite d'articles, avec les §, et les actualités qui le nomment ; 404 quand rien ne le nomme et qu'il n'est pas détenu. Accepte If-None-Match.
         */
        get: operations["getArticle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/decisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Décisions que la doctrine cite
         * @description Ce que citent les documents en vigueur et les actualités, le plus cité d'abord, avec ses nombres ; ce que rien ne distingue n'a pas de clé. Accepte If-None-Match.
         */
        get: operations["listDecisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/decisions/{cle}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Documents qui citent une décision
         * @description Documents en vigueur qui la citent, avec les §, et actualités qui la citent ; 404 quand rien ne la cite. Accepte If-None-Match.
         */
        get: operations["getDecision"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/normes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lois, décrets, directives… que la doctrine cite
         * @description Ce que citent les documents en vigueur et les actualités, le plus cité d'abord, avec ses nombres ; ce que rien ne distingue n'a pas de clé. Accepte If-None-Match. Les articles des codes sont dans /v1/articles.
         */
        get: operations["listNormes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/normes/{cle}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Documents qui citent une norme
         * @description Documents en vigueur qui la citent, avec les §, et actualités qui la citent ; 404 quand rien ne la cite. Accepte If-None-Match.
         */
        get: operations["getNorme"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reponses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Réponses ministérielles que la doctrine cite
         * @description Ce que citent les documents en vigueur et les actualités, le plus cité d'abord, avec ses nombres ; ce que rien ne distingue n'a pas de clé. Accepte If-None-Match.
         */
        get: operations["listReponses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reponses/{cle}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Documents qui citent une réponse ministérielle
         * @description Documents en vigueur qui la citent, avec les §, et actualités qui la citent ; 404 quand rien ne la cite. Accepte If-None-Match.
         */
        get: operations["getReponse"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/articles/{code}/{article}/comparaison": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Deux versions d'un article comparées
         * @description Mot à mot ; par défaut, la version d'avant et celle d'aujourd'hui. Accepte If-None-Match.
         */
        get: operations["compareArticle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/articles/changements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Articles changés depuis un jour
         * @description Versions qui commencent et articles qui prennent fin, dans les codes détenus, le plus récent d'abord, à venir compris. Accepte If-None-Match.
         */
        get: operations["listLawChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/droit/posterieur": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Documents dont un article commenté a changé depuis
         * @description Documents en vigueur dont un article commenté a changé après le début de leur édition : l'article a changé depuis cette édition ; ce que ce changement fait à ce texte n'est pas dit. Accepte If-None-Match.
         */
        get: operations["listLaterLaw"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/compte": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Formule, limites et usage du compte
         * @description Compte dans la minute, jamais dans le mois : répond encore quand le quota est épuisé.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/compte/cles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Clés du compte
         * @description Celles que le compte peut encore employer, avec leur nom. Compte dans la minute, jamais dans le mois : répond encore quand le quota est épuisé.
         */
        get: operations["listAccountKeys"];
        put?: never;
        /**
         * Créer une clé du compte
         * @description Cinq au plus ; sous la même formule, le même quota et la même limite par minute. La clé n'est donnée qu'ici. Compte dans la minute, jamais dans le mois : répond encore quand le quota est épuisé.
         */
        post: operations["createAccountKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/compte/cles/{visible_start}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Révoquer une clé du compte
         * @description Elle est refusée partout en moins d'une minute. La dernière ne se révoque pas. Compte dans la minute, jamais dans le mois : répond encore quand le quota est épuisé.
         */
        delete: operations["revokeAccountKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Santé
         * @description Répond tant que le processus est en vie.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Statistiques
         * @description Étendue du corpus en vigueur.
         */
        get: operations["getStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * État des composants
         * @description 200 quand tous les composants répondent, 503 sinon ; le détail est dans checks.
         */
        get: operations["getStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/plan/{chemin}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Nœud du plan de classement
         * @description Un nœud du plan, ses subdivisions et ses documents ; sans chemin, la racine.
         */
        get: operations["getClassificationNode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Account: {
            /**
             * @description Début visible de la clé, à citer au support.
             * @example boi_4fTq9ZkB
             */
            cle: string;
            nom: string;
            /**
             * @description Formule de la clé.
             * @example pro
             */
            plan: string;
            /** @description La formule comprend la recherche sémantique. */
            semantique: boolean;
            /**
             * Format: date-time
             * @description Instant à partir duquel la clé est refusée.
             */
            expiration: string | null;
            minute: components["schemas"]["MinuteAllowance"];
            mois: components["schemas"]["MonthAllowance"];
            source: components["schemas"]["Attribution"];
        };
        AccountKey: {
            /**
             * @description Douze premiers caractères de la clé.
             * @example boi_4fTq9ZkB
             */
            visible_start: string;
            /** @example Production */
            name: string;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description Instant à partir duquel la clé est refusée, pour une clé remplacée ; null sinon.
             */
            ends_at: string | null;
        };
        AccountKeyRequest: {
            /**
             * @description À quoi sert la clé ; sans caractère de contrôle ni de mise en forme.
             * @example Production
             */
            name: string;
        };
        AccountKeys: {
            /** @description Clés que le compte peut encore employer, la plus ancienne d'abord. */
            cles: components["schemas"]["AccountKey"][];
            source: components["schemas"]["Attribution"];
        };
        ApiError: {
            /** @description Stable : c'est lui que lit un programme. */
            code: string;
            /** @description Pour le développeur, en français. */
            message: string;
        };
        ArticleAmendment: {
            /**
             * @description Clé dans /v1/normes ; null sans numéro.
             * @example loi-2012-1509
             */
            cle: string | null;
            /** @description Comme LEGI l'écrit. */
            texte: string;
        };
        ArticleComparison: {
            /**
             * @description Clé du code dans les adresses.
             * @example CGI
             */
            code_cle: string;
            /** @example 150 U */
            article: string;
            de: components["schemas"]["ArticleVersion"];
            a: components["schemas"]["ArticleVersion"];
            couverture_droit: components["schemas"]["LawCoverage"];
            /** @description `formelle` quand seules diffèrent les espaces, la typographie, la numérotation, les liens ou la ponctuation ailleurs qu'entre deux chiffres. */
            portee_texte: components["schemas"]["ChangeScope"];
            /** @description § numérotés de même numéro et de même empreinte, non listés. */
            inchanges: number;
            /** @description Ce qui change seulement : le texte hors des § d'abord, puis dans l'ordre du texte d'arrivée. */
            paragraphes: components["schemas"]["ParagraphChange"][];
            couverture: components["schemas"]["Coverage"];
            source: components["schemas"]["Attribution"];
        };
        ArticleList: {
            /** @description Nombre d'articles, toutes pages comprises. */
            total: number;
            /** @description Dans l'ordre de chaque code. */
            articles: components["schemas"]["ListedArticle"][];
            couverture: components["schemas"]["Coverage"];
            source: components["schemas"]["Attribution"];
        };
        ArticleMention: {
            /** @description § où il est cité ; nul dans le titre ou hors des §. */
            paragraphe: string | null;
            /** @description Ce qu'elle désigne de l'article. */
            precision: string | null;
            /** @description Tout ce qu'elle en désigne. */
            precisions: string[];
            /** @description Telle qu'elle est écrite. */
            texte: string;
        };
        /** @description Sa version en vigueur le jour de la réponse ; null quand elle n'est pas détenue, et pour une suite. Absent des actualités et de l'export. */
        ArticleOfDay: {
            /**
             * @description Identifiant de la version dans LEGI.
             * @example LEGIARTI000006302201
             */
            legiarti: string;
            /**
             * Format: date
             * @description Premier jour de cette version.
             */
            date_debut: string;
        };
        /** @description Présent quand une suite d'articles est citée ; `a` est nul pour « et suivants ». */
        ArticleRange: {
            /** @example L. 10 */
            de: string;
            /** @example L. 54 A */
            a: string | null;
        };
        ArticleReference: {
            /** @description Premier caractère, en points de code. */
            debut: number;
            /** @description Caractère qui suit le dernier. */
            fin: number;
            /** @description La référence telle qu'elle est écrite. */
            texte: string;
            /** @enum {string} */
            genre: "article";
            /** @example CGI */
            code: string;
            /**
             * @description Clé du code dans les adresses.
             * @example CGI
             */
            code_cle: string;
            /**
             * @description D'une suite, chacun de ses bouts est une entrée.
             * @example 150 U
             */
            article: string;
            /**
             * @description Le jour jugé ; `inconnu` : le code, détenu en entier, ne l'a jamais eu, et aucun document ne le nomme ; `non_detenu` : rien n'en est dit.
             * @enum {string}
             */
            etat: "en_vigueur" | "abroge" | "inconnu" | "non_detenu";
            droit?: components["schemas"]["ArticleOfDay"] | (null);
            /** @description Présent quand des mots entre guillemets jouxtent l'article et que son texte est détenu. */
            citation_textuelle: components["schemas"]["QuotedWords"] | (null);
            /**
             * @description Où l'API donne l'article ; null quand il n'est pas détenu.
             * @example /v1/articles/CGI/150%20U
             */
            adresse: string | null;
        };
        /** @description La version en vigueur ce jour-là ; null quand elle n'est pas détenue, ou que l'article n'était pas en vigueur. */
        ArticleText: {
            /**
             * @description Identifiant de la version dans LEGI.
             * @example LEGIARTI000006302201
             */
            legiarti: string;
            /**
             * @description Tel que LEGI l'écrit (VIGUEUR, MODIFIE, ABROGE…), vide quand elle n'en donne pas : seules les dates disent quand la version vaut.
             * @example VIGUEUR
             */
            etat: string;
            /**
             * Format: date
             * @description Premier jour, compris ; 2222-02-22 pour une version différée à un jour inconnu, 2999-01-01 pour une version jamais datée.
             */
            date_debut: string;
            /**
             * Format: date
             * @description Premier jour où elle n'est plus en vigueur ; null sans fin.
             */
            date_fin: string | null;
            /** @description SHA-256 de son texte, espaces réduites ; null quand LEGI l'annonce sans son texte. */
            empreinte: string | null;
            /** @description Titres qui le contiennent, du plus large au plus étroit. */
            section: string[];
            /** @description null quand LEGI annonce cette version sans son texte : il n'est pas détenu. */
            texte: string | null;
            /** @description HTML assaini de ce texte. */
            html: string | null;
            /** @description Note de LEGI sous l'article. */
            nota: string | null;
            /** @description Ce qui l'a mis dans cette rédaction. */
            modifie_par: components["schemas"]["ArticleAmendment"][];
            /** @description Cette version sur Légifrance. */
            url: string;
        };
        ArticleVersion: {
            /**
             * @description Identifiant de la version dans LEGI.
             * @example LEGIARTI000006302201
             */
            legiarti: string;
            /**
             * @description Tel que LEGI l'écrit (VIGUEUR, MODIFIE, ABROGE…), vide quand elle n'en donne pas : seules les dates disent quand la version vaut.
             * @example VIGUEUR
             */
            etat: string;
            /**
             * Format: date
             * @description Premier jour, compris ; 2222-02-22 pour une version différée à un jour inconnu, 2999-01-01 pour une version jamais datée.
             */
            date_debut: string;
            /**
             * Format: date
             * @description Premier jour où elle n'est plus en vigueur ; null sans fin.
             */
            date_fin: string | null;
            /** @description SHA-256 de son texte, espaces réduites ; null quand LEGI l'annonce sans son texte. */
            empreinte: string | null;
        };
        ArticleWithLaterLaw: {
            /**
             * @description Clé du code dans les adresses.
             * @example CGI
             */
            code_cle: string;
            /** @example 150 U */
            article: string;
            /** @description Le dernier changement, dans ce que couvre `couverture_droit` : l'article a changé depuis cette édition ; ce que ce changement fait à ce texte n'est pas dit. */
            modifie_depuis: components["schemas"]["LawChange"];
        };
        Attestation: {
            v: components["schemas"]["AttestationVersion"];
            paragraphe: components["schemas"]["AttestedParagraph"];
            /** @description Numéro et empreinte de chaque § de l'édition, dans l'ordre : la liste dont la feuille porte l'empreinte ; null en version 1. */
            paragraphes: string[][] | null;
            /** @description L'édition où est ce §, et d'où vient son texte. */
            edition: components["schemas"]["ParagraphEdition"];
            document: components["schemas"]["AttestedDocument"];
            officiel: components["schemas"]["AttestedSource"] | (null);
            feuille: components["schemas"]["AttestedLeaf"];
            inclusion: components["schemas"]["AttestedInclusion"];
            /** @description La tête du journal, note signée (C2SP tlog-checkpoint). */
            checkpoint: string;
            /** @description La clé Ed25519 qui l'a signée, SPKI en base64. */
            cle_publique: string;
            /** @description Du premier au dernier ; aucun : rien n'est daté par un tiers. */
            horodatages: components["schemas"]["AttestedTimestamp"][];
            /** @description Ce que chaque élément prouve, et ce qu'il ne prouve pas. */
            explications: components["schemas"]["AttestationExplanation"][];
            couverture: components["schemas"]["Coverage"];
            source: components["schemas"]["Attribution"];
        };
        AttestationExplanation: {
            /** @description Ce dont il est parlé, par son nom ici. */
            element: string;
            prouve: string;
            ne_prouve_pas: string;
        };
        /**
         * @description Version de la forme : celle de la feuille. 2 pour un texte inscrit depuis que les feuilles portent la liste des §.
         * @enum {number}
         */
        AttestationVersion: 1 | 2;
        AttestedDocument: {
            /** @description Le texte entier de l'édition. */
            texte: string;
            /** @description SHA-256 de `texte`, espaces réduites : celle que dit la feuille. */
            empreinte: string;
        };
        AttestedInclusion: {
            /** @description Feuilles de l'arbre que la tête a signé. */
            taille: number;
            /** @description Le chemin de la feuille à la racine (RFC 6962, 2.1.1), en base64. */
            hachages: string[];
        };
        AttestedLeaf: {
            /** @description Dans le journal de preuve, à partir de 0. */
            rang: number;
            /** @description La feuille telle que hachée, en base64 : du JSON. */
            octets: string;
        };
        AttestedParagraph: {
            boi_id: string;
            /** @example 130 */
            numero: string;
            texte: string;
            /** @description SHA-256 de `texte`, espaces réduites. */
            empreinte: string;
            position: components["schemas"]["AttestedPosition"];
        };
        /** @description Points de code de `document.texte`, `fin` exclue. */
        AttestedPosition: {
            debut: number;
            fin: number;
        };
        /** @description Notre parole : rien de ce qui est joint ne le prouve. */
        AttestedProvenance: {
            genre: components["schemas"]["OfficialFileKind"];
            /** @description Nom du fichier officiel. */
            fichier: string | null;
            /** @description SHA-256 de ce fichier. */
            empreinte_fichier: string | null;
            /** Format: date-time */
            recue_le: string | null;
            serveur: components["schemas"]["SourceServer"] | (null);
        };
        /** @description null quand ces octets n'ont pas été gardés. */
        AttestedSource: {
            /** @description Les octets officiels, tels que reçus, en base64. */
            contenu: string;
            /** @description SHA-256 de ces octets : celle que dit la feuille. */
            empreinte_source: string;
            provenance: components["schemas"]["AttestedProvenance"];
        };
        AttestedTimestamp: {
            /** @description TimeStampToken (RFC 3161) de la tête, DER en base64. */
            jeton: string;
            /** @description Qui l'a signé. */
            autorite: string;
            /** Format: date-time */
            instant: string;
        };
        /** @enum {string} */
        Attribution: "Direction générale des Finances publiques (DGFiP) – BOFiP-Impôts – Licence Ouverte / Open Licence version 2.0";
        /** @description Demande à corriger ; `details.boi_id` est le document que désigne un identifiant mal écrit. */
        BadRequestAnswer: {
            error: components["schemas"]["ApiError"];
            /** @description Ce que la documentation dit de ce code. */
            doc_url: string;
            details?: components["schemas"]["RefusalDetails"];
            source: components["schemas"]["Attribution"];
        };
        /** @description Seulement quand toute la cellule est une tranche : « de 0 à 11 294 € », « au-delà de 177 106 € » ; nul du côté ouvert. Si une borne est comprise, ses mots seuls le disent. */
        CellBounds: {
            de: number | null;
            a: number | null;
        };
        /**
         * @description Du nombre ou des bornes, quand la cellule l'écrit.
         * @enum {string}
         */
        CellUnit: "EUR" | "%";
        /** @enum {string} */
        Certainty: "attestee" | "presumee";
        /**
         * @description Celle dont un membre a posé la question.
         * @enum {string}
         */
        Chamber: "AN" | "Senat";
        Change: {
            boi_id: string;
            titre: string;
            domaine: string;
            /** @enum {string} */
            nature: "creation" | "modification" | "retrait";
            /** Format: date */
            date: string;
            statut: components["schemas"]["DocumentStatus"];
            /** @description Page officielle du document. */
            url: string;
            /**
             * Format: date-time
             * @description Instant où le service a détenu ce texte pour la première fois ; null quand il n'a pas été gardé.
             */
            detecte_le: string | null;
            /**
             * @description Présent pour `creation` : la première édition détenue, qui n'est pas toujours la première.
             * @enum {boolean}
             */
            premiere_detenue?: true;
            actualite: components["schemas"]["NewsLink"] | (null);
        };
        ChangeList: {
            /** Format: date */
            since: string;
            /**
             * Format: date-time
             * @description L'instant demandé, s'il l'a été ; `since` est alors son jour (UTC).
             */
            recus_depuis?: string;
            /** @description Entrées de cette réponse. */
            count: number;
            /** @description Entrées depuis cette date. */
            total: number;
            changes: components["schemas"]["Change"][];
            couverture: components["schemas"]["Coverage"];
            source: components["schemas"]["Attribution"];
        };
        /** @enum {string} */
        ChangeScope: "formelle" | "fond";
        ChangedNumber: {
            avant: string;
            apres: string;
        };
        /** @description Numéros des §, chacun dans une seule liste ; vides quand il n'y a rien à comparer. */
        ChangedParagraphs: {
            ajoutes: string[];
            modifies: string[];
            supprimes: string[];
        };
        Check: {
            /** @description Si le composant répond. */
            ok: boolean;
            /** @description Ce que désigne le nom court. */
            component: string;
            /** @description Durée de la vérification, en millisecondes. */
            latency_ms: number;
            /** @description Ce qui ne va pas, ou qu'il faut savoir. */
            detail?: string;
            serveurs?: components["schemas"]["ServerCounts"];
        };
        CheckedCitation: {
            /** @description Premier caractère, de 0 ; en points de code (JavaScript : `[...texte]`). */
            debut: number;
            /** @description Caractère qui suit le dernier. */
            fin: number;
            /** @description La citation telle qu'elle est écrite. */
            texte: string;
            /**
             * @description Document cité, sans date.
             * @example BOI-IR-LIQ-20-10
             */
            boi_id: string | null;
            /**
             * @description § cité, le premier d'une suite.
             * @example 130
             */
            numero: string | null;
            /** @description Le dernier de « § 130 à 150 ». */
            numero_fin: string | null;
            /**
             * Format: date
             * @description Début de l'édition comparée, quand la citation dit un jour ; ce jour, si elle n'est pas détenue.
             */
            edition: string | null;
            /**
             * Format: date
             * @description Le jour que dit la citation.
             */
            jour: string | null;
            /** @enum {string} */
            etat: "non_verifiable" | "document_inconnu" | "edition_non_detenue" | "lien_contradictoire" | "titre_inexact" | "retiree" | "transferee" | "paragraphe_reserve" | "paragraphe_absent" | "empreinte_inexacte" | "section_inexacte" | "citation_inexacte" | "citation_tronquee" | "non_verifiee" | "partielle" | "remplacee" | "verifiee";
            /** @description Ce qui empêche de la dire vérifiée, en français. */
            motif: string | null;
            /** @description La citation sous sa forme usuelle, à citer ainsi ; null si rien n'est `verifiee` ni `remplacee`. */
            citation: string | null;
            /** @description Notre page du texte, au §. */
            page: string | null;
            /** @description Présent quand des mots entre guillemets jouxtent la citation d'un texte détenu. */
            citation_textuelle: components["schemas"]["QuotedWords"] | (null);
            /** @description De l'édition comparée et de ses mots, le jour où la citation la dit en vigueur, sinon le jour jugé si elle l'était, sinon son premier jour ; null quand rien n'est comparé. */
            certitude: components["schemas"]["Certainty"] | (null);
            /** @description Quand `certitude` est `presumee` : première et dernière source qui ont montré ces mots. */
            texte_observe: components["schemas"]["ObservedDays"] | (null);
            /** @description Pour `remplacee` : le § cité est-il mot pour mot celui de ce numéro dans l'édition en vigueur ; null quand aucun § n'est cité. */
            paragraphe_inchange: boolean | null;
            /** @description Pour `remplacee` : notre page qui compare l'édition citée à celle en vigueur. */
            comparaison: string | null;
            /** @description L'édition comparée n'est pas celle en vigueur ce jour-là, quel que soit `etat`. */
            remplacee: boolean;
            /** @description Ce qui est de cette citation et n'a pas pu être lu ou comparé. */
            non_lus: components["schemas"]["UnreadReference"][];
            /** @description Pour `document_inconnu` : cinq § détenus, au plus, qui nomment ce document. */
            nomme_par: components["schemas"]["NamingParagraph"][];
        };
        /** @description Chaque entrée de `citations`, de `citations_libres` et de `non_lues` y compte une fois. Tout a été lu et est juste quand seul `verifiees` n'est pas nul, sans `tronque`. */
        CheckedTally: {
            /** @description Citations `verifiee`, mots `trouvee`. */
            verifiees: number;
            /** @description Citations justes d'un texte qui n'est plus en vigueur. */
            remplacees: number;
            /** @description Ce qui est faux, un document `retiree` ou `transferee`, des mots `introuvable`, une `date_discordante`, un article `inconnu` ou dont les mots cités sont faux. */
            a_corriger: number;
            /** @description Ce qui n'a pas été lu ou comparé en entier : `partielle`, `non_verifiee`, `non_verifiable`, et tout `non_lues`. */
            a_lire: number;
            /** @description `document_inconnu`, `edition_non_detenue`. */
            non_detenues: number;
        };
        CheckedText: {
            /**
             * Format: date
             * @description Jour auquel les états sont donnés.
             */
            date: string;
            bilan: components["schemas"]["CheckedTally"];
            /** @description Dans l'ordre du texte, 300 au plus. */
            citations: components["schemas"]["CheckedCitation"][];
            /** @description Les mots entre guillemets, cinq ou plus, qui ne jouxtent aucune citation : cherchés dans les documents cités, puis dans les textes en vigueur. */
            citations_libres: components["schemas"]["FreeQuotation"][];
            /** @description Ce qui ressemble à une référence à la doctrine et n'est dans aucune entrée. */
            non_lues: components["schemas"]["UnreadReference"][];
            /** @description Les articles de codes, les décisions, les lois et autres normes, les réponses ministérielles que le texte cite, dans son ordre, 300 au plus. Seuls les articles sont vérifiés, quand leur code est détenu ; des autres, `documents` dit si la doctrine en vigueur les cite aussi. */
            references_droit: (components["schemas"]["DecisionReference"] | components["schemas"]["NormeReference"] | components["schemas"]["ReponseReference"] | components["schemas"]["ArticleReference"])[];
            couverture_droit: components["schemas"]["LawCoverage"];
            /**
             * @description Présent quand le texte en a davantage.
             * @enum {boolean}
             */
            tronque?: true;
            couverture: components["schemas"]["Coverage"];
            source: components["schemas"]["Attribution"];
        };
        Checks: {
            /** @description La base relationnelle : documents, éditions, renvois. */
            d1: components["schemas"]["Check"];
            /** @description Les clés d'API et les limites. */
            kv: components["schemas"]["Check"];
            /** @description Les contenus : le document le plus récent se relit en entier, et aucun texte n'est connu pour abîmé. */
            r2: components["schemas"]["Check"];
            /** @description L'index des vecteurs et celui des racines, dont vit la recherche par le sens : ils répondent et sont à jour. */
            vectorize: components["schemas"]["Check"];
            /** @description L'index plein texte : il répond et il est à jour. */
            search: components["schemas"]["Check"];
            /** @description La dernière ingestion a réussi il y a moins de 48 heures. */
            ingestion: components["schemas"]["Check"];
            sources: components["schemas"]["SourcesCheck"];
            preuve: components["schemas"]["ProofCheck"];
        };
        /**
         * @description Où elle est citée d'abord : le titre ; ce qui précède le premier intertitre numéroté (sans intertitre, le premier §) ; le corps.
         * @enum {string}
         */
        CitationRank: "titre" | "introduction" | "corps";
        CitationsRequest: {
            /**
             * @description Texte à vérifier ; il n'est ni journalisé, ni conservé.
             * @example Le BOI-IR-LIQ-20-10, § 10, précise que « le barème est appliqué au quotient obtenu » ; voir aussi le § 25 du BOI-IR-LIQ-20-10-20250414.
             */
            texte: string;
            /**
             * Format: date
             * @description Jour auquel juger les citations ; par défaut, aujourd'hui.
             */
            date?: string;
        };
        CitedArticle: {
            /** @example CGI */
            code: string;
            /**
             * @description Le premier, quand une suite est citée.
             * @example 199 novovicies
             */
            article: string;
            /**
             * @description Clé du code dans les adresses.
             * @example CGI
             */
            code_cle: string;
            /** @description Tel qu'il est écrit. */
            texte: string;
            /**
             * @description Ce que cette citation en désigne, le tout d'abord ; d'un §, sa première. Nul pour l'article entier.
             * @example II-1°
             */
            precision: string | null;
            /** @description Tout ce que cette citation en désigne : « 6 » et « 6 bis » ; `precision` est la première. */
            precisions: string[];
            /** @description Numéros des § qui le citent. */
            paragraphes: string[];
            /** @description Où Légifrance donne les articles de ce numéro. */
            url: string | null;
            /** @description Chaque citation, le titre d'abord ; d'un §, les siennes. Nul pour un texte analysé avant qu'elles ne soient gardées. */
            occurrences: components["schemas"]["ArticleMention"][] | null;
            droit?: components["schemas"]["ArticleOfDay"] | (null);
            /** @description Le dernier changement de l'article après le début de cette édition : l'article a changé depuis cette édition ; ce que ce changement fait à ce texte n'est pas dit. Null quand aucun n'est connu, et pour une suite. Absent des actualités et de l'export. */
            modifie_depuis?: components["schemas"]["LawChange"] | (null);
            etendue?: components["schemas"]["ArticleRange"];
        };
        CitedDecision: {
            /**
             * @description Clé, lisible et stable ; nul quand le texte ne la distingue pas d'une autre.
             * @example CE-248065
             */
            cle: string | null;
            juridiction: components["schemas"]["Court"];
            /**
             * @description Telle qu'elle est écrite.
             * @example plén.
             */
            formation: string | null;
            /**
             * Format: date
             * @description Nul quand aucun texte ne la donne.
             */
            date: string | null;
            /**
             * @description Tel qu'il est écrit.
             * @example 248065
             */
            numero: string | null;
            /** @description Quand le texte le donne, ou une règle certaine. */
            ecli: string | null;
            /** @description Page officielle, quand un lien du texte ou une règle de qui la publie la donne. */
            url: string | null;
            /** @description La première citation, telle qu'elle est écrite. */
            texte: string;
            /** @description Numéros des § qui la citent. */
            paragraphes: string[];
        };
        CitedDocument: {
            boi_id: string;
            titre: string | null;
            /** @description Faux quand la cible n'est pas dans le corpus. */
            existe: boolean;
            statut: components["schemas"]["DocumentStatus"] | (null);
            /** @description Premier § de ce document qui cite la cible. */
            paragraphe: string | null;
            /** @description Nombre de fois où la cible est citée. */
            mentions: number;
            /** @description Où pointe chaque mention, dans l'ordre du texte. */
            cibles: components["schemas"]["ReferenceTarget"][];
            a_la_date?: components["schemas"]["StateOnDay"];
        };
        CitedNorme: {
            /**
             * @description Clé, lisible et stable ; nul quand le texte ne la distingue pas d'une autre.
             * @example loi-2012-1509
             */
            cle: string | null;
            nature: components["schemas"]["NormKind"];
            /**
             * @description Tel qu'il est écrit.
             * @example 2012-1509
             */
            numero: string | null;
            /**
             * Format: date
             * @description Nul quand aucun texte ne la donne.
             */
            date: string | null;
            /** @description Page officielle, quand un lien du texte ou une règle de qui la publie la donne. */
            url: string | null;
            /**
             * @description Article cité, tel qu'il est écrit ; nul pour le tout.
             * @example 13
             */
            article: string | null;
            /** @description La première citation, telle qu'elle est écrite. */
            texte: string;
            /** @description Numéros des § qui la citent. */
            paragraphes: string[];
        };
        CitedRange: {
            /** @description Premier article de la suite. */
            de: string;
            /** @description Dernier ; nul pour « et suivants ». */
            a: string | null;
            /** @description Documents en vigueur qui la citent. */
            documents: string[];
        };
        CitedReponse: {
            /**
             * @description Clé, lisible et stable ; nul quand le texte ne la distingue pas d'une autre.
             * @example RM-AN-1996-39397
             */
            cle: string | null;
            chambre: components["schemas"]["Chamber"];
            /**
             * @description Nom du parlementaire.
             * @example Louwagie
             */
            auteur: string | null;
            /**
             * @description Tel qu'il est écrit.
             * @example 39397
             */
            numero: string | null;
            /**
             * Format: date
             * @description Nul quand aucun texte ne la donne.
             */
            date: string | null;
            /** @description Page officielle, quand un lien du texte ou une règle de qui la publie la donne. */
            url: string | null;
            /** @description La première citation, telle qu'elle est écrite. */
            texte: string;
            /** @description Numéros des § qui la citent. */
            paragraphes: string[];
        };
        CitingDocument: {
            /** @example BOI-IR-LIQ-20-20 */
            boi_id: string;
            titre: string;
            domaine: string;
            type: components["schemas"]["DocumentKind"];
            /** @description Nombre de fois où il cite le document, quel que soit le §. */
            mentions: number;
            /** @description Ses § d'où il le cite, dans l'ordre du texte. */
            paragraphes: string[];
        };
        CitingNews: {
            /** @example ACTU-2026-00038 */
            id: string;
            titre: string;
            /** Format: date */
            date: string;
        };
        CitingPage: {
            boi_id: string;
            /** @description Le § demandé. */
            paragraphe: string | null;
            total: number;
            citants: components["schemas"]["CitingDocument"][];
            couverture: components["schemas"]["Coverage"];
            source: components["schemas"]["Attribution"];
        };
        ClassificationChild: {
            /** @example IR/LIQ */
            chemin: string;
            /** @example LIQ */
            segment: string;
            titre: string;
            /** @description Documents en vigueur à ce nœud et en dessous. */
            documents: number;
        };
        ClassificationLevel: {
            /** @example IR/LIQ */
            chemin: string;
            titre: string;
        };
        ClassificationNode: {
            chemin: string;
            /** @description null où le plan ne contient rien. */
            titre: string | null;
            children: components["schemas"]["ClassificationChild"][];
            documents: components["schemas"]["ClassifiedDocument"][];
            couverture: components["schemas"]["Coverage"];
            source: components["schemas"]["Attribution"];
        };
        ClassificationPlace: {
            chemin: string;
            niveaux: components["schemas"]["ClassificationLevel"][];
        };
        ClassifiedDocument: {
            boi_id: string;
            titre: string;
            statut: components["schemas"]["DocumentStatus"];
            /**
             * Format: date
             * @description Jour où l'édition est entrée en vigueur ; sans texte détenu, jour de l'avis.
             */
            date_publication: string;
            /** @description Page officielle. */
            url: string;
        };
        CommentedArticle: {
            /**
             * @description Comme la doctrine le nomme.
             * @example CGI
             */
            code: string;
            /**
             * @description Sa clé dans les adresses.
             * @example CGI
             */
            code_cle: string;
            /** @example 150 U */
            article: string;
            /** @description Où Légifrance donne les articles de ce numéro. */
            url: string | null;
            /** @description Documents en vigueur qui le citent, ou qui ont le `role` demandé. */
            total: number;
            /** @description Ceux de `total` qui le nomment, seul ou au bout d'une suite. */
            total_nommes: number;
            /** @description Ceux qui le nomment, puis ceux dont une suite le contient ; dans l'ordre : rôle, rang, nombre de mentions. */
            documents: components["schemas"]["CommentingDocument"][];
            /** @description Toutes les actualités qui la nomment, la plus récente d'abord, à toute page. */
            actualites: components["schemas"]["CitingNews"][];
            droit: components["schemas"]["ArticleText"] | (null);
            /** @description Toutes les versions détenues, passées et à venir, la plus récente d'abord. */
            versions: components["schemas"]["ArticleVersion"][];
            couverture_droit: components["schemas"]["LawCoverage"];
            couverture: components["schemas"]["Coverage"];
            source: components["schemas"]["Attribution"];
        };
        /** @description Présent quand `nature` est `etendue` : la suite ; `a` est nul pour « et suivants ». */
        CommentedRange: {
            /** @example 150 U */
            de: string;
            /** @example 150 VH */
            a: string | null;
            /** @description Telle qu'elle est écrite. */
            texte: string;
        };
        CommentingDocument: {
            /** @example BOI-IR-LIQ-20-10 */
            boi_id: string;
            titre: string;
            /** @description Premier segment de l'identifiant. */
            domaine: string;
            type: components["schemas"]["DocumentKind"];
            /** Format: date */
            date_publication: string;
            /** @description Page officielle. */
            url: string;
            /** @description Nombre de fois où il cite l'article. */
            mentions: number;
            /** @description Numéros des § qui le citent. */
            paragraphes: string[];
            /**
             * @description Où il est cité d'abord : le titre ; ce qui précède le premier intertitre numéroté (sans intertitre, le premier §) ; le corps.
             * @enum {string}
             */
            rang: "titre" | "introduction" | "corps";
            /**
             * @description `nommee` : l'article est nommé, seul ou au bout d'une suite ; `etendue` : il prend place dans une suite, sans être nommé.
             * @enum {string}
             */
            nature: "nommee" | "etendue";
            etendue?: components["schemas"]["CommentedRange"];
            /**
             * @description Déduit : `commente` pour ce que nomme le titre ; à défaut, ce que l'introduction nomme d'abord, hors « au sens de » ; à défaut, l'article le plus nommé. Sinon `cite`, comme toute suite d'articles.
             * @enum {string}
             */
            role: "commente" | "cite";
        };
        ComparedWords: {
            /** @enum {string} */
            op: "egal" | "retire" | "ajoute";
            texte: string;
        };
        Consultation: {
            /**
             * @description Celle qui l'a ouverte ; nulle quand seul le bandeau du document la dit.
             * @example ACTU-2013-00142
             */
            actualite: string | null;
            /** Format: date */
            debut: string;
            /**
             * Format: date
             * @description Dernier jour, compris, prolongations comprises ; nul quand il n'est pas dit.
             */
            fin: string | null;
            /** @description § de cette édition qui y sont soumis ; nul quand l'annonce, ou le bandeau, nomme le document entier ; vide quand les parties nommées n'y sont pas des §. */
            paragraphes: string[] | null;
            /** @description Phrase de l'annonce, ou du bandeau, sur qui peut se prévaloir de ces commentaires, mot pour mot. */
            prevaloir: string | null;
            /**
             * Format: date
             * @description Jour de la publication qui s'y substitue ; nul tant qu'aucune n'est détenue, et toujours quand seul le bandeau dit la consultation.
             */
            definitive_le: string | null;
            /** @description Actualité de cette publication. */
            actualite_definitive: string | null;
        };
        /** @description Jours, compris, où les remarques sont reçues ; nul quand elle n'ouvre pas de consultation. */
        ConsultationDays: {
            /** Format: date */
            debut: string;
            /** Format: date */
            fin: string;
        };
        ContextAnswer: {
            question: string;
            /** @description Celui qui est demandé, en caractères (points de code) des `texte`. */
            budget: number;
            /** @description Ce que les `texte` en emploient. */
            employe: number;
            /** @description Le plus pertinent d'abord, chaque § suivi de ceux auxquels il renvoie ; aucun deux fois. */
            elements: components["schemas"]["ContextElement"][];
            /** @description Combien de § trouvés n'ont pas tenu dans le budget. */
            omis: number;
            couverture_droit: components["schemas"]["LawCoverage"];
            /** @description Quand l'index est en retard sur la base, que des éditions de la date demandée manquent, ou qu'il y a de quoi aider : un mot qu'aucun document ne porte, le mot qui coûte le plus à une requête trouvant moins de trois documents, des mots qui ne comptent pas, une question, une citation reconnue. */
            avertissements?: components["schemas"]["SearchWarning"][];
            couverture: components["schemas"]["Coverage"];
            source: components["schemas"]["Attribution"];
        };
        /** @description Un § et de quoi le citer et le prouver. */
        ContextElement: {
            /**
             * @description Null pour un article de loi.
             * @example BOI-IR-LIQ-20-10
             */
            boi_id: string | null;
            /** @description Du document, ou le nom de l'article de loi. */
            titre: string;
            /**
             * @description Du § ; null pour un document sans § numérotés, donné en entier.
             * @example 130
             */
            numero: string | null;
            /** @description Titres au-dessus du §, du plus large au plus étroit. */
            section: string[];
            /** @description Mot pour mot ; entier, sauf quand `coupe` est vrai. */
            texte: string;
            /** @description Vrai quand le § dépasse à lui seul le budget : `texte` en est le début, à la fin d'une phrase. */
            coupe: boolean;
            /** @description Null pour un article de loi. */
            edition: components["schemas"]["ParagraphEdition"] | (null);
            /** @description SHA-256 du § entier, ou de l'article, espaces réduites : `?empreinte=` rend les mots du §. */
            empreinte: string;
            /**
             * @description Comme les professionnels citent ; suivie du début de l'empreinte quand date et § laissent un choix.
             * @example BOI-IR-LIQ-20-20-20, § 130, version du 18 janvier 2024
             */
            citation: string;
            /** @description Notre page de ce texte, à une adresse qui garde sa date. */
            page: string;
            /**
             * @description `mots` ou `sens` : ce qui l'a surtout fait trouver ; `renvoi` : le § d'avant y renvoie ; `introduction` : premier § d'un document trouvé par ce qui précède ses § ; `droit` : l'article que commente le § d'avant, dans sa version du jour.
             * @enum {string}
             */
            pourquoi: "sens" | "mots" | "renvoi" | "introduction" | "droit";
            /** @description Articles de loi que ce § cite. */
            articles: components["schemas"]["CitedArticle"][];
            /** @description Décisions de justice citées. */
            decisions: components["schemas"]["CitedDecision"][];
            /**
             * @description Pour `droit` : clé du code, sinon null.
             * @example CGI
             */
            code_cle: string | null;
            /**
             * @description Pour `droit` : son numéro.
             * @example 4 B
             */
            article: string | null;
            /** @description Pour `droit` : identifiant de la version dans LEGI. */
            legiarti: string | null;
        };
        ContextRequest: {
            /**
             * @description Question en langage courant.
             * @example Mes jeunes enfants sont gardés par une assistante maternelle : ai-je droit à un crédit d'impôt ?
             */
            question: string;
            /**
             * @description Caractères (points de code) que les textes donnés emploient au plus.
             * @default 12000
             */
            budget?: number;
            /**
             * Format: date
             * @description Jour dont on veut les § : cherchés et lus dans les éditions en vigueur ce jour-là ; par défaut, dans celles d'aujourd'hui.
             * @example 2021-01-01
             */
            date?: string;
            /** @description Vrai : après un §, l'article de loi qu'il commente, dans sa version du jour, pour un tiers du budget au plus. */
            droit?: boolean;
            /** @description Domaine du plan, comme IR ou TVA ; par défaut, tous. */
            domaine?: string;
            /**
             * @description Nature des documents ; sans elle, toutes.
             * @enum {string}
             */
            type?: "commentaire" | "rescrit" | "bareme" | "formulaire" | "lettre_type" | "annexe" | "cartographie";
            /** @description Domaine dont traitent les documents, rescrits et annexes compris, comme TVA. */
            matiere?: string;
            /** @description Nœud du plan : son document et tout ce qui est dessous. */
            chemin?: string;
            /** @description Article de loi que les documents citent, comme CGI:150 U. */
            article?: string;
            /**
             * @description Clé d'une décision que les documents citent.
             * @example CE-402006
             */
            decision?: string;
            /**
             * @description Clé d'une loi, d'un décret, d'une directive… que les documents citent.
             * @example loi-2007-1223
             */
            norme?: string;
            /**
             * @description Clé d'une réponse ministérielle que les documents citent.
             * @example RM-AN-2016-78192
             */
            reponse?: string;
        };
        /**
         * @description Conseil d'État, cours administratives d'appel, tribunaux administratifs, Cour de cassation, Conseil constitutionnel, Cour de justice de l'Union européenne (ou CJCE), Cour européenne des droits de l'homme, Tribunal des conflits.
         * @enum {string}
         */
        Court: "CE" | "CAA" | "TA" | "CASS" | "CC" | "CJUE" | "CEDH" | "TC";
        /** @description Ce qui a été publié jusqu'à ce jour est connu ; de la suite, cette réponse ne dit rien. */
        Coverage: {
            /**
             * Format: date
             * @description Dernier jour dont parlent les sources ; null quand aucune n'est encore reçue.
             * @example 2026-06-04
             */
            jusqu_au: string | null;
        };
        DayRange: {
            /** Format: date */
            du: string;
            /** Format: date */
            au: string;
        };
        DecisionList: {
            /** @description Nombre d'entrées, toutes pages comprises. */
            total: number;
            decisions: components["schemas"]["ListedDecision"][];
            /** @description Adresse de la page suivante ; nul à la dernière. */
            page_suivante: string | null;
            couverture: components["schemas"]["Coverage"];
            source: components["schemas"]["Attribution"];
        };
        DecisionReference: {
            /** @description Premier caractère, en points de code. */
            debut: number;
            /** @description Caractère qui suit le dernier. */
            fin: number;
            /** @description La référence telle qu'elle est écrite. */
            texte: string;
            /** @enum {string} */
            genre: "decision";
            /**
             * @description Clé, lisible et stable ; nul quand le texte ne la distingue pas d'une autre.
             * @example CE-248065
             */
            cle: string | null;
            juridiction: components["schemas"]["Court"];
            /**
             * @description Telle qu'elle est écrite.
             * @example plén.
             */
            formation: string | null;
            /**
             * Format: date
             * @description Nul quand aucun texte ne la donne.
             */
            date: string | null;
            /**
             * @description Tel qu'il est écrit.
             * @example 248065
             */
            numero: string | null;
            /** @description Quand le texte le donne, ou une règle certaine. */
            ecli: string | null;
            /** @description Page officielle, quand un lien du texte ou une règle de qui la publie la donne. */
            url: string | null;
            /** @description La date écrite n'est pas celle que la doctrine donne à ce numéro : l'un des deux est à corriger, `url` et `documents` sont null, et `adresse` mène à celle que la doctrine cite. */
            date_discordante: boolean;
            /** @description Documents en vigueur qui la citent ; 0 quand aucun ne la cite, null quand elle n'a pas de clé ou que sa date est discordante. */
            documents: number | null;
            /**
             * @description Où l'API les donne, et les actualités qui la citent ; null quand rien ne la cite.
             * @example /v1/decisions/CE-402006
             */
            adresse: string | null;
        };
        DecisionWithDocuments: {
            /**
             * @description Clé, lisible et stable ; nul quand le texte ne la distingue pas d'une autre.
             * @example CE-248065
             */
            cle: string | null;
            juridiction: components["schemas"]["Court"];
            /**
             * @description Telle qu'elle est écrite.
             * @example plén.
             */
            formation: string | null;
            /**
             * Format: date
             * @description Nul quand aucun texte ne la donne.
             */
            date: string | null;
            /**
             * @description Tel qu'il est écrit.
             * @example 248065
             */
            numero: string | null;
            /** @description Quand le texte le donne, ou une règle certaine. */
            ecli: string | null;
            /** @description Page officielle, quand un lien du texte ou une règle de qui la publie la donne. */
            url: string | null;
            /** @description Documents en vigueur qui la citent. */
            total: number;
            /** @description Par rang, nombre de mentions, puis identifiant. */
            documents: components["schemas"]["LawCitingDocument"][];
            /** @description Toutes les actualités qui la nomment, la plus récente d'abord, à toute page. */
            actualites: components["schemas"]["CitingNews"][];
            /** @description Adresse de la page suivante ; nul à la dernière. */
            page_suivante: string | null;
            couverture: components["schemas"]["Coverage"];
            source: components["schemas"]["Attribution"];
        };
        /** @description Portée déduite de mots de l'actualité, qui ne la dit pas ; nul quand elle est annoncée ou que rien ne l'indique. */
        DeducedScope: {
            portee: components["schemas"]["ChangeScope"];
            /** @description Mots de l'actualité d'où elle est déduite, tels qu'écrits. */
            indices: string[];
        };
        /** @description Refus : un code stable, un message en français et, pour certains codes, leur détail. */
        DetailedErrorAnswer: {
            error: components["schemas"]["ApiError"];
            /** @description Ce que la documentation dit de ce code. */
            doc_url: string;
            details?: components["schemas"]["RefusalDetails"];
            couverture: components["schemas"]["Coverage"];
            source: components["schemas"]["Attribution"];
        };
        Document: {
            /**
             * @description Identifiant, sans date.
             * @example BOI-IR-LIQ-20-10
             */
            boi_id: string;
            /** @description Titre : place dans le plan, puis objet. */
            titre: string;
            type: components["schemas"]["DocumentKind"];
            /**
             * @description Premier segment de l'identifiant.
             * @example IR
             */
            domaine: string;
            /** @description Deuxième niveau du plan, sous le domaine. */
            division: string | null;
            /**
             * @description Domaine dont traite le document : le sien, ou celui dont traite un rescrit, une annexe, un formulaire, une lettre ; null quand rien ne le dit.
             * @example IR
             */
            matiere: string | null;
            /**
             * @description Autre que `en_vigueur`, il ne dit rien de ce que vaut le texte en droit. L'article L. 80 A du LPF dit : « … n'avait pas rapportée à la date des opérations en cause » ; quel jour compte, et à quelles conditions, dépend de l'impôt et du cas : lire BOI-SJ-RES et BOI-RES-SJ-000014.
             * @enum {string}
             */
            statut: "en_vigueur" | "retire" | "transfere" | "remplace";
            /** @description Document qui reprend les commentaires. */
            transfere_vers?: string | null;
            /** @description Document retiré ou transféré : l'avis de la source, mot pour mot ; null quand seule son absence le dit. */
            avis?: string | null;
            /** @description Document transféré : tous ceux qui reprennent ses commentaires. */
            transferts?: string[];
            /**
             * Format: date
             * @description Jour où l'édition est entrée en vigueur ; sans texte détenu, jour de l'avis.
             */
            date_publication: string;
            /**
             * Format: date
             * @description Jour où l'édition a cessé d'être en vigueur, remplacée ou retirée ; null tant qu'elle l'est.
             */
            date_mise_a_jour: string | null;
            /** @description Faux quand le service n'en détient aucun texte : il a pu exister, il n'est pas détenu. */
            texte_detenu: boolean;
            edition: components["schemas"]["KnownEdition"];
            /** @description Présent quand l'empreinte demandée est celle de plusieurs éditions : toutes, la plus récente d'abord. */
            editions?: components["schemas"]["Edition"][];
            /** @description Page officielle de cette édition. */
            url: string;
            /** @description HTML assaini : ni script, ni style, ni cadre. */
            contenu_html: string;
            /** @description Titres et texte, sans les numéros de § ; vide quand aucun texte n'est détenu. */
            contenu_texte: string;
            /** @description D'un rescrit seulement. Question posée ; null quand son texte ne le montre pas. */
            question?: string | null;
            /** @description D'un rescrit seulement. Réponse de l'administration ; null quand son texte ne le montre pas. */
            reponse?: string | null;
            /** @description D'un rescrit seulement. Documents auxquels il se dit lié, tels qu'il les nomme ; null quand son texte ne le montre pas. */
            document_lie?: string | null;
            plan_classement: components["schemas"]["ClassificationPlace"];
            /** @description Documents cités, un par cible. */
            references: components["schemas"]["CitedDocument"][];
            /** @description Renvois du texte à ses propres §, dans l'ordre du texte. */
            renvois_internes: components["schemas"]["InternalReference"][];
            /** @description Articles de loi cités. */
            articles: components["schemas"]["CitedArticle"][];
            couverture_droit: components["schemas"]["LawCoverage"];
            /** @description Décisions de justice citées. */
            decisions: components["schemas"]["CitedDecision"][];
            /** @description Lois, ordonnances, décrets, arrêtés, directives, règlements et conventions cités, par article. */
            normes: components["schemas"]["CitedNorme"][];
            /** @description Réponses ministérielles citées. */
            reponses: components["schemas"]["CitedReponse"][];
            /** @description Consultations publiques où cette édition a été soumise aux remarques : nommément, par une actualité, quand elle était en vigueur à leur début, ou par son propre bandeau. */
            consultations: components["schemas"]["Consultation"][];
            /** @description Paragraphes numérotés, dans l'ordre du texte. */
            paragraphes: components["schemas"]["Paragraph"][];
            /** @description Numéros de § que le texte garde pour plus tard ; ils n'ont pas de texte. */
            paragraphes_reserves: components["schemas"]["ReservedParagraphs"][];
            /** @description Images du texte, dans l'ordre ; « [formule : …] » ou « [image] » y tient leur place. */
            images: components["schemas"]["Image"][];
            couverture: components["schemas"]["Coverage"];
            source: components["schemas"]["Attribution"];
        };
        DocumentComparison: {
            boi_id: string;
            de: components["schemas"]["Edition"];
            a: components["schemas"]["Edition"];
            /** @description `formelle` quand seules diffèrent les espaces, la typographie, la numérotation, les liens ou la ponctuation ailleurs qu'entre deux chiffres. */
            portee_texte: components["schemas"]["ChangeScope"];
            /** @description § numérotés de même numéro et de même empreinte, non listés. */
            inchanges: number;
            /** @description Ce qui change seulement : le texte hors des § d'abord, puis dans l'ordre du texte d'arrivée. */
            paragraphes: components["schemas"]["ParagraphChange"][];
            couverture: components["schemas"]["Coverage"];
            source: components["schemas"]["Attribution"];
        };
        /** @enum {string} */
        DocumentKind: "commentaire" | "rescrit" | "bareme" | "formulaire" | "lettre_type" | "annexe" | "cartographie";
        /** @enum {string} */
        DocumentStatus: "en_vigueur" | "retire" | "transfere";
        DocumentTable: {
            /** @description À partir de 1, dans l'ordre du document. */
            rang: number;
            /** @description § où il se trouve ; nul hors des §. */
            paragraphe: string | null;
            /** @description Titres au-dessus de lui, du plus large au plus étroit. */
            section: string[];
            /** @description Sa légende. */
            titre: string | null;
            /** @description Rangs d'en-tête, en haut : ceux que la source marque ; le premier quand elle n'en marque aucun (`entete_presumee`). */
            entetes: number;
            /** @description Vrai quand la source ne marque aucun en-tête : le premier rang en tient lieu, sans que ses cellules soient marquées. */
            entete_presumee: boolean;
            /** @description Ses rangs ; une cellule qui en occupe plusieurs n'est que dans celui où elle commence. */
            lignes: components["schemas"]["TableCell"][][];
            /** @description SHA-256 des textes de ses cellules, séparés d'une espace, espaces réduites. */
            empreinte: string;
            /** @description Du § où il se trouve, ou du document hors des §. */
            citation: string;
            /** @description Notre page de ce tableau, à une adresse qui garde sa date. */
            page: string;
        };
        DocumentTables: {
            boi_id: string;
            /** @description Du document. */
            titre: string;
            edition: components["schemas"]["Edition"];
            /** @description Dans l'ordre du document ; un seul quand un rang est demandé. */
            tableaux: components["schemas"]["DocumentTable"][];
            couverture: components["schemas"]["Coverage"];
            source: components["schemas"]["Attribution"];
        };
        DocumentWithLaterLaw: {
            /** @example BOI-IR-LIQ-20-10 */
            boi_id: string;
            titre: string;
            /** @description Premier segment de l'identifiant. */
            domaine: string;
            /**
             * Format: date
             * @description De l'édition en vigueur.
             */
            date_debut: string;
            /** @description Les articles que le document commente et qui ont changé, le dernier d'abord. */
            articles: components["schemas"]["ArticleWithLaterLaw"][];
        };
        DomainCount: {
            code: string;
            titre: string;
            documents: number;
        };
        /** @description Le texte donné : son intervalle, [date_debut, date_fin[, sa certitude et ses empreintes. */
        Edition: {
            /** Format: date */
            date_debut: string;
            /**
             * Format: date
             * @description Premier jour où elle n'est plus en vigueur.
             */
            date_fin: string | null;
            /** @description Numéro de la source. */
            pgp: number;
            /**
             * Format: date
             * @description Le jour dont tout ceci parle : `date` si elle est demandée, sinon aujourd'hui (à Paris) pour l'édition en vigueur, sinon son début.
             */
            jour: string;
            /** @description `attestee` : ce jour est son début, ou une source la montre en vigueur ce jour-là ou plus tard, dans son intervalle ; `presumee` sinon. Le début de l'édition suivante n'atteste aucune fin. */
            certitude_dates: components["schemas"]["Certainty"];
            /** @description `attestee` : une même sorte de source a montré ces mots ce jour-là ou avant, et ce jour-là ou après, sans d'autres mots entre les deux ; `presumee` sinon. */
            certitude_texte: components["schemas"]["Certainty"];
            /** @description Première et dernière source qui ont montré ces mots. */
            texte_observe: components["schemas"]["ObservedDays"];
            /** @description `attestee` quand `certitude_dates` et `certitude_texte` le sont. */
            certitude: components["schemas"]["Certainty"];
            /** @description Vrai quand seule son absence d'un export dit qu'elle a pris fin. */
            fin_constatee: boolean;
            /** @description SHA-256 de son texte, espaces réduites (voir « Retrouver ce que disait la doctrine »). */
            empreinte: string;
            /** @description SHA-256 des octets officiels ; null quand ils n'ont pas été gardés tels que reçus. */
            empreinte_source: string | null;
            /** @description Rédactions détenues de cette édition. */
            redactions: number;
            /**
             * @description Comme les professionnels citent ; suivie du début de l'empreinte quand date et § laissent un choix.
             * @example BOI-IR-LIQ-20-20-20, § 130, version du 18 janvier 2024
             */
            citation: string;
            /** @description Notre page de ce texte, à une adresse qui garde sa date. */
            page: string;
            /** @description Page officielle. */
            url: string;
        };
        /** @description Refus : un code stable et un message en français. */
        ErrorAnswer: {
            error: components["schemas"]["ApiError"];
            /** @description Ce que la documentation dit de ce code. */
            doc_url: string;
            source: components["schemas"]["Attribution"];
        };
        FacetValue: {
            /** @example IR */
            code: string;
            /** @description Combien en ont. */
            documents: number;
        };
        Facets: {
            domaine: components["schemas"]["FacetValue"][];
            type: components["schemas"]["FacetValue"][];
            matiere: components["schemas"]["FacetValue"][];
        };
        FreeQuotation: {
            /** @description Du guillemet ouvrant, en points de code. */
            debut: number;
            /** @description Caractère qui suit le guillemet fermant. */
            fin: number;
            /** @description Les mots et leurs guillemets, tels qu'ils sont écrits. */
            texte: string;
            /**
             * @description `non_verifiee` : au-delà de cinq, ou faute de temps.
             * @enum {string}
             */
            etat: "trouvee" | "introuvable" | "non_verifiee";
            /**
             * @description Le document qui a ces mots.
             * @example BOI-IR-LIQ-20-10
             */
            boi_id: string | null;
            /**
             * @description Son § ; null hors de tout §.
             * @example 130
             */
            numero: string | null;
            /** @description La citation de ce texte sous sa forme usuelle. */
            citation: string | null;
        };
        Graph: {
            root: string;
            depth: number;
            nodes: components["schemas"]["GraphNode"][];
            edges: components["schemas"]["GraphEdge"][];
            /**
             * @description Présent quand le graphe s'arrête à 2 000 nœuds.
             * @enum {boolean}
             */
            truncated?: true;
            couverture: components["schemas"]["Coverage"];
            source: components["schemas"]["Attribution"];
        };
        GraphEdge: {
            source: string;
            target: string;
            /** @enum {string} */
            kind: "references";
            /** @description Premier § de la source qui cite la cible. */
            paragraphe: string | null;
        };
        GraphNode: {
            boi_id: string;
            titre: string | null;
            domaine: string;
            statut: components["schemas"]["DocumentStatus"] | (null);
            /** Format: date */
            date_publication: string | null;
            /** @description Distance à la racine. */
            depth: number;
            /** @description Faux quand le document n'est pas dans le corpus. */
            existe: boolean;
            /** @description Page officielle. */
            url: string | null;
        };
        Health: {
            /** @enum {string} */
            status: "ok";
            /** Format: date-time */
            timestamp: string;
            service: string;
            version: string;
            source: components["schemas"]["Attribution"];
        };
        History: {
            boi_id: string;
            /** @description Document retiré ou transféré : l'avis de la source, mot pour mot ; null quand seule son absence le dit. */
            avis?: string | null;
            /** @description Document transféré : tous ceux qui reprennent ses commentaires. */
            transferts?: string[];
            /**
             * Format: date
             * @description Début de la première édition détenue : il a pu y en avoir avant elle. null sans aucun texte.
             */
            premiere_edition_detenue: string | null;
            versions: components["schemas"]["Version"][];
            couverture: components["schemas"]["Coverage"];
            source: components["schemas"]["Attribution"];
        };
        /** @description L'édition montrée : celle d'où viennent l'extrait, la citation et la page. */
        HitEdition: {
            /** Format: date */
            date_debut: string;
            /**
             * Format: date
             * @description Premier jour où elle n'est plus en vigueur.
             */
            date_fin: string | null;
            /** @description De ses dates et de ses mots, le jour cherché (`date`), sinon comme dans `edition.certitude` d'un document. */
            certitude: components["schemas"]["Certainty"];
        };
        HybridHit: {
            /**
             * @description Identifiant du document.
             * @example BOI-IR-LIQ-20-10
             */
            boi_id: string;
            /** @description Titre du document : sa place dans le plan, puis son objet. */
            titre: string;
            /** @description Texte échappé pour HTML ; en plein texte, les termes trouvés sont dans des balises <mark>. */
            extrait: string;
            /** @description Pertinence, décroissante ; comparable au sein d'une même réponse. */
            score: number;
            /** @description Premier segment de l'identifiant. */
            domaine: string;
            type: components["schemas"]["DocumentKind"];
            /**
             * @description Domaine dont traite le document : le sien, ou celui dont traite un rescrit, une annexe, un formulaire, une lettre ; null quand rien ne le dit.
             * @example IR
             */
            matiere: string | null;
            /** @description Numéro du § où commence l'extrait. */
            paragraphe: string | null;
            /**
             * Format: date
             * @description Jour où l'édition est entrée en vigueur ; sans texte détenu, jour de l'avis.
             */
            date_publication: string;
            /** @description Page officielle. */
            url: string;
            edition: components["schemas"]["HitEdition"];
            /**
             * @description Comme les professionnels citent ; suivie du début de l'empreinte quand date et § laissent un choix.
             * @example BOI-IR-LIQ-20-20-20, § 130, version du 18 janvier 2024
             */
            citation: string;
            /** @description Notre page de ce texte, à une adresse qui garde sa date. */
            page: string;
            /** @description Ses trois meilleurs passages au plus, le meilleur d'abord : `paragraphe` et `extrait` sont les siens. */
            passages: components["schemas"]["HybridPassage"][];
            scores: components["schemas"]["HybridScores"];
            rangs: components["schemas"]["HybridRanks"];
        };
        HybridPage: {
            results: components["schemas"]["HybridHit"][];
            /** @description Avec `date` : combien de documents ont une première édition détenue qui commence plus tard. Ce qu'ils disaient alors, s'ils existaient, n'a pas été cherché. */
            editions_non_detenues?: number;
            /** @description Quand un index est en retard sur la base, et de combien ; quand la recherche par le sens est indisponible ; avec `date`, quand des éditions de ce jour-là manquent, ou que des vecteurs de textes passés restent à faire. */
            avertissements?: components["schemas"]["SearchWarning"][];
            couverture: components["schemas"]["Coverage"];
            source: components["schemas"]["Attribution"];
        };
        HybridPassage: {
            /**
             * @description Du § où il commence.
             * @example 130
             */
            numero: string | null;
            section: string[];
            /** @description Son début, échappé pour HTML. */
            extrait: string;
            /** @description De 0 à 1, par ses mots et son sens ; comparable au sein d'un document. */
            score: number;
            /**
             * @description Comme les professionnels citent ; suivie du début de l'empreinte quand date et § laissent un choix.
             * @example BOI-IR-LIQ-20-20-20, § 130, version du 18 janvier 2024
             */
            citation: string;
            /** @description Notre page de ce texte, à une adresse qui garde sa date. */
            page: string;
        };
        /** @description null : au-delà des 200 premiers de ce côté. */
        HybridRanks: {
            /** @description Sa place par les mots, à partir de 1. */
            texte: number | null;
            /** @description Sa place par le sens, à partir de 1. */
            sens: number | null;
        };
        /** @description null : aucun mot de la question, ou aucun vecteur. */
        HybridScores: {
            /** @description Ce qu'il porte des mots de la question, dans son texte, ses meilleurs passages et la fin de son titre ; de 0 à 1. */
            texte: number | null;
            /** @description Cosinus de son passage le plus proche de la question, que complètent les mots de la doctrine pour ses mots courants. */
            sens: number | null;
        };
        HybridSearchRequest: {
            /**
             * @description Question en langage courant.
             * @example Mes jeunes enfants sont gardés par une assistante maternelle : ai-je droit à un crédit d'impôt ?
             */
            question: string;
            /**
             * @description Nombre de documents.
             * @default 10
             */
            top_k?: number;
            /**
             * Format: date
             * @description Cherche dans les éditions en vigueur ce jour-là, une par document ; sans elle, dans celles en vigueur aujourd'hui.
             * @example 2021-01-01
             */
            date?: string;
            /** @description Domaine du plan, comme IR ou TVA ; par défaut, tous. */
            domaine?: string;
            /**
             * @description Nature des documents ; sans elle, toutes.
             * @enum {string}
             */
            type?: "commentaire" | "rescrit" | "bareme" | "formulaire" | "lettre_type" | "annexe" | "cartographie";
            /** @description Domaine dont traitent les documents, rescrits et annexes compris, comme TVA. */
            matiere?: string;
            /** @description Nœud du plan : son document et tout ce qui est dessous. */
            chemin?: string;
            /** @description Article de loi que les documents citent, comme CGI:150 U. */
            article?: string;
            /**
             * @description Clé d'une décision que les documents citent.
             * @example CE-402006
             */
            decision?: string;
            /**
             * @description Clé d'une loi, d'un décret, d'une directive… que les documents citent.
             * @example loi-2007-1223
             */
            norme?: string;
            /**
             * @description Clé d'une réponse ministérielle que les documents citent.
             * @example RM-AN-2016-78192
             */
            reponse?: string;
        };
        Image: {
            /** @description Ce que la source dit de l'image, souvent une formule. */
            alt: string | null;
            /** @description Où la voir, quand une page la tient. */
            url: string | null;
        };
        InternalReference: {
            /** @description § où se trouve le renvoi ; nul hors des §. */
            depuis: string | null;
            /** @description § de ce document qu'il nomme. */
            vers: string;
            /** @description Ses mots. */
            texte: string;
            /** @description Si le texte a ce §. */
            existe: boolean;
        };
        JournalEntry: {
            /** @description Croît à chaque entrée ; des nombres peuvent manquer. */
            sequence: number;
            /** Format: date-time */
            detecte_le: string | null;
            /**
             * @description `rectification` : d'autres mots pour une édition ; `retablissement` : de nouveau en vigueur ; `effacement` : texte retiré sur obligation légale, à retirer des copies (`titre` est alors l'identifiant, `empreinte_avant` celle du texte) ; `source` : la source a changé la fiche du document, non ses mots.
             * @enum {string}
             */
            evenement: "edition" | "rectification" | "retrait" | "transfert" | "retablissement" | "actualite" | "effacement" | "source";
            /** @description Nul pour une actualité, comme `domaine` et `type`. */
            boi_id: string | null;
            titre: string;
            domaine: string | null;
            type: components["schemas"]["DocumentKind"] | (null);
            /** Format: date */
            date: string;
            /** @description Portée que l'actualité donne elle-même à tout son changement, par une phrase d'une liste close ; nul quand elle n'en dit rien. */
            portee_annoncee: components["schemas"]["ChangeScope"] | (null);
            portee_deduite: components["schemas"]["DeducedScope"] | (null);
            portee_texte: components["schemas"]["ChangeScope"] | (null);
            paragraphes: components["schemas"]["ChangedParagraphs"];
            /** @description Du texte qui précédait, tel qu'il était détenu à ce moment. */
            empreinte_avant: string | null;
            empreinte_apres: string | null;
            actualite: components["schemas"]["NewsLink"] | (null);
            /** @description Documents que nomme une actualité. */
            documents: string[];
            /** @description Pour `source` : ce qui a changé de la fiche du document, ses mots étant les mêmes. */
            champs: string[];
        };
        JournalPage: {
            apres: number;
            /** @description Le nombre à donner en `apres` la fois suivante. */
            dernier: number;
            /** @description Version de l'analyse des textes : quand elle change, réexportez. */
            derivation: number;
            count: number;
            /** @description De la plus ancienne à la plus récente. */
            entrees: components["schemas"]["JournalEntry"][];
            couverture: components["schemas"]["Coverage"];
            source: components["schemas"]["Attribution"];
        };
        /** @description Le texte donné : son intervalle, [date_debut, date_fin[, et sa preuve. Sans texte détenu, ni début, ni empreinte, ni citation. */
        KnownEdition: {
            /**
             * Format: date
             * @description null sans texte détenu : avant le jour de l'avis.
             */
            date_debut: string | null;
            /**
             * Format: date
             * @description Premier jour où elle n'est plus en vigueur.
             */
            date_fin: string | null;
            /** @description Numéro de la source. */
            pgp: number;
            /**
             * Format: date
             * @description Le jour dont tout ceci parle : `date` si elle est demandée, sinon aujourd'hui (à Paris) pour l'édition en vigueur, sinon son début.
             */
            jour: string;
            /** @description `attestee` : ce jour est son début, ou une source la montre en vigueur ce jour-là ou plus tard, dans son intervalle ; `presumee` sinon. Le début de l'édition suivante n'atteste aucune fin. */
            certitude_dates: components["schemas"]["Certainty"];
            /** @description `attestee` : une même sorte de source a montré ces mots ce jour-là ou avant, et ce jour-là ou après, sans d'autres mots entre les deux ; `presumee` sinon. */
            certitude_texte: components["schemas"]["Certainty"];
            /** @description Première et dernière source qui ont montré ces mots. */
            texte_observe: components["schemas"]["ObservedDays"];
            /** @description `attestee` quand `certitude_dates` et `certitude_texte` le sont. */
            certitude: components["schemas"]["Certainty"];
            /** @description Vrai quand seule son absence d'un export dit qu'elle a pris fin. */
            fin_constatee: boolean;
            /** @description SHA-256 de son texte, espaces réduites (voir « Retrouver ce que disait la doctrine »). */
            empreinte: string | null;
            /** @description SHA-256 des octets officiels ; null quand ils n'ont pas été gardés tels que reçus. */
            empreinte_source: string | null;
            /** @description Rédactions détenues de cette édition. */
            redactions: number;
            /**
             * @description Comme les professionnels citent ; suivie du début de l'empreinte quand date et § laissent un choix.
             * @example BOI-IR-LIQ-20-20-20, § 130, version du 18 janvier 2024
             */
            citation: string | null;
            /** @description Notre page de ce texte, à une adresse qui garde sa date. */
            page: string;
            /** @description Page officielle. */
            url: string;
        };
        /** @description De chacun, il est dit ceci : l'article a changé depuis cette édition ; ce que ce changement fait à ce texte n'est pas dit. */
        LaterLawList: {
            /** @description Nombre de documents, toutes pages comprises. */
            total: number;
            /** @description Celui dont un article a changé le dernier d'abord. */
            documents: components["schemas"]["DocumentWithLaterLaw"][];
            couverture_droit: components["schemas"]["LawCoverage"];
            /** @description Adresse de la page suivante ; nul à la dernière. */
            page_suivante: string | null;
            couverture: components["schemas"]["Coverage"];
            source: components["schemas"]["Attribution"];
        };
        LawChange: {
            /**
             * Format: date
             * @description Jour du changement.
             */
            date: string;
            /**
             * @description La version qui commence ce jour-là ; null quand l'article a pris fin sans suite.
             * @example LEGIARTI000006302201
             */
            legiarti: string | null;
            /** @description `formelle` quand seules diffèrent les espaces, la typographie, la numérotation ou la ponctuation ; null quand un des deux textes n'est pas détenu. */
            portee_texte: components["schemas"]["ChangeScope"] | (null);
        };
        LawChangeList: {
            /** @description Nombre de changements depuis ce jour, à venir compris. */
            total: number;
            /** @description Le plus récent d'abord. */
            changements: components["schemas"]["ListedLawChange"][];
            couverture_droit: components["schemas"]["LawCoverage"];
            /** @description Adresse de la page suivante ; nul à la dernière. */
            page_suivante: string | null;
            couverture: components["schemas"]["Coverage"];
            source: components["schemas"]["Attribution"];
        };
        LawCitingDocument: {
            /** @example BOI-IR-LIQ-20-10 */
            boi_id: string;
            titre: string;
            /** @description Premier segment de l'identifiant. */
            domaine: string;
            type: components["schemas"]["DocumentKind"];
            /** Format: date */
            date_publication: string;
            /** @description Page officielle. */
            url: string;
            /** @description Nombre de fois où il la cite. */
            mentions: number;
            /** @description Numéros des § qui la citent. */
            paragraphes: string[];
            rang: components["schemas"]["CitationRank"];
        };
        /** @description Jusqu'où va le droit détenu (LEGI, DILA, Licence Ouverte 2.0). Ce qui n'est pas détenu n'est pas dit inexistant. */
        LawCoverage: {
            /**
             * Format: date
             * @description Jour de la dernière livraison de la base LEGI appliquée avant toute lacune ; null quand aucun texte de loi n'est détenu.
             * @example 2026-06-03
             */
            jusqu_au: string | null;
        };
        ListedArticle: {
            /**
             * @description Comme la doctrine le nomme.
             * @example CGI
             */
            code: string;
            /**
             * @description Sa clé dans les adresses.
             * @example CGI
             */
            code_cle: string;
            /** @example 150 U */
            article: string;
            /** @description Où Légifrance donne les articles de ce numéro. */
            url: string | null;
            /** @description Documents en vigueur qui le citent, seul ou dans une suite. */
            documents: number;
            /** @description Nombre de fois où ils le citent. */
            mentions: number;
        };
        ListedDecision: {
            /**
             * @description Clé, lisible et stable ; nul quand le texte ne la distingue pas d'une autre.
             * @example CE-248065
             */
            cle: string | null;
            juridiction: components["schemas"]["Court"];
            /**
             * @description Telle qu'elle est écrite.
             * @example plén.
             */
            formation: string | null;
            /**
             * Format: date
             * @description Nul quand aucun texte ne la donne.
             */
            date: string | null;
            /**
             * @description Tel qu'il est écrit.
             * @example 248065
             */
            numero: string | null;
            /** @description Quand le texte le donne, ou une règle certaine. */
            ecli: string | null;
            /** @description Page officielle, quand un lien du texte ou une règle de qui la publie la donne. */
            url: string | null;
            /** @description Documents en vigueur qui la citent. */
            documents: number;
            /** @description Nombre de fois où ils la citent. */
            mentions: number;
            /** @description Actualités qui la citent. */
            actualites: number;
        };
        ListedLawChange: {
            /**
             * @description Clé du code dans les adresses.
             * @example CGI
             */
            code_cle: string;
            /** @example 150 U */
            article: string;
            /**
             * @description La version qui commence ce jour-là ; null quand l'article a pris fin sans suite.
             * @example LEGIARTI000006302201
             */
            legiarti: string | null;
            /**
             * Format: date
             * @description Jour du changement ; 2222-02-22 pour un jour encore inconnu.
             */
            date: string;
            /** @description De la version qui commence, ou de celle qui finit, tel que LEGI l'écrit. */
            etat: string;
            /** @description `formelle` quand seules diffèrent les espaces, la typographie, la numérotation ou la ponctuation ; null quand un des deux textes n'est pas détenu. */
            portee_texte: components["schemas"]["ChangeScope"] | (null);
            /** @description Documents en vigueur qui nomment l'article. */
            documents: number;
            /** @description Vrai quand ce jour est après celui de la réponse. */
            a_venir: boolean;
        };
        ListedNorme: {
            /**
             * @description Clé, lisible et stable ; nul quand le texte ne la distingue pas d'une autre.
             * @example loi-2012-1509
             */
            cle: string | null;
            nature: components["schemas"]["NormKind"];
            /**
             * @description Tel qu'il est écrit.
             * @example 2012-1509
             */
            numero: string | null;
            /**
             * Format: date
             * @description Nul quand aucun texte ne la donne.
             */
            date: string | null;
            /** @description Page officielle, quand un lien du texte ou une règle de qui la publie la donne. */
            url: string | null;
            /** @description Documents en vigueur qui la citent. */
            documents: number;
            /** @description Nombre de fois où ils la citent. */
            mentions: number;
            /** @description Actualités qui la citent. */
            actualites: number;
        };
        ListedReponse: {
            /**
             * @description Clé, lisible et stable ; nul quand le texte ne la distingue pas d'une autre.
             * @example RM-AN-1996-39397
             */
            cle: string | null;
            chambre: components["schemas"]["Chamber"];
            /**
             * @description Nom du parlementaire.
             * @example Louwagie
             */
            auteur: string | null;
            /**
             * @description Tel qu'il est écrit.
             * @example 39397
             */
            numero: string | null;
            /**
             * Format: date
             * @description Nul quand aucun texte ne la donne.
             */
            date: string | null;
            /** @description Page officielle, quand un lien du texte ou une règle de qui la publie la donne. */
            url: string | null;
            /** @description Documents en vigueur qui la citent. */
            documents: number;
            /** @description Nombre de fois où ils la citent. */
            mentions: number;
            /** @description Actualités qui la citent. */
            actualites: number;
        };
        ListedTable: {
            /** @example BOI-IR-LIQ-20-10 */
            boi_id: string;
            /** @description Titre du document. */
            document: string;
            /** @description À partir de 1, dans l'ordre du document. */
            rang: number;
            /** @description § où il se trouve ; nul hors des §. */
            paragraphe: string | null;
            /** @description Titres au-dessus de lui, du plus large au plus étroit. */
            section: string[];
            /** @description Sa légende. */
            titre: string | null;
            /** @description Textes de ses en-têtes ; du premier rang quand la source n'en marque aucun. */
            intitules: string[];
            /** @description Nombre de rangs. */
            lignes: number;
            /** @description Notre page de ce texte, à une adresse qui garde sa date. */
            page: string;
        };
        MinuteAllowance: {
            /** @description Requêtes par minute glissante. */
            limite: number;
            /** @description Après cette requête. */
            restant: number;
            /** Format: date-time */
            reinitialisation: string;
        };
        MonthAllowance: {
            /**
             * @description Mois en cours, UTC.
             * @example 2026-11
             */
            mois: string;
            /** @description Réponses comptées par mois ; null = sans quota. */
            quota: number | null;
            /** @description Réponses comptées ce mois-ci. */
            utilise: number;
            restant: number | null;
            /** Format: date-time */
            reinitialisation: string;
        };
        NamedDocument: {
            boi_id: string;
            /** @description Nul quand le document n'est pas dans le corpus. */
            titre: string | null;
            statut: components["schemas"]["DocumentStatus"] | (null);
        };
        NamingParagraph: {
            /** @example BOI-IR-LIQ-20-10 */
            boi_id: string;
            /** @description Numéro du §. */
            numero: string;
        };
        /** @description Quand les mots ne sont nulle part dans le document ; null si rien n'en approche. */
        NearestWords: {
            /** @description Son § ; null hors de tout §. */
            numero: string | null;
            /** @description Les mots du document les plus proches de ceux qui sont cités. */
            texte: string;
        };
        NewAccountKey: {
            /**
             * @description La clé, donnée cette seule fois.
             * @example boi_…
             */
            key: string;
            /**
             * @description Douze premiers caractères de la clé.
             * @example boi_4fTq9ZkB
             */
            visible_start: string;
            /** @example Production */
            name: string;
            source: components["schemas"]["Attribution"];
        };
        News: {
            /** @example ACTU-2026-00038 */
            id: string;
            titre: string;
            /** Format: date */
            date: string;
            /** @description Page officielle. */
            url: string;
            /** @description Page de ce service. */
            page: string;
            /** @description HTML assaini. */
            contenu_html: string;
            contenu_texte: string;
            /** @description SHA-256 de `contenu_texte`. */
            empreinte: string;
            /** @description Documents qu'elle nomme, par identifiant. */
            documents: components["schemas"]["NamedDocument"][];
            /** @description Articles de loi qu'elle cite. */
            articles: components["schemas"]["CitedArticle"][];
            /** @description Décisions de justice citées. */
            decisions: components["schemas"]["CitedDecision"][];
            /** @description Lois, ordonnances, décrets, arrêtés, directives, règlements et conventions cités, par article. */
            normes: components["schemas"]["CitedNorme"][];
            /** @description Réponses ministérielles citées. */
            reponses: components["schemas"]["CitedReponse"][];
            /** @description Portée que l'actualité donne elle-même à tout son changement, par une phrase d'une liste close ; nul quand elle n'en dit rien. */
            portee_annoncee: components["schemas"]["ChangeScope"] | (null);
            portee_deduite: components["schemas"]["DeducedScope"] | (null);
            consultation_publique: components["schemas"]["ConsultationDays"] | (null);
        };
        NewsAnswer: {
            /** @example ACTU-2026-00038 */
            id: string;
            titre: string;
            /** Format: date */
            date: string;
            /** @description Page officielle. */
            url: string;
            /** @description Page de ce service. */
            page: string;
            /** @description HTML assaini. */
            contenu_html: string;
            contenu_texte: string;
            /** @description SHA-256 de `contenu_texte`. */
            empreinte: string;
            /** @description Documents qu'elle nomme, par identifiant. */
            documents: components["schemas"]["NamedDocument"][];
            /** @description Articles de loi qu'elle cite. */
            articles: components["schemas"]["CitedArticle"][];
            /** @description Décisions de justice citées. */
            decisions: components["schemas"]["CitedDecision"][];
            /** @description Lois, ordonnances, décrets, arrêtés, directives, règlements et conventions cités, par article. */
            normes: components["schemas"]["CitedNorme"][];
            /** @description Réponses ministérielles citées. */
            reponses: components["schemas"]["CitedReponse"][];
            /** @description Portée que l'actualité donne elle-même à tout son changement, par une phrase d'une liste close ; nul quand elle n'en dit rien. */
            portee_annoncee: components["schemas"]["ChangeScope"] | (null);
            portee_deduite: components["schemas"]["DeducedScope"] | (null);
            consultation_publique: components["schemas"]["ConsultationDays"] | (null);
            couverture: components["schemas"]["Coverage"];
            source: components["schemas"]["Attribution"];
        };
        NewsLink: {
            id: string;
            titre: string;
            url: string;
        };
        NewsList: {
            /** @description Nombre exact d'actualités trouvées. */
            total: number;
            /** @description Actualités de cette réponse. */
            count: number;
            actualites: components["schemas"]["News"][];
            couverture: components["schemas"]["Coverage"];
            source: components["schemas"]["Attribution"];
        };
        /**
         * @description Ce qu'elle est.
         * @enum {string}
         */
        NormKind: "loi" | "ordonnance" | "decret" | "arrete" | "directive" | "reglement" | "convention" | "traite" | "constitution";
        NormeList: {
            /** @description Nombre d'entrées, toutes pages comprises. */
            total: number;
            normes: components["schemas"]["ListedNorme"][];
            /** @description Adresse de la page suivante ; nul à la dernière. */
            page_suivante: string | null;
            couverture: components["schemas"]["Coverage"];
            source: components["schemas"]["Attribution"];
        };
        NormeReference: {
            /** @description Premier caractère, en points de code. */
            debut: number;
            /** @description Caractère qui suit le dernier. */
            fin: number;
            /** @description La référence telle qu'elle est écrite. */
            texte: string;
            /** @enum {string} */
            genre: "norme";
            /**
             * @description Clé, lisible et stable ; nul quand le texte ne la distingue pas d'une autre.
             * @example loi-2012-1509
             */
            cle: string | null;
            nature: components["schemas"]["NormKind"];
            /**
             * @description Tel qu'il est écrit.
             * @example 2012-1509
             */
            numero: string | null;
            /**
             * Format: date
             * @description Nul quand aucun texte ne la donne.
             */
            date: string | null;
            /** @description Page officielle, quand un lien du texte ou une règle de qui la publie la donne. */
            url: string | null;
            /**
             * @description Article cité, tel qu'il est écrit ; nul pour le tout.
             * @example 13
             */
            article: string | null;
            /** @description La date écrite n'est pas celle que la doctrine donne à ce numéro : l'un des deux est à corriger, `url` et `documents` sont null, et `adresse` mène à celle que la doctrine cite. */
            date_discordante: boolean;
            /** @description Documents en vigueur qui la citent ; 0 quand aucun ne la cite, null quand elle n'a pas de clé ou que sa date est discordante. */
            documents: number | null;
            /**
             * @description Où l'API les donne, et les actualités qui la citent ; null quand rien ne la cite.
             * @example /v1/decisions/CE-402006
             */
            adresse: string | null;
        };
        NormeWithDocuments: {
            /**
             * @description Clé, lisible et stable ; nul quand le texte ne la distingue pas d'une autre.
             * @example loi-2012-1509
             */
            cle: string | null;
            nature: components["schemas"]["NormKind"];
            /**
             * @description Tel qu'il est écrit.
             * @example 2012-1509
             */
            numero: string | null;
            /**
             * Format: date
             * @description Nul quand aucun texte ne la donne.
             */
            date: string | null;
            /** @description Page officielle, quand un lien du texte ou une règle de qui la publie la donne. */
            url: string | null;
            /** @description Documents en vigueur qui la citent. */
            total: number;
            /** @description Par rang, nombre de mentions, puis identifiant. */
            documents: components["schemas"]["LawCitingDocument"][];
            /** @description Toutes les actualités qui la nomment, la plus récente d'abord, à toute page. */
            actualites: components["schemas"]["CitingNews"][];
            /** @description Adresse de la page suivante ; nul à la dernière. */
            page_suivante: string | null;
            couverture: components["schemas"]["Coverage"];
            source: components["schemas"]["Attribution"];
        };
        ObservedDays: {
            /**
             * Format: date
             * @description null pour ce qui était détenu avant que ce jour soit gardé, tant qu'aucune source ne le remontre.
             */
            du: string | null;
            /**
             * Format: date
             * @description null pour ce qui était détenu avant que ce jour soit gardé, tant qu'aucune source ne le remontre.
             */
            au: string | null;
        };
        /** @enum {string} */
        OfficialFileKind: "export" | "archive";
        Paragraph: {
            /** @example 130 */
            numero: string;
            section: string[];
            texte: string;
            /** @description Nombre de tableaux de ce §. */
            tableaux: number;
            /**
             * @description Du § dans notre page.
             * @example p130
             */
            ancre: string;
            /** @description SHA-256 de son texte, espaces réduites. */
            empreinte: string;
            /**
             * @description Comme les professionnels citent ; suivie du début de l'empreinte quand date et § laissent un choix.
             * @example BOI-IR-LIQ-20-20-20, § 130, version du 18 janvier 2024
             */
            citation: string;
        };
        ParagraphAnswer: {
            boi_id: string;
            /** @description Du document. */
            titre: string;
            /** @example 130 */
            numero: string;
            /** @description Titres au-dessus du §, du plus large au plus étroit. */
            section: string[];
            texte: string;
            /** @description HTML assaini de ce §. */
            html: string;
            /** @description Nombre de tableaux de ce § : `/v1/boi/{id}/tableaux` les donne. */
            tableaux: number;
            /** @description Documents que ce § cite ; `mentions` y sont les siennes. */
            references: components["schemas"]["CitedDocument"][];
            /** @description Articles de loi que ce § cite. */
            articles: components["schemas"]["CitedArticle"][];
            couverture_droit: components["schemas"]["LawCoverage"];
            /** @description Décisions de justice citées. */
            decisions: components["schemas"]["CitedDecision"][];
            /** @description Lois, ordonnances, décrets, arrêtés, directives, règlements et conventions cités, par article. */
            normes: components["schemas"]["CitedNorme"][];
            /** @description Réponses ministérielles citées. */
            reponses: components["schemas"]["CitedReponse"][];
            /** @description Consultations publiques où cette édition a été soumise aux remarques : nommément, par une actualité, quand elle était en vigueur à leur début, ou par son propre bandeau. */
            consultations: components["schemas"]["Consultation"][];
            /** @description L'édition où est ce §, et d'où vient son texte. */
            edition: components["schemas"]["ParagraphEdition"];
            /**
             * Format: date
             * @description Premier jour, compris, depuis lequel le § de ce numéro a cette empreinte sans interruption, dans les éditions détenues.
             */
            inchange_depuis: string;
            /**
             * Format: date
             * @description Premier jour où il ne l'a plus ; null s'il l'a toujours.
             */
            inchange_jusqu_au: string | null;
            /** @description SHA-256 de `texte`, espaces réduites. */
            empreinte: string;
            /**
             * @description Comme les professionnels citent ; suivie du début de l'empreinte quand date et § laissent un choix.
             * @example BOI-IR-LIQ-20-20-20, § 130, version du 18 janvier 2024
             */
            citation: string;
            /** @description Notre page de ce texte, à une adresse qui garde sa date. */
            page: string;
            /** @description Page officielle de l'édition. */
            url: string;
            /** @description Numéro du § d'avant. */
            precedent: string | null;
            /** @description Numéro du § d'après. */
            suivant: string | null;
            couverture: components["schemas"]["Coverage"];
            source: components["schemas"]["Attribution"];
        };
        ParagraphChange: {
            /**
             * @description `renumerote` : même empreinte, autre numéro. `modifie` : les mots les plus semblables, sous le même numéro ou un autre ; deux § trop différents sont un `supprime` et un `ajoute`, même sous un seul numéro.
             * @enum {string}
             */
            nature: "ajoute" | "supprime" | "modifie" | "renumerote";
            /** @description Dans le texte d'arrivée (de départ pour un § supprimé) ; null pour le texte hors des § numérotés. */
            numero: string | null;
            /** @description Dans le texte de départ ; null pour un § ajouté et hors des § numérotés. */
            numero_avant: string | null;
            /** @description Intertitres, du plus large au plus étroit. */
            section: string[];
            /** @description Vide pour un § ajouté. */
            avant: string;
            /** @description Vide pour un § supprimé. */
            apres: string;
            /** @description Mot à mot : mis bout à bout sans `ajoute`, ils donnent `avant` ; sans `retire`, `apres`. Au-delà de 2 000 mots changés dans un §, un `retire` et un `ajoute`. */
            segments: components["schemas"]["ComparedWords"][];
        };
        ParagraphEdition: {
            /** Format: date */
            date_debut: string;
            /**
             * Format: date
             * @description Premier jour où elle n'est plus en vigueur.
             */
            date_fin: string | null;
            /** @description Numéro de la source. */
            pgp: number;
            /**
             * Format: date
             * @description Le jour dont tout ceci parle : `date` si elle est demandée, sinon aujourd'hui (à Paris) pour l'édition en vigueur, sinon son début.
             */
            jour: string;
            /** @description `attestee` : ce jour est son début, ou une source la montre en vigueur ce jour-là ou plus tard, dans son intervalle ; `presumee` sinon. Le début de l'édition suivante n'atteste aucune fin. */
            certitude_dates: components["schemas"]["Certainty"];
            /** @description `attestee` : une même sorte de source a montré ces mots ce jour-là ou avant, et ce jour-là ou après, sans d'autres mots entre les deux ; `presumee` sinon. */
            certitude_texte: components["schemas"]["Certainty"];
            /** @description Première et dernière source qui ont montré ces mots. */
            texte_observe: components["schemas"]["ObservedDays"];
            /** @description `attestee` quand `certitude_dates` et `certitude_texte` le sont. */
            certitude: components["schemas"]["Certainty"];
            /** @description Vrai quand seule son absence d'un export dit qu'elle a pris fin. */
            fin_constatee: boolean;
            /** @description SHA-256 de son texte, espaces réduites (voir « Retrouver ce que disait la doctrine »). */
            empreinte: string;
            /** @description SHA-256 des octets officiels ; null quand ils n'ont pas été gardés tels que reçus. */
            empreinte_source: string | null;
            /** @description Rédactions détenues de cette édition. */
            redactions: number;
            /**
             * @description Comme les professionnels citent ; suivie du début de l'empreinte quand date et § laissent un choix.
             * @example BOI-IR-LIQ-20-20-20, § 130, version du 18 janvier 2024
             */
            citation: string;
            /** @description Notre page de ce texte, à une adresse qui garde sa date. */
            page: string;
            /** @description Page officielle. */
            url: string;
            /**
             * Format: date-time
             * @description Quand ce texte a été reçu ; null s'il l'a été avant que cet instant soit gardé.
             */
            recue_le: string | null;
            provenance: components["schemas"]["ParagraphProvenance"];
        };
        ParagraphOnDay: {
            /** Format: date */
            jour: string;
            /**
             * @description `texte`, ou le code avec lequel la route du § refuserait ce jour.
             * @enum {string}
             */
            etat: "texte" | "edition_not_held" | "document_withdrawn" | "unknown_paragraph" | "paragraph_reserved" | "wording_erased";
            /** @description null quand aucun texte de ce § n'est donné ce jour-là. */
            texte: string | null;
            /** @description L'édition où est ce §, et d'où vient son texte. */
            edition: components["schemas"]["ParagraphEdition"] | (null);
            /** @description Si ce sont les mots du dernier jour de la liste, avant celui-ci, qui a un texte ; null pour le premier et sans texte. */
            identique_au_precedent: boolean | null;
        };
        ParagraphOnDays: {
            /** @example BOI-IR-LIQ-20-10 */
            boi_id: string;
            /** @example 40 */
            numero: string;
            /** @description Dans l'ordre de la requête. */
            jours: components["schemas"]["ParagraphOnDay"][];
            couverture: components["schemas"]["Coverage"];
            source: components["schemas"]["Attribution"];
        };
        /** @description Le fichier officiel qui a le premier apporté ce texte. */
        ParagraphProvenance: {
            genre: components["schemas"]["OfficialFileKind"];
            /** @description Nom du fichier officiel. */
            fichier: string | null;
            /** @description SHA-256 de ce fichier. */
            empreinte_fichier: string | null;
            /**
             * Format: date
             * @description Jour dont parle ce fichier.
             */
            date_source: string | null;
        };
        /** @description Le journal public de preuve ; sans effet sur `status` ni sur le statut HTTP. */
        ProofCheck: {
            /** @description Faux quand une tête ou son horodatage se fait attendre plus d'un jour. */
            ok: boolean;
            /** @description Origine du journal ; null quand aucun n'est tenu. */
            journal: string | null;
            /** @description Feuilles inscrites. */
            feuilles: number;
            /** @description Feuilles sous la dernière tête signée. */
            signees: number;
            /**
             * Format: date-time
             * @description Signature de la dernière tête.
             */
            tete_le: string | null;
            /**
             * Format: date-time
             * @description Dernier horodatage d'une tête.
             */
            horodatee_le: string | null;
            /** @description Ce qui ne va pas, ou qu'il faut savoir. */
            detail?: string;
        };
        Provenance: {
            genre: components["schemas"]["OfficialFileKind"];
            /** @description Nom du fichier officiel. */
            fichier: string | null;
            /** @description SHA-256 de ce fichier. */
            empreinte_fichier: string | null;
            /** Format: date-time */
            recue_le: string | null;
        };
        /** @description Quota mensuel épuisé. */
        QuotaAnswer: {
            error: components["schemas"]["ApiError"];
            /** @description Ce que la documentation dit de ce code. */
            doc_url: string;
            /** @description Où changer de formule. */
            upgrade_url: string;
            source: components["schemas"]["Attribution"];
        };
        QuotedWords: {
            /**
             * @description Dans le texte cité ; `equivalent` : aux espaces et à la typographie près ; `coupee` : avec des points de suspension que le texte n'a pas, tous les morceaux dans l'ordre.
             * @enum {string}
             */
            etat: "exact" | "equivalent" | "coupee" | "absent";
            /** @description Le § où se trouvent les mots, quand ce n'est pas celui qui est cité. */
            numero: string | null;
            proche: components["schemas"]["NearestWords"] | (null);
            /** @description Pour `coupee` : ce que les points de suspension laissent de côté, mot pour mot, dans l'ordre. */
            omis: string[];
        };
        ReferenceTarget: {
            /** @description § où se trouve le renvoi ; nul hors des §. */
            depuis: string | null;
            /** @description § qu'il nomme, le premier d'une suite. */
            vers: string | null;
            /** Format: date */
            edition: string | null;
            /** @description Ses mots. */
            texte: string;
            /** @description Si le texte détenu a ce § ; nul quand aucun n'est nommé, ou qu'aucun texte du document n'est détenu. */
            existe: boolean | null;
        };
        ReferenceToTrack: {
            /** @description Document, sans date. */
            boi_id: string;
            /**
             * @description Numéro du § ; null pour le document entier.
             * @example 130
             */
            numero?: string | null;
            /**
             * Format: date
             * @description Jour dont on a retenu le texte ; ou `empreinte`, pas les deux.
             */
            date?: string;
            /** @description Empreinte du §, ou du texte entier qui le contient. */
            empreinte?: string;
        };
        RefusalDetails: {
            /** @description Le document que désigne ce qui a été donné comme identifiant. */
            boi_id?: string;
            /**
             * Format: date
             * @description Le jour demandé, ou le début de l'édition désignée.
             */
            date?: string;
            /**
             * Format: date
             * @description Début de validité de la première édition détenue.
             */
            premiere_edition_detenue?: string | null;
            /**
             * @description Ce qu'est devenu le document.
             * @enum {string}
             */
            statut?: "retire" | "transfere";
            /**
             * Format: date
             * @description Jour où l'avis de la source dit qu'il a pris fin.
             */
            date_fin?: string | null;
            /** @description Document qui reprend ces commentaires. */
            transfere_vers?: string | null;
            /** @description Ce qui ressemble le plus à ce qui est demandé. */
            proches?: string[];
            /** @description Cinq § détenus, au plus, qui nomment ce qui n'est pas détenu. */
            nomme_par?: components["schemas"]["NamingParagraph"][];
            /** @description Suites d'articles citées où l'article prendrait place, ce qui ne dit pas qu'il existe. */
            etendues?: components["schemas"]["CitedRange"][];
        };
        ReponseList: {
            /** @description Nombre d'entrées, toutes pages comprises. */
            total: number;
            reponses: components["schemas"]["ListedReponse"][];
            /** @description Adresse de la page suivante ; nul à la dernière. */
            page_suivante: string | null;
            couverture: components["schemas"]["Coverage"];
            source: components["schemas"]["Attribution"];
        };
        ReponseReference: {
            /** @description Premier caractère, en points de code. */
            debut: number;
            /** @description Caractère qui suit le dernier. */
            fin: number;
            /** @description La référence telle qu'elle est écrite. */
            texte: string;
            /** @enum {string} */
            genre: "reponse";
            /**
             * @description Clé, lisible et stable ; nul quand le texte ne la distingue pas d'une autre.
             * @example RM-AN-1996-39397
             */
            cle: string | null;
            chambre: components["schemas"]["Chamber"];
            /**
             * @description Nom du parlementaire.
             * @example Louwagie
             */
            auteur: string | null;
            /**
             * @description Tel qu'il est écrit.
             * @example 39397
             */
            numero: string | null;
            /**
             * Format: date
             * @description Nul quand aucun texte ne la donne.
             */
            date: string | null;
            /** @description Page officielle, quand un lien du texte ou une règle de qui la publie la donne. */
            url: string | null;
            /** @description Documents en vigueur qui la citent ; 0 quand aucun ne la cite, null quand elle n'a pas de clé ou que sa date est discordante. */
            documents: number | null;
            /**
             * @description Où l'API les donne, et les actualités qui la citent ; null quand rien ne la cite.
             * @example /v1/decisions/CE-402006
             */
            adresse: string | null;
        };
        ReponseWithDocuments: {
            /**
             * @description Clé, lisible et stable ; nul quand le texte ne la distingue pas d'une autre.
             * @example RM-AN-1996-39397
             */
            cle: string | null;
            chambre: components["schemas"]["Chamber"];
            /**
             * @description Nom du parlementaire.
             * @example Louwagie
             */
            auteur: string | null;
            /**
             * @description Tel qu'il est écrit.
             * @example 39397
             */
            numero: string | null;
            /**
             * Format: date
             * @description Nul quand aucun texte ne la donne.
             */
            date: string | null;
            /** @description Page officielle, quand un lien du texte ou une règle de qui la publie la donne. */
            url: string | null;
            /** @description Documents en vigueur qui la citent. */
            total: number;
            /** @description Par rang, nombre de mentions, puis identifiant. */
            documents: components["schemas"]["LawCitingDocument"][];
            /** @description Toutes les actualités qui la nomment, la plus récente d'abord, à toute page. */
            actualites: components["schemas"]["CitingNews"][];
            /** @description Adresse de la page suivante ; nul à la dernière. */
            page_suivante: string | null;
            couverture: components["schemas"]["Coverage"];
            source: components["schemas"]["Attribution"];
        };
        ReservedParagraphs: {
            /**
             * @description Premier numéro.
             * @example 20
             */
            de: string;
            /**
             * @description Dernier, compris ; le même quand il est seul.
             * @example 40
             */
            a: string;
        };
        Resolution: {
            ref: string;
            /** @description Ce qui a été compris, en une phrase. */
            lecture: string;
            /**
             * @description `inconnu` : rien, plusieurs choses, ou des choses qui se contredisent.
             * @enum {string}
             */
            genre: "document" | "paragraphe" | "edition" | "actualite" | "article" | "decision" | "norme" | "reponse" | "inconnu";
            /** @description Si `adresse` répond 200. */
            detenu: boolean;
            /** @example BOI-IR-LIQ-20-10 */
            boi_id: string | null;
            /** @description Numéro du §. */
            numero: string | null;
            /**
             * Format: date
             * @description Début de l'édition nommée ; le jour écrit, si elle n'est pas détenue.
             */
            date: string | null;
            /** @description Numéro de la source. */
            pgp: number | null;
            /** @description De l'actualité, de l'article (`CGI:197`), de la décision, du texte ou de la réponse. */
            cle: string | null;
            /** @description Chemin dans cette API. */
            adresse: string | null;
            /** @description Notre page. */
            page: string | null;
            /** @description Page officielle. */
            url: string | null;
            /** @description Cinq au plus : ce que la référence peut nommer, quand ce n'est pas une seule chose. */
            candidats: components["schemas"]["ResolvedCandidate"][];
            couverture: components["schemas"]["Coverage"];
            source: components["schemas"]["Attribution"];
        };
        ResolvedCandidate: {
            /** @description Ce qui a été compris, en une phrase. */
            lecture: string;
            /**
             * @description `inconnu` : rien, plusieurs choses, ou des choses qui se contredisent.
             * @enum {string}
             */
            genre: "document" | "paragraphe" | "edition" | "actualite" | "article" | "decision" | "norme" | "reponse" | "inconnu";
            /** @description Si `adresse` répond 200. */
            detenu: boolean;
            /** @example BOI-IR-LIQ-20-10 */
            boi_id: string | null;
            /** @description Numéro du §. */
            numero: string | null;
            /**
             * Format: date
             * @description Début de l'édition nommée ; le jour écrit, si elle n'est pas détenue.
             */
            date: string | null;
            /** @description Numéro de la source. */
            pgp: number | null;
            /** @description De l'actualité, de l'article (`CGI:197`), de la décision, du texte ou de la réponse. */
            cle: string | null;
            /** @description Chemin dans cette API. */
            adresse: string | null;
            /** @description Notre page. */
            page: string | null;
            /** @description Page officielle. */
            url: string | null;
        };
        RevokedAccountKey: {
            /**
             * @description Douze premiers caractères de la clé.
             * @example boi_4fTq9ZkB
             */
            visible_start: string;
            /** @example Production */
            name: string;
            source: components["schemas"]["Attribution"];
        };
        SearchHit: {
            /**
             * @description Identifiant du document.
             * @example BOI-IR-LIQ-20-10
             */
            boi_id: string;
            /** @description Titre du document : sa place dans le plan, puis son objet. */
            titre: string;
            /** @description Texte échappé pour HTML ; en plein texte, les termes trouvés sont dans des balises <mark>. */
            extrait: string;
            /** @description Pertinence, décroissante ; comparable au sein d'une même réponse. */
            score: number;
            /** @description Premier segment de l'identifiant. */
            domaine: string;
            type: components["schemas"]["DocumentKind"];
            /**
             * @description Domaine dont traite le document : le sien, ou celui dont traite un rescrit, une annexe, un formulaire, une lettre ; null quand rien ne le dit.
             * @example IR
             */
            matiere: string | null;
            /** @description Numéro du § où commence l'extrait. */
            paragraphe: string | null;
            /**
             * Format: date
             * @description Jour où l'édition est entrée en vigueur ; sans texte détenu, jour de l'avis.
             */
            date_publication: string;
            /** @description Page officielle. */
            url: string;
            edition: components["schemas"]["HitEdition"];
            /**
             * @description Comme les professionnels citent ; suivie du début de l'empreinte quand date et § laissent un choix.
             * @example BOI-IR-LIQ-20-20-20, § 130, version du 18 janvier 2024
             */
            citation: string;
            /** @description Notre page de ce texte, à une adresse qui garde sa date. */
            page: string;
        };
        SearchPage: {
            /** @description Nombre exact de documents trouvés. */
            total: number;
            results: components["schemas"]["SearchHit"][];
            facettes?: components["schemas"]["Facets"];
            /** @description Avec `date` : combien de documents ont une première édition détenue qui commence plus tard. Ce qu'ils disaient alors, s'ils existaient, n'a pas été cherché. */
            editions_non_detenues?: number;
            /** @description Quand l'index est en retard sur la base, que des éditions de la date demandée manquent, ou qu'il y a de quoi aider : un mot qu'aucun document ne porte, le mot qui coûte le plus à une requête trouvant moins de trois documents, des mots qui ne comptent pas, une question, une citation reconnue. */
            avertissements?: components["schemas"]["SearchWarning"][];
            couverture: components["schemas"]["Coverage"];
            source: components["schemas"]["Attribution"];
        };
        SearchWarning: {
            /** @enum {string} */
            code: "mot_inconnu" | "mot_couteux" | "mots_ignores" | "question" | "citation_reconnue" | "index_en_retard" | "date_partielle" | "sens_indisponible";
            /** @description Pour le lecteur, en français. */
            message: string;
            /** @description Le mot dont il s'agit, tel qu'il est écrit. */
            mot: string | null;
            /** @description Une requête prête à envoyer. */
            essayer: string | null;
            requete?: components["schemas"]["SuggestedRequest"];
            /**
             * @description `citation_reconnue` : où lire ce que le texte entier désigne, dans cette API.
             * @example /v1/decisions/CE-402006
             */
            adresse?: string;
            /** @description De même, notre page. */
            page?: string;
            /** @description `index_en_retard` : combien de documents l'index n'a pas encore, ou plus ; `date_partielle` : combien ne sont pas détenus à cette date. */
            documents?: number;
        };
        SemanticPage: {
            results: components["schemas"]["SearchHit"][];
            /** @description Avec `date` : combien de documents ont une première édition détenue qui commence plus tard. Ce qu'ils disaient alors, s'ils existaient, n'a pas été cherché. */
            editions_non_detenues?: number;
            /** @description Quand un index est en retard sur la base, et de combien ; quand la recherche par le sens est indisponible ; avec `date`, quand des éditions de ce jour-là manquent, ou que des vecteurs de textes passés restent à faire. */
            avertissements?: components["schemas"]["SearchWarning"][];
            couverture: components["schemas"]["Coverage"];
            source: components["schemas"]["Attribution"];
        };
        SemanticSearchRequest: {
            /**
             * @description Question en langage courant.
             * @example Mes jeunes enfants sont gardés par une assistante maternelle : ai-je droit à un crédit d'impôt ?
             */
            question: string;
            /**
             * @description Nombre de documents.
             * @default 10
             */
            top_k?: number;
            /**
             * Format: date
             * @description Cherche dans les éditions en vigueur ce jour-là, une par document ; sans elle, dans celles en vigueur aujourd'hui.
             * @example 2021-01-01
             */
            date?: string;
            /** @description Domaine du plan, comme IR ou TVA ; par défaut, tous. */
            domaine?: string;
        };
        /** @description Les serveurs de l'index plein texte, quand plusieurs le tiennent ; un seul à jour suffit aux recherches. */
        ServerCounts: {
            /** @description Ceux qui répondent. */
            en_marche: number;
            /** @description Ceux qui répondent et tiennent tout ce que la base demande. */
            a_jour: number;
            total: number;
        };
        SourceRecord: {
            boi_id: string;
            /** @description SHA-256 des octets de `contenu`. */
            empreinte_source: string;
            /** @description Le HTML officiel, tel que reçu. */
            contenu: string;
            /**
             * @description `base64` quand les octets reçus ne sont pas de l'UTF-8.
             * @enum {string}
             */
            encodage: "utf-8" | "base64";
            provenance: components["schemas"]["Provenance"];
            couverture: components["schemas"]["Coverage"];
            source: components["schemas"]["Attribution"];
        };
        SourceServer: {
            /** @description D'où le fichier a été téléchargé. */
            adresse: string;
            /** @description SHA-256 du certificat que ce serveur a montré. */
            certificat: string | null;
            /** @description Qui a émis ce certificat, d'après lui. */
            emetteur: string | null;
        };
        /** @description Jusqu'où parlent les sources ; sans effet sur `status` ni sur le statut HTTP. */
        SourcesCheck: {
            /** @description Faux quand le retard passe la limite de l'exploitant. */
            ok: boolean;
            /**
             * Format: date
             * @description Dernier jour dont parlent les sources ; null, comme le relevé et le retard, sans adresse officielle.
             */
            jusqu_au: string | null;
            /**
             * Format: date-time
             * @description Dernière fois que les adresses officielles ont répondu, même sans rien de nouveau.
             */
            releve_le: string | null;
            /** @description Jours écoulés depuis `jusqu_au`. */
            retard_jours: number | null;
            /** @description Jours, compris, dont aucune source reçue ne parle et qui arrêtent `jusqu_au`. */
            trous: components["schemas"]["DayRange"][];
            /** @description Commentaires et annexes en vigueur de moins de 1 500 caractères, sans paragraphe numéroté, dont aucune phrase ne dit le retrait ni le transfert ; null quand la base ne répond pas. */
            a_juger: number | null;
        };
        /** @description Présent quand `date` est donnée : l'édition de ce document en vigueur ce jour-là. */
        StateOnDay: {
            /**
             * @description `non_detenue` : ce jour précède ce que le service détient ; `inconnue` : document absent du corpus.
             * @enum {string}
             */
            etat: "en_vigueur" | "non_detenue" | "retiree" | "inconnue";
            /**
             * Format: date
             * @description De l'édition en vigueur ce jour-là.
             */
            date_debut: string | null;
            /** @description Page officielle de cette édition. */
            url: string | null;
        };
        Statistics: {
            /** @description Documents en vigueur. */
            total_documents: number;
            /** @description Éditions détenues, passées et en vigueur. */
            total_versions: number;
            /** @description Actualités détenues. */
            total_actualites: number;
            domaines: components["schemas"]["DomainCount"][];
            /**
             * Format: date-time
             * @description Fin de la dernière ingestion réussie ; null avant la première.
             */
            last_import: string | null;
            couverture: components["schemas"]["Coverage"];
            source: components["schemas"]["Attribution"];
        };
        Status: {
            /** @enum {string} */
            status: "operational" | "degraded";
            /** Format: date-time */
            timestamp: string;
            version: string;
            checks: components["schemas"]["Checks"];
            source: components["schemas"]["Attribution"];
        };
        /** @description Corps JSON d'un POST ; null pour un GET. */
        SuggestedQuestion: {
            question: string;
            date?: string;
            domaine?: string;
            type?: string;
            matiere?: string;
            chemin?: string;
            article?: string;
        };
        /** @description La requête entière à envoyer quand un autre `q` ne suffit pas : avec un filtre, ou à la recherche hybride. */
        SuggestedRequest: {
            /** @enum {string} */
            methode: "GET" | "POST";
            /**
             * @description Chemin et paramètres, encodés.
             * @example /v1/search?q=location
             */
            adresse: string;
            corps: components["schemas"]["SuggestedQuestion"] | (null);
        };
        Suggestion: {
            boi_id: string;
            titre: string;
            domaine: string;
        };
        Suggestions: {
            q: string;
            suggestions: components["schemas"]["Suggestion"][];
            couverture: components["schemas"]["Coverage"];
            source: components["schemas"]["Attribution"];
        };
        TableCell: {
            /** @description Une ligne pour chaque alinéa, chaque point d'une liste, chaque retour à la ligne. */
            texte: string;
            /** @description Seulement quand toute la cellule est un nombre : « 1 500 € », « 5,5 % », « 2024 ». */
            nombre: number | null;
            unite: components["schemas"]["CellUnit"] | (null);
            bornes: components["schemas"]["CellBounds"] | (null);
            /** @description Rangs qu'elle occupe. */
            hauteur: number;
            /** @description Colonnes qu'elle occupe. */
            largeur: number;
            /** @description Si la source la marque comme un en-tête, de colonne ou de rang. */
            entete: boolean;
        };
        TableList: {
            /** @description Nombre de tableaux, toutes pages comprises. */
            total: number;
            /** @description Par identifiant, puis dans l'ordre de chaque document. */
            tableaux: components["schemas"]["ListedTable"][];
            /** @description Adresse de la page suivante ; nul à la dernière. */
            page_suivante: string | null;
            couverture: components["schemas"]["Coverage"];
            source: components["schemas"]["Attribution"];
        };
        /** @description Pour `modifiee` : ce qui sépare ce texte de celui d'aujourd'hui ; null quand la requête a trop de textes à comparer. */
        TrackedGap: {
            /**
             * @description `formelle` : espaces, typographie, numérotation ou ponctuation. `decoupage` : aucune phrase n'est perdue ni ajoutée ; elles sont ailleurs dans le document, ou autrement découpées. `fond` : le reste.
             * @enum {string}
             */
            portee: "formelle" | "decoupage" | "fond";
            /** @description Celles que le document n'a plus nulle part, telles qu'écrites ; 100 au plus. */
            phrases_retirees: string[];
            /** @description Celles du § qui en tient lieu, que le document n'avait nulle part ; 100 au plus. */
            phrases_ajoutees: string[];
            /** @description Nombres mis à la place l'un de l'autre, dans l'ordre ; 100 au plus. */
            nombres_changes: components["schemas"]["ChangedNumber"][];
        };
        TrackedReference: {
            /** @example BOI-IR-LIQ-20-10 */
            boi_id: string;
            /**
             * @description Null pour le document entier.
             * @example 40
             */
            numero: string | null;
            /**
             * @description `inchangee` : même numéro, mêmes mots en vigueur. `deplacee` : ces mots sont aujourd'hui un autre § entier. `modifiee` : aucun § en vigueur ne les a. `retiree`, `transferee` : le document. `non_detenue` : le service ne détient pas ce document, ou pas l'édition de ce jour. `inconnue` : un document détenu n'a jamais eu ce §, ou cette empreinte.
             * @enum {string}
             */
            etat: "inchangee" | "modifiee" | "deplacee" | "retiree" | "transferee" | "non_detenue" | "inconnue";
            /**
             * Format: date
             * @description Début de la première édition détenue qui n'a plus ces mots à cette place, jour du retrait ou du transfert ; null sinon, ou quand rien ne le dit.
             */
            depuis: string | null;
            /** @description Pour `deplacee` : le § qui a ces mots aujourd'hui. */
            numero_actuel: string | null;
            /** @description Le texte nommé, sous sa forme usuelle ; null quand le service ne le détient pas. */
            citation: string | null;
            /** @description Notre page qui compare le texte nommé et celui d'aujourd'hui, quand ils diffèrent. */
            comparaison: string | null;
            /** @description Du texte nommé, le jour de la référence ; avec une empreinte, aujourd'hui s'il est en vigueur, sinon son premier jour. Null quand le service ne le détient pas. */
            certitude: components["schemas"]["Certainty"] | (null);
            /** @description Quand `certitude` est `presumee` : première et dernière source qui ont montré ces mots. */
            texte_observe: components["schemas"]["ObservedDays"] | (null);
            /** @description Pour `inchangee` quand les mots retenus sont présumés : ce qui n'est pas prouvé. */
            avertissement: string | null;
            ecart: components["schemas"]["TrackedGap"] | (null);
            /** @description Celles qui annoncent les changements du document depuis ce jour, la plus récente d'abord. */
            actualites: components["schemas"]["NewsLink"][];
        };
        TrackedReferences: {
            /** @description Dans l'ordre de la requête. */
            references: components["schemas"]["TrackedReference"][];
            couverture: components["schemas"]["Coverage"];
            source: components["schemas"]["Attribution"];
        };
        TrackingRequest: {
            /** @description 1 000 au plus. */
            references: components["schemas"]["ReferenceToTrack"][];
        };
        UnreadReference: {
            /** @description Premier caractère, en points de code. */
            debut: number;
            /** @description Caractère qui suit le dernier. */
            fin: number;
            /** @description Les mots, tels qu'ils sont écrits. */
            texte: string;
        };
        Version: {
            /**
             * Format: date
             * @description Jour où l'édition est entrée en vigueur ; sans texte détenu, jour de l'avis.
             */
            date_publication: string;
            /**
             * Format: date
             * @description Jour où l'édition a cessé d'être en vigueur, remplacée ou retirée ; null tant qu'elle l'est.
             */
            date_mise_a_jour: string | null;
            /** @enum {string} */
            statut: "en_vigueur" | "remplace" | "retire" | "transfere";
            /** @description Vrai pour l'édition en vigueur ; une au plus. */
            current: boolean;
            /** @description Faux quand le service n'en détient aucun texte : il a pu exister, il n'est pas détenu. */
            texte_detenu: boolean;
            /** @description Numéro de la source. */
            pgp: number;
            /**
             * Format: date
             * @description Le jour dont tout ceci parle : `date` si elle est demandée, sinon aujourd'hui (à Paris) pour l'édition en vigueur, sinon son début.
             */
            jour: string;
            /** @description `attestee` : ce jour est son début, ou une source la montre en vigueur ce jour-là ou plus tard, dans son intervalle ; `presumee` sinon. Le début de l'édition suivante n'atteste aucune fin. */
            certitude_dates: components["schemas"]["Certainty"];
            /** @description `attestee` : une même sorte de source a montré ces mots ce jour-là ou avant, et ce jour-là ou après, sans d'autres mots entre les deux ; `presumee` sinon. */
            certitude_texte: components["schemas"]["Certainty"];
            /** @description Première et dernière source qui ont montré ces mots. */
            texte_observe: components["schemas"]["ObservedDays"];
            /** @description `attestee` quand `certitude_dates` et `certitude_texte` le sont. */
            certitude: components["schemas"]["Certainty"];
            /** @description Vrai quand seule son absence d'un export dit qu'elle a pris fin. */
            fin_constatee: boolean;
            /** @description SHA-256 de son texte, espaces réduites (voir « Retrouver ce que disait la doctrine »). */
            empreinte: string | null;
            /**
             * Format: date-time
             * @description Quand ce texte a été effacé sur obligation légale ; null pour un texte détenu.
             */
            effacee_le: string | null;
            /** @description Les textes reçus de cette édition, le dernier d'abord ; vide quand aucun n'est détenu. */
            redactions: components["schemas"]["Wording"][];
        };
        Wording: {
            empreinte: string;
            /** @description SHA-256 des octets officiels ; null quand ils n'ont pas été gardés tels que reçus. */
            empreinte_source: string | null;
            /**
             * Format: date-time
             * @description null pour ce qui était détenu avant que cet instant soit gardé.
             */
            recue_le: string | null;
            /** @description Vrai pour celle que l'édition donne. */
            courante: boolean;
            /**
             * Format: date-time
             * @description Quand ce texte a été effacé sur obligation légale ; null pour un texte détenu.
             */
            effacee_le: string | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    searchDocuments: {
        parameters: {
            query: {
                /**
                 * @description Mots (tous exigés), « phrase exacte », préfixe* (8 au plus), AND / OR / NOT (ou ET / OU / SAUF) en capitales, parenthèses, -exclusion.
                 * @example plus-value ET exonération
                 */
                q: string;
                /** @description Nombre de résultats. */
                limit?: number;
                /** @description Nombre de résultats à passer. */
                offset?: number;
                /** @description Domaine du plan, comme IR ou TVA ; par défaut, tous. */
                domaine?: string;
                /** @description Nature des documents ; sans elle, toutes. */
                type?: "commentaire" | "rescrit" | "bareme" | "formulaire" | "lettre_type" | "annexe" | "cartographie";
                /** @description Domaine dont traitent les documents, rescrits et annexes compris, comme TVA. */
                matiere?: string;
                /** @description Nœud du plan : son document et tout ce qui est dessous. */
                chemin?: string;
                /** @description Article de loi que les documents citent, comme CGI:150 U. */
                article?: string;
                /**
                 * @description Clé d'une décision que les documents citent.
                 * @example CE-402006
                 */
                decision?: string;
                /**
                 * @description Clé d'une loi, d'un décret, d'une directive… que les documents citent.
                 * @example loi-2007-1223
                 */
                norme?: string;
                /**
                 * @description Clé d'une réponse ministérielle que les documents citent.
                 * @example RM-AN-2016-78192
                 */
                reponse?: string;
                /**
                 * @description Cherche dans les éditions en vigueur ce jour-là, une par document ; sans elle, dans celles en vigueur aujourd'hui.
                 * @example 2021-01-01
                 */
                date?: string;
                /** @description `tous` : aussi les documents retirés ou transférés, dans leur dernier texte. Pas avec `date`. */
                statut?: "tous";
                /** @description `true` : combien de documents du résultat entier ont chaque domaine, type et matière. */
                facettes?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Réponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchPage"];
                };
            };
            /** @description Paramètre ou requête invalide */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestAnswer"];
                };
            };
            /** @description Clé absente ou invalide */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Quota mensuel épuisé */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaAnswer"];
                };
            };
            /** @description Adresse trop longue */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Limite par minute atteinte */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Erreur interne */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Composant indisponible */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    searchByMeaning: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SemanticSearchRequest"];
            };
        };
        responses: {
            /** @description Réponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SemanticPage"];
                };
            };
            /** @description Paramètre ou requête invalide */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestAnswer"];
                };
            };
            /** @description Clé absente ou invalide */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Quota mensuel épuisé */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaAnswer"];
                };
            };
            /** @description Recherche sémantique non comprise dans la formule */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Corps trop grand */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Adresse trop longue */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Limite par minute atteinte */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Erreur interne */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Composant indisponible */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    searchHybrid: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HybridSearchRequest"];
            };
        };
        responses: {
            /** @description Réponse */
            200: {
                headers: {
                    /** @description Second classement des douze premiers documents : `applied`, il a compté ; `timeout`, il n'a pas répondu à temps ou est en panne, et l'ordre est celui du premier ; `off`, il n'y en a pas, ou rien à reclasser. */
                    "X-Reranking"?: "applied" | "timeout" | "off";
                    /** @description `sens` quand la recherche par le sens est indisponible : seuls les mots ont compté. Sinon absent. */
                    "X-Search-Degraded"?: "sens";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HybridPage"];
                };
            };
            /** @description Paramètre ou requête invalide */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestAnswer"];
                };
            };
            /** @description Clé absente ou invalide */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Quota mensuel épuisé */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaAnswer"];
                };
            };
            /** @description Recherche sémantique non comprise dans la formule */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Corps trop grand */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Adresse trop longue */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Limite par minute atteinte */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Erreur interne */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Composant indisponible */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    readContext: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContextRequest"];
            };
        };
        responses: {
            /** @description Réponse */
            200: {
                headers: {
                    /** @description `sens` quand la recherche par le sens est indisponible : seuls les mots ont compté. Sinon absent. */
                    "X-Search-Degraded"?: "sens";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContextAnswer"];
                };
            };
            /** @description Paramètre ou requête invalide */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestAnswer"];
                };
            };
            /** @description Clé absente ou invalide */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Quota mensuel épuisé */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaAnswer"];
                };
            };
            /** @description Recherche sémantique non comprise dans la formule */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Corps trop grand */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Adresse trop longue */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Limite par minute atteinte */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Erreur interne */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Composant indisponible */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    suggestDocuments: {
        parameters: {
            query: {
                /**
                 * @description Début d'un titre ou d'un identifiant ; les fautes de frappe sont tolérées.
                 * @example bareme progresif
                 */
                q: string;
                /** @description Nombre de suggestions. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Réponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Suggestions"];
                };
            };
            /** @description Paramètre ou requête invalide */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestAnswer"];
                };
            };
            /** @description Clé absente ou invalide */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Quota mensuel épuisé */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaAnswer"];
                };
            };
            /** @description Adresse trop longue */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Limite par minute atteinte */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Erreur interne */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Composant indisponible */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    resolveReference: {
        parameters: {
            query: {
                /**
                 * @description Ce que l'on a en main : identifiant sous toute forme, avec § et date ou sans ; permalien ; numéro PGP ; adresse de ce service ; rescrit, actualité, article, décision, loi, réponse ministérielle.
                 * @example BOI-IR-LIQ-20-10, § 40
                 */
                ref: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Réponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Resolution"];
                };
            };
            /** @description Paramètre ou requête invalide */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestAnswer"];
                };
            };
            /** @description Clé absente ou invalide */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Quota mensuel épuisé */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaAnswer"];
                };
            };
            /** @description Adresse trop longue */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Limite par minute atteinte */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Erreur interne */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Composant indisponible */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getDocument: {
        parameters: {
            query?: {
                /**
                 * @description Jour, à Paris : l'édition en vigueur ce jour-là. Avec `empreinte` : celle des éditions au même texte qui commence ce jour-là. Pas avec un identifiant daté.
                 * @example 2026-07-01
                 */
                date?: string;
                /**
                 * @description Avec `date` : la rédaction que le service en détenait ce jour-là.
                 * @example 2026-07-01
                 */
                connu_le?: string;
                /** @description Empreinte d'une rédaction : ce texte exactement. */
                empreinte?: string;
                /** @description Avec `empreinte` et `date` : le numéro PGP de l'édition, quand deux commencent ce jour-là. */
                pgp?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Identifiant du document ; suivi de -AAAAMMJJ, il nomme une de ses éditions.
                 * @example BOI-IR-LIQ-20-10
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Réponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            /** @description Inchangée : le corps est celui de l'ETag donné */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Paramètre ou requête invalide */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestAnswer"];
                };
            };
            /** @description Clé absente ou invalide */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Quota mensuel épuisé */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaAnswer"];
                };
            };
            /** @description Document inconnu, ou texte non détenu */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailedErrorAnswer"];
                };
            };
            /** @description Texte effacé */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Adresse trop longue */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Limite par minute atteinte */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Erreur interne */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Composant indisponible */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    listCitingDocuments: {
        parameters: {
            query?: {
                /**
                 * @description Numéro d'un § du document ; sans lui, tout le document.
                 * @example 130
                 */
                paragraphe?: string;
                /** @description Nombre de documents. */
                limit?: number;
                /** @description Nombre de documents à passer. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @example BOI-IR-LIQ-20-10 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Réponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CitingPage"];
                };
            };
            /** @description Inchangée : le corps est celui de l'ETag donné */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Paramètre ou requête invalide */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestAnswer"];
                };
            };
            /** @description Clé absente ou invalide */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Quota mensuel épuisé */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaAnswer"];
                };
            };
            /** @description Document inconnu, ou texte non détenu */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailedErrorAnswer"];
                };
            };
            /** @description Adresse trop longue */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Limite par minute atteinte */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Erreur interne */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Composant indisponible */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    checkCitations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CitationsRequest"];
            };
        };
        responses: {
            /** @description Réponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckedText"];
                };
            };
            /** @description Paramètre ou requête invalide */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestAnswer"];
                };
            };
            /** @description Clé absente ou invalide */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Quota mensuel épuisé */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaAnswer"];
                };
            };
            /** @description Corps trop grand */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Adresse trop longue */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Limite par minute atteinte */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Erreur interne */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Composant indisponible */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    trackReferences: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrackingRequest"];
            };
        };
        responses: {
            /** @description Réponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrackedReferences"];
                };
            };
            /** @description Paramètre ou requête invalide */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestAnswer"];
                };
            };
            /** @description Clé absente ou invalide */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Quota mensuel épuisé */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaAnswer"];
                };
            };
            /** @description Corps trop grand */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Adresse trop longue */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Limite par minute atteinte */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Erreur interne */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Composant indisponible */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getGraph: {
        parameters: {
            query?: {
                /** @description Nombre de renvois suivis. */
                depth?: number;
                /** @description cites : documents cités ; citants : documents qui citent ; both : les deux. */
                direction?: "cites" | "citants" | "both";
            };
            header?: never;
            path: {
                /** @example BOI-IR-LIQ-20-10 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Réponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Graph"];
                };
            };
            /** @description Inchangée : le corps est celui de l'ETag donné */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Paramètre ou requête invalide */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestAnswer"];
                };
            };
            /** @description Clé absente ou invalide */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Quota mensuel épuisé */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaAnswer"];
                };
            };
            /** @description Document inconnu, ou texte non détenu */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailedErrorAnswer"];
                };
            };
            /** @description Adresse trop longue */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Limite par minute atteinte */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Erreur interne */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Composant indisponible */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getHistory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example BOI-IR-LIQ-20-10 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Réponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["History"];
                };
            };
            /** @description Paramètre ou requête invalide */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestAnswer"];
                };
            };
            /** @description Clé absente ou invalide */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Quota mensuel épuisé */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaAnswer"];
                };
            };
            /** @description Document inconnu, ou texte non détenu */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailedErrorAnswer"];
                };
            };
            /** @description Adresse trop longue */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Limite par minute atteinte */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Erreur interne */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Composant indisponible */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getParagraph: {
        parameters: {
            query?: {
                /**
                 * @description Jour, à Paris : l'édition en vigueur ce jour-là. Avec `empreinte` : celle des éditions au même texte qui commence ce jour-là. Pas avec un identifiant daté.
                 * @example 2026-07-01
                 */
                date?: string;
                /**
                 * @description Avec `date` : la rédaction que le service en détenait ce jour-là.
                 * @example 2026-07-01
                 */
                connu_le?: string;
                /** @description Empreinte d'une rédaction : ce texte exactement. */
                empreinte?: string;
                /** @description Avec `empreinte` et `date` : le numéro PGP de l'édition, quand deux commencent ce jour-là. */
                pgp?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Identifiant du document ; suivi de -AAAAMMJJ, il nomme une de ses éditions.
                 * @example BOI-IR-LIQ-20-10
                 */
                id: string;
                /**
                 * @description Numéro du §.
                 * @example 10
                 */
                numero: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Réponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParagraphAnswer"];
                };
            };
            /** @description Inchangée : le corps est celui de l'ETag donné */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Paramètre ou requête invalide */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestAnswer"];
                };
            };
            /** @description Clé absente ou invalide */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Quota mensuel épuisé */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaAnswer"];
                };
            };
            /** @description Document inconnu, ou texte non détenu */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailedErrorAnswer"];
                };
            };
            /** @description Texte effacé */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Adresse trop longue */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Limite par minute atteinte */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Erreur interne */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Composant indisponible */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getParagraphOnDays: {
        parameters: {
            query: {
                /**
                 * @description De 1 à 10 jours, à Paris, séparés par des virgules.
                 * @example 2025-11-03,2026-07-01
                 */
                le: string;
            };
            header?: never;
            path: {
                /**
                 * @description Identifiant, sans date.
                 * @example BOI-IR-LIQ-20-10
                 */
                id: string;
                /**
                 * @description Numéro du §.
                 * @example 40
                 */
                numero: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Réponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParagraphOnDays"];
                };
            };
            /** @description Inchangée : le corps est celui de l'ETag donné */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Paramètre ou requête invalide */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestAnswer"];
                };
            };
            /** @description Clé absente ou invalide */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Quota mensuel épuisé */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaAnswer"];
                };
            };
            /** @description Document inconnu, ou texte non détenu */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailedErrorAnswer"];
                };
            };
            /** @description Adresse trop longue */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Limite par minute atteinte */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Erreur interne */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Composant indisponible */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getAttestation: {
        parameters: {
            query?: {
                /**
                 * @description Jour, à Paris : l'édition en vigueur ce jour-là. Avec `empreinte` : celle des éditions au même texte qui commence ce jour-là. Pas avec un identifiant daté.
                 * @example 2026-07-01
                 */
                date?: string;
                /**
                 * @description Avec `date` : la rédaction que le service en détenait ce jour-là.
                 * @example 2026-07-01
                 */
                connu_le?: string;
                /** @description Empreinte d'une rédaction : ce texte exactement. */
                empreinte?: string;
                /** @description Avec `empreinte` et `date` : le numéro PGP de l'édition, quand deux commencent ce jour-là. */
                pgp?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Identifiant du document ; suivi de -AAAAMMJJ, il nomme une de ses éditions.
                 * @example BOI-IR-LIQ-20-10
                 */
                id: string;
                /**
                 * @description Numéro du §.
                 * @example 10
                 */
                numero: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Réponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Attestation"];
                };
            };
            /** @description Paramètre ou requête invalide */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestAnswer"];
                };
            };
            /** @description Clé absente ou invalide */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Quota mensuel épuisé */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaAnswer"];
                };
            };
            /** @description Document inconnu, ou texte non détenu */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailedErrorAnswer"];
                };
            };
            /** @description Texte effacé */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Adresse trop longue */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Limite par minute atteinte */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Erreur interne */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Composant indisponible */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    compareTexts: {
        parameters: {
            query?: {
                /**
                 * @description Jour : l'édition en vigueur ce jour-là. Par défaut, l'édition d'avant l'autre.
                 * @example 2025-11-03
                 */
                de?: string;
                /**
                 * @description Jour : l'édition en vigueur ce jour-là. Par défaut, celle que le document donne.
                 * @example 2026-07-01
                 */
                a?: string;
                /** @description À la place de `de` : l'empreinte d'une rédaction. */
                de_empreinte?: string;
                /** @description À la place de `a` : l'empreinte d'une rédaction. */
                a_empreinte?: string;
            };
            header?: never;
            path: {
                /** @example BOI-IR-LIQ-20-10 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Réponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentComparison"];
                };
            };
            /** @description Inchangée : le corps est celui de l'ETag donné */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Paramètre ou requête invalide */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestAnswer"];
                };
            };
            /** @description Clé absente ou invalide */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Quota mensuel épuisé */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaAnswer"];
                };
            };
            /** @description Document inconnu, ou texte non détenu */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailedErrorAnswer"];
                };
            };
            /** @description Texte effacé */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Adresse trop longue */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Limite par minute atteinte */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Erreur interne */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Composant indisponible */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    listTables: {
        parameters: {
            query?: {
                /**
                 * @description Mots de leurs titres ou de leurs en-têtes, comme pour /v1/search.
                 * @example taux
                 */
                q?: string;
                /**
                 * @description Nœud du plan : les tableaux de son document et de tout ce qui est dessous.
                 * @example IR/LIQ
                 */
                chemin?: string;
                /** @description Nombre de tableaux. */
                limit?: number;
                /** @description Nombre de tableaux à passer. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Réponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TableList"];
                };
            };
            /** @description Inchangée : le corps est celui de l'ETag donné */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Paramètre ou requête invalide */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestAnswer"];
                };
            };
            /** @description Clé absente ou invalide */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Quota mensuel épuisé */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaAnswer"];
                };
            };
            /** @description Adresse trop longue */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Limite par minute atteinte */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Erreur interne */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Composant indisponible */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getTables: {
        parameters: {
            query?: {
                /**
                 * @description Jour, à Paris : l'édition en vigueur ce jour-là. Avec `empreinte` : celle des éditions au même texte qui commence ce jour-là. Pas avec un identifiant daté.
                 * @example 2026-07-01
                 */
                date?: string;
                /**
                 * @description Avec `date` : la rédaction que le service en détenait ce jour-là.
                 * @example 2026-07-01
                 */
                connu_le?: string;
                /** @description Empreinte d'une rédaction : ce texte exactement. */
                empreinte?: string;
                /** @description Avec `empreinte` et `date` : le numéro PGP de l'édition, quand deux commencent ce jour-là. */
                pgp?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Identifiant du document ; suivi de -AAAAMMJJ, il nomme une de ses éditions.
                 * @example BOI-IR-LIQ-20-10
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Réponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentTables"];
                };
            };
            /** @description Inchangée : le corps est celui de l'ETag donné */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Paramètre ou requête invalide */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestAnswer"];
                };
            };
            /** @description Clé absente ou invalide */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Quota mensuel épuisé */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaAnswer"];
                };
            };
            /** @description Document inconnu, ou texte non détenu */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailedErrorAnswer"];
                };
            };
            /** @description Texte effacé */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Adresse trop longue */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Limite par minute atteinte */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Erreur interne */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Composant indisponible */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getTable: {
        parameters: {
            query?: {
                /**
                 * @description Jour, à Paris : l'édition en vigueur ce jour-là. Avec `empreinte` : celle des éditions au même texte qui commence ce jour-là. Pas avec un identifiant daté.
                 * @example 2026-07-01
                 */
                date?: string;
                /**
                 * @description Avec `date` : la rédaction que le service en détenait ce jour-là.
                 * @example 2026-07-01
                 */
                connu_le?: string;
                /** @description Empreinte d'une rédaction : ce texte exactement. */
                empreinte?: string;
                /** @description Avec `empreinte` et `date` : le numéro PGP de l'édition, quand deux commencent ce jour-là. */
                pgp?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Identifiant du document ; suivi de -AAAAMMJJ, il nomme une de ses éditions.
                 * @example BOI-IR-LIQ-20-10
                 */
                id: string;
                /**
                 * @description Rang du tableau, à partir de 1.
                 * @example 1
                 */
                rang: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Réponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentTables"];
                };
            };
            /** @description Inchangée : le corps est celui de l'ETag donné */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Paramètre ou requête invalide */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestAnswer"];
                };
            };
            /** @description Clé absente ou invalide */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Quota mensuel épuisé */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaAnswer"];
                };
            };
            /** @description Document inconnu, ou texte non détenu */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailedErrorAnswer"];
                };
            };
            /** @description Texte effacé */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Adresse trop longue */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Limite par minute atteinte */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Erreur interne */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Composant indisponible */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getSource: {
        parameters: {
            query: {
                /**
                 * @description `empreinte` ou `empreinte_source` d'une rédaction.
                 * @example b82688fbfb365e4c9b4e9a8a9bce3b7e11d1d8730c1805963d9b6b3027ae6038
                 */
                empreinte: string;
            };
            header?: never;
            path: {
                /** @example BOI-IR-LIQ-20-10 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Réponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SourceRecord"];
                };
            };
            /** @description Inchangée : le corps est celui de l'ETag donné */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Paramètre ou requête invalide */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestAnswer"];
                };
            };
            /** @description Clé absente ou invalide */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Quota mensuel épuisé */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaAnswer"];
                };
            };
            /** @description Document inconnu, ou texte non détenu */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailedErrorAnswer"];
                };
            };
            /** @description Texte effacé */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Adresse trop longue */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Limite par minute atteinte */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Erreur interne */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Composant indisponible */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getClassificationRoot: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Réponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClassificationNode"];
                };
            };
            /** @description Inchangée : le corps est celui de l'ETag donné */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Paramètre ou requête invalide */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestAnswer"];
                };
            };
            /** @description Clé absente ou invalide */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Quota mensuel épuisé */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaAnswer"];
                };
            };
            /** @description Adresse trop longue */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Limite par minute atteinte */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Erreur interne */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Composant indisponible */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    listChanges: {
        parameters: {
            query?: {
                /**
                 * @description Premier jour de validité, compris. À la place : `recus_depuis`.
                 * @example 2026-01-01
                 */
                since?: string;
                /** @description À la place de `since` : ce que le service a reçu depuis cet instant, compris, quelle que soit sa date. Ce dont l'instant de réception n'a pas été gardé n'y est pas. */
                recus_depuis?: string;
                /** @description Domaine du document. */
                domaine?: string;
                /** @description Nombre d'entrées. */
                limit?: number;
                /** @description Nombre d'entrées à passer. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Réponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeList"];
                };
            };
            /** @description Paramètre ou requête invalide */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestAnswer"];
                };
            };
            /** @description Clé absente ou invalide */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Quota mensuel épuisé */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaAnswer"];
                };
            };
            /** @description Adresse trop longue */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Limite par minute atteinte */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Erreur interne */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Composant indisponible */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    listJournal: {
        parameters: {
            query?: {
                /** @description Le plus grand numéro déjà vu ; 0 pour tout le journal. */
                apres?: number;
                /** @description Nombre d'entrées. */
                limit?: number;
                /** @description Ce qui est arrivé. */
                evenement?: "edition" | "rectification" | "retrait" | "transfert" | "retablissement" | "actualite" | "effacement" | "source";
                /** @description Domaine du document, ou d'un document que l'actualité nomme. */
                domaine?: string;
                /**
                 * @description Nœud du plan, avec tout ce qui est dessous.
                 * @example IR/LIQ
                 */
                chemin?: string;
                /**
                 * @description Le document, ou un que l'actualité nomme.
                 * @example BOI-IR-LIQ-20-10
                 */
                boi_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Réponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JournalPage"];
                };
            };
            /** @description Inchangée : le corps est celui de l'ETag donné */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Paramètre ou requête invalide */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestAnswer"];
                };
            };
            /** @description Clé absente ou invalide */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Quota mensuel épuisé */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaAnswer"];
                };
            };
            /** @description Adresse trop longue */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Limite par minute atteinte */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Erreur interne */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Composant indisponible */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    exportDocuments: {
        parameters: {
            query?: {
                /** @description Valeur `suivant` de la page précédente ; absent : la première. */
                apres?: string;
                /** @description `tous` : aussi les documents retirés, les éditions passées et toutes leurs rédactions, une par ligne. Le même à chaque page. */
                perimetre?: "en_vigueur" | "tous";
                /** @description Nombre de documents. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Réponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            /** @description Paramètre ou requête invalide */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestAnswer"];
                };
            };
            /** @description Clé absente ou invalide */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Quota mensuel épuisé */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaAnswer"];
                };
            };
            /** @description Adresse trop longue */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Limite par minute atteinte */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Erreur interne */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Composant indisponible */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    listNews: {
        parameters: {
            query?: {
                /**
                 * @description Mots de leurs titres ou de leurs textes, comme pour /v1/search.
                 * @example barème
                 */
                q?: string;
                /**
                 * @description Premier jour, compris.
                 * @example 2026-01-01
                 */
                depuis?: string;
                /** @description Domaine d'un document qu'elles nomment. */
                domaine?: string;
                /**
                 * @description Document qu'elles nomment.
                 * @example BOI-IR-LIQ-20-10
                 */
                boi_id?: string;
                /** @description Nombre d'actualités. */
                limit?: number;
                /** @description Nombre d'actualités à passer. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Réponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewsList"];
                };
            };
            /** @description Inchangée : le corps est celui de l'ETag donné */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Paramètre ou requête invalide */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestAnswer"];
                };
            };
            /** @description Clé absente ou invalide */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Quota mensuel épuisé */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaAnswer"];
                };
            };
            /** @description Adresse trop longue */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Limite par minute atteinte */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Erreur interne */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Composant indisponible */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getNews: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example ACTU-2026-00038 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Réponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewsAnswer"];
                };
            };
            /** @description Inchangée : le corps est celui de l'ETag donné */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Paramètre ou requête invalide */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestAnswer"];
                };
            };
            /** @description Clé absente ou invalide */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Quota mensuel épuisé */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaAnswer"];
                };
            };
            /** @description Document inconnu, ou texte non détenu */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailedErrorAnswer"];
                };
            };
            /** @description Adresse trop longue */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Limite par minute atteinte */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Erreur interne */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Composant indisponible */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    listArticles: {
        parameters: {
            query?: {
                /**
                 * @description Clé du code (CGI, CGI-ANN-2, LPF, code-civil) ou son nom. Sans lui, tous.
                 * @example CGI
                 */
                code?: string;
                /**
                 * @description Début du numéro, sous toute forme usuelle.
                 * @example 199
                 */
                prefixe?: string;
                /** @description Nombre d'articles. */
                limit?: number;
                /** @description Nombre d'articles à passer. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Réponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArticleList"];
                };
            };
            /** @description Inchangée : le corps est celui de l'ETag donné */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Paramètre ou requête invalide */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestAnswer"];
                };
            };
            /** @description Clé absente ou invalide */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Quota mensuel épuisé */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaAnswer"];
                };
            };
            /** @description Adresse trop longue */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Limite par minute atteinte */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Erreur interne */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Composant indisponible */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getArticle: {
        parameters: {
            query?: {
                /** @description Seulement les documents qui le commentent, ou qui ne font que le citer. */
                role?: "commente" | "cite";
                /**
                 * @description Seulement les citations de cette partie de l'article : `I` trouve aussi `I-2`.
                 * @example II-1°
                 */
                precision?: string;
                /**
                 * @description Jour, à Paris, dont on veut le texte de loi ; par défaut, aujourd'hui. Les documents sont toujours ceux d'aujourd'hui.
                 * @example 2026-07-01
                 */
                date?: string;
                /** @description Nombre de documents. */
                limit?: number;
                /** @description Nombre de documents à passer. */
                offset?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Clé du code (CGI, CGI-ANN-2, LPF, code-civil) ou son nom.
                 * @example CGI
                 */
                code: string;
                /**
                 * @description Numéro sous toute forme usuelle : 150 U, 150-U, L. 80 A, L80A.
                 * @example 156
                 */
                article: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Réponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentedArticle"];
                };
            };
            /** @description Inchangée : le corps est celui de l'ETag donné */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Paramètre ou requête invalide */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestAnswer"];
                };
            };
            /** @description Clé absente ou invalide */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Quota mensuel épuisé */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaAnswer"];
                };
            };
            /** @description Document inconnu, ou texte non détenu */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailedErrorAnswer"];
                };
            };
            /** @description Adresse trop longue */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Limite par minute atteinte */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Erreur interne */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Composant indisponible */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    listDecisions: {
        parameters: {
            query?: {
                /** @description Seulement ses décisions. */
                juridiction?: "CE" | "CAA" | "TA" | "CASS" | "CC" | "CJUE" | "CEDH" | "TC";
                /** @description Domaine des documents qui la citent, ou d'un document que nomme l'actualité qui la cite ; par défaut, tous. */
                domaine?: string;
                /** @description Nombre de décisions. */
                limit?: number;
                /** @description Nombre de décisions à passer. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Réponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DecisionList"];
                };
            };
            /** @description Inchangée : le corps est celui de l'ETag donné */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Paramètre ou requête invalide */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestAnswer"];
                };
            };
            /** @description Clé absente ou invalide */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Quota mensuel épuisé */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaAnswer"];
                };
            };
            /** @description Adresse trop longue */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Limite par minute atteinte */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Erreur interne */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Composant indisponible */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getDecision: {
        parameters: {
            query?: {
                /** @description Nombre de documents. */
                limit?: number;
                /** @description Nombre de documents à passer. */
                offset?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Clé, comme CE-402006, dans toute casse.
                 * @example CE-402006
                 */
                cle: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Réponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DecisionWithDocuments"];
                };
            };
            /** @description Inchangée : le corps est celui de l'ETag donné */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Paramètre ou requête invalide */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestAnswer"];
                };
            };
            /** @description Clé absente ou invalide */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Quota mensuel épuisé */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaAnswer"];
                };
            };
            /** @description Document inconnu, ou texte non détenu */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailedErrorAnswer"];
                };
            };
            /** @description Adresse trop longue */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Limite par minute atteinte */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Erreur interne */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Composant indisponible */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    listNormes: {
        parameters: {
            query?: {
                /** @description Seulement celles de cette nature. */
                nature?: "loi" | "ordonnance" | "decret" | "arrete" | "directive" | "reglement" | "convention" | "traite" | "constitution";
                /** @description Domaine des documents qui la citent, ou d'un document que nomme l'actualité qui la cite ; par défaut, tous. */
                domaine?: string;
                /** @description Nombre de normes. */
                limit?: number;
                /** @description Nombre de normes à passer. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Réponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NormeList"];
                };
            };
            /** @description Inchangée : le corps est celui de l'ETag donné */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Paramètre ou requête invalide */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestAnswer"];
                };
            };
            /** @description Clé absente ou invalide */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Quota mensuel épuisé */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaAnswer"];
                };
            };
            /** @description Adresse trop longue */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Limite par minute atteinte */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Erreur interne */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Composant indisponible */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getNorme: {
        parameters: {
            query?: {
                /**
                 * @description Seulement cet article de la norme.
                 * @example 13
                 */
                article?: string;
                /** @description Nombre de documents. */
                limit?: number;
                /** @description Nombre de documents à passer. */
                offset?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Clé, comme loi-2007-1223, dans toute casse.
                 * @example loi-2007-1223
                 */
                cle: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Réponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NormeWithDocuments"];
                };
            };
            /** @description Inchangée : le corps est celui de l'ETag donné */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Paramètre ou requête invalide */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestAnswer"];
                };
            };
            /** @description Clé absente ou invalide */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Quota mensuel épuisé */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaAnswer"];
                };
            };
            /** @description Document inconnu, ou texte non détenu */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailedErrorAnswer"];
                };
            };
            /** @description Adresse trop longue */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Limite par minute atteinte */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Erreur interne */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Composant indisponible */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    listReponses: {
        parameters: {
            query?: {
                /** @description Seulement celles faites à ses membres. */
                chambre?: "AN" | "Senat";
                /** @description Domaine des documents qui la citent, ou d'un document que nomme l'actualité qui la cite ; par défaut, tous. */
                domaine?: string;
                /** @description Nombre de réponses. */
                limit?: number;
                /** @description Nombre de réponses à passer. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Réponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReponseList"];
                };
            };
            /** @description Inchangée : le corps est celui de l'ETag donné */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Paramètre ou requête invalide */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestAnswer"];
                };
            };
            /** @description Clé absente ou invalide */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Quota mensuel épuisé */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaAnswer"];
                };
            };
            /** @description Adresse trop longue */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Limite par minute atteinte */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Erreur interne */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Composant indisponible */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getReponse: {
        parameters: {
            query?: {
                /** @description Nombre de documents. */
                limit?: number;
                /** @description Nombre de documents à passer. */
                offset?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Clé, comme RM-AN-2016-78192, dans toute casse.
                 * @example RM-AN-2016-78192
                 */
                cle: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Réponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReponseWithDocuments"];
                };
            };
            /** @description Inchangée : le corps est celui de l'ETag donné */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Paramètre ou requête invalide */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestAnswer"];
                };
            };
            /** @description Clé absente ou invalide */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Quota mensuel épuisé */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaAnswer"];
                };
            };
            /** @description Document inconnu, ou texte non détenu */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailedErrorAnswer"];
                };
            };
            /** @description Adresse trop longue */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Limite par minute atteinte */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Erreur interne */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Composant indisponible */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    compareArticle: {
        parameters: {
            query?: {
                /**
                 * @description Jour : l'édition en vigueur ce jour-là. Par défaut, l'édition d'avant l'autre.
                 * @example 2025-11-03
                 */
                de?: string;
                /**
                 * @description Jour : l'édition en vigueur ce jour-là. Par défaut, celle que le document donne.
                 * @example 2026-07-01
                 */
                a?: string;
                /** @description À la place de `de` : l'empreinte d'une rédaction. */
                de_empreinte?: string;
                /** @description À la place de `a` : l'empreinte d'une rédaction. */
                a_empreinte?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Clé du code (CGI, CGI-ANN-2, LPF, code-civil) ou son nom.
                 * @example CGI
                 */
                code: string;
                /**
                 * @description Numéro sous toute forme usuelle : 150 U, 150-U, L. 80 A, L80A.
                 * @example 197
                 */
                article: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Réponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArticleComparison"];
                };
            };
            /** @description Inchangée : le corps est celui de l'ETag donné */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Paramètre ou requête invalide */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestAnswer"];
                };
            };
            /** @description Clé absente ou invalide */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Quota mensuel épuisé */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaAnswer"];
                };
            };
            /** @description Document inconnu, ou texte non détenu */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailedErrorAnswer"];
                };
            };
            /** @description Adresse trop longue */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Limite par minute atteinte */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Erreur interne */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Composant indisponible */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    listLawChanges: {
        parameters: {
            query: {
                /**
                 * @description Premier jour, compris.
                 * @example 2026-01-01
                 */
                depuis: string;
                /**
                 * @description Clé du code (CGI, CGI-ANN-2, LPF, code-civil) ou son nom. Sans lui, tous.
                 * @example CGI
                 */
                code?: string;
                /** @description Nombre de changements. */
                limit?: number;
                /** @description Nombre de changements à passer. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Réponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LawChangeList"];
                };
            };
            /** @description Inchangée : le corps est celui de l'ETag donné */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Paramètre ou requête invalide */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestAnswer"];
                };
            };
            /** @description Clé absente ou invalide */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Quota mensuel épuisé */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaAnswer"];
                };
            };
            /** @description Adresse trop longue */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Limite par minute atteinte */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Erreur interne */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Composant indisponible */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    listLaterLaw: {
        parameters: {
            query?: {
                /**
                 * @description Nœud du plan, avec tout ce qui est dessous.
                 * @example IR/LIQ
                 */
                chemin?: string;
                /**
                 * @description Seulement cet article.
                 * @example CGI:150 U
                 */
                article?: string;
                /** @description Seulement les changements de cette portée ; par défaut, tous. */
                portee?: "formelle" | "fond";
                /** @description Nombre de documents. */
                limit?: number;
                /** @description Nombre de documents à passer. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Réponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LaterLawList"];
                };
            };
            /** @description Inchangée : le corps est celui de l'ETag donné */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Paramètre ou requête invalide */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestAnswer"];
                };
            };
            /** @description Clé absente ou invalide */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Quota mensuel épuisé */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaAnswer"];
                };
            };
            /** @description Adresse trop longue */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Limite par minute atteinte */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Erreur interne */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Composant indisponible */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Réponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            /** @description Paramètre ou requête invalide */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Clé absente ou invalide */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Adresse trop longue */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Limite par minute atteinte */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Erreur interne */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Composant indisponible */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    listAccountKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Réponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountKeys"];
                };
            };
            /** @description Paramètre ou requête invalide */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Clé absente ou invalide */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Adresse trop longue */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Limite par minute atteinte */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Erreur interne */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Composant indisponible */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    createAccountKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountKeyRequest"];
            };
        };
        responses: {
            /** @description Créé */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewAccountKey"];
                };
            };
            /** @description Paramètre ou requête invalide */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Clé absente ou invalide */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Impossible en l'état du compte */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Corps trop grand */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Adresse trop longue */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Limite par minute atteinte */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Erreur interne */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Composant indisponible */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    revokeAccountKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Douze premiers caractères de la clé.
                 * @example boi_4fTq9ZkB
                 */
                visible_start: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Réponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokedAccountKey"];
                };
            };
            /** @description Paramètre ou requête invalide */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Clé absente ou invalide */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Document inconnu, ou texte non détenu */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Impossible en l'état du compte */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Adresse trop longue */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Limite par minute atteinte */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Erreur interne */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Composant indisponible */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Réponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description Paramètre ou requête invalide */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Adresse trop longue */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Erreur interne */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Composant indisponible */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getStatistics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Réponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Statistics"];
                };
            };
            /** @description Inchangée : le corps est celui de l'ETag donné */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Paramètre ou requête invalide */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Adresse trop longue */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Erreur interne */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Composant indisponible */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    getStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Réponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Status"];
                };
            };
            /** @description Paramètre ou requête invalide */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Adresse trop longue */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Erreur interne */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Composant indisponible */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Status"];
                };
            };
        };
    };
    getClassificationNode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Segments du plan séparés par des barres.
                 * @example IR/LIQ/20
                 */
                chemin: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Réponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClassificationNode"];
                };
            };
            /** @description Inchangée : le corps est celui de l'ETag donné */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Paramètre ou requête invalide */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestAnswer"];
                };
            };
            /** @description Clé absente ou invalide */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Quota mensuel épuisé */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaAnswer"];
                };
            };
            /** @description Adresse trop longue */
            414: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Limite par minute atteinte */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Erreur interne */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description Composant indisponible */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
}
