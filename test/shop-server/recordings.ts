// The recorded store as mutable collections: tests change orders as shopkeepers do. Touches only fixtures.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

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

export function jsonLines(name: string): Json[] {
  const text = gunzipSync(readFileSync(join(FIXTURES, `${name}.jsonl.gz`))).toString('utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

/** Orders in the trash and checkout drafts are in the store too; the API lists them only when asked to. */
export function recordings(): Recordings {
  const variations = readdirSync(FIXTURES).flatMap((file) => {
    const parent = /^variations_of_(\d+)\.jsonl\.gz$/.exec(file)?.[1]
    return parent === undefined ? [] : [[Number(parent), jsonLines(`variations_of_${parent}`)] as const]
  })
  return {
    orders: ['orders_full', 'orders_trash', 'orders_checkout_draft'].flatMap(jsonLines),
    refunds: jsonLines('refunds_full'),
    products: ['products_full', 'products_trash'].flatMap(jsonLines),
    variations: new Map(variations),
    customers: jsonLines('customers_full'),
    categories: jsonLines('categories_full'),
    coupons: jsonLines('coupons_full'),
  }
}

/** The recorded body of an answer, as text. */
export const recorded = (name: string): string => readFileSync(join(FIXTURES, `${name}.json`), 'utf8')
