import type { Child } from "../pages/jsx/runtime.ts";
import { TableBox } from "../pages/paging.tsx";

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
      <pre tabindex="0">
        <code>
          {lines.map((line) => (
            <>
              <span class={`line depth-${depthOf(line)}`}>
                <Line text={line} />
              </span>
              {"\n"}
            </>
          ))}
        </code>
      </pre>
    </figure>
  );
}

/** A line of JSON, the name of its field apart. */
function Line({ text }: { readonly text: string }) {
  const [, name] = /^( *"\w+"): /.exec(text) ?? [];
  if (name === undefined) return <>{text}</>;
  return (
    <>
      <span class="json-name">{name}</span>
      {text.slice(name.length)}
    </>
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

/** A route, as it is asked for. */
export function Route({ method, path }: { readonly method: string; readonly path: string }) {
  return (
    <code class="route">
      <span class={`method method-${method.toLowerCase()}`}>{method}</span> {path}
    </code>
  );
}

interface RowsProps {
  readonly label: string;
  readonly heads: readonly Child[];
  /** The first cell of a row names it. */
  readonly rows: readonly (readonly Child[])[];
}

/** A table of a few columns. */
export function Rows({ label, heads, rows }: RowsProps) {
  return (
    <TableBox label={label}>
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th scope="col">{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells]) => (
            <tr>
              <th scope="row">{name}</th>
              {cells.map((cell) => (
                <td>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}
