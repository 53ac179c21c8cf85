// One order from its rows: values by content, amounts from whatever columns there are, contradictions told.
import { parseCents } from '#server/domain/cents.ts'
import { roundUnits } from '#server/domain/money.ts'
import { TooLarge } from '#server/domain/too-large.ts'
import { isBrokenCell, textOf } from './cell.ts'
import { dateTimeOf, mayBeExchanged } from './dates.ts'
import { documentStatus, isCredit } from './documents.ts'
import { type Field, LINE_FIELDS } from './fields.ts'
import { type LineNumbers, type LineResult, lineAmounts } from './line-amounts.ts'
import type { Reject } from './model.ts'
import { isWrittenPercent, numberOf, percentOf } from './numbers.ts'
import { type AssembledLine, type OrderParts, orderFacts } from './order-facts.ts'
import {
  type AssembleContext,
  type Assembled,
  cellOf,
  type OrderNumbers,
  rejectOf,
  type TableReading,
  textIn,
} from './order-rows.ts'
import type { StoredRow } from './row-store.ts'
import { scaled } from './scale.ts'
import { statusByWord } from './statuses.ts'
import { FILES_TEXT } from './text.ts'

/** Undefined for rows that are no order, such as a line without product and amount. */
export function assembleOrder(
  id: number,
  all: readonly StoredRow[],
  context: AssembleContext,
): Assembled | undefined {
  const other = all.find(({ order }) => order !== all[0]!.order)
  if (other) return { rejects: [rejectOf(other, 'order', FILES_TEXT.sameId, context)] }
  const told = withRefunds(all, context)
  const rows = told.filter(({ role }) => role !== 'refund')
  if (rows.length === 0)
    return { rejects: told.map((row) => rejectOf(row, 'refund_of', FILES_TEXT.noSale, context)) }
  const reader = rowReader(context)
  const { statuses, value } = statusOfRows(rows, context)
  const kept = [
    ...rows.filter((row, index) => !isDropped(statuses[index]!, statuses, row)),
    ...told.filter(({ role }) => role === 'refund'),
  ]
  const head = headOfSums(kept, context)
  const lines: AssembledLine[] = []
  for (const row of kept) {
    if (row === head) continue
    const line = lineOf(row, reader, context)
    if (line) lines.push(line)
  }
  const created = firstDate(rows, reader, context)
  const amounts = {
    ...orderNumbers(head ? [head] : rows, reader, context),
    refund: refundOf(told, reader, context),
  }
  if (reader.rejects.length > 0) return { rejects: reader.rejects }
  if (lines.length === 0 && !hasAmount(amounts)) return undefined
  const parts = givenBack({ id, rows, lines, created: created!, statusValue: value, amounts })
  try {
    return orderFacts(parts, context)
  } catch (error) {
    if (error instanceof TooLarge)
      return { rejects: [rejectOf(rows[0]!, 'total', FILES_TEXT.tooLarge, context)] }
    throw error
  }
}

/** The row above the lines of an order that only adds them up, as eBay writes it: it names no goods. */
function headOfSums(rows: readonly StoredRow[], { tables }: AssembleContext): StoredRow | undefined {
  const isNamed = (row: StoredRow) => textIn(row, 'product') !== '' || textIn(row, 'sku') !== ''
  const [head, ...others] = rows.filter((row) => !isNamed(row))
  const lines = rows.filter((row) => isNamed(row) && row.table === head?.table)
  if (head?.role !== 'row' || others.length > 0 || lines.length < 2) return undefined
  const number = (row: StoredRow, field: Field) => {
    const read = numberOf(cellOf(row, field), tables[row.table]!.sign)
    return read && 'text' in read ? Number(read.text) : undefined
  }
  const sum = (of: (row: StoredRow) => number) => lines.reduce((whole, row) => whole + of(row), 0)
  const isSum = (field: Field, ...sums: readonly number[]) => {
    const written = number(head, field)
    return written === undefined || sums.some((one) => Math.abs(one - written) < 0.005)
  }
  const of = (field: Field) => (row: StoredRow) => number(row, field) ?? 0
  const paid = sum((row) => of('quantity')(row) * of('unit_price')(row))
  const isAll =
    number(head, 'quantity') !== undefined &&
    isSum('quantity', sum(of('quantity'))) &&
    AMOUNTS.some((field) => number(head, field)) &&
    isSum('unit_price', paid, sum(of('unit_price'))) &&
    isSum('line_total', sum(of('line_total'))) &&
    isSum('line_net', sum(of('line_net')))
  return isAll ? head : undefined
}

