// Lines of an order in one cell each, as export plug-ins of WooCommerce write them: 'name:…|product_id:…|sku:…|quantity:…|total:…'.
import { entryOf } from '#contract/entry.ts'
import { type Cell, textOf } from './cell.ts'
import type { Field } from './fields.ts'

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
  const joined = all < 0 ? [] : splitUnescaped(textOf(cells[all] ?? ''), ';')
  return [...one, ...joined].filter((text) => text !== '').map(itemOf)
}

const FIELD_OF: Readonly<Record<string, Field>> = {
  name: 'product',
  sku: 'sku',
  quantity: 'quantity',
  sub_total: 'line_total',
  subtotal: 'line_total',
  total: 'line_net',
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

const splitUnescaped = (text: string, sign: string): string[] => text.split(new RegExp(`(?<!\\\\)\\${sign}`))
const unescaped = (text: string): string => text.replace(/\\([:|;])/g, '$1')
