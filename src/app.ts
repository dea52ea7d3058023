import { Elysia } from "elysia";
import type { Logger } from "pino";
import type { Admissions } from "../db/admission/port.ts";
import { OutageLog } from "../db/engine/outage-log.ts";
import type { Database } from "../db/postgres/database.ts";
import { step } from "../db/tracing/call-context.ts";
import type { Tracing } from "../db/tracing/span.ts";
import type { FullTextReader } from "../search/fulltext/port.ts";
import { readQuery } from "../search/fulltext/read-query.ts";
import { OperatorToken } from "./access/admin-token.ts";
import { isFromHolder, type KeyRing } from "./access/api-key.ts";
import type { AttemptLimiter } from "./access/attempt-limiter.ts";
import type { Gates } from "./access/gates.ts";
import { operatorLog } from "./access/operator-log.ts";
import { admitted, admittedForFree, admittedToSemantic } from "./access/rate-limit.ts";
import type { VisitorBudget } from "./access/visitor-budget.ts";
import { accountPages } from "./account/routes.ts";
import { openDashboard } from "./dashboard/context.ts";
import { framedRefusal } from "./dashboard/refusal.tsx";
import { dashboard } from "./dashboard/routes.ts";
import { DocSite, docs } from "./docs/routes.ts";
import type { ClientAddress } from "./http/client-address.ts";
import type { Drain } from "./http/drain.ts";
import type { ApiError } from "./http/errors/api-error.ts";
import { refusalNamed } from "./http/errors/catalogue.ts";
import { exchangeOf } from "./http/exchange.ts";
import { placed } from "./http/placing.ts";
import type { BodyCache } from "./http/response/body-cache.ts";
import { keptByRevision, keptForAMinute } from "./http/response/kept-bodies.ts";
import { endTrace, traceRequests } from "./http/traced.ts";
import { http } from "./http.ts";
import { mcp } from "./mcp/route.ts";
import type { Metrics } from "./metrics/registry.ts";
import type { Traffic } from "./metrics/traffic.ts";
import { proof } from "./pages/proof/routes.ts";
import { pages } from "./pages/routes.ts";
import type { KnownDomains } from "./process/known-domains.ts";
import { account } from "./routes/account.ts";
import { admin } from "./routes/admin.ts";
import { changes } from "./routes/changes.ts";
import { citations } from "./routes/citations.ts";
import { citing } from "./routes/citing.ts";
import { documents } from "./routes/documents.ts";
import { exported } from "./routes/export.ts";
import { graph } from "./routes/graph.ts";
import { history } from "./routes/history.ts";
import { journal } from "./routes/journal.ts";
import { articles } from "./routes/law/articles.ts";
import { citedLaw } from "./routes/law/cited-law.ts";
import { news } from "./routes/news.ts";
import { metricsRoute, readiness } from "./routes/operations.ts";
import { plan } from "./routes/plan.ts";
import { resolution } from "./routes/resolution.ts";
import { search } from "./routes/search.ts";
import { semantic } from "./routes/semantic.ts";
import { service } from "./routes/service.ts";
import { suggest } from "./routes/suggest.ts";
import { attestation } from "./routes/texts/attestation.ts";
import { comparison } from "./routes/texts/comparison.ts";
import { context } from "./routes/texts/context.ts";
import { paragraphOnDays } from "./routes/texts/paragraph-on-days.ts";
import { paragraphs } from "./routes/texts/paragraphs.ts";
import { sourceRecord } from "./routes/texts/source-record.ts";
import { tables } from "./routes/texts/tables.ts";
import { tracking } from "./routes/texts/tracking.ts";
import type { RunDeps } from "./services/admin/runs.ts";
import type { CitationChecker } from "./services/citations/checker.ts";
import type { Comparator } from "./services/comparison/comparator.ts";
import { DamageSightings } from "./services/damage-sightings.ts";
import { ExportRoots } from "./services/export/roots.ts";
import { ExportSlots } from "./services/export/slots.ts";
import type { HybridDeps } from "./services/hybrid/search.ts";
import { KeptWords } from "./services/lists/kept-words.ts";
import { NEWS_WORDS } from "./services/news/list.ts";
import type { NotHeld } from "./services/not-held.ts";
import { warningsFrom } from "./services/search-warnings.ts";
import type { StoreLag } from "./services/store-lag.ts";
import { TABLE_WORDS } from "./services/tables/list.ts";

/** What the routes depend on, opened by `open-service.ts`. */
export interface AppDeps extends HybridDeps {
  /** Where keys, usage and runs are stored; `database`, where documents are read, may be a replica of it. */
  readonly primary: Database;
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

/** Of what `/v1/status` finds. */
const COMPONENT_WORDS = {
  began: "component at fault",
  goesOn: "component still at fault",
  over: "component works again",
};

/**
 * Creates the API. Order of the answers (docs/decisions.md): unknown route, key, minute limit, plan, parameters,
 * quota, work; the first is Elysia's router, the rest are the gates of `access/`. `prepare` renders beforehand what is
 * the same for all.
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
    .use(articles(gates, deps))
    .use(citedLaw(gates, deps))
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

/** Makes the gates once for all routes. */
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
/** The common name of every address without a route. */
const UNKNOWN_ROUTE = "unknown";

/** Counts every exchange once its answer has been sent. */
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
