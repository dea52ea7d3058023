import type { ImportSummary } from "../../db/keys/transfer.ts";
import { parseKeyExport } from "../../db/keys/transfer-format.ts";
import { type KeyAdmin, KeyRefusal } from "./admin.ts";

const TIMEOUT_MS = 30_000;

/**
 * Administers keys through the control socket of the running service, by its admin routes (no token: the
 * socket is its owner's alone).
 * @param path of the socket, from `findOwner`.
 */
export function socketKeyAdmin(path: string): KeyAdmin {
  const ask = <Answer>(method: string, route: string, body?: object) =>
    request<Answer>(path, method, route, body);
  const keyRoute = (visibleStart: string) => `keys/${encodeURIComponent(visibleStart)}`;
  return {
    create: (keyRequest) => ask("POST", "keys", keyRequest),
    list: async () => (await ask<{ keys: Awaited<ReturnType<KeyAdmin["list"]>> }>("GET", "keys")).keys,
    change: (visibleStart, change) => ask("PATCH", keyRoute(visibleStart), change),
    revoke: (visibleStart) => ask("DELETE", keyRoute(visibleStart)),
    usage: (visibleStart) => ask("GET", `${keyRoute(visibleStart)}/usage`),
    export: async () => parseKeyExport(await ask("GET", "export-keys")),
    import: (document) => ask<ImportSummary>("POST", "import-keys", document),
  };
}

/**
 * The answer is taken as `Answer` unchecked: the service at the other end is this program, whose routes answer
 * what `KeyAdmin` declares.
 */
async function request<Answer>(path: string, method: string, route: string, body?: object): Promise<Answer> {
  const response = await send(path, method, route, body);
  const answer = (await response.json()) as Answer & { readonly error?: { readonly message: string } };
  if (!response.ok) throw new KeyRefusal(answer.error?.message ?? `Le service a répondu ${response.status}.`);
  return answer;
}

async function send(path: string, method: string, route: string, body?: object): Promise<Response> {
  try {
    return await fetch(`http://localhost/admin/${route}`, {
      unix: path,
      method,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { "content-type": "application/json" },
      }),
    });
  } catch (cause) {
    throw new KeyRefusal("Le service en marche ne répond pas sur son socket de contrôle : réessayez.", {
      cause,
    });
  }
}
