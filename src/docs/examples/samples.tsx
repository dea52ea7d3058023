import { Code, Json } from "../code.tsx";
import { exampleRequest, isSuccess, type Method, type Operation } from "../operations.ts";

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

/** The choice of the language of a page's examples, by style sheet alone: tabs are labels of these same buttons. */
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

interface Program {
  readonly language: Language;
  readonly text: string;
}

export const LANGUAGES = [
  { id: "curl", name: "curl" },
  { id: "javascript", name: "JavaScript" },
  { id: "python", name: "Python" },
] as const;

export type Language = (typeof LANGUAGES)[number]["id"];

/** A request as a program in each language, which prints the answer without a package; the key is in `$CLE`. */
export function programsOf(request: ShownRequest, publicUrl: string): Program[] {
  return [
    { language: "curl", text: curl(request, publicUrl) },
    { language: "javascript", text: javascript(request, publicUrl) },
    { language: "python", text: python(request, publicUrl) },
  ];
}

function curl({ method, address, body, isKeyed }: ShownRequest, publicUrl: string): string {
  const parts = [
    ...(isImplied(method, body) ? [] : [`-X ${method}`]),
    ...(isKeyed ? ['-H "X-API-Key: $CLE"'] : []),
    ...(body === null ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body))}`]),
    quoted(publicUrl + address),
  ];
  const line = `curl ${parts.join(" ")}`;
  return line.length <= MAX_LINE ? line : `curl ${parts.join(" \\\n  ")}`;
}

const MAX_LINE = 76;

/** Whether the body implies the method, as curl and Python's `urllib` understand it. */
function isImplied(method: ShownRequest["method"], body: ShownRequest["body"]): boolean {
  return method === (body === null ? "GET" : "POST");
}

/** A word of a shell, as it is. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function javascript({ method, address, body, isKeyed, hasLines }: ShownRequest, publicUrl: string): string {
  const headers = [
    ...(isKeyed ? ['"X-API-Key": env.CLE'] : []),
    ...(body === null ? [] : ['"Content-Type": "application/json"']),
  ];
  const options = [
    ...(method === "GET" ? [] : [`  method: "${method}",`]),
    ...(headers.length === 0 ? [] : [`  headers: { ${headers.join(", ")} },`]),
    ...(body === null ? [] : [`  body: JSON.stringify(${JSON.stringify(body, undefined, 2)}),`]),
  ];
  const url = JSON.stringify(publicUrl + address);
  const call = options.length === 0 ? `fetch(${url})` : `fetch(${url}, {\n${indented(options)}\n})`;
  const key = isKeyed ? 'import { env } from "node:process";\n\n' : "";
  return `${key}const reponse = await ${call};
if (!reponse.ok) throw new Error(await reponse.text());
${hasLines ? LINES_IN_JAVASCRIPT : "console.log(await reponse.json());"}`;
}

const LINES_IN_JAVASCRIPT = `for (const ligne of (await reponse.text()).trimEnd().split("\\n"))
  console.log(JSON.parse(ligne));`;

/** What a JSON value takes on several lines stands under its name. */
function indented(lines: readonly string[]): string {
  return lines.map((line) => line.replaceAll("\n", "\n  ")).join("\n");
}

function python({ method, address, body, isKeyed, hasLines }: ShownRequest, publicUrl: string): string {
  const headers = [
    ...(isKeyed ? ['"X-API-Key": os.environ["CLE"]'] : []),
    ...(body === null ? [] : ['"Content-Type": "application/json"']),
  ];
  const lines = [
    `    ${JSON.stringify(publicUrl + address)},`,
    ...(headers.length === 0 ? [] : [`    headers={${headers.join(", ")}},`]),
    ...(body === null ? [] : [`    data=json.dumps(${inPython(body)}).encode(),`]),
    ...(isImplied(method, body) ? [] : [`    method="${method}",`]),
  ];
  const modules = ["json", ...(isKeyed ? ["os"] : []), "urllib.request"];
  return `import ${modules.join(", ")}

requete = urllib.request.Request(
${lines.join("\n")}
)
with urllib.request.urlopen(requete) as reponse:
${hasLines ? LINES_IN_PYTHON : "    print(json.load(reponse))"}`;
}

const LINES_IN_PYTHON = `    for ligne in reponse:
        print(json.loads(ligne))`;

/** A body in Python's words: those of JSON, for texts and numbers. */
function inPython(body: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(body, undefined, 4).replaceAll("\n", "\n    ");
}

/** A request that the documentation shows, and that a test sends. */
export interface ShownRequest {
  readonly method: Method;
  /** Path and query, encoded. */
  readonly address: string;
  readonly body: Readonly<Record<string, unknown>> | null;
  /** Whether it carries a key. */
  readonly isKeyed: boolean;
  /** Whether the answer is JSON a line, and not one JSON value. */
  readonly hasLines: boolean;
}

/** The example of a route. */
export function requestOf(operation: Operation): ShownRequest {
  const ok = operation.responses.find(({ status }) => isSuccess(status));
  return {
    ...exampleRequest(operation),
    method: operation.method,
    isKeyed: !operation.isPublic,
    hasLines: ok?.schema === null,
  };
}

/**
 * The request that a text of the documentation writes: its method and its address, then a blank line and its JSON
 * body when it has one. It carries a key unless its route answers without one.
 * @throws {Error} when it is written otherwise.
 */
export function parseRequest(written: string, operations: readonly Operation[]): ShownRequest {
  const [head = "", body = null] = written.split("\n\n");
  const [method, address = "", ...others] = head.split(" ");
  if ((method !== "GET" && method !== "POST") || !address.startsWith("/v1/") || others.length > 0)
    throw new Error(`« ${head} » is no request`);
  const [path] = address.split("?");
  const isPublic = operations.some((operation) => operation.path === path && operation.isPublic);
  return {
    method,
    address,
    body: body === null ? null : JSON.parse(body),
    isKeyed: !isPublic,
    hasLines: path === "/v1/export",
  };
}
