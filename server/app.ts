import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyInstance, FastifyServerOptions } from 'fastify'
import { isMonth } from '#contract/month.ts'
import { safeError } from '#server/http/logging.ts'
import type { AlertWatcher } from './alerts/watcher.ts'
import { VERSION } from './config/version.ts'
import { lastPoll, shopReading } from './domain/shop-reading.ts'
import { allRoles } from './features/account/accounts.ts'
import { administrationRoutes } from './features/account/administration-routes.ts'
import { accessHolder, authenticator } from './features/account/authenticate.ts'
import { tellInviter } from './features/account/password-reset.ts'
import { accountReader, ownerReader } from './features/account/principals.ts'
import { providerChecker } from './features/account/provider/checks.ts'
import { accountRoutes } from './features/account/routes.ts'
import { openTokens } from './features/account/session-secret.ts'
import type { LoginOptions } from './features/account/sign-in.ts'
import { alertRoutes } from './features/alerts/routes.ts'
import { analyticsRoutes } from './features/analytics/routes.ts'
import { assistantRoutes } from './features/assistants/routes.ts'
import { effectRoutes } from './features/benefits/effect-routes.ts'
import { benefitRoutes } from './features/benefits/routes.ts'
import { boardRoutes } from './features/boards/routes.ts'
import { buyerRoutes } from './features/buyers/routes.ts'
import { costRoutes } from './features/costs/routes.ts'
import { cronRoutes } from './features/crons/routes.ts'
import { customerRoutes } from './features/customers/routes.ts'
import { dataLinkRoutes } from './features/data-links/routes.ts'
import { DELIVERIES, dueReports } from './features/deliveries/due.ts'
import { tellFailed } from './features/deliveries/failures.ts'
import { reportTransport } from './features/deliveries/report.ts'
import { deliveryRoutes } from './features/deliveries/routes.ts'
import { sheetTimetable } from './features/deliveries/sheets/due.ts'
import { tellFailedSheet } from './features/deliveries/sheets/failures.ts'
import { sheetTransport } from './features/deliveries/sheets/report.ts'
import { distributionRoutes } from './features/distribution/routes.ts'
import { distributorRoutes } from './features/distributors/routes.ts'
import { goalRoutes } from './features/goals/routes.ts'
import { lastChange } from './features/goals/write.ts'
import { type ImportsService, importRoutes } from './features/imports/routes.ts'
import { marginRoutes } from './features/margins/routes.ts'
import { noteRoutes } from './features/notes/routes.ts'
import { noticeRoutes } from './features/notices/routes.ts'
import { metricsRoute } from './features/operations/metrics.ts'
import type { Parts } from './features/operations/parts.ts'
import { readinessRoute } from './features/operations/readiness.ts'
import { opportunityRoutes } from './features/opportunities/routes.ts'
import type { OrderAdmin } from './features/orders/order-route.ts'
import { orderRoutes } from './features/orders/routes.ts'
import { peopleRoutes } from './features/people/routes.ts'
import { productRoutes } from './features/products/routes.ts'
import { promiseRoutes } from './features/promises/routes.ts'
import { questionAsker } from './features/questions/question-file.ts'
import { questionRoutes } from './features/questions/routes.ts'
import { weekScreen } from './features/questions/week-report.ts'
import { reportRoutes } from './features/reports/routes.ts'
import { scorecardRoutes } from './features/scorecard/routes.ts'
import { searchRoutes } from './features/search/routes.ts'
import { serviceRoutes } from './features/service/routes.ts'
import { configurationRoutes } from './features/settings/administration-routes.ts'
import { latestMonthOf } from './features/settings/latest-month.ts'
import { type SettingsOptions, settingsRoutes } from './features/settings/routes.ts'
import { examplesRoutes } from './features/shop/examples-routes.ts'
import { type ShopService, shopRoutes } from './features/shop/routes.ts'
import { webhookRoute } from './features/shop/webhook-route.ts'
import { viewRoutes } from './features/views/routes.ts'
import { viewFor } from './features/views/store.ts'
import { decisionRoutes } from './features/void-decisions/routes.ts'
import { takeHandedOver } from './file-imports/handed-over.ts'
import { type InboxDeps, watchInbox } from './file-imports/inbox.ts'
import { importsService } from './file-imports/service.ts'
import { accessWatcher } from './http/access-watch.ts'
import type { AdminApp, App } from './http/app.ts'
import { auditedChange } from './http/audit.ts'
import { eventRoutes } from './http/events.ts'
import { openExports } from './http/export/outcomes.ts'
import { createGate } from './http/gate.ts'
import { type LoadLimits, noLimits } from './http/load-limits.ts'
import { mailable } from './http/mailed.ts'
import type { Principal } from './http/principal.ts'
import { createResponseCache } from './http/response-cache.ts'
import { createServer, drainable } from './http/server.ts'
import { singleFlight } from './http/single-flight.ts'
import { serveWebApp } from './http/web-app.ts'
import { dataKind } from './ingest/data-source.ts'
import { isConnected, type JobsDeps } from './ingest/jobs/job.ts'
import { type Jobs, openJobs } from './ingest/jobs/jobs.ts'
import { SourceError } from './ingest/source.ts'
import { refresh } from './ingest/sync/refresh.ts'
import type { Mailer } from './outbox/mail.ts'
import { backlogs } from './outbox/messages.ts'
import { type Connection, openConnection } from './shop/connection.ts'
import { hasOwnAdmin } from './shop/connection-service.ts'
import { examplesService } from './shop/examples-service.ts'
import { orderAdmin } from './shop/order-admin.ts'
import { shopService } from './shop/shop-service.ts'
import { createWebhookReceiver, type Receiver } from './shop/webhook-receiver.ts'
import { webhookRestarter } from './shop/webhook-service.ts'
import { LIMITS } from './sources/files/limits.ts'
import { openAlerts } from './start/alert-watch.ts'
import { type Outbox, openOutbox } from './start/outbox.ts'
import { peopleDeps } from './start/people.ts'
import { removalDecisions } from './start/removal-decisions.ts'
import { tellShopIsLate } from './start/shop-late.ts'
import type { Store } from './store/store.ts'
import { readVersions } from './store/versions.ts'

