/** A block of code, which wraps rather than scrolls: it reads on a phone and on paper. */
export function Code({ label, children }: { readonly label?: string; readonly children: string }) {
  return (
    <figure class="code">
      {label === undefined ? null : <figcaption>{label}</figcaption>}
      <pre>
        <code>{children}</code>
      </pre>
    </figure>
  );
}

/** An answer or a body. A line that wraps stays to the right of where it began. */
export function Json({ label, value }: { readonly label?: string; readonly value: unknown }) {
  const lines = JSON.stringify(value, undefined, 2).split("\n");
  return (
    <figure class="code code-lines">
      {label === undefined ? null : <figcaption>{label}</figcaption>}
      <pre>
        <code>
          {lines.map((line) => (
            <>
              <span class={`line depth-${depthOf(line)}`}>{line}</span>
              {"\n"}
            </>
          ))}
        </code>
      </pre>
    </figure>
  );
}

const MAX_DEPTH = 6;

function depthOf(line: string): number {
  return Math.min(MAX_DEPTH, Math.floor(line.search(/\S/) / 2));
}

/** A text of the OpenAPI document, in which backticks stand around code. */
export function Prose({ text }: { readonly text: string }) {
  return <>{text.split("`").map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part))}</>;
}
