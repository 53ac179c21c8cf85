// Starts and stops the server: store → demo data → first account → app → listen → first import → jobs.

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AppWithJobs, buildApp } from './app.ts'
import { type CommandServer, startCommandServer } from './command-ipc/server.ts'
import { addressHost, type Config } from './config/config.ts'
import { memoryShares } from './config/memory.ts'
import { PACKAGE_FOLDER, VERSION } from './config/version.ts'
import { hasAccounts } from './features/account/accounts.ts'
import { ensureFirstAdmin, type FirstAdmin } from './features/account/first-admin.ts'
import { isCommonPassword } from './features/account/password-rules.ts'
import { handedOverFolder } from './file-imports/handed-over.ts'
import type { AdminApp } from './http/app.ts'
import { serverLimits } from './http/load-limits.ts'
import { logTo } from './http/logging.ts'
import { progressOn } from './ingest/progress.ts'
import { smtpMailer } from './outbox/mail.ts'
import { rebuildDirtyMonths } from './rollups/rebuild.ts'
import { type Connection, openConnection } from './shop/connection.ts'
import { backupWriter } from './start/backups.ts'
import { type DemoUser, demoUsers } from './start/demo-users.ts'
import { fillWithDemo } from './start/fill-with-demo.ts'
import { firstImport, type RunningImport } from './start/first-import.ts'
import { tellOtherClock } from './start/other-clock.ts'
import { keepAnswersPrepared } from './start/prepared-answers.ts'
import type { Store } from './store/store.ts'
import { CommandError, openConfigured } from './terminal/command.ts'

export interface Running {
  readonly app: AdminApp
  /** With the actual port: 'http://127.0.0.1:4000'. */
  readonly address: string
  /** The first import of a connected shop, if it is still due. */
  readonly importing: RunningImport | undefined
  /** Drains for the configured time, waits for running requests and jobs, then closes the store. */
  stop(): Promise<void>
}

const WEB_ROOT = join(PACKAGE_FOLDER, 'dist/web')

export async function start(
  config: Config,
  say: (line: string) => void,
  progress = progressOn(),
  demoSize?: Parameters<typeof fillWithDemo>[4],
): Promise<Running> {
  outliveReaders()
  const store = await openConfigured(config)
  try {
    const connection = openConnection(store, config)
    const connected = await connection.isConnected()
    if (!connected) await fillWithDemo(store, config, say, progress, demoSize)
    // A killed import leaves months whose rollups are older than their rows.
    await rebuildDirtyMonths(store)
    const users = await demoUsers(store)
    const admin = await firstAdmin(store, config, { connected, demo: users })
    const app = await appOf(store, config, connection)
    await app.server.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
      throw isUnknownName(error) ? new CommandError(UNKNOWN_HOST(config.host)) : error
    })
    const address = addressOf(app, config)

    const { timeZone } = config
    const otherClock = connected ? undefined : await tellOtherClock(store, timeZone, app.now())
    if (otherClock) say(otherClock)
    const importing = await firstImport({ store, connection, jobs: app.jobs, timeZone, say, progress })
    // The import of a connected shop is about to delete the demo users.
    const shown = connected ? [] : users
    for (const line of welcome(address, { users: shown, admin })) say(line)
    if (importing) say(importing.line)
    const commandServer = await commandServerOf(config, app)
    app.outbox.start()
    app.alerts.start()
    const stopPreparing = keepAnswersPrepared(app)
    app.jobs.schedule((error) => app.server.log.error(error, 'a job could not be started'))
    return {
      app,
      address,
      importing,
      async stop() {
        app.drain()
        app.jobs.unschedule()
        stopPreparing()
        await app.alerts.stop()
        await sleep(config.drainSeconds * 1000)
        await commandServer?.close()
        await closeServer(app)
        await app.jobs.stop()
        await importing?.done
        await store.close()
      },
    }
  } catch (error) {
    await store.close()
    throw error
  }
}

const isUnknownName = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && error.syscall === 'getaddrinfo'

const UNKNOWN_HOST = (host: string) =>
  `HOST nombra «${host}», que no se encuentra; tiene que ser una dirección de esta máquina: 127.0.0.1 sirve sólo en ella, 0.0.0.0 también desde la red`

