import type { RenderedBody } from "../../http/response/body.ts";
import { CODES_PATH, codePath } from "../../pages/addresses.ts";
import { renderPage } from "../../pages/answer.ts";
import type { PageDeps } from "../../pages/context.ts";
import { counted } from "../../pages/figures/format.ts";
import { Page } from "../../pages/layout.tsx";
import { listCitedCodes } from "./service.ts";

/** The codes that the doctrine in force cites, each with how many of its articles. */
export async function codesPage({ database, publicUrl }: PageDeps): Promise<RenderedBody> {
  const codes = await listCitedCodes(database);
  return renderPage(
    <Page
      title="Articles de loi"
      description="Les articles de loi que la doctrine fiscale en vigueur cite, code par code."
      canonical={publicUrl() + CODES_PATH}
      section="articles"
    >
      <div class="plan">
        <h1 class="plan-title">Articles de loi</h1>
        {codes.length === 0 ? <p>Aucun document en vigueur ne cite d'article.</p> : null}
        <ul class="entries">
          {codes.map(({ code, articles }) => (
            <li>
              <a class="entry entry-row" href={codePath(code)}>
                <span class="entry-title">{code}</span>
                <span class="entry-note">
                  {articles > 1 ? `${counted(articles, "article")} cités` : "1 article cité"}
                </span>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </Page>,
  );
}