export interface AppOptions {
  /** Migrated; the caller closes it. */
  readonly store: Store
  readonly timeZone: string
  readonly publicUrl?: string
  readonly mail?: Mailer
  readonly trustedProxies?: readonly string[]
  /** Folder of the built web application; without it only the API is served. */
  readonly webRoot?: string
  readonly logger?: NonNullable<FastifyServerOptions['logger']>
  readonly now?: () => Date
  /** The connected shop; by default the one stored in the database, with a key that this process keeps in memory. */
  readonly connection?: Connection
  /** Dependencies of jobs beyond the store; by default the shop of the connection, and no backup. */
  readonly jobs?: Omit<JobsDeps, 'store' | 'timeZone' | 'now'>
  /** Of cached responses; by default 64 MiB. */
  readonly cacheBytes?: number
  /** Holds exported files while they are sent; by default the system's folder of temporary files. */
  readonly exportFolder?: string | undefined
  /** Holds dropped files while they are imported; by default a folder of the system's temporary files. */
  readonly importFolder?: string
  /** Bytes of the files dropped together. */
  readonly importLimit?: number
  /** A folder whose files are imported. */
  readonly inbox?: Pick<InboxDeps, 'folder' | 'every'>
  /** Where commands hand files to the server that holds the embedded database. */
  readonly handedOver?: Pick<InboxDeps, 'folder' | 'every'>
  /** None by default. */
  readonly limits?: LoadLimits
  /** Opens /metrics; without it nothing is measured. */
  readonly metricsToken?: string
  readonly extend?: (server: FastifyInstance, app: AdminApp) => void
}

const CACHE_BYTES = 64 * 1024 * 1024

export interface AppWithJobs extends AdminApp {
  /** Jobs can be started by calls, and run on schedule once the schedule is started. */
  readonly jobs: Jobs
  readonly receiver: Receiver
  /** Sends what this process enqueues; once started, also messages that become due later. */
  readonly outbox: Outbox
  readonly alerts: AlertWatcher
  /** The connected shop, as the settings and the terminal see it. */
  readonly shop: ShopService
  /** Asks load balancers for no more calls: readiness fails, and connections close after their response. */
  drain(): void
}