/** A credit note takes its amounts and its discount off, whatever their sign, and so does an order whose total is below zero. */
function givenBack(parts: OrderParts): OrderParts {
  const { rows, lines, amounts } = parts
  const isBelow = (amounts.total ?? 0) < 0 && lines.length > 0 && lines.every(({ gross }) => gross >= 0)
  if (!isBelow && !rows.every((row) => isCredit(textIn(row, 'document')))) return parts
  const negative = (cents: number | undefined) => (cents === undefined ? undefined : -Math.abs(cents) || 0)
  const less = lines.map((line) => (line.gross > 0 ? returnedLine(line) : line))
  const [first, ...others] = less
  return {
    ...parts,
    lines: first ? [{ ...first, gross: first.gross + amounts.discount }, ...others] : [],
    amounts: {
      ...amounts,
      discount: first ? 0 : -amounts.discount || 0,
      shipping: negative(amounts.shipping)!,
      total: negative(amounts.total),
      lineTotals: negative(amounts.lineTotals)!,
      subtotal: negative(amounts.subtotal),
    },
  }
}

const returnedLine = (line: AssembledLine): AssembledLine => ({
  ...line,
  quantity: -line.quantity || 0,
  gross: line.discount - line.gross,
  discount: 0,
})

/**
 * Rows with the word of a refund and negative amounts, beside others of the order, are its refund: with a date and a total of
 * their own, which are not those of the order.
 */
function withRefunds(rows: readonly StoredRow[], { tables }: AssembleContext): readonly StoredRow[] {
  const isNegative = (row: StoredRow) =>
    (['quantity', 'line_total', 'line_net'] as const).some((field) => {
      const read = numberOf(cellOf(row, field), tables[row.table]!.sign)
      return read !== undefined && 'text' in read && read.text.startsWith('-')
    })
  const isRefund = (row: StoredRow) =>
    row.role === 'row' && statusByWord(textIn(row, 'status')) === 'wc-refunded' && isNegative(row)
  if (!rows.some(isRefund) || rows.every(isRefund)) return rows
  return rows.map((row) => (isRefund(row) ? { ...row, role: 'refund' } : row))
}

interface RowReader {
  readonly rejects: Reject[]
  /** Undefined where it is empty; a value that is no number is a reject of its row, one per row. */
  number(row: StoredRow, field: Field): string | undefined
  reject(row: StoredRow, field: Field, reason: string): void
}

function rowReader(context: AssembleContext): RowReader {
  const rejects: Reject[] = []
  const seen = new Set<StoredRow>()
  const reject = (row: StoredRow, field: Field, reason: string) => {
    if (!seen.has(row)) rejects.push(rejectOf(row, field, reason, context))
    seen.add(row)
  }
  return {
    rejects,
    reject,
    number(row, field) {
      const table = context.tables[row.table]!
      const text = textOf(cellOf(row, field))
      const isPercent = field === 'line_discount_percent' || isWrittenPercent(text)
      const read = (isPercent ? percentOf : numberOf)(cellOf(row, field), table.sign)
      if (read === undefined) return undefined
      const scale = isPercent ? 0 : table.scale(field)
      if (scale === 'unclear') {
        reject(row, field, FILES_TEXT.unclearScale(table.title(field)))
        return undefined
      }
      if ('text' in read) return scaled(read.text, scale)
      const reasons = { broken: FILES_TEXT.broken, unclear: FILES_TEXT.unclear, wrong: FILES_TEXT.notNumber }
      reject(row, field, reasons[read.problem](text))
      return undefined
    },
  }
}

const centsIn = (reader: RowReader, row: StoredRow, field: Field): number | undefined => {
  const text = reader.number(row, field)
  if (text === undefined) return undefined
  const cents = parseCents(text)
  if (!Number.isNaN(cents)) return cents
  reader.reject(row, field, FILES_TEXT.notNumber(text))
  return undefined
}

