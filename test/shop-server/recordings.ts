// The recorded store as mutable collections for tests. Most tests take a sample of its orders: an import of all of them
// takes seconds and finds nothing more. Nightly runs (GONDOLA_NIGHTLY) take the whole recording.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { NIGHTLY } from '../nightly.ts'

export const FIXTURES = join(import.meta.dirname, '../../fixtures/woocommerce')

export type Json = Record<string, unknown>

export interface Recordings {
  orders: Json[]
  refunds: Json[]
  products: Json[]
  variations: Map<number, Json[]>
  customers: Json[]
  categories: Json[]
  coupons: Json[]
}

const unzipped = new Map<string, string[]>()

function linesOf(name: string): string[] {
  const known = unzipped.get(name)
  if (known) return known
  const text = gunzipSync(readFileSync(join(FIXTURES, `${name}.jsonl.gz`))).toString('utf8')
  const lines = text.split('\n').filter((line) => line !== '')
  unzipped.set(name, lines)
  return lines
}

export const jsonLines = (name: string): Json[] => linesOf(name).map((line) => JSON.parse(line))

const EVERY = NIGHTLY ? 1 : 5

/** Listed orders of the sample. */
export const SAMPLE_ORDERS = Math.ceil(3000 / EVERY)

/** Every fifth order with its refunds; all unlisted orders stay. */
function sampleOf(): Pick<Recordings, 'orders' | 'refunds'> {
  const parsed = (lines: readonly string[]): Json[] => lines.map((line) => JSON.parse(line))
  const orders = parsed(linesOf('orders_full').filter((_, index) => index % EVERY === 0))
  const ids = new Set(orders.map(({ id }) => id))
  const refunds = jsonLines('refunds_full').filter(({ parent_id }) => ids.has(parent_id))
  return { orders, refunds }
}

export function sampleRecordings(): Recordings {
  const { orders, refunds } = sampleOf()
  return { ...collections(), orders: [...orders, ...UNLISTED.flatMap(jsonLines)], refunds }
}

let folder: string | undefined

/** A folder like `FIXTURES` that holds the sample; removed when the process exits. */
export function sampleFolder(): string {
  if (folder !== undefined) return folder
  const made = mkdtempSync(join(tmpdir(), 'gondola-sample-'))
  process.once('exit', () => rmSync(made, { recursive: true, force: true }))
  cpSync(FIXTURES, made, {
    recursive: true,
    filter: (path) => !/(orders|refunds)_full\.jsonl\.gz$/.test(path),
  })
  for (const [name, records] of Object.entries(sampleOf())) {
    const lines = records.map((record) => JSON.stringify(record))
    writeFileSync(join(made, `${name}_full.jsonl`), lines.join('\n'))
  }
  folder = made
  return made
}

/** The store also contains orders in the trash and checkout drafts; the API lists them only on request. */
const UNLISTED = ['orders_trash', 'orders_checkout_draft']

export const recordings = (): Recordings => ({
  ...collections(),
  orders: ['orders_full', ...UNLISTED].flatMap(jsonLines),
  refunds: jsonLines('refunds_full'),
})

function collections(): Omit<Recordings, 'orders' | 'refunds'> {
  const variations = readdirSync(FIXTURES).flatMap((file) => {
    const parent = /^variations_of_(\d+)\.jsonl\.gz$/.exec(file)?.[1]
    return parent === undefined ? [] : [[Number(parent), jsonLines(`variations_of_${parent}`)] as const]
  })
  return {
    products: ['products_full', 'products_trash'].flatMap(jsonLines),
    variations: new Map(variations),
    customers: jsonLines('customers_full'),
    categories: jsonLines('categories_full'),
    coupons: jsonLines('coupons_full'),
  }
}

/** The recorded body of an answer, as text. */
export const recorded = (name: string): string => readFileSync(join(FIXTURES, `${name}.json`), 'utf8')
