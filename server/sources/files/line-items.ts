// Lines of an order in one cell each, as export plug-ins of WooCommerce write them: 'name:…|product_id:…|sku:…|quantity:…|total:…'.
import { entryOf } from '#contract/entry.ts'
import { centsText, parseCents } from '#server/domain/cents.ts'
import { type Cell, numberCell, textOf } from './cell.ts'
import { type Field, NUMBERS } from './fields.ts'

/** Positions of the cells with a line each, and of one that holds all of them. */
export interface ItemColumns {
  readonly each: readonly number[]
  readonly all: number
}

export function itemColumns(titles: readonly string[]): ItemColumns {
  return {
    each: titles.flatMap((title, at) => (/^line_item_\d+$/i.test(title.trim()) ? [at] : [])),
    all: titles.findIndex((title) => /^line_items$/i.test(title.trim())),
  }
}

export function itemsIn(cells: readonly Cell[], { each, all }: ItemColumns): ReadonlyMap<Field, Cell>[] {
  const one = each.map((at) => textOf(cells[at] ?? '')).filter((text) => text !== '')
  const whole = all < 0 ? '' : textOf(cells[all] ?? '')
  const listed = listIn(whole)
  if (listed) return listed.map(itemFrom)
  const joined = splitUnescaped(whole, ';')
  return [...one, ...joined].filter((text) => text !== '').map(itemOf)
}

const FIELD_OF: Readonly<Record<string, Field>> = {
  name: 'product',
  sku: 'sku',
  quantity: 'quantity',
  refunded_qty: 'returned',
  sub_total: 'line_total',
  subtotal: 'line_total',
  total: 'line_net',
}

/** Of a cell in JSON, as some of them write it; undefined for another one. */
function listIn(text: string): object[] | undefined {
  if (!text.startsWith('[')) return undefined
  try {
    const list: unknown = JSON.parse(text)
    const isItem = (one: unknown): one is object => typeof one === 'object' && one !== null
    return Array.isArray(list) && list.every(isItem) ? list : undefined
  } catch {
    return undefined
  }
}

function itemFrom(values: object): ReadonlyMap<Field, Cell> {
  const item = new Map<Field, Cell>()
  for (const [key, value] of Object.entries(values)) {
    const field = entryOf(FIELD_OF, key)
    if (field === undefined || (typeof value !== 'string' && typeof value !== 'number')) continue
    const text = String(value)
    item.set(field, NUMBERS.has(field) && /^-?\d+(?:\.\d+)?$/.test(text) ? numberCell(text) : text)
  }
  return item
}

/** A name may hold a bar: parts count only from a key that is known. */
function itemOf(text: string): ReadonlyMap<Field, Cell> {
  const item = new Map<Field, Cell>()
  for (const part of splitUnescaped(text, '|')) {
    const [, key = '', value = ''] = /^([a-z_]+):(.*)$/s.exec(part) ?? []
    const field = entryOf(FIELD_OF, key)
    if (field !== undefined && !item.has(field)) item.set(field, unescaped(value))
  }
  return item
}

/** The refunds of a cell such as 'amount:25.00|reason:…|date:…;amount:5.00|…' as one amount. */
export function refundedIn(text: string): Cell {
  const amounts = [...text.matchAll(/(?:^|;)amount:(\d+(?:\.\d+)?)(?=\||;|$)/g)].map(([, amount]) =>
    parseCents(amount!),
  )
  return amounts.length === 0 ? text : numberCell(centsText(amounts.reduce((sum, one) => sum + one, 0)))
}

/** The code of a coupon in a cell such as 'code:DIEZ|amount:20.00'. */
export const couponIn = (text: string): string => /(?:^|\|)code:([^|;]+)/.exec(text)?.[1] ?? text

const splitUnescaped = (text: string, sign: string): string[] => text.split(new RegExp(`(?<!\\\\)\\${sign}`))
const unescaped = (text: string): string => text.replace(/\\([:|;])/g, '$1')
