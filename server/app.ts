// The app, assembled in reading order: store → who calls → what is asked → the web application.
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { allRoles } from './features/account/accounts.ts'
import { administrationRoutes } from './features/account/administration-routes.ts'
import { authenticator } from './features/account/authenticate.ts'
import type { Mailer } from './features/account/mail.ts'
import { accountRoutes } from './features/account/routes.ts'
import { openTokens } from './features/account/tokens.ts'
import { benefitRoutes } from './features/benefits/routes.ts'
import { cronRoutes } from './features/crons/routes.ts'
import { customerRoutes } from './features/customers/routes.ts'
import { distributorRoutes } from './features/distributors/routes.ts'
import { orderRoutes } from './features/orders/routes.ts'
import { productRoutes } from './features/products/routes.ts'
import { reportRoutes } from './features/reports/routes.ts'
import { scorecardRoutes } from './features/scorecard/routes.ts'
import { configurationRoutes } from './features/settings/administration-routes.ts'
import { latestMonthOf } from './features/settings/latest-month.ts'
import { settingsRoutes } from './features/settings/routes.ts'
import { type ShopService, shopRoutes } from './features/shop/routes.ts'
import { webhookRoute } from './features/shop/webhook-route.ts'
import type { App } from './http/app.ts'
import { serveDocs } from './http/docs.ts'
import { eventRoutes } from './http/events.ts'
import { createResponseCache } from './http/response-cache.ts'
import { createServer } from './http/server.ts'
import { serveWebApp } from './http/web-app.ts'
import type { JobsDeps } from './ingest/jobs/job.ts'
import { type Jobs, openJobs } from './ingest/jobs/jobs.ts'
import { refreshCoupons, refreshCustomers, refreshOrders, refreshProducts } from './ingest/sync/refresh.ts'
import { type Connection, openConnection } from './shop/connection.ts'
import { shopService } from './shop/shop-service.ts'
import { createWebhookReceiver, type Receiver } from './shop/webhook-receiver.ts'
import type { Store } from './store/store.ts'
import { readVersions } from './store/versions.ts'
import { VERSION } from './version.ts'

export interface AppOptions {
  /** Migrated; closed by whoever opened it. */
  readonly store: Store
  readonly timeZone: string
  readonly publicUrl?: string
  readonly mail?: Mailer
  readonly trustedProxies?: readonly string[]
  /** Folder of the built web application; without it only the API answers. */
  readonly webRoot?: string
  readonly logger?: NonNullable<FastifyServerOptions['logger']>
  readonly now?: () => Date
  /** The store that is connected; by default what the database keeps of it, readable as long as this process lives. */
  readonly connection?: Connection
  /** What jobs need beside the store; by default the shop of the connection, and no file to copy. */
  readonly jobs?: Omit<JobsDeps, 'store' | 'timeZone' | 'now'>
  /** Routes of whoever runs the app, beside its own. */
  readonly extend?: (server: FastifyInstance, app: App) => void
}

const CACHE_BYTES = 64 * 1024 * 1024

export interface AppWithJobs extends App {
  /** Started by call; by the clock too once their schedule is. */
  readonly jobs: Jobs
  /** Takes the store's webhooks. */
  readonly receiver: Receiver
  /** The connected store, as the settings and the terminal see it. */
  readonly shop: ShopService
}

export async function buildApp(options: AppOptions): Promise<AppWithJobs> {
  const { store, timeZone, mail, publicUrl = '', now = () => new Date() } = options
  const tokens = await openTokens(store)
  const versions = () => readVersions(store)
  const server = await createServer({
    version: VERSION,
    logger: options.logger ?? false,
    trustedProxies: options.trustedProxies ?? [],
  })
  const connection = options.connection ?? openConnection(store)
  const setting = { ...withShop(connection, options.jobs), store, timeZone, now }
  const jobs = await openJobs(setting)
  const app: AppWithJobs = {
    server,
    version: VERSION,
    store,
    timeZone,
    now,
    versions,
    responses: createResponseCache(CACHE_BYTES),
    latestMonth: latestMonthOf(store, versions, timeZone, now),
    authenticate: authenticator(store, tokens, now),
    jobs,
    shop: shopService({ store, connection, jobs, timeZone, publicUrl }),
    receiver: createWebhookReceiver({
      store,
      connection,
      now,
      refresh: {
        order: (ids) => refreshOrders(setting, ids),
        customer: (ids) => refreshCustomers(setting, ids),
        product: (ids) => refreshProducts(setting, ids),
        coupon: (ids) => refreshCoupons(setting, ids),
      },
      onError: (error) =>
        server.log.warn(error, 'what a webhook hinted at could not be read; the next poll will'),
    }),
  }

  accountRoutes(app, { tokens, mail, publicUrl })
  settingsRoutes(app, { version: VERSION, mail: mail !== undefined, roles: () => allRoles(store) })
  administrationRoutes(app)
  configurationRoutes(app)
  scorecardRoutes(app)
  distributorRoutes(app)
  orderRoutes(app)
  productRoutes(app)
  customerRoutes(app)
  benefitRoutes(app)
  reportRoutes(app)
  cronRoutes(app, app.jobs)
  shopRoutes(app, app.shop)
  webhookRoute(app, app.receiver)
  server.addHook('onClose', () => app.receiver.stop())

  eventRoutes(app)

  options.extend?.(server, app)
  serveDocs(server)
  await serveWebApp(server, options.webRoot, app.latestMonth)
  await server.ready()
  return app
}

/** Whoever gives jobs a shop of their own, as tests do, gives them that one alone. */
const withShop = ({ openSource, isConnected }: Connection, jobs: AppOptions['jobs'] = {}) =>
  jobs.openSource ? jobs : { ...jobs, openSource, isConnected }
