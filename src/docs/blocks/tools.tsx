import { listMcpTools, type McpTool } from "../mcp-tools.ts";

/** The tools that the MCP server offers, in its own words. */
export async function tools() {
  const listed = await listMcpTools();
  return (
    <div>
      {listed.map((tool) => (
        <Tool tool={tool} />
      ))}
    </div>
  );
}

function Tool({ tool: { name, title, description, inputSchema } }: { readonly tool: McpTool }) {
  return (
    <section class="tool" aria-labelledby={`outil-${name}`}>
      <h3 id={`outil-${name}`}>
        <code>{name}</code> {title}
      </h3>
      {description.split("\n").map((line) => (
        <p>{line}</p>
      ))}
      <dl class="fields">
        {Object.entries(inputSchema.properties).map(([field, { description: text = "" }]) => (
          <div>
            <dt>
              <code>{field}</code>
              {inputSchema.required.includes(field) ? <strong class="required">obligatoire</strong> : null}
            </dt>
            {text === "" ? null : <dd>{text}</dd>}
          </div>
        ))}
      </dl>
    </section>
  );
}