export async function buildApp(options: AppOptions): Promise<AppWithJobs> {
  const { store, timeZone, publicUrl = '', now = () => new Date() } = options
  const versions = (isCurrent?: boolean) => readVersions(store, isCurrent)
  const limits = options.limits ?? noLimits()
  const connection = options.connection ?? openConnection(store)
  const sealing = sealingOf(store, connection)
  const tokens = await openTokens(store, sealing)
  const gate = createGate(limits)
  const server = await createServer({
    gate,
    version: VERSION,
    logger: options.logger ?? false,
    trustedProxies: options.trustedProxies ?? [],
    isHttps: publicUrl.startsWith('https:'),
  })
  const drainage = drainable(server)
  const restartWebhooks = webhookRestarter(store, connection, publicUrl)
  const deps = { restartWebhooks, ...withShop(connection, options.jobs), store, timeZone, now }
  const { jobs, reading, shopReadUntil } = await openShopJobs(deps, server.log)
  const atProvider = providerChecker({ store, now, sealing: connection.secretKey, log: server.log })
  const app: AppWithJobs = {
    server,
    version: VERSION,
    ...{ store, timeZone, now, versions },
    responses: createResponseCache(options.cacheBytes ?? CACHE_BYTES),
    pending: singleFlight(),
    limits,
    exports: openExports(store, now, options.exportFolder),
    ...mailable(),
    latestMonth: latestMonthOf(store, versions, timeZone, now),
    shopReadUntil,
    authenticate: authenticator(store, tokens, now, atProvider),
    watchAccess: accessWatcher({
      versions,
      holdsAccess: accessHolder(store, now),
      onError: (error) => server.log.warn(error, 'access of running calls could not be checked'),
    }),
    jobs,
    outbox: openOutbox(options, { now, log: server.log, sealing, keys: connection.secretKey }),
    drain: drainage.start,
    shop: shopService({ store, connection, jobs, timeZone, publicUrl }),
    receiver: receiverOf(server, connection, deps),
    alerts: openAlerts(
      { store, timeZone, now, versions, publicUrl, sendSoon: () => app.outbox.kick() },
      { jobs, isConnected: () => isConnected(deps), log: server.log },
    ),
  }

  const signIn = { tokens, sealing: connection.secretKey, atProvider, shopReading: reading }
  registerRoutes(app, options, signIn, orderAdmin(store, connection))
  const parts = {
    version: VERSION,
    store,
    jobs,
    shop: { isConnected: () => isConnected(deps) },
    webhooks: app.receiver,
    outbox: { backlogs: () => backlogs(store) },
    calls: gate.load,
    webRoot: options.webRoot,
    isDraining: drainage.isDraining,
  }
  await operationRoutes(app, parts, options.metricsToken)
  await lateRoutes(app, options, connection)
  await serveWebApp(server, options.webRoot, app.latestMonth)
  await server.ready()
  return app
}

async function lateRoutes(app: AdminApp, options: AppOptions, connection: Connection): Promise<void> {
  const { store, timeZone, now, server } = app
  const onError = examplesLog(server.log)
  examplesRoutes(app, examplesService({ store, connection, timeZone, now, onError }))
  await droppedFiles(app, options)
  options.extend?.(server, app)
}

function droppedFiles(app: AdminApp, options: AppOptions): Promise<void> {
  const { store, timeZone, now, versions } = app
  const imports = importsService({
    ...{ store, timeZone, now },
    folder: options.importFolder ?? join(tmpdir(), `gondola-imports-${process.pid}`),
    limit: options.importLimit ?? LIMITS.upload,
    dataVersion: () => ordersVersion(versions),
    leavesAdmin: async () => (await dataKind(store)) !== 'demo' || hasOwnAdmin(store),
  })
  if (options.inbox) watchFolder(app, imports, options.inbox, watchInbox)
  if (options.handedOver) watchFolder(app, imports, options.handedOver, takeHandedOver)
  return importRoutes(app, imports)
}

function watchFolder(
  { server, store, now }: AdminApp,
  imports: ImportsService,
  watched: Pick<InboxDeps, 'folder' | 'every'>,
  watch: typeof watchInbox,
): void {
  const ends = new AbortController()
  const onError = (error: unknown) =>
    server.log.error({ failure: safeError(error) }, 'a watched folder cannot be read')
  let ended: Promise<void> = Promise.resolve()
  server.addHook('onReady', async () => {
    ended = watch({ ...watched, store, imports, now, onError }, ends.signal)
  })
  server.addHook('onClose', async () => {
    ends.abort()
    await ended
  })
}

/** Changes with any order. */
async function ordersVersion(versions: App['versions']): Promise<string> {
  const all = [...(await versions(true))].filter(([name]) => isMonth(name))
  return all
    .map(([name, { version }]) => `${name}:${version}`)
    .sort()
    .join(' ')
}

function operationRoutes(app: App, parts: Parts, metricsToken: string | undefined): Promise<void> {
  readinessRoute(app, parts)
  return metricsRoute(app, parts, metricsToken)
}

/** The jobs, and when they last read the shop. Logs what the message of a failed run conceals. */
async function openShopJobs(deps: JobsDeps, log: FastifyBaseLogger) {
  const reading = async () => shopReading(await jobs.states(), await isConnected(deps), deps.now())
  const onFailure: JobsDeps['onFailure'] = async (error, job) => {
    log.warn({ err: error instanceof SourceError ? (error.cause ?? error) : error, job }, 'job failed')
    if (job !== 'orders') return
    await tellShopIsLate({ ...deps, reading }, error).catch((reason: unknown) =>
      log.warn(reason, 'notice could not be written'),
    )
  }
  const jobs: Jobs = await openJobs({ ...deps, onFailure })
  const shopReadUntil = async () => ((await isConnected(deps)) ? lastPoll(await jobs.states()) : undefined)
  return { jobs, reading, shopReadUntil }
}

