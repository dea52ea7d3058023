/**
 * Verbs whose root changes: each model lists the endings of one root, so that every form of a verb and its
 * participle meet (détenir, détient, détenu; souscrire, souscrivent, souscrit). Folded singular forms.
 */
const MODELS: readonly (readonly [form: RegExp, stem: string])[] = [
  [
    /^(re|de|ob|con|sou|main|appar|abs|entre)?(?:t(?:en(?:ir|ue?|ant|ait|aient)|ien(?:t|ne|nent|dra|drait|dront)))$/,
    "$1ten",
  ],
  [
    /^(de|con|inter|pro|par|sur|sub|pre|contre|red)?(?:v(?:en(?:ir|ue?|ant|ait|aient)|ien(?:t|ne|nent|dra|drait|dront)))$/,
    "$1ven",
  ],
  [/^(re|ap|com|sur|entre)?pr(?:en(?:dre|d|ne|nent|ant|ait|aient|dra|drait|dront)|it)$/, "$1pris"],
  [/^(re|ad|sou|com|trans|pro|de|e|o|compro)?met(?:tre|tent|te|tant|tait|taient|tra|trait|tront)?$/, "$1mis"],
  // The licence (permis) is another word than the verb.
  [/^permet(?:tre|tent|te|tant|tait|taient|tra|trait|tront)?$/, "permet"],
  [/^(ac|re|con|en)(?:quer(?:ir|ant|ait|aient|ra|rait|ront)|quier(?:t|ent))$/, "$1quis"],
  [/(scr|ecr)i(?:re|ve|vent|vant|vait|vaient|ra|rait|ront)$/, "$1it"],
  [/(d|str)ui(?:re|se|sent|sant|sait|saient|ra|rait|ront)$/, "$1uit"],
  [/^(re|per|con|de)c(?:ev(?:oir|ant|ait|aient|ra|rait|ront)|oi(?:t|ve|vent)|ue?)$/, "$1cev"],
  [/(?<!g)([eo][nr]d)(?:re|ue?|ra|rait|ront)$/, "$1"],
  [/^(pour)?sui(?:v(?:re|ent|ait|aient|ie?|ra|rait|ront)|t)$/, "$1suiv"],
  [/([aeo]in)d(?:re|ra|rait|ront)$/, "$1t"],
  [/^(inter|contre|pre|re)?di(?:re|se|sent|sant|sait|ra|rait|ront|te?)$/, "$1dit"],
  [/^(re|me)?conn(?:ai(?:tre|tra|t|sse|ssent|ssant|ssait)|ue?)$/, "$1connu"],
  [/^do(?:it|ivent)$|^dev(?:oir|ait|aient|ra|rait|raient|ront)$/, "doit"],
  // The noun (pouvoir) is another word than the verb.
  [/^p(?:eut|euvent|ouvait|ouvaient|ouvant|ourra|ourrait|ourraient|ourront|uisse|uissent)$/, "peut"],
  [/^(in|ex|con)clu(?:re|e|s|se|t|ent|ant|ait|ra|rait|ront)?$/, "$1clu"],
  [/^(re|entr)?ouv(?:r(?:ir|e|ent|ant|ait|aient|ira|irait|iront)|erte?)$/, "$1ouvr"],
  [/^(re|de)?couv(?:r(?:ir|e|ent|ant|ait|aient|ira|irait|iront)|erte?)$/, "$1couvr"],
  [/^(off|souff)(?:r(?:ir|e|ent|ant|ait|aient|ira|irait|iront)|erte?)$/, "$1r"],
  [/^(satis|re|contre)?fai(?:re|sant|sait|saient|t|te)$/, "$1fait"],
  [/^(a|com|de|re)?bat(?:t(?:re|ue?|ant|ent|e|ait))?$/, "$1batt"],
];

/** The common stem of a verb of the third group, or nothing when the word follows no model. */
export function stemOfThirdGroup(word: string): string | undefined {
  const model = MODELS.find(([form]) => form.test(word));
  return model && word.replace(model[0], model[1]);
}
