import { Elysia } from "elysia";
import type { Logger } from "pino";
import type { Admissions } from "../db/admission/port.ts";
import { OutageLog } from "../db/engine/outage-log.ts";
import type { Database } from "../db/postgres/database.ts";
import type { RelationalStore } from "../db/postgres/open.ts";
import type { Tracing } from "../db/tracing/span.ts";
import { step } from "../db/tracing/span.ts";
import type { FullTextReader } from "../search/fulltext/port.ts";
import { readQuery } from "../search/fulltext/read-query.ts";
import { operatorLog } from "./access/act-log.ts";
import { OperatorToken } from "./access/admin-token.ts";
import { isFromHolder, type KeyRing } from "./access/api-key.ts";
import type { AttemptLimiter } from "./access/attempt-limiter.ts";
import type { Gates } from "./access/gates.ts";
import { admitted, admittedForFree, admittedToSemantic } from "./access/rate-limit.ts";
import type { VisitorBudget } from "./access/visitor-budget.ts";
import { DocSite, docs } from "./docs/routes.ts";
import { accountPages } from "./features/account/page-routes.ts";
import { account } from "./features/account/route.ts";
import { changes } from "./features/changes/route.ts";
import type { CitationChecker } from "./features/citations/checker.ts";
import { citations } from "./features/citations/route.ts";
import { comparison } from "./features/comparison/route.ts";
import type { Comparator } from "./features/comparison/service.ts";
import { context } from "./features/context/route.ts";
import { documents } from "./features/documents/route.ts";
import { sourceRecord } from "./features/documents/source-route.ts";
import { ExportRoots } from "./features/export/lines.ts";
import { exported } from "./features/export/route.ts";
import { ExportSlots } from "./features/export/service.ts";
import { citing } from "./features/graph/citing-route.ts";
import { graph } from "./features/graph/route.ts";
import { history } from "./features/history/route.ts";
import { semantic } from "./features/hybrid/route.ts";
import type { HybridDeps } from "./features/hybrid/service.ts";
import { journal } from "./features/journal/route.ts";
import { law } from "./features/law/route.ts";
import { lawTexts } from "./features/law/text-route.ts";
import { news } from "./features/news/route.ts";
import { NEWS_WORDS } from "./features/news/service.ts";
import { paragraphOnDays, paragraphs } from "./features/paragraphs/route.ts";
import { plan } from "./features/plan/route.ts";
import { proof } from "./features/proof/page-routes.ts";
import { attestation } from "./features/proof/route.ts";
import { resolution } from "./features/resolution/route.ts";
import { search } from "./features/search/route.ts";
import { metricsRoute, readiness } from "./features/service/operations-route.ts";
import { service } from "./features/service/route.ts";
import { suggest } from "./features/suggest/route.ts";
import { tables } from "./features/tables/route.ts";
import { TABLE_WORDS } from "./features/tables/service.ts";
import { tracking } from "./features/tracking/route.ts";
import type { ClientAddress, Drain } from "./http/connections.ts";
import type { ApiError } from "./http/errors/api-error.ts";
import { refusalNamed } from "./http/errors/catalogue.ts";
import { endTrace, exchangeOf, placed, traceRequests } from "./http/exchange.ts";
import { KeptWords } from "./http/kept-words.ts";
import { http } from "./http/plugin.ts";
import { type BodyCache, keptByRevision, keptForAMinute } from "./http/response/kept-bodies.ts";
import { mcp } from "./mcp/route.ts";
import type { Metrics, Traffic } from "./metrics/registry.ts";
import { DamageSightings } from "./operator/damage-sightings.ts";
import { openDashboard } from "./operator/pages/context.ts";
import { framedRefusal } from "./operator/pages/gate.tsx";
import { dashboard } from "./operator/pages/routes.ts";
import { admin } from "./operator/route.ts";
import type { RunDeps } from "./operator/runs.ts";
import { pages } from "./pages/routes.ts";
import type { KnownDomains } from "./process/known-domains.ts";
import type { NotHeld, StoreLag } from "./questions/not-seen.ts";
import { warningsFrom } from "./questions/warnings.ts";

/** What the routes depend on, opened by `open-service.ts`. */
export interface AppDeps extends HybridDeps {
  /** Where keys, usage and runs are stored; `database`, where documents are read, may be a replica of it. */
  readonly primary: Database;
  /** That replica; null without one. */
  readonly replica: RelationalStore["replica"];
  readonly fulltext: FullTextReader;
  readonly storeLag: StoreLag;
  readonly notHeld: NotHeld;
  readonly comparator: Comparator;
  readonly citationChecker: CitationChecker;
  readonly domains: KnownDomains;
  readonly keys: KeyRing;
  readonly admissions: Admissions;
  readonly bodies: BodyCache;
  readonly attempts: AttemptLimiter;
  readonly visitors: VisitorBudget;
  readonly clientAddress: ClientAddress;
  readonly clock: () => Date;
  readonly stateLifetimeMs: number;
  readonly sourcesLateDays: number;
  /** Whether the checkpoints of the log of proof are to be timestamped. */
  readonly isProofStamped: boolean;
  /** Whether the store was filled from a source other than the configured one. */
  readonly isSourceOther: () => Promise<boolean>;
  readonly drain: Drain;
  readonly metrics: Metrics;
  /** Traces every request; null when none is traced. */
  readonly tracing: Tracing | null;
  readonly traffic: Traffic;
  readonly logger: Logger;
  readonly publicUrl: () => string;
  readonly upgradeUrl: () => string;
  /** Where to ask for a key; null when the operator gives no address. */
  readonly contactUrl: string | null;
  /** Null disables the admin routes. */
  readonly adminToken: string | null;
  /** How runs are requested. */
  readonly admin: RunDeps;
}

