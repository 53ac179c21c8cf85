import type { RowOf } from '#contract/endpoint.ts'
import { dayAt, monthAt, monthBounds, monthOf } from '#contract/month.ts'
import { wholeMonths } from '#contract/questions/periods.ts'
import { type Config, config, configRoles, health } from '#contract/settings.ts'
import { DEFAULT_CURRENCY } from '#server/domain/money.ts'
import type { ShopReading } from '#server/domain/shop-reading.ts'
import { cutAfter, lastDayOf, monthsWithOrders } from '#server/figures/data-end.ts'
import { isReadThrough } from '#server/figures/period-data.ts'
import type { AdminApp, Versions } from '#server/http/app.ts'
import { runningUntil } from '#server/http/compare-months.ts'
import { HttpError } from '#server/http/errors.ts'
import { route } from '#server/http/route.ts'
import { sql } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'
import { optionsOf } from './queries.ts'
import { staleWhileRevalidate } from './stale-while-revalidate.ts'

type RoleChoice = RowOf<typeof configRoles>

export interface SettingsOptions {
  readonly version: string
  readonly mail: boolean
  readonly roles: () => Promise<RoleChoice[]>
  /** Undefined without a connected shop. */
  readonly shopReading: () => Promise<ShopReading | undefined>
}

/** Under load, a query waits several turns of the event loop; an answer of this age still shows whether the store is alive. */
const PING_VALID_MS = 1000

/** Versions of data that does not come from the shop. */
const INTERNAL = new Set(['accounts', 'sign-ins', 'settings', 'audit', 'goals', 'jobs'])

/** Versions that these calls do not depend on. */
const UNREAD = new Set(['accounts', 'sign-ins', 'audit', 'goals', 'jobs'])

interface ShopFacts {
  readonly options: ReadonlyMap<string, unknown>
  readonly months: readonly string[]
  readonly until: string | null
  readonly cutAfter: string | null
}

/** `newest`: the last day with orders. */
async function cutMonth(store: Reads, newest: string | null, today: string): Promise<string | null> {
  if (newest === null || monthOf(newest) >= monthOf(today)) return null
  const days = wholeMonths(monthOf(newest), monthOf(newest))
  return cutAfter(store, days, { newest, compared: null })
}

/** Last change of any data of the shop, ISO 8601 in UTC. */
export const lastChange = (versions: Versions): string | null =>
  [...versions]
    .flatMap(([name, { updated_at }]) => (INTERNAL.has(name) ? [] : updated_at))
    .sort()
    .at(-1) ?? null

const textOr = (value: unknown, otherwise: string) => (typeof value === 'string' ? value : otherwise)

const isDemo = (source: unknown) =>
  typeof source === 'object' && source !== null && 'kind' in source && source.kind === 'demo'

export function settingsRoutes(app: AdminApp, { version, mail, roles, shopReading }: SettingsOptions): void {
  const { store } = app

  let cached: { stamp: string; shop: ShopFacts } | undefined
  /** Cached for the day until data or options change, because every screen reads them. */
  const shopOf = async (versions: Versions): Promise<ShopFacts> => {
    const today = dayAt(app.now(), app.timeZone)
    const versionsRead = [...versions]
      .map(([name, { version: at }]) => (UNREAD.has(name) ? '' : `${name}:${at}`))
      .join(' ')
    const stamp = `${today} ${versionsRead}`
    if (cached?.stamp !== stamp) {
      const options = await optionsOf(store, ['store_name', 'currency', 'data_source'])
      const months = await monthsWithOrders(store)
      const until = await lastDayOf(store, months, today)
      const shop = { options, months, until, cutAfter: await cutMonth(store, until, today) }
      cached = { stamp, shop }
    }
    return cached.shop
  }

  route(app, config, async ({ versions }): Promise<Config> => {
    const { options, months, until, cutAfter: cut } = await shopOf(versions)
    const isWhole = cut !== null && (await isReadThrough(app, monthBounds(monthOf(cut)).to_date))
    const reading = await shopReading()
    return [
      { option: 'show_max_month', values: await app.latestMonth() },
      { option: 'store_name', values: textOr(options.get('store_name'), '') },
      { option: 'currency', values: textOr(options.get('currency'), DEFAULT_CURRENCY) },
      { option: 'time_zone', values: app.timeZone },
      { option: 'months', values: [...months] },
      { option: 'data_until', values: until },
      { option: 'cut_after', values: isWhole ? null : cut },
      {
        option: 'running_until',
        values: await runningUntil(app, monthAt(app.now(), app.timeZone), versions),
      },
      { option: 'data_updated_at', values: lastChange(versions) },
      { option: 'shop_read_at', values: reading?.at ?? null },
      { option: 'shop_late', values: reading?.isLate ?? false },
      { option: 'demo', values: isDemo(options.get('data_source')) },
      { option: 'mail', values: mail },
      { option: 'version', values: version },
    ]
  })

  let known: { accounts: number; roles: RoleChoice[] } | undefined
  route(app, configRoles, async ({ versions }) => {
    const accounts = versions.get('accounts')?.version ?? 0
    if (known?.accounts !== accounts) known = { accounts, roles: await roles() }
    return known.roles
  })

  const ping = staleWhileRevalidate(PING_VALID_MS, () => store.priority.one(sql`select 1 as alive`))
  route(app, health, async ({ versions, log }) => {
    try {
      await ping()
    } catch (error) {
      log.error({ reason: error instanceof Error ? error.name : 'unknown' }, 'store unavailable')
      throw new HttpError('unavailable')
    }
    const data_updated_at = lastChange(versions)
    const writable = !store.isFull() && !store.isReadOnly()
    return { ok: true as const, version, engine: store.engine, data_updated_at, writable }
  })
}
