/*
 * Swagger UI has no translations: what it writes is replaced as it writes it. A text is translated only when the whole
 * of it is in the list, and never inside what the API or the document says (answers, code, descriptions, fields).
 */
(() => {
  const WORDS = new Map(
    Object.entries({
      Servers: "Serveur",
      Authorize: "Donner la clé",
      Authorized: "Clé donnée",
      "Available authorizations": "Clé d'API",
      "Name:": "En-tête :",
      "In:": "Place :",
      "Value:": "Clé :",
      Logout: "Oublier la clé",
      Close: "Fermer",
      "Apply credentials": "Donner la clé",
      "Remove authorization": "Oublier la clé",
      "authorization button unlocked": "Donner la clé",
      "authorization button locked": "Clé donnée : la changer ou l'oublier",
      "Collapse operation": "Replier",
      "Expand operation": "Déplier",
      "Copy path to clipboard": "Copier le chemin",
      "Copy cURL command to clipboard": "Copier la commande curl",
      "Copy code to clipboard": "Copier le code",
      Parameters: "Paramètres",
      "No parameters": "Aucun paramètre",
      Name: "Nom",
      Description: "Description",
      "Try it out": "Essayer",
      Cancel: "Annuler",
      Reset: "Rétablir",
      Execute: "Envoyer",
      Clear: "Effacer",
      Responses: "Réponses",
      Code: "Statut",
      Links: "Liens",
      "No links": "Aucun lien",
      "Media type": "Type de contenu",
      "Media Type": "Type de contenu",
      "Request content type": "Type du corps",
      Controls: "Règle l'en-tête",
      "header.": ".",
      "Example Value": "Exemple",
      Schema: "Schéma",
      "Edit Value": "Modifier",
      "Request body": "Corps de la requête",
      "Request URL": "Adresse demandée",
      "Request duration": "Durée",
      "Server response": "Réponse du serveur",
      Details: "Détail",
      "Response body": "Corps de la réponse",
      "Response headers": "En-têtes de la réponse",
      Download: "Télécharger",
      required: "obligatoire",
      Loading: "Chargement",
      Errors: "Erreurs",
      Hide: "Cacher",
      Show: "Montrer",
      "Failed to fetch.": "Le serveur ne répond pas.",
    }),
  );
  const SPOKEN = ["placeholder", "aria-label", "title"];
  const THEIRS = "pre, code, textarea, .renderedMarkdown, td .parameter__name, option";
  const root = document.querySelector("#swagger-ui");

  const translate = (text) => {
    const words = text.trim();
    const french = WORDS.get(words);
    return french === undefined ? text : text.replace(words, french);
  };

  const rewriteText = (node) => {
    if (node.parentElement?.closest(THEIRS)) return;
    const french = translate(node.nodeValue);
    if (french !== node.nodeValue) node.nodeValue = french;
  };

  const rewriteElement = (element) => {
    for (const name of SPOKEN) {
      const words = element.getAttribute(name);
      if (words !== null && translate(words) !== words) element.setAttribute(name, translate(words));
    }
  };

  const rewrite = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return rewriteText(node);
    if (node.nodeType !== Node.ELEMENT_NODE) return;
    rewriteElement(node);
    for (const child of node.childNodes) rewrite(child);
  };

  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === "childList") for (const node of addedNodes) rewrite(node);
      else if (target.nodeType === Node.TEXT_NODE) rewriteText(target);
      else rewriteElement(target);
    }
  }).observe(root, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: SPOKEN,
  });
})();
