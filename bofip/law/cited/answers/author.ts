import type { Cursor } from "../../../reading/cursor.ts";

const PARTICLE = "(?:[Dd]e |[Dd]u |[Dd]es |[Ll]e |[Ll]a |[Dd]'|[Ll]es )";
const NAME = String.raw`\p{Lu}[\p{L}'-]{1,30}`;
const WORDS = `(?<name>${PARTICLE}{0,2}${NAME}(?: ${PARTICLE}{0,2}${NAME}){0,3})`;
const TITLE = String.raw`(?:M\.|MM\.|Mme|Mlle|Monsieur|Madame)`;
const AUTHOR = new RegExp(
  ` ?(?:(?:faite |donnée |apportée |posée )?(?:à |de |du |par )?(?<title>${TITLE}) ?)?${WORDS}`,
  "uy",
);
const OFFICE =
  /,? ?(?:\((?=[Dd]éput|[Ss]énat))?(?:[Dd]éputée?|[Ss]énat(?:eur|rice)|[Aa]ncien)(?: d\p{L}{1,3} \p{Lu}[\p{L}-]{2,30})?\)?/uy;
const BEGINS_WITH_PARTICLE = new RegExp(`^${PARTICLE}`);

/** What is not a name though it begins with a capital. */
const NO_NAME = /^(?:JO|JOAN|AN|Sénat|RM|Assemblée|Journal|Bulletin|Q|QE|Réponse|Question|J)(?!\p{L})/u;

/** Reads « Louwagie », « à M. Guédon », « à Mme Louise Morel, députée »: the surname; null without. */
export function takeAuthor(cursor: Cursor): string | null {
  return cursor.attempt(() => {
    const { title, name } = cursor.take(AUTHOR)?.groups ?? {};
    if (name === undefined || NO_NAME.test(name)) return null;
    cursor.take(OFFICE);
    return title === undefined ? name : surnameOf(name);
  });
}

/** « Louise Morel » is Morel, « Charles de Courson » is de Courson, « Le Fur » is itself. */
function surnameOf(name: string): string {
  const space = name.indexOf(" ");
  return space < 0 || BEGINS_WITH_PARTICLE.test(name) ? name : name.slice(space + 1);
}
