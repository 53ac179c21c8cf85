// From rows of a table to rows of orders: what is blank, a repeated title or a total is left out; what belongs to the order above
// gets its id.
import { type Cell, isDateCell, textOf, wordsOf } from './cell.ts'
import type { Columns } from './columns.ts'
import { dayOfParts, ZONE_SIGN, zoneOf } from './dates.ts'
import { isCreditNote } from './documents.ts'
import { FIELDS, type Field } from './fields.ts'
import { groupsOf } from './groups.ts'
import type { KindRecipe } from './kinds.ts'
import { couponIn, itemColumns, itemsIn, refundedIn } from './line-items.ts'
import { CHAIN } from './numbers.ts'
import { isSpoilt } from './order-ids.ts'
import type { RowRole } from './row-store.ts'
import { hasFigures, sumsAbove } from './sums-above.ts'
import type { TableRow } from './table.ts'
import { SUMS_OF, TOTALS, TOTALS_ALONE } from './totals.ts'

export type Placed =
  | { readonly order: string; readonly role: RowRole; readonly cells: readonly Cell[] }
  | { readonly problem: 'no-id' | 'spoilt'; readonly value: string }

export interface Placer {
  /** Rows of orders that the row holds; 'skipped' for a row without facts. */
  place(row: TableRow): readonly Placed[] | 'skipped'
  /** Of a line above the titles. */
  above(row: TableRow): void
}

const GROUP = /^.+ \(\d+\)$/
const PACKAGE = /^(?:paquete|pacote) de (\d+) (?:productos|produtos)/i

export function placerOf(
  titles: readonly string[],
  columns: Columns,
  recipe: KindRecipe | undefined,
  grouped: readonly number[] = [],
): Placer {
  const layout = recipe?.layout
  const items = layout === 'line-items' ? itemColumns(titles) : undefined
  const titleTexts = titles.map((title) => title.trim())
  const titleCount = titleTexts.filter((title) => title !== '').length
  let last: string | undefined
  const sums = sumsAbove()
  const groups = groupsOf(columns, grouped)
  const namesGoods = columns.has('product') || columns.has('sku')
  let pack: { readonly id: string; left: number; readonly isSpoilt: boolean } | undefined
  const read = (row: TableRow): readonly Placed[] | 'skipped' => {
    const texts = row.cells.map(textOf)
    if (texts.every((text) => text === '') || isTitles(texts, titleTexts)) return 'skipped'
    let cells = fieldsOf(row.cells, columns, !recipe)
    const at = (field: Field) => cells[FIELDS.indexOf(field)]!
    const order = orderOf(at('order'), wordsOf(at('document')))
    const [date, product, sku] = [wordsOf(at('date')), wordsOf(at('product')), wordsOf(at('sku'))]
    const named = [order, date, product, sku, wordsOf(at('status')), wordsOf(at('refund_of'))]
    const isNameless = named.every((text) => text === '')
    if (
      isTotals(texts, order, date, product, wordsOf(at('quantity')) !== '') ||
      ((isNameless || TOTALS_ALONE.test(product)) && sums.are(cells, namesGoods))
    ) {
      sums.endSection()
      groups.end(row)
      return 'skipped'
    }
    if (isNote(texts, { date, order }, titleCount)) {
      groups.heading(row)
      return 'skipped'
    }
    const refundOf = wordsOf(at('refund_of'))
    if (order === '' && refundOf !== '') return [{ order: refundOf, role: 'refund', cells }]
    if (order === '') {
      const isFirst = date !== '' || wordsOf(at('status')) !== ''
      if (isFirst) return [{ problem: 'no-id', value: '' }]
      const isLine = product !== '' || sku !== '' || wordsOf(at('quantity')) !== ''
      if (!isLine) return 'skipped'
      // Sums of who knows which rows: no line of the order above.
      const isUnknown = isNameless && namesGoods && hasFigures(cells)
      if (last === undefined || isUnknown) return [{ problem: 'no-id', value: '' }]
    } else {
      last = order
      const filled = groups.filled(row)
      cells = groups.headed(filled === row.cells ? cells : fieldsOf(filled, columns, !recipe))
    }
    const id = order || last!
    sums.add(id, cells)
    if (layout === 'packages') return packageRow(id, cells, wordsOf(at('status')))
    if (isSpoilt(id)) return [{ problem: 'spoilt', value: id }]
    if (items) return itemRows(id, cells, itemsIn(row.cells, items))
    return refundOf === ''
      ? [{ order: id, role: 'row', cells }]
      : [{ order: refundOf, role: 'refund', cells }]
  }
  const packageRow = (id: string, cells: readonly Cell[], status: string): readonly Placed[] => {
    const size = Number(PACKAGE.exec(status)?.[1] ?? 0)
    if (size > 0) {
      pack = { id, left: size, isSpoilt: isSpoilt(id) }
      if (pack.isSpoilt) return [{ problem: 'spoilt', value: id }]
      return [{ order: id, role: 'head', cells: withoutStatus(cells) }]
    }
    if (pack && pack.left > 0) {
      pack.left--
      if (pack.isSpoilt) return []
      return [{ order: pack.id, role: 'part', cells }]
    }
    return isSpoilt(id) ? [{ problem: 'spoilt', value: id }] : [{ order: id, role: 'row', cells }]
  }
  return { place: read, above: groups.above }
}