/** A date, a reason, a yes: whatever does not say no. */
const isCancelled = (row: StoredRow): boolean =>
  !/^(?:|no?|false|falso|0|[-–—]|vigente|activ[oa])$/i.test(textIn(row, 'cancelled').trim())

/** The status of an order is that of its first row that is not cancelled. */
function statusOfRows(rows: readonly StoredRow[], { statusOf }: AssembleContext) {
  const values = rows.map((row) =>
    isCancelled(row) ? 'cancelled' : textIn(row, 'status') || documentStatus(textIn(row, 'document')),
  )
  const statuses = values.map((value) => ({ value, status: value === '' ? undefined : statusOf(value) }))
  const told = statuses.filter(({ value }) => value !== '')
  const first = told.find(({ status }) => status !== 'wc-cancelled') ?? told[0]
  // A package whose rows tell no status describes it on its head.
  const head = rows.find(({ role }) => role === 'head')
  return { statuses, value: first?.value ?? (head ? textIn(head, 'refund_reason') : '') }
}

interface RowStatus {
  readonly value: string
  readonly status: string | undefined
}

/** A cancelled line of an order that is not; what a package counts on its head has no amount of its own. */
const isDropped = ({ status }: RowStatus, all: readonly RowStatus[], row: StoredRow): boolean =>
  status === 'wc-cancelled' &&
  (row.role === 'row' || (row.role === 'part' && textIn(row, 'line_total') !== '')) &&
  all.some((one) => one.value !== '' && one.status !== 'wc-cancelled')

function lineOf(row: StoredRow, reader: RowReader, { tables }: AssembleContext): AssembledLine | undefined {
  const table = tables[row.table]!
  const [sku, name] = [textIn(row, 'sku'), textIn(row, 'product')]
  const before = reader.rejects.length
  const isBack = isCredit(textIn(row, 'document'))
  const bare = (text: string | undefined) => (isBack ? text?.replace('-', '') : text)
  const asked = bare(reader.number(row, 'quantity'))
  const [total, net] = (['line_total', 'line_net'] as const).map((field) => centsIn(reader, row, field))
  const numbers = {
    price: bare(reader.number(row, 'unit_price')),
    total: isBack ? absolute(total) : total,
    net: isBack ? absolute(net) : net,
    ...discountOf(row, reader),
  }
  if (reader.rejects.length > before) return undefined
  const isBare = sku === '' && name === ''
  const quantity = asked === undefined ? undefined : roundUnits(Number(asked))
  const isZero = [Number(numbers.price ?? 0), numbers.total ?? 0, numbers.net ?? 0].every((one) => one === 0)
  if (isBare && isZero && !quantity) return undefined
  // The head of a package has its amount; its parts have units and prices.
  if (row.role === 'head')
    return {
      row,
      sku,
      name,
      quantity: 0,
      returned: 0,
      gross: numbers.total ?? 0,
      discount: 0,
      weight: 0,
      hasAmount: false,
    }
  if (quantity === undefined && table.has('quantity')) {
    reader.reject(
      row,
      'quantity',
      isBrokenCell(cellOf(row, 'quantity')) ? FILES_TEXT.broken('') : FILES_TEXT.missing,
    )
    return undefined
  }
  const count = quantity ?? 1
  const returned = Math.abs(roundUnits(Number(reader.number(row, 'returned') ?? 0)))
  const amounts = lineAmounts({ quantity: count, ...numbers })
  if (amounts === undefined && row.role !== 'part') {
    // A cancelled line of Amazon has neither units nor an amount.
    if (!hasLineAmount(table) || quantity === 0) return undefined
    reader.reject(row, amountField(table), FILES_TEXT.missing)
    return undefined
  }
  const line = { row, sku, name, quantity: count, returned, ...lineValues(amounts, numbers, count, row) }
  return isBack ? returnedLine(line) : line
}

/** The discount of a line: an amount in cents, or a percentage, as the column or a sign in the cell says. */
function discountOf(row: StoredRow, reader: RowReader): Pick<LineNumbers, 'discount' | 'percent'> {
  const isWritten = isWrittenPercent(textOf(cellOf(row, 'line_discount')))
  const field = isWritten ? 'line_discount' : 'line_discount_percent'
  const percent = absolute(numberIn(reader, row, field))
  if (percent !== undefined && percent > 100)
    reader.reject(row, field, FILES_TEXT.tooMuch(textOf(cellOf(row, field))))
  return { discount: isWritten ? undefined : absolute(centsIn(reader, row, 'line_discount')), percent }
}

