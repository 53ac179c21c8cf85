// Compares the settings of the shop that decide what its orders mean with those that the data was imported with. A change is
// reported, never taken over: only a full import does that.
import { z } from 'zod'
import { ANALYTICS_SETTINGS } from '#server/domain/analytics-settings.ts'
import { differentZones } from '#server/domain/wall-clock.ts'
import { readSetting, writeSetting } from '#server/store/settings.ts'
import type { Store } from '#server/store/store.ts'
import { JOB_TEXT } from '../jobs/text.ts'
import { noteOrderStatuses } from '../order-statuses.ts'
import type { ShopInfo } from '../source.ts'
import type { SyncJob } from './sync.ts'

/** How the shop saved prices and orders when it was last imported. */
export const SHOP_SETTINGS = 'shop_settings'

const stored = z.object({
  pricesIncludeTax: z.boolean().optional(),
  storage: z.enum(['tables', 'posts']).optional(),
})

const EVERY_MS = 5 * 60_000
const checked = new WeakMap<Store, { readonly at: number; readonly warnings: readonly string[] }>()

/** What changed and what that means, in Spanish; the shop is asked every five minutes. */
export async function changedSettings(sync: SyncJob, thorough: boolean): Promise<readonly string[]> {
  const at = sync.now().getTime()
  const known = checked.get(sync.store)
  if (known && !thorough && Math.abs(at - known.at) < EVERY_MS) return known.warnings
  const currency = ((await sync.source.currency({ isQuick: true })) ?? sync.currency).trim().toUpperCase()
  const info = await sync.source.info()
  // It decides no figure of ours, so it is taken over.
  if (info.analytics)
    await sync.store.transaction((tx) => writeSetting(tx, ANALYTICS_SETTINGS, info.analytics))
  await noteOrderStatuses(sync.store, sync.source)
  const warnings = await warningsOf(sync, currency, info)
  checked.set(sync.store, { at, warnings })
  return warnings
}

/** `sync`: what the data was imported with. */
async function warningsOf(
  { store, currency: ours, timeZone, now }: Pick<SyncJob, 'store' | 'currency' | 'timeZone' | 'now'>,
  currency: string,
  info: ShopInfo,
): Promise<string[]> {
  const { pricesIncludeTax, storage } = info
  const before = stored.safeParse(await readSetting(store, SHOP_SETTINGS)).data
  // What the shop did not tell at first counts from its first answer.
  const known = { pricesIncludeTax, storage, ...before }
  if (JSON.stringify(known) !== JSON.stringify({ ...before }))
    await store.transaction((tx) => writeSetting(tx, SHOP_SETTINGS, known))
  const text = JOB_TEXT.shopSettings
  const changed = <T>(one: T | undefined, other: T | undefined) =>
    one !== undefined && other !== undefined && one !== other
  return [
    ...(currency === ours ? [] : [text.currency(ours, currency)]),
    ...(differentZones(info.timeZone, timeZone, now().toISOString())
      ? [text.timeZone(info.timeZone ?? '', timeZone)]
      : []),
    ...(changed(before?.pricesIncludeTax, pricesIncludeTax) ? [text.tax(pricesIncludeTax === true)] : []),
    ...(changed(before?.storage, storage) ? [text.storage(storage === 'tables')] : []),
  ]
}