/** After this time, calls that are still running or half sent are cut off. */
const CLOSE_GRACE_MS = 3000

async function closeServer({ server }: AdminApp): Promise<void> {
  const cut = setTimeout(() => server.server.closeAllConnections(), CLOSE_GRACE_MS)
  await server.close()
  clearTimeout(cut)
}

/** With PostgreSQL, commands open the database themselves. */
async function commandServerOf(config: Config, app: AppWithJobs): Promise<CommandServer | undefined> {
  if (config.databaseUrl !== undefined) return undefined
  try {
    return await startCommandServer(config.dataDir, app)
  } catch (error) {
    // Not every file system has sockets, and their paths are limited to about 100 characters.
    app.server.log.warn(error, 'cannot accept terminal commands while the server runs')
    return undefined
  }
}

/** Demo data comes with users of its own, but the import of a connected shop deletes them. */
async function firstAdmin(
  store: Store,
  { admin }: Config,
  { connected, demo }: { connected: boolean; demo: readonly DemoUser[] },
) {
  if (demo.length > 0 && !admin && !connected) return undefined
  const given = admin && { email: admin.email, password: admin.password.reveal() }
  const ignored = demo.map(({ email }) => email)
  if (given && isCommonPassword(given.password, { email: given.email, name: '' }))
    if (!(await hasAccounts(store, ignored)))
      throw new CommandError(
        'GONDOLA_ADMIN_PASSWORD es muy fácil de adivinar: probar con una frase de varias palabras',
      )
  return ensureFirstAdmin(store, given, ignored)
}

const ignored = () => {}

/** A log whose reader ended, or whose disk is full, loses lines; unheard, its error would end the server. */
function outliveReaders(): void {
  for (const output of [process.stdout, process.stderr]) output.off('error', ignored).on('error', ignored)
}

const appOf = (store: Store, config: Config, connection: Connection): Promise<AppWithJobs> =>
  buildApp({
    store,
    timeZone: config.timeZone,
    publicUrl: config.publicUrl,
    trustedProxies: config.trustedProxies,
    webRoot: WEB_ROOT,
    logger: logTo(process.stderr, config.logLevel),
    connection,
    jobs: { writeBackup: backupWriter(store, config) },
    cacheBytes: memoryShares(config.memory).responses,
    // The disk of the data folder has room for files; that of temporary ones may be memory.
    exportFolder: join(config.dataDir, 'tmp', 'exports'),
    importFolder: join(config.dataDir, 'imports'),
    ...(!config.databaseUrl && { handedOver: { folder: handedOverFolder(config.dataDir) } }),
    ...(config.inbox && { inbox: { folder: config.inbox } }),
    limits: serverLimits(),
    ...(config.metricsToken && { metricsToken: config.metricsToken.reveal() }),
    ...(config.smtpUrl && { mail: smtpMailer(config.smtpUrl.reveal()) }),
  })

function addressOf(app: AdminApp, config: Config): string {
  const bound = app.server.server.address()
  return `http://${addressHost(config.host)}:${typeof bound === 'object' && bound ? bound.port : config.port}`
}

function welcome(
  address: string,
  { users, admin }: { users: readonly DemoUser[]; admin: FirstAdmin | undefined },
): string[] {
  return [
    '',
    `  Góndola ${VERSION} está lista en ${address}`,
    ...(users.length > 0
      ? [
          '',
          '  Datos de demostración. Para entrar:',
          ...users.map(({ email, password, role }) => `    ${email.padEnd(20)} ${password}   (${role})`),
          '  Con la tienda propia: GONDOLA_WOOCOMMERCE_URL, _KEY y _SECRET, y volver a iniciar.',
        ]
      : []),
    ...(admin?.password
      ? [
          '',
          `  Primera cuenta: ${admin.email}`,
          `  Contraseña:     ${admin.password}`,
          '  (se muestra esta única vez)',
        ]
      : admin
        ? ['', `  Primera cuenta: ${admin.email}, con la contraseña de GONDOLA_ADMIN_PASSWORD`]
        : []),
    '  Ctrl+C la detiene.',
    '',
  ]
}