function lineValues(
  amounts: LineResult | undefined,
  { price, total, net }: { price: string | undefined; total: number | undefined; net: number | undefined },
  quantity: number,
  row: StoredRow,
) {
  const written = row.role === 'part' ? total !== undefined : true
  const weight = Math.max(0, Math.round(Number(price ?? 0) * quantity * 100))
  return {
    ...(amounts ?? { gross: 0, discount: 0 }),
    weight,
    hasAmount: written,
    ...(amounts?.contradicts !== undefined && { written: (amounts.isNet ? net : total) ?? net ?? 0 }),
  }
}

const AMOUNTS = ['line_total', 'line_net', 'unit_price'] as const
const amountField = (table: TableReading): Field => AMOUNTS.find((field) => table.has(field)) ?? 'line_total'
const hasLineAmount = (table: TableReading): boolean => AMOUNTS.some((field) => table.has(field))

const numberIn = (reader: RowReader, row: StoredRow, field: Field): number | undefined => {
  const text = reader.number(row, field)
  return text === undefined ? undefined : Number(text)
}

const absolute = (value: number | undefined): number | undefined =>
  value === undefined ? undefined : Math.abs(value)

function firstDate(rows: readonly StoredRow[], reader: RowReader, { tables, clock }: AssembleContext) {
  const dated = rows.find((row) => textIn(row, 'date') !== '')
  const row = dated ?? rows[0]!
  if (!dated) {
    reader.reject(row, 'date', FILES_TEXT.missing)
    return undefined
  }
  const { dates, exchangesDays } = tables[row.table]!
  const cell = cellOf(row, 'date')
  const moment = dateTimeOf(cell, dates, clock)
  if (exchangesDays && mayBeExchanged(cell)) reader.reject(row, 'date', FILES_TEXT.exchanged(textOf(cell)))
  if (moment === undefined) reader.reject(row, 'date', FILES_TEXT.notDate(textOf(cell)))
  return moment
}

/**
 * What came back, as columns tell it. Beside lines it repeats on the rows of the order; in a table without lines each row is a
 * refund of its own. Rows that name their order and have lines tell it by these.
 */
function refundOf(rows: readonly StoredRow[], reader: RowReader, context: AssembleContext): number {
  const byTable = new Map<number, number[]>()
  for (const row of rows) {
    const cents = context.tables[row.table]!.has('refund') ? centsIn(reader, row, 'refund') : undefined
    if (cents !== undefined) byTable.set(row.table, [...(byTable.get(row.table) ?? []), Math.abs(cents)])
  }
  const sums = [...byTable].map(([table, values]) => {
    const repeats = [...LINE_FIELDS].some((field) => context.tables[table]!.has(field))
    return repeats && values.every((one) => one === values[0])
      ? values[0]!
      : values.reduce((sum, one) => sum + one, 0)
  })
  return Math.max(0, ...sums)
}

function orderNumbers(
  rows: readonly StoredRow[],
  reader: RowReader,
  context: AssembleContext,
): Omit<OrderNumbers, 'refund'> {
  const once = (field: Field, adds = true): number | undefined => {
    const values = rows.flatMap((row) => {
      const cents = context.tables[row.table]!.has(field) ? centsIn(reader, row, field) : undefined
      return cents === undefined ? [] : [cents]
    })
    if (values.length === 0) return undefined
    const isSame = values.every((one) => one === values[0])
    return isSame || !adds ? values[0] : values.reduce((sum, one) => sum + one, 0)
  }
  return {
    discount: absolute(once('order_discount')) ?? 0,
    shipping: once('shipping') ?? 0,
    fees: once('fees') ?? 0,
    tax: once('tax') ?? 0,
    total: once('total', false),
    lineTotals: rows.reduce((sum, row) => sum + (centsIn(reader, row, 'total') ?? 0), 0),
    subtotal: once('subtotal', false),
  }
}

const hasAmount = ({ total, subtotal }: OrderNumbers): boolean => (total ?? 0) !== 0 || (subtotal ?? 0) !== 0