const fieldsOf = (cells: readonly Cell[], columns: Columns, joinsIds: boolean): readonly Cell[] =>
  FIELDS.map((field) => bareCell(field, fieldCell(field, columns.get(field), cells, joinsIds)))

/** The status of a package is in its description, unless its rows tell it. */
const withoutStatus = (cells: readonly Cell[]): readonly Cell[] => {
  const copy = [...cells]
  copy[FIELDS.indexOf('status')] = ''
  return copy
}

function itemRows(
  order: string,
  cells: readonly Cell[],
  items: ReturnType<typeof itemsIn>,
): readonly Placed[] {
  if (items.length === 0) return [{ order, role: 'row', cells }]
  return items.map((item, index) => ({
    order,
    role: 'row',
    cells: FIELDS.map((field, at) => item.get(field) ?? (index === 0 ? cells[at]! : '')),
  }))
}

/** Half of the filled cells are titles of their column. */
function isTitles(texts: readonly string[], titles: readonly string[]): boolean {
  const filled = texts.filter((text) => text !== '').length
  const same = texts.filter((text, at) => text !== '' && text === titles[at]).length
  return same >= 2 && same * 2 > filled
}

/** The name of a section, or words of a person: in a table of several columns they fill one cell, or two without a figure. */
function isNote(
  texts: readonly string[],
  { date, order }: { readonly date: string; readonly order: string },
  titleCount: number,
): boolean {
  const filled = texts.filter((text) => text !== '')
  if (filled.length === 1) return titleCount > 2
  if (filled.length !== 2 || titleCount <= 4) return false
  // '2', 'record(s) downloaded'.
  if (date === '' && order !== '' && !/\d/.test(order)) return true
  return filled.includes(date) && !filled.some((text) => /^\W*\d/.test(text))
}

/** Totals and subtotals, and the group rows of Odoo: they name no order. */
function isTotals(
  texts: readonly string[],
  order: string,
  date: string,
  product: string,
  hasUnits: boolean,
): boolean {
  if (TOTALS_ALONE.test(order)) return true
  if (date !== '' && !TOTALS.test(date)) return false
  if (SUMS_OF.test(order) && product === '') return true
  if (GROUP.test(order) && product === '') return true
  if (order !== '' && !TOTALS.test(order)) return false
  const isGoods = (text: string) => hasUnits && text === product && !TOTALS_ALONE.test(text)
  return texts.some((text) => TOTALS.test(text) && !isGoods(text))
}

/** A credit note has numbers of its own, which invoices have too. */
function orderOf(cell: Cell, document: string): string {
  const order = wordsOf(cell)
  const isNumbered = order !== '' && isCreditNote(document) && !order.startsWith(document)
  return isNumbered ? `${document} ${order}` : order
}

/** Of several columns the first with a value; statuses, dates, percentages and, but for those of a platform, ids are joined. */
function fieldCell(
  field: Field,
  positions: readonly number[] | undefined,
  cells: readonly Cell[],
  joinsIds: boolean,
): Cell {
  if (positions === undefined) return ''
  const [only] = positions
  if (positions.length === 1) return cells[only!] ?? ''
  const found = positions.map((at) => cells[at] ?? '').filter((cell) => wordsOf(cell) !== '')
  if (field === 'date' && wordsOf(cells[only!] ?? '') === '') return ''
  if (field === 'line_discount_percent') return found.join(CHAIN)
  if (field === 'status') return found.map(textOf).join(' / ')
  if (field === 'order' && joinsIds) {
    const number = wordsOf(cells[positions.at(-1)!] ?? '')
    // The kind of a row without a number is no order.
    return number === ''
      ? ''
      : found
          .map(textOf)
          .join(' ')
          .replace(/(?<=\d) (?=\d+$)/, '-')
  }
  if (field === 'date') return dateOf(found)
  return found[0] ?? ''
}

/** Export plug-ins of WooCommerce write coupons and refunds with the keys of their parts. */
function bareCell(field: Field, cell: Cell): Cell {
  if (field === 'coupon') return couponIn(cell)
  return field === 'refund' ? refundedIn(cell) : cell
}

/** A day and a time in cells of their own, to whose day workbooks add midnight, or day, month and year. */
function dateOf(cells: readonly Cell[]): Cell {
  if (cells.length === 1) return cells[0]!
  const day = dayOfParts(cells.map(textOf))
  if (day !== undefined) return day
  const texts = cells.map((cell, at) => {
    if (!isDateCell(cell)) return textOf(cell)
    return at === 0 ? textOf(cell).slice(0, 10) : textOf(cell).slice(11)
  })
  const told = texts.filter((text, at) => at === 0 || /^\d{1,2}[:h.]|^[+-]\d\d/.test(text)).join(' ')
  const zone = texts.slice(1).find((text) => zoneOf(text) !== undefined)
  return zone === undefined ? told : told + ZONE_SIGN + zone
}
