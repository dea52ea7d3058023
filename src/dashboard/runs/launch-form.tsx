import { PATHS } from "../context.ts";
import { FormToken } from "../layout.tsx";
import type { Session } from "../session.ts";

/** Requests a run of the service's own source. */
export function LaunchForm({ session }: { readonly session: Session }) {
  return (
    <form class="inline-form" action={PATHS.runs} method="post">
      <FormToken session={session} />
      <button type="submit">Lancer une ingestion</button>
    </form>
  );
}
