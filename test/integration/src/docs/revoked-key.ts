import type { TestService } from "../../../servers/service.ts";

/** Makes the key that an example revokes one of the account of who asks. */
export async function haveRevokedKey(service: TestService, request: Request): Promise<void> {
  if (request.method !== "DELETE") return;
  const visibleStart = new URL(request.url).pathname.split("/").at(-1) ?? "";
  const asking = await service.deps.keys.find(request.headers.get("x-api-key") ?? "");
  await service.database.$client`
    insert into api_keys (name, plan, visible_start, hash, account_id)
    values ('Production', 'pro', ${visibleStart}, sha256(${visibleStart}::text::bytea), ${asking?.accountId ?? 0})
    on conflict (visible_start) do update set revoked_at = null, account_id = excluded.account_id`;
}
