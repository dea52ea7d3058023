import { Elysia } from "elysia";
import { answerPrivatePage } from "../pages/answer.ts";
import { visited } from "../pages/visits.ts";
import { type AccountContext, PATHS } from "./context.ts";
import { createOfForm, renameOfForm, replaceOfForm, revokeOfForm, type Sent } from "./forms.ts";
import { fromHolder } from "./gate.tsx";
import { accountPage } from "./home.tsx";
import { readHolder } from "./session.ts";
import { signIn, signInPage, signOut } from "./sign-in.tsx";

/** The pages of a customer's account (contract, additions 2, « Account »); never in the OpenAPI document. */
export const accountPages = (context: AccountContext) => {
  const handle = (request: Request, act: (sent: Sent) => Promise<Response>) =>
    fromHolder(context, request, (form, holder) => act({ context, request, holder, form }));

  return new Elysia({ name: "accountPages", normalize: false })
    .use(visited(context))
    .get(PATHS.home, ({ request }) => enter(context, request))
    .post(PATHS.signIn, ({ request, server }) => signIn(context, { request, server }), { parse: "none" })
    .post(PATHS.signOut, ({ request }) => handle(request, ({ holder }) => signOut(context, holder)), {
      parse: "none",
    })
    .post(PATHS.keys, ({ request }) => handle(request, createOfForm), { parse: "none" })
    .post(
      `${PATHS.keys}/:debut/nom`,
      ({ request, params }) => handle(request, (sent) => renameOfForm(sent, params.debut)),
      { parse: "none" },
    )
    .post(
      `${PATHS.keys}/:debut/remplacement`,
      ({ request, params }) => handle(request, (sent) => replaceOfForm(sent, params.debut)),
      { parse: "none" },
    )
    .post(
      `${PATHS.keys}/:debut/revocation`,
      ({ request, params }) => handle(request, (sent) => revokeOfForm(sent, params.debut)),
      { parse: "none" },
    );
};

/** The account of whoever is signed in, or the sign-in form. */
async function enter(context: AccountContext, request: Request): Promise<Response> {
  const holder = await readHolder(context, request);
  return holder === null ? signInPage() : answerPrivatePage(await accountPage(context, holder));
}
