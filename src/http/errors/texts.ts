import type { ErrorEntry } from "./requests.ts";

/** Refusals of a text of a document, by its date, its fingerprint or the number of a §: 404, 410. */
export const TEXT_ERRORS = {
  edition_not_held: {
    status: 404,
    text: "Ce service ne détient pas l'édition de {id} en vigueur le {date} : la première qu'il détient commence le {first}.",
    variants: {
      no_such_edition:
        "Ce service ne détient pas l'édition de {id} du {date} : elle n'est pas parmi celles qu'il détient.",
      no_edition_held:
        "Ce service ne détient le texte d'aucune édition de {id}, et donc pas celle du {date}.",
      edition_not_held_then:
        "Le {known}, ce service ne détenait encore aucune rédaction de l'édition de {id} en vigueur le {date}.",
      single_edition:
        "Ce service ne détient pas d'édition de {id} antérieure à celle du {first} : il n'y a pas deux textes à comparer.",
    },
    cause:
      "La date précède la première édition que le service détient, un identifiant daté nomme une édition qu'il n'a pas, ou une comparaison en demande deux là où il n'en détient qu'une. Il a pu y en avoir d'autres : elles ne sont pas détenues. La réponse compte dans le quota.",
    remedy:
      "`details.premiere_edition_detenue` dit où commence ce qui est détenu ; `/historique` donne toutes les éditions détenues.",
    details: ["date", "premiere_edition_detenue", "transfere_vers", "proches"],
    page: "prouver",
    toldReader:
      "Ce service ne détient pas l'édition en vigueur à cette date. Il a pu y en avoir une : consultez la publication officielle.",
    toldModel: "Dites que le texte de cette date n'est pas détenu (et non qu'il n'existait pas).",
  },
  document_withdrawn: {
    status: 404,
    text: "{id} n'était pas en vigueur le {date} : il a été {ended} le {end}.",
    cause:
      "La date suit le retrait du document, ou son transfert vers un autre. La réponse compte dans le quota.",
    remedy:
      "Sans `date`, la route donne le dernier texte connu ; `details.transfere_vers` nomme le document qui reprend ces commentaires.",
    details: ["date", "premiere_edition_detenue", "transfere_vers", "proches"],
    page: "prouver",
    toldReader: "Ce document n'était pas en vigueur à cette date.",
    toldModel:
      "Dites qu'à cette date le document était retiré ou transféré ; lisez celui qui l'a repris, ou le dernier texte connu, sans date.",
  },
  text_not_held: {
    status: 404,
    text: "Ce service ne détient aucun texte de {id}, {ended} le {end}{target} : son § {numero} a pu exister, il n'est pas détenu.",
    variants: {
      no_text_to_compare:
        "Ce service ne détient aucun texte de {id}, {ended} le {end}{target} : il n'y a pas deux textes à comparer.",
      no_text_with_tables:
        "Ce service ne détient aucun texte de {id}, {ended} le {end}{target} : ses tableaux ont pu exister, ils ne sont pas détenus.",
    },
    cause:
      "Du document, seul l'avis de son retrait ou de son transfert est connu : ses textes ont pu exister, ils ne sont pas détenus. La réponse compte dans le quota.",
    remedy:
      "Lisez l'avis (`avis` du document), le document de `details.transfere_vers`, ou la publication officielle.",
    details: ["statut", "date_fin", "transfere_vers", "proches"],
    page: "prouver",
    toldReader:
      "Ce service ne détient aucun texte de ce document. Il a pu en avoir un : consultez la publication officielle.",
    toldModel:
      "Dites que le texte n'est pas détenu (et non qu'il n'existait pas) ; get_boi donne l'avis qui a mis fin au document.",
  },
  unknown_wording: {
    status: 404,
    text: "Ce service ne détient aucune rédaction de {id} dont l'empreinte soit {empreinte}.",
    cause: "Aucune rédaction détenue de ce document n'a cette empreinte. La réponse compte dans le quota.",
    remedy:
      "Vérifiez les 64 caractères de l'empreinte et l'identifiant ; `/historique` liste les rédactions détenues.",
    page: "prouver",
    toldModel: "Vérifiez l'empreinte et l'identifiant ; à défaut, lisez le document sans empreinte.",
  },
  wording_erased: {
    status: 410,
    text: "La rédaction de {id} d'empreinte {empreinte} a été effacée le {date}, comme la loi l'imposait.",
    cause:
      "La loi a obligé l'exploitant à effacer ce texte. Son empreinte et ses dates restent dans `/historique`. La réponse compte dans le quota.",
    remedy: "Ne redemandez pas cette rédaction. Les autres rédactions et éditions répondent toujours.",
    page: "prouver",
    toldReader: "Ce texte a été effacé, comme la loi l'imposait.",
    toldModel: "Dites que ce texte a été effacé ; ne le redemandez pas.",
  },
  law_text_not_held: {
    status: 404,
    text: "L'article {article} ({code}) n'a pas de version détenue en vigueur le {date}.",
    variants: {
      law_article_not_held: "Aucune version de l'article {article} ({code}) n'est détenue.",
      law_wording_not_held:
        "Aucune version détenue de l'article {article} ({code}) n'a pour empreinte {empreinte}.",
      single_law_version:
        "Aucune version de l'article {article} ({code}) antérieure à celle du {date} n'est détenue : il n'y a pas deux textes à comparer.",
      law_version_without_text:
        "Le texte de la version du {date} de l'article {article} ({code}) n'est pas détenu : LEGI l'annonce sans le donner.",
    },
    cause:
      "L'article n'était pas en vigueur ce jour-là, ou son texte n'est pas détenu : il a pu exister. La réponse compte dans le quota.",
    remedy:
      "`versions` de `/v1/articles/{code}/{article}` donne celles qui sont détenues ; `details.proches`, des jours où elles commencent.",
    details: ["proches"],
    toldReader: "Ce texte de loi n'est pas détenu : consultez la publication officielle.",
    toldModel: "Dites que ce texte de loi n'est pas détenu (et non qu'il n'existait pas).",
  },
  unknown_paragraph: {
    status: 404,
    text: "Le texte de {id} en vigueur à partir du {edition} n'a pas de § {numero}{nearest}.",
    cause: "Ce texte n'a pas de § de ce numéro ; un autre peut en avoir un. La réponse compte dans le quota.",
    remedy: "Prenez l'un des numéros de `details.proches`, ou la liste `paragraphes` du document.",
    details: ["proches"],
    toldModel: "Reprenez l'un des § proches, ou lisez le sommaire avec get_boi.",
  },
  unknown_table: {
    status: 404,
    text: "Le texte de {id} en vigueur à partir du {edition} n'a pas de tableau {rang} : il {held}.",
    variants: {
      table_without_csv:
        "Le tableau {rang} de {id} n'est pas donné en CSV : ses cellules, répétées partout où elles s'étendent, prendraient trop de place. Demandez-le en JSON.",
    },
    cause:
      "Ce texte a moins de tableaux, ou celui-ci est trop grand pour le CSV. La réponse compte dans le quota.",
    remedy: "`/v1/boi/{id}/tableaux` donne tous les tableaux du texte, chacun avec son rang.",
    page: "tableaux",
    toldModel: "Lisez les tableaux que ce texte a, avec get_table sans rang.",
  },
  attestation_unavailable: {
    status: 404,
    text: "Ce texte de {id} n'est pas encore sous une tête signée du journal de preuve : la prochaine ingestion la signe.",
    variants: {
      proof_log_absent:
        "Ce service ne tient pas de journal de preuve : son exploitant ne lui a pas donné de clé (PROOF_KEY).",
    },
    cause:
      "Le service ne tient pas de journal de preuve, ou n'a pas encore signé la feuille de ce texte. La réponse compte dans le quota.",
    remedy:
      "`/v1/status` dit s'il y a un journal, et jusqu'où il est signé ; sinon, redemandez après la prochaine ingestion.",
    page: "preuve",
    toldModel: "Dites que ce texte n'a pas encore d'attestation ; son empreinte, elle, est donnée avec le §.",
  },
  paragraph_reserved: {
    status: 404,
    text: "Le § {numero} est réservé dans le texte de {id} en vigueur à partir du {edition} : il n'a pas de texte.",
    cause:
      "Le texte garde ce numéro pour plus tard : « (20) », « (30 à 50) ». La réponse compte dans le quota.",
    remedy:
      "Prenez l'un des numéros de `details.proches` ; `paragraphes_reserves` dit ceux qui sont réservés.",
    details: ["proches"],
    toldModel: "Dites que ce § est réservé et n'a pas de texte à cette date ; les § proches en ont un.",
  },
} as const satisfies Record<string, ErrorEntry>;
