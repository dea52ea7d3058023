import { Code, Json } from "../code.tsx";
import type { DocContext } from "../context.ts";
import { DocFrame } from "../frame.tsx";
import { listMcpTools, type McpTool } from "../mcp-tools.ts";
import { docPath } from "../site.ts";

/** How a language model is connected, and the tools it is given. */
export async function mcpPage({ publicUrl }: DocContext) {
  const tools = await listMcpTools();
  return (
    <DocFrame slug="mcp" publicUrl={publicUrl}>
      <p>
        Ce service parle le <em>Model Context Protocol</em>. Ses {tools.length} outils sont des clients de
        l'API : clé, formule, <a href={docPath("limites")}>quota et limite par minute</a> valent comme pour un
        appel direct ; une requête porte un message, jamais un lot. Chaque élément qu'ils donnent porte
        l'identifiant, le titre, le statut, le § et le lien officiel : de quoi citer.
      </p>
      <Connection publicUrl={publicUrl} />
      <h2 id="outils">Les outils</h2>
      <p>Ce que lit le modèle pour choisir, tel que le serveur le lui dit :</p>
      {tools.map((tool) => (
        <Tool tool={tool} />
      ))}
    </DocFrame>
  );
}

function Connection({ publicUrl }: { readonly publicUrl: string }) {
  const remote = {
    type: "http",
    url: `${publicUrl}/mcp`,
    headers: { Authorization: "Bearer boi_…" },
  };
  const local = {
    command: "bun",
    args: ["run", "--silent", "--cwd", "/chemin/du/depot", "mcp"],
    env: { API_URL: publicUrl, API_KEY: "boi_…" },
  };
  return (
    <>
      <h2 id="http">Par HTTP</h2>
      <p>
        Rien à installer. La clé se donne en <code>Authorization: Bearer</code> ou en <code>X-API-Key</code>.
      </p>
      <Json label="Réglage du client" value={{ mcpServers: { "doctrine-fiscale": remote } }} />
      <p>
        La plupart des clients lisent cette forme ; VS Code (<code>.vscode/mcp.json</code>) nomme{" "}
        <code>servers</code> ce qui s'appelle ici <code>mcpServers</code>.
      </p>
      <h2 id="stdio">Par l'entrée et la sortie standard</h2>
      <p>Pour un client qui ne parle pas HTTP, depuis une copie du dépôt :</p>
      <Json label="Réglage du client" value={{ mcpServers: { "doctrine-fiscale": local } }} />
      <h2 id="essai">Vérifier</h2>
      <p>Sans client, la liste des outils s'obtient ainsi ; elle ne compte pas dans le quota :</p>
      <Code label="curl">{`curl -H "Authorization: Bearer $CLE" \\
  -H 'Content-Type: application/json' \\
  -H 'Accept: application/json, text/event-stream' \\
  -d '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' \\
  '${publicUrl}/mcp'`}</Code>
    </>
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
