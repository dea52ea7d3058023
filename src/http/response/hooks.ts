import { exchangeOf } from "../exchange.ts";

interface Hooked {
  readonly request: Request;
}

/** Route hook: the answer has a strong ETag and honours `If-None-Match`. */
export function revalidated({ request }: Hooked): void {
  exchangeOf(request).isRevalidated = true;
}

/** Route hook: the answer is the same for everyone and may be shared for a minute. */
export function sharedForAMinute({ request }: Hooked): void {
  exchangeOf(request).cacheControl = "public, max-age=60";
}

/** Route hook: the answer is only valid now (`no-store`). */
export function neverStored({ request }: Hooked): void {
  exchangeOf(request).cacheControl = "no-store";
}

/** Route hook, before the caching ones: the answer is about actualités only, which arrive by exports. */
export function coveredByExports({ request }: Hooked): void {
  exchangeOf(request).covers = "news";
}
