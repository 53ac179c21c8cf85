// Small shops in files (fixtures/small-files), imported into a fresh store behind the real app.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { importShop } from '#server/ingest/import.ts'
import { silentProgress } from '#server/ingest/progress.ts'
import type { Source } from '#server/ingest/source.ts'
import { filesShop } from '#server/sources/woocommerce/json-lines.ts'
import { mappingSchema } from '#server/sources/woocommerce/mapping.ts'
import { wooCommerceSource } from '#server/sources/woocommerce/source.ts'
import type { Store } from '#server/store/store.ts'
import { TIME_ZONE, testApp } from './app.ts'
import type { TestEngine } from './engines.ts'
import { ownFilesSource } from './own-files.ts'
import type { Json, Recordings } from './shop-server/recordings.ts'

const FOLDER = join(import.meta.dirname, '../fixtures/small-files')

export const NOW = '2026-11-20T12:00:00Z'

interface SmallFilesOptions {
  readonly now?: string
  readonly mapping?: object
}

/** `folder`: its name under fixtures/small-files, or a path. */
export async function importSmallFiles(engine: TestEngine, folder: string, options: SmallFilesOptions = {}) {
  const path = existsSync(folder) ? folder : join(FOLDER, folder)
  const source = existsSync(join(path, 'orders_full.jsonl'))
    ? wooCommerceSource(await filesShop(path), async () => mappingSchema.parse(options.mapping ?? {}))
    : await ownFilesSource(path)
  const shop = await importShopOf(engine, source, options)
  await source.close()
  return shop
}

export async function importShopOf(
  engine: TestEngine,
  source: Source,
  { now = NOW }: SmallFilesOptions = {},
) {
  const store = await engine.open()
  let moved = 0
  const clock = () => new Date(Date.parse(now) + moved)
  const options = {
    store,
    source,
    timeZone: TIME_ZONE,
    progress: silentProgress,
    currency: 'ARS',
    now: clock,
  }
  const report = await importShop(options)
  const travel = (seconds: number) => {
    moved += seconds * 1000
  }
  return { ...(await serveShopOf(store, clock)), travel, report }
}

/** The app over a store, as a superAdmin reads it. */
export async function serveShopOf(store: Store, clock = () => new Date(NOW)) {
  const app = await testApp(store, { now: clock })
  const getData = async <Data>(url: string): Promise<Data> => {
    const answer = await app.get(url, 'superAdmin')
    if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode} ${answer.body}`)
    return answer.json().data
  }
  return { ...app, store, getData }
}

export type ServedShop = Awaited<ReturnType<typeof serveShopOf>>
export type SmallShopApp = Awaited<ReturnType<typeof importSmallFiles>>

/** Collections of a shop server without records. */
export const NO_RECORDS: Recordings = {
  ...{ orders: [], refunds: [], products: [], customers: [], categories: [], coupons: [] },
  variations: new Map(),
}

/** The records of a collection in fixtures/small-files. */
export const jsonLinesOf = (folder: string, name: string): Json[] =>
  readFileSync(join(FOLDER, folder, `${name}_full.jsonl`), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

/** A product line as the REST API lists it; `total` differs from `subtotal` by the line's discount. */
export const lineJson = (id: number, quantity: number, subtotal: string, total = subtotal): Json => ({
  ...{ id, name: `Producto ${id}`, product_id: id, variation_id: 0, quantity, sku: `P${id}`, meta_data: [] },
  ...{ subtotal, subtotal_tax: '0.00', total, total_tax: '0.00' },
})

/** A completed order of 10 October 2026 without anything but its lines. */
export const orderJson = (id: number, lines: Json[], fields: Json = {}): Json => ({
  ...{ id, parent_id: 0, status: 'completed', currency: 'ARS', prices_include_tax: true },
  ...{ date_created: '2026-10-10T12:00:00', date_created_gmt: '2026-10-10T15:00:00' },
  ...{ date_modified: '2026-10-10T12:00:00', date_modified_gmt: '2026-10-10T15:00:00' },
  ...{ shipping_total: '0.00', shipping_tax: '0.00', customer_id: 0, payment_method: 'bacs' },
  total: lines.reduce((sum, line) => sum + Number(line.total), 0).toFixed(2),
  billing: {
    first_name: 'Ana',
    last_name: 'Prueba',
    email: `p${id}@ejemplo.test`,
    state: 'S',
    country: 'AR',
  },
  ...{ meta_data: [], line_items: lines, fee_lines: [], coupon_lines: [], shipping_lines: [], refunds: [] },
  ...fields,
})

/** A refund of an order; `lines` by the number of the order's line, as negative amounts. */
export const refundJson = (
  id: number,
  parent_id: number,
  amount: string,
  lines: Record<number, string> = {},
): Json => ({
  ...{ id, parent_id, amount, reason: '', shipping_lines: [], fee_lines: [] },
  ...{ date_created: '2026-10-11T12:00:00', date_created_gmt: '2026-10-11T15:00:00' },
  line_items: Object.entries(lines).map(([line, total], index) => ({
    ...lineJson(Number(line), 0, total),
    id: id * 10 + index,
    meta_data: [{ key: '_refunded_item_id', value: line }],
  })),
})

type Collections = Readonly<Record<string, readonly Json[]>>

/** A folder of JSON lines that is removed after the test. */
export function folderOf(collections: Collections): string {
  const folder = keptFolderOf(collections)
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** A folder of JSON lines that the caller removes. */
export function keptFolderOf(collections: Collections): string {
  const folder = mkdtempSync(join(tmpdir(), 'gondola-small-'))
  for (const [name, records] of Object.entries(collections))
    writeFileSync(
      join(folder, `${name}_full.jsonl`),
      records.map((record) => JSON.stringify(record)).join('\n'),
    )
  return folder
}
