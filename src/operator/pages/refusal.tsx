import type { ApiError } from "../../http/errors/api-error.ts";
import { answerPrivatePage } from "../../pages/answer.ts";
import { wordRefusal } from "../../pages/layout.tsx";
import { type DashboardContext, PATHS } from "./context.ts";
import { readSession } from "./gate.tsx";
import { Dashboard } from "./layout.tsx";

/**
 * Renders a refusal in the dashboard's layout for a signed-in operator on a dashboard page; null for anyone and
 * anywhere else, who must not learn that there is one.
 */
export async function framedRefusal(
  context: DashboardContext,
  request: Request,
  refusal: ApiError,
): Promise<Response | null> {
  if (!`${new URL(request.url).pathname}/`.startsWith(`${PATHS.home}/`)) return null;
  // Without the store, no session can be checked: nobody counts as signed in.
  const session = await readSession(context, request).catch(() => null);
  if (session === null) return null;
  const { title, text } = wordRefusal(refusal);
  const page = (
    <Dashboard title={title} session={session}>
      <h1>{title}</h1>
      <p>{text}</p>
      <p>
        <a href={PATHS.home}>Revenir au tableau de bord</a>
      </p>
    </Dashboard>
  );
  return answerPrivatePage(page, refusal.status);
}
