/** Demande une route du service, `{ url, cle }`. */
async function demander(service, route, corps) {
  const reponse = await fetch(new URL(route, service.url), {
    method: "POST",
    // Une redirection porterait la clé ailleurs.
    redirect: "error",
    headers: { "X-API-Key": service.cle, "Content-Type": "application/json" },
    body: JSON.stringify(corps),
  });
  if (!reponse.ok) throw new Error(await reponse.text());
  return await reponse.json();
}

/** 1. Les § qui répondent à la question, et la consigne à donner au modèle. */
export async function preparer(service, question, date) {
  const { elements } = await demander(service, "/v1/contexte", { question, date });
  const paragraphes = elements.map(({ texte, citation }) => `${texte}\n(${citation})`);
  const regles = `Réponds par ces seuls §. Après chaque affirmation, cite entre guillemets les mots qui la fondent, puis leur référence entre parenthèses, telle qu'elle est donnée. Ce qu'ils ne disent pas, dis qu'ils ne le disent pas.`;
  return { elements, consigne: [...paragraphes, regles, question].join("\n\n") };
}

/** 2. Ce qui ne va pas dans la réponse, à rendre au modèle jusqu'à ce qu'il n'y ait plus rien. */
export async function relire(service, reponse, date) {
  const lue = await demander(service, "/v1/citations", { texte: reponse, date });
  const fausses = lue.citations.filter(({ etat, non_lus = [] }) => etat !== "verifiee" || non_lus.length > 0);
  const perdus = lue.citations_libres.filter(({ etat }) => etat !== "trouvee");
  const lois = lue.references_droit.filter(
    ({ etat = "en_vigueur", citation_textuelle: mots, date_discordante }) =>
      etat !== "en_vigueur" || date_discordante || !["exact", "equivalent"].includes(mots?.etat ?? "exact"),
  );
  const fautes = [
    ...fausses.map(({ texte, etat, motif }) => `${texte} : ${motif ?? etat}`),
    ...perdus.map(({ texte }) => `${texte} : ces mots n'ont pas de référence`),
    ...lue.non_lues.map(({ texte }) => `${texte} : cette référence n'a pas été lue`),
    ...lois.map(({ texte }) => `${texte} : le droit de ce jour n'a pas cette référence, ou pas ces mots`),
    ...(lue.tronque ? ["Trop de citations : la fin n'a pas été lue, relisez par parties"] : []),
  ];
  // Le bilan compte tout, même ce que ce programme ne connaît pas.
  const { verifiees, ...autres } = lue.bilan;
  const compte = Object.values(autres).reduce((somme, nombre) => somme + nombre, 0);
  return fautes.length === 0 && compte > 0 ? [`${compte} à revoir, ${verifiees} justes`] : fautes;
}

/** 3. Ce qu'il faut garder avec la réponse : les § qu'elle cite, et l'empreinte de leurs mots. */
export function retenir(elements, reponse) {
  return elements
    .filter(({ citation }) => reponse.includes(citation))
    .map(({ boi_id, numero, empreinte }) => ({ boi_id, numero, empreinte }));
}

/** 4. Plus tard : les § retenus dont les mots ne sont plus en vigueur. */
export async function suivre(service, references) {
  const { references: suivies } = await demander(service, "/v1/suivi", { references });
  return suivies.filter(({ etat }) => etat !== "inchangee");
}