const receiverOf = (server: FastifyInstance, connection: Connection, deps: JobsDeps) =>
  createWebhookReceiver({
    store: deps.store,
    connection,
    now: deps.now,
    refresh: (kind, ids) => refresh(deps, kind, ids),
    onError: (error) => server.log.warn(error, 'webhook not processed; the next poll reads the change'),
  })

const examplesLog = (log: FastifyBaseLogger) => (error: unknown) =>
  log.error(error, 'mapping examples could not be read')

/** Servers that share a PostgreSQL share a key only through the environment. */
function sealingOf({ engine }: Store, { secretKey }: Connection) {
  const isShared = secretKey.source === 'environment' || (secretKey.source === 'file' && engine === 'duckdb')
  return isShared ? secretKey : undefined
}

function registerRoutes(
  app: AppWithJobs,
  { publicUrl = '', ...options }: AppOptions,
  {
    tokens,
    sealing: keys,
    atProvider,
    shopReading,
  }: Omit<LoginOptions, 'publicUrl'> & {
    atProvider(userId: number): void
    shopReading: SettingsOptions['shopReading']
  },
  adminOf: OrderAdmin,
): void {
  const mail = options.mail && app.outbox
  accountRoutes(app, { tokens, sealing: keys, mail, publicUrl })
  settingsRoutes(app, {
    version: VERSION,
    mail: mail !== undefined,
    roles: () => allRoles(app.store),
    shopReading,
  })
  administrationRoutes(app, { mail, publicUrl })
  configurationRoutes(app)
  peopleRoutes(app, peopleDeps(app))
  scorecardRoutes(app)
  searchRoutes(app)
  distributorRoutes(app)
  distributionRoutes(app)
  serviceRoutes(app)
  marginRoutes(app)
  costRoutes(app)
  promiseRoutes(app)
  opportunityRoutes(app)
  decisionRoutes(app)
  orderRoutes(app, adminOf)
  analyticsRoutes(app)
  productRoutes(app)
  customerRoutes(app)
  buyerRoutes(app)
  benefitRoutes(app)
  effectRoutes(app)
  reportRoutes(app)
  questionRoutes(app)
  weekScreen(app)
  goalRoutes(app, {
    change: (work) => auditedChange(app.store, work),
    lastChange: (userId) => lastChange(app.store, userId),
  })
  app.outbox.onFailed(tellInviter(app.now))
  const asking = { ownerOf: ownerReader(app.store, app.now, atProvider), ask: questionAsker(app) }
  const accountOf = accountReader(app.store, app.now, atProvider)
  sendDeliveries(app, { ...asking, accountOf, hasMail: mail !== undefined, publicUrl, keys })
  dataLinkRoutes(app, asking)
  assistantRoutes(app, { publicUrl })
  viewRoutes(app)
  boardRoutes(app)
  noteRoutes(app)
  alertRoutes(app, app.alerts)
  noticeRoutes(app)
  cronRoutes(app, app.jobs, removalDecisions(app))
  shopRoutes(app, app.shop)
  webhookRoute(app, app.receiver)
  eventRoutes(app)
  app.server.addHook('onClose', () => Promise.all([app.receiver.stop(), app.outbox.stop()]).then(() => {}))
}

function sendDeliveries(
  app: AppWithJobs,
  given: Omit<Parameters<typeof deliveryRoutes>[1], 'viewFor' | 'notify' | 'now' | 'kick' | 'seal'>,
): void {
  const { outbox, store } = app
  const { notify, kick, seal } = outbox
  const deps = {
    ...given,
    notify,
    kick,
    seal,
    now: app.now,
    viewFor: (by: Principal, id: number) => viewFor(store, by, id),
  }
  deliveryRoutes(app, deps)
  outbox.serve('report', reportTransport(app, deps))
  outbox.serve('sheet', sheetTransport(app, deps))
  outbox.onFailed(tellFailed(deps.publicUrl, app.now))
  outbox.onFailed(tellFailedSheet(deps.publicUrl, app.now))
  outbox.before(dueReports(store, DELIVERIES, app))
  outbox.before(dueReports(store, sheetTimetable(app, deps), app))
}

/** Jobs with a shop of their own, as in tests, do not use that of the connection. */
const withShop = ({ openSource, isConnected }: Connection, jobs: AppOptions['jobs'] = {}) =>
  jobs.openSource ? jobs : { ...jobs, openSource, isConnected }
