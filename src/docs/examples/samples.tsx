import { Code, Json } from "../code.tsx";
import { LANGUAGES, programsOf } from "./programs.ts";
import type { ShownRequest } from "./requests.ts";

/** A request in every language, of which the page shows the one that its reader chose. */
export function Samples({
  request,
  publicUrl,
}: {
  readonly request: ShownRequest;
  readonly publicUrl: string;
}) {
  return (
    <div class="samples">
      <div class="samples-tabs" aria-hidden="true">
        {LANGUAGES.map(({ id, name }) => (
          <label for={`langage-${id}`}>{name}</label>
        ))}
      </div>
      {programsOf(request, publicUrl).map(({ language, text }) => (
        <div class={`sample sample-${language}`}>
          <Code label={LANGUAGES.find(({ id }) => id === language)?.name ?? ""}>{text}</Code>
        </div>
      ))}
    </div>
  );
}

interface SampleAnswerProps {
  readonly shown: ShownRequest;
  /** What the sample corpus was asked for this answer. */
  readonly answered: ShownRequest;
  readonly answer: unknown;
}

/** An answer of the sample corpus, which names its own request when the one shown above it is another. */
export function SampleAnswer({ shown, answered, answer }: SampleAnswerProps) {
  const isOfShown = Bun.deepEquals(shown, answered);
  const label = isOfShown ? "" : ` à ${answered.method} ${answered.address}`;
  return <Json label={`Réponse du corpus d'essai${label}, abrégée`} value={answer} />;
}

/**
 * The choice of the language of the examples of a page, once for all of them. The style sheet follows it: no script.
 * The tabs above each example are labels of these same buttons.
 */
export function LanguageChoice() {
  return (
    <fieldset class="languages">
      <legend>Exemples en</legend>
      {LANGUAGES.map(({ id, name }, index) => (
        <>
          <input type="radio" name="langage" id={`langage-${id}`} checked={index === 0} aria-label={name} />
          <label for={`langage-${id}`} aria-hidden="true">
            {name}
          </label>
        </>
      ))}
    </fieldset>
  );
}