/** Words for what `/v1/status` finds. */
const COMPONENT_WORDS = {
  began: "component at fault",
  goesOn: "component still at fault",
  over: "component works again",
};

/**
 * Creates the API. Answers in order (docs/decisions.md): unknown route (the router), key, minute limit, plan,
 * parameters, quota (the gates of `access/`), work. `prepare` renders beforehand what is the same for all.
 */
export function createApp(opened: AppDeps) {
  const deps = {
    ...opened,
    step,
    sightings: new DamageSightings(opened.clock),
    outages: new OutageLog(opened.logger, COMPONENT_WORDS),
  };
  const gates = openGates(deps);
  const newsWords = new KeptWords(deps.database, NEWS_WORDS);
  const tableWords = new KeptWords(deps.database, TABLE_WORDS);
  const warnOf = warningsFrom(deps);
  const api = new Elysia({ name: "api" })
    .use(search(gates, { ...deps, readQuery, warnOf }))
    .use(semantic(gates, deps))
    .use(context(gates, deps))
    .use(suggest(gates, deps))
    .use(resolution(gates, deps))
    .use(documents(gates, deps))
    .use(citing(gates, deps))
    .use(citations(gates, deps))
    .use(tracking(gates, deps))
    .use(graph(gates, deps))
    .use(history(gates, deps))
    .use(paragraphs(gates, deps))
    .use(paragraphOnDays(gates, deps))
    .use(attestation(gates, deps))
    .use(comparison(gates, deps))
    .use(tables(gates, { ...deps, readQuery, tableWords }))
    .use(sourceRecord(gates, deps))
    .use(plan(gates, deps))
    .use(changes(gates, deps))
    .use(journal(gates, deps))
    .use(exported(gates, { ...deps, slots: new ExportSlots(), roots: new ExportRoots(deps.database) }))
    .use(news(gates, { ...deps, readQuery, newsWords }))
    .use(law(gates, deps))
    .use(lawTexts(gates, deps))
    .use(account(gates, deps))
    .use(service(deps));
  // Container host names may have fewer than four letters.
  const app = new Elysia({ normalize: false, handler: { standardHostname: false } });
  const operator = deps.adminToken === null ? null : openOperatorSide(deps, deps.adminToken);
  app.use(http({ ...deps, ...operator }, () => app.routes));
  app.use(countedRequests(deps.metrics, deps.traffic));
  app.use(api);
  app.use(readiness({ database: deps.primary, drain: deps.drain }));
  const site = new DocSite(api, { ...deps, database: deps.primary });
  app.use(docs(site));
  app.use(mcp({ ...deps, ask: (request) => app.handle(request) }));
  app.use(proof(deps));
  app.use(pages({ ...deps, readQuery, newsWords, warnOf }));
  app.use(accountPages(deps));
  if (operator !== null) {
    app.use(dashboard(operator.context));
    app.use(admin({ ...deps.admin, clock: deps.clock, record: operatorLog(deps, "token") }, operator.token));
    app.use(metricsRoute(deps.metrics, operator.token));
  }
  if (deps.tracing !== null) traceRequests(app, deps.tracing, (request) => isFromHolder(deps.keys, request));
  return Object.assign(app, { prepare: () => site.prepare() });
}

function openGates(deps: AppDeps): Gates {
  return {
    admitted: admitted(deps),
    admittedToSemantic: admittedToSemantic(deps),
    admittedForFree: admittedForFree(deps),
    placed: placed(deps),
    keptByRevision: keptByRevision(deps),
    keptForAMinute: keptForAMinute(deps),
  };
}

/** The routes reserved for the operator, all behind one token. */
function openOperatorSide(deps: AppDeps & { readonly sightings: DamageSightings }, adminToken: string) {
  const token = new OperatorToken(adminToken, deps);
  const context = openDashboard({ ...deps, token }, adminToken);
  return {
    token,
    context,
    framedRefusal: (request: Request, refusal: ApiError) => framedRefusal(context, request, refusal),
  };
}

const MILLISECONDS = 1000;
const UNKNOWN_ROUTE = "unknown";

const countedRequests = (metrics: Metrics, traffic: Traffic) =>
  new Elysia({ name: "countedRequests" }).onAfterResponse({ as: "global" }, ({ request, route }) => {
    const exchange = exchangeOf(request);
    const { status, startedAt, admission, refusal, grant } = exchange;
    const milliseconds = performance.now() - startedAt;
    const pattern = route || UNKNOWN_ROUTE;
    metrics.countRequest(request.method, pattern, status, milliseconds / MILLISECONDS);
    traffic.count(pattern, status, milliseconds);
    if (refusal !== null) metrics.countRefusal(refusal);
    if (refusal !== null && grant !== null)
      traffic.countRefusal(grant.accountId, refusalNamed(refusal).entry.code);
    if (admission !== null) metrics.countAdmission(admission.outcome);
    endTrace(exchange, request.method, pattern);
  });
