// Which column holds which field: by the platform's recipe, by a saved or given one, or offered by title and content.
import { decimalSignOf } from '#contract/decimal-text.ts'
import { NO_PROVINCE } from '#server/domain/facts.ts'
import { folded } from '#server/domain/folded.ts'
import { provinceOf } from '#server/domain/province.ts'
import { type Cell, isBrokenCell, isDateCell, isNumberCell, textOf } from './cell.ts'
import { dateTimeOf, dayOfParts, zoneOf } from './dates.ts'
import { areDocuments, areNumberedDocuments, isCredit } from './documents.ts'
import { FIELDS, type Field, KNOWN_LAYOUTS, LISTED, NUMBERS, SYNONYMS, TITLE_WORDS } from './fields.ts'
import { type KindRecipe, titleKey, type Wanted } from './kinds.ts'
import { bareNumber, CHAIN, isChain, isWrittenPercent, numberOf, percentOf } from './numbers.ts'
import { titleScale } from './scale.ts'
import { TOTALS } from './totals.ts'

/** Positions of the columns of each field. */
export type Columns = ReadonlyMap<Field, readonly number[]>

/** Each title as a recipe names it: a repeated one with its number, 'Estado (2)'. */
export function columnNames(titles: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return titles.map((title) => {
    const bare = title.trim()
    const times = (seen.get(bare) ?? 0) + 1
    seen.set(bare, times)
    return times === 1 ? bare : `${bare} (${times})`
  })
}

function positionOf(keys: readonly string[], wanted: Wanted): number {
  const { titles, after } = typeof wanted === 'string' ? { titles: wanted, after: undefined } : wanted
  const from = after === undefined ? 0 : keys.indexOf(titleKey(after))
  if (from < 0) return -1
  for (const title of titles.split('|')) {
    const at = keys.indexOf(titleKey(title), from)
    if (at >= 0) return at
  }
  return -1
}

export function columnsOfKind(titles: readonly string[], { columns }: KindRecipe): Columns {
  const keys = titles.map(titleKey)
  const found = new Map<Field, number[]>()
  for (const field of FIELDS) {
    const positions = (columns[field] ?? []).map((wanted) => positionOf(keys, wanted)).filter((at) => at >= 0)
    if (positions.length > 0) found.set(field, [...new Set(positions)])
  }
  return found
}

/** Columns by the names that a recipe gives; several of one field are joined by « / ». Unknown names are returned. */
export function columnsByName(
  titles: readonly string[],
  chosen: Readonly<Record<string, string>>,
): { columns: Columns; unknown: string[] } {
  const names = columnNames(titles)
  const keys = names.map(titleKey)
  const at = (name: string) => {
    const exact = names.indexOf(name.trim())
    return exact >= 0 ? exact : keys.indexOf(titleKey(name))
  }
  const columns = new Map<Field, number[]>()
  const unknown: string[] = []
  for (const field of FIELDS) {
    const name = chosen[field]
    if (name === undefined || name === '') continue
    const parts = at(name) >= 0 ? [name] : name.split(' / ')
    const positions = parts.map(at)
    unknown.push(...parts.filter((_, index) => positions[index]! < 0))
    if (positions.every((one) => one >= 0)) columns.set(field, positions)
  }
  return { columns, unknown }
}

/** The reverse of `columnsByName`. */
export function namedColumns(titles: readonly string[], columns: Columns): Record<string, string> {
  const names = columnNames(titles)
  return Object.fromEntries(
    [...columns].map(([field, positions]) => [field, positions.map((at) => names[at]).join(' / ')]),
  )
}

/** The columns that an unknown file offers by their titles; content decides between titles that fit two fields. */
export function offeredColumns(titles: readonly string[], sample: readonly (readonly Cell[])[]): Columns {
  const keys = titles.map(titleKey)
  const taken = new Set<number>()
  const found = new Map<Field, number[]>()
  for (const { marks, columns } of KNOWN_LAYOUTS)
    for (const [field, title] of marks.every((mark) => keys.includes(mark)) ? Object.entries(columns) : []) {
      found.set(field as Field, [keys.indexOf(title)])
      taken.add(keys.indexOf(title))
    }
  for (const field of FIELDS) {
    if (found.has(field) || field === 'subtotal' || field === 'returned') continue
    const at = [...titled(field, titles, keys, taken), ...worded(field, keys, taken)].find((index) =>
      holds(
        field,
        sample.map((row) => row[index] ?? ''),
      ),
    )
    if (at === undefined) continue
    taken.add(at)
    found.set(field, [at])
  }
  // Without a number of its own, an order is known by its invoice; a document beside that is the buyer's.
  const invoice = found.get('invoice')
  const numbered = found.get('order')?.[0]
  const isInvoiced = (row: readonly Cell[]) =>
    [invoice?.[0], numbered].every((at) => textOf(row[at ?? -1] ?? '') !== '') || isNoLine(row.map(textOf))
  const isOfBuyer = numbered !== undefined && /\bdocumento$/.test(keys[numbered]!) && sample.every(isInvoiced)
  if (invoice && (numbered === undefined || isOfBuyer)) found.set('order', invoice)
  // A reference in a list of orders is no product's.
  if (!(['product', 'quantity', 'unit_price'] as const).some((field) => found.has(field))) found.delete('sku')
  const order = found.get('order')
  if (order) found.set('order', [...numberedBy(keys, found, sample), ...order])
  if (order && !found.has('document') && areNumberedDocuments(sample.map((row) => row[order[0]!] ?? '')))
    found.set('document', order)
  const parts = found.has('date') ? [] : dateParts(keys, taken, sample)
  if (parts.length > 0) found.set('date', parts)
  const dateAt = found.has('date') ? -1 : datesAt(keys, taken, sample)
  if (dateAt >= 0) {
    taken.add(dateAt)
    found.set('date', [dateAt])
  }
  const [state] = found.get('province') ?? []
  if (state !== undefined && !found.has('status') && !holdsProvinces(keys[state]!, state, sample)) {
    found.delete('province')
    found.set('status', [state])
  }
  return settled(found, titles, taken, sample)
}

/** «Dirección», «Número»: no order's. */
const ADDRESS = /^(?:calle|direccion|domicilio|address|street)\b/

/** «Descuento %» and «Descuento» are one key: of two columns the one with the sign holds percentages. */
function titled(
  field: Field,
  titles: readonly string[],
  keys: readonly string[],
  taken: ReadonlySet<number>,
): number[] {
  const wantsPercent = field === 'line_discount_percent'
  return (SYNONYMS.get(field) ?? []).flatMap((title) => {
    const same = keys.flatMap((key, index) => {
      const isHouse = field === 'order' && ADDRESS.test(keys[index - 1] ?? '')
      return key === title && !taken.has(index) && !isHouse ? [index] : []
    })
    const best = same.find((index) => titles[index]!.includes('%') === wantsPercent) ?? same[0]
    return best === undefined ? [] : [best]
  })
}

const SERIES: ReadonlySet<string> = new Set([
  'letra',
  'punto de venta',
  'pto de venta',
  'pto vta',
  'pto venta',
  'pv',
  'p vta',
  'p venta',
  'pto de vta',
  'punto vta',
  'suc',
  'serie',
])

/** Invoices are numbered by kind, letter and point of sale: a number alone stands for several of them. */
function numberedBy(
  keys: readonly string[],
  found: ReadonlyMap<Field, readonly number[]>,
  sample: Rows,
): number[] {
  const series = keys.flatMap((key, at) => (SERIES.has(key) ? [at] : []))
  const at = found.get('document')?.[0]
  if (at === undefined) return series
  const kinds = new Set(
    sample.map((row) => textOf(row[at] ?? '')).filter((text) => text !== '' && !isCredit(text)),
  )
  // In files of other months there may be others: a letter or code always stands in the number.
  const isLettered = [...kinds].some((kind) => /(?:\b|^fc?|^nd)[abcem]$|^\d/.test(folded(kind)))
  return kinds.size > 1 || isLettered ? [at, ...series] : series
}

/** Columns by a word of their titles, where no list holds the whole title. */
function worded(field: Field, keys: readonly string[], taken: ReadonlySet<number>): number[] {
  const words = TITLE_WORDS[field]
  if (!words) return []
  return keys.flatMap((key, index) =>
    words.is.test(key) && !words.isNot.test(key) && !LISTED.has(key) && !taken.has(index) ? [index] : [],
  )
}

/** 'State' is a place or what became of the order. */
const holdsProvinces = (key: string, at: number, sample: readonly (readonly Cell[])[]): boolean =>
  key !== 'state' || sample.some((row) => provinceOf(textOf(row[at] ?? ''), '') !== NO_PROVINCE)

const DATE_PARTS = [/^(?:dia|day)$/, /^(?:mes|month)$/, /^(?:ano|anio|year)$/]

/** Columns of day, month and year, which are a date together. */
function dateParts(keys: readonly string[], taken: ReadonlySet<number>, sample: Rows): number[] {
  const parts = DATE_PARTS.map((part) => keys.findIndex((key, at) => part.test(key) && !taken.has(at)))
  if (parts.includes(-1)) return []
  const days = sample.map((row) => dayOfParts(parts.map((at) => textOf(row[at] ?? ''))))
  return days.filter((day) => day !== undefined).length * 2 > days.length ? parts : []
}

/** When something else happened than the sale. */
const OTHER_DATE =
  /\b(?:venc\w*|vto|entrega\w*|envio|enviad[oa]|despach\w*|pag[oa]d?[oa]?|cobr\w*|nac\w*|due|ship\w*|deliver\w*|paid)\b/

/** The first column of dates, whatever its title; bare numbers may be serials of dates and tell nothing. */
function datesAt(keys: readonly string[], taken: ReadonlySet<number>, sample: Rows): number {
  const found = keys.flatMap((_, at) => {
    const cells = sample.map((row) => row[at] ?? '')
    const isText = cells.some((cell) => isDateCell(cell) || /\d[^\d.,]/.test(textOf(cell)))
    return !taken.has(at) && isText && holds('date', cells) ? [at] : []
  })
  return found.find((at) => !OTHER_DATE.test(keys[at]!)) ?? found[0] ?? -1
}

/** Fields whose columns are known by their values alone. */
const NEEDS_VALUES: ReadonlySet<Field> = new Set(['order', 'date', 'cancelled', 'document'])

const isYesNo = (cell: Cell): boolean =>
  /^(?:s|s[ií]|no?|x|y|yes|true|false|verdadero|falso|[01]|vigente)$/i.test(textOf(cell)) ||
  dateTimeOf(cell, 'dmy', (utc) => utc) !== undefined

/** Whether most values could be those of a field. */
function holds(field: Field, cells: readonly Cell[]): boolean {
  const values = cells.filter((cell) => textOf(cell) !== '')
  if (values.length === 0) return !NEEDS_VALUES.has(field)
  const share = (fits: (cell: Cell) => boolean) => values.filter(fits).length / values.length
  const isNumber = (cell: Cell) => {
    const read = (/^line_discount/.test(field) ? percentOf : numberOf)(cell, '.')
    return isBrokenCell(cell) || (read !== undefined && 'text' in read)
  }
  if (NUMBERS.has(field)) return share(isNumber) >= 0.5
  if (field === 'date')
    return (
      share(
        (cell) =>
          dateTimeOf(cell, 'dmy', (utc) => utc) !== undefined ||
          dateTimeOf(cell, 'mdy', (utc) => utc) !== undefined,
      ) >= 0.5
    )
  if (field === 'order') return share((cell) => /\d/.test(textOf(cell))) >= 0.5
  if (field === 'document') return areDocuments(values)
  if (field === 'cancelled') return share(isYesNo) === 1
  if (field === 'product' || field === 'status')
    return share((cell) => isNumberCell(cell) || isDateCell(cell)) < 0.5
  return true
}

/** What a title such as «Subtotal» or «Total» means shows in its values, beside quantity × price. */
function settled(
  found: Map<Field, number[]>,
  titles: readonly string[],
  taken: ReadonlySet<number>,
  sample: readonly (readonly Cell[])[],
): Columns {
  const keys = titles.map(titleKey)
  const isAmount =
    /^(?:(?:line|row|item|product) )?(?:sub ?total|total|importe|monto|valor|neto|amount|net|venta total)\b/
  const open = keys.flatMap((key, at) => (!taken.has(at) && isAmount.test(key) ? [at] : []))
  chainDiscounts(found, { titles, keys, taken, open }, sample)
  soldQuantity(found, { keys, taken, open }, sample)
  const discount = found.get('line_discount')
  const told =
    discount && !found.has('line_discount_percent') ? discountIn(found, open, titles, sample) : 'amount'
  if (told !== 'amount') found.delete('line_discount')
  if (told === 'percent') found.set('line_discount_percent', discount!)
  const percent = found.get('line_discount_percent')
  // «Desc. %» with 0.1 for 10 %, as a program writes what Excel shows with a sign.
  if (percent && !discount && found.has('quantity') && found.has('unit_price')) {
    const asDiscount = new Map(found).set('line_discount', percent)
    if (discountIn(asDiscount, open, titles, sample) === 'share') found.delete('line_discount_percent')
  }
  const candidates = [...(found.get('line_total') ?? []), ...(found.get('total') ?? []), ...open].filter(
    (at) => !OF_ORDER.test(keys[at]!),
  )
  const telling = severalLines(sample, found.get('order')?.[0])
  const finalAt = found.get('line_net')?.[0]
  if (finalAt !== undefined && /^(?:precio|price|preco)\b/.test(keys[finalAt]!))
    priceAfterDiscount(found, finalAt, { candidates, telling })
  for (const at of candidates) {
    const role = roleOf(at, found, telling)
    if (role === undefined || (found.has(role) && found.get(role)![0] !== at)) continue
    for (const [field, [held]] of found) if (held === at && field !== role) found.delete(field)
    found.set(role, [at])
  }
  for (const field of ['line_total', 'line_net'] as const) {
    const [at] = found.get(field) ?? []
    if (at === undefined || !repeatsOnOrders(at, found, sample)) continue
    found.delete(field)
    if (!found.has('total')) found.set('total', [at])
  }
  if (
    discount &&
    found.has('line_discount') &&
    !found.has('order_discount') &&
    repeatsDiscount(found, sample)
  ) {
    found.set('order_discount', discount)
    found.delete('line_discount')
  }
  const hasAmount = (['unit_price', 'line_total', 'line_net'] as const).some((field) => found.has(field))
  return hasAmount ? found : withAmount(found, open, sample)
}

/** «Dto 1 %», «Bonif. 2»: discounts one after the other. */
const CHAINED = /^(?:dto|dcto|desc|descuento|bonif|bonificacion|discount|off)s? ?[1-5]$/

/** «10+5» is percentages; numbered discounts are where their titles or an amount of the row say so. */
function chainDiscounts(
  found: Map<Field, readonly number[]>,
  { titles, keys, taken, open }: Titled & { readonly titles: readonly string[] },
  sample: Rows,
): void {
  const alone = found.has('line_discount_percent') ? undefined : found.get('line_discount')
  if (alone && sample.some((row) => isChain(textOf(row[alone[0]!] ?? '')))) {
    found.delete('line_discount')
    found.set('line_discount_percent', alone)
  }
  const isOne = (key: string, at: number) => CHAINED.test(key) && !taken.has(at)
  const numbered = keys.flatMap((key, at) => (isOne(key, at) ? [at] : []))
  const values = numbered.flatMap((at) => sample.map((row) => Math.abs(Number(bareNumber(row[at] ?? '')))))
  if (numbered.length === 0 || values.some((one) => one > 100)) return
  const percent = found.get('line_discount_percent') ?? []
  const isShown = (chain: readonly number[]) => {
    const trial = new Map(found).set('line_discount_percent', chain)
    trial.delete('line_discount')
    return amountsOf(found, open).some((at) => roleOf(at, trial, sample) === 'line_net')
  }
  const first = found.get('line_discount') ?? []
  const isNamed = numbered.some((at) => /%|porc|bonif/i.test(titles[at]!))
  if (first.length > 0 && isShown([...first, ...numbered])) {
    found.delete('line_discount')
    found.set('line_discount_percent', [...first, ...numbered])
  } else if (isNamed || isShown([...percent, ...numbered]))
    found.set('line_discount_percent', [...percent, ...numbered])
}

interface Titled {
  readonly keys: readonly string[]
  readonly taken: ReadonlySet<number>
  /** Columns of amounts that no field took. */
  readonly open: readonly number[]
}

const amountsOf = (found: ReadonlyMap<Field, readonly number[]>, open: readonly number[]): number[] => [
  ...open,
  ...(['line_total', 'line_net', 'total'] as const).flatMap((one) => found.get(one) ?? []),
]

/** Not all that is ordered is sold: of several quantities, the one that with the price gives most of an amount. */
function soldQuantity(
  found: Map<Field, readonly number[]>,
  { keys, taken, open }: Titled,
  sample: Rows,
): void {
  const { is } = TITLE_WORDS.quantity!
  const others = keys.flatMap((key, at) => (is.test(key) && !taken.has(at) ? [at] : []))
  if (!found.has('quantity') || !found.has('unit_price') || others.length === 0) return
  const amounts = amountsOf(found, open)
  const fits = (quantity: readonly number[]) => {
    const trial = new Map(found).set('quantity', quantity)
    const counts = amounts.map((at) => timesPrice(at, trial, sample))
    return Math.max(0, ...counts.map(({ before, after }) => Math.max(before, after)))
  }
  const [best] = others.map((at) => [at, fits([at])] as const).sort((one, other) => other[1] - one[1])
  if (best && best[1] > fits(found.get('quantity')!)) found.set('quantity', [best[0]])
}

/** «Precio final» is of a unit where an amount is quantity × it, or what the columns of discounts make of quantity × price. */
function priceAfterDiscount(
  found: Map<Field, number[]>,
  finalAt: number,
  { candidates, telling }: { readonly candidates: readonly number[]; readonly telling: Rows },
): void {
  const without = new Map(found)
  without.delete('line_net')
  const withPrice = new Map(without).set('unit_price', [finalAt])
  const others = candidates.filter((at) => at !== finalAt)
  const isRole = (role: 'line_total' | 'line_net', by: ReadonlyMap<Field, readonly number[]>) =>
    others.some((at) => roleOf(at, by, telling) === role)
  const isTold = found.has('line_discount') || found.has('line_discount_percent')
  if (isTold ? !isRole('line_net', without) : !isRole('line_total', withPrice)) return
  found.delete('line_net')
  if (!isTold) found.set('unit_price', [finalAt])
}

/** Without a price, the amount of a line is a column of its own, else the total, unless the rows of an order repeat it. */
function withAmount(
  found: Map<Field, number[]>,
  open: readonly number[],
  sample: Rows,
): Map<Field, number[]> {
  const total = found.get('total')?.[0]
  if (!(['product', 'sku', 'quantity'] as const).some((field) => found.has(field))) {
    // A row is an order: what it takes off is taken off all of it.
    const discount = found.get('line_discount')
    if (discount && !found.has('order_discount')) found.set('order_discount', discount)
    if (discount && total !== undefined) found.delete('line_discount')
    return found
  }
  const at = [...open, ...(total === undefined ? [] : [total])].find(
    (one) =>
      holds(
        'line_total',
        sample.map((row) => row[one] ?? ''),
      ) && !repeatsOnOrders(one, found, sample),
  )
  if (at === undefined) return found
  if (at === total) found.delete('total')
  found.set('line_total', [at])
  return found
}

/** Without tax, and with each rate of the Argentine one on top, as totals of invoices have it. */
const TAXES = [1, 1.21, 1.105, 1.27] as const

/**
 * What a column named as a discount holds. Percentages: some amount of the row is quantity × price less so many per cent. Shares
 * such as 0.15, all below one: of an amount that holds them already.
 */
function discountIn(
  found: ReadonlyMap<Field, readonly number[]>,
  open: readonly number[],
  titles: readonly string[],
  sample: readonly (readonly Cell[])[],
): 'amount' | 'percent' | 'share' {
  const sign = decimalSignOf(sample.flatMap((row) => row.map(bareNumber)))
  const amounts = amountsOf(found, open)
  const isScaled = titleScale(titles[found.get('line_discount')![0]!]!) !== 0
  let [percents, sums, shares, compared, largest, signed, bare] = [0, 0, 0, 0, 0, 0, 0]
  for (const row of sample) {
    const number = (at: number | undefined) => {
      const read = at === undefined ? undefined : numberOf(row[at] ?? '', sign)
      return read && 'text' in read ? Number(read.text) : undefined
    }
    const read = (field: Field) => number(found.get(field)?.[0])
    const [quantity, price, off] = [read('quantity'), read('unit_price'), read('line_discount')]
    const written = textOf(row[found.get('line_discount')![0]!] ?? '')
    // A currency beside it, or thousands in its title, say that it is money.
    if (off !== undefined && (isScaled || /[^\d.,\s%()-]/.test(written))) largest = Number.POSITIVE_INFINITY
    largest = Math.max(largest, Math.abs(off ?? 0))
    if (!off || quantity === undefined || price === undefined) continue
    compared++
    if (isWrittenPercent(written)) signed++
    else bare++
    const rounding = Math.max(0.02, Math.abs(quantity) / 200)
    // A discount within the rounding of the price tells nothing.
    const isAmount = (value: number, tax: number) =>
      amounts.some((at) => Math.abs(value * tax - (number(at) ?? Number.NaN)) <= rounding * tax)
    const isLess = (discount: number) =>
      Math.abs(discount) > 2 * rounding && TAXES.some((tax) => isAmount(quantity * price - discount, tax))
    if (isLess((quantity * price * Math.abs(off)) / 100)) percents++
    if (isLess(Math.abs(off))) sums++
    if (isLess(quantity * price * Math.abs(off))) shares++
  }
  // Beside amounts, a cell with a sign tells its own percentage.
  if (percents + (bare === 0 ? signed : 0) > sums) return 'percent'
  const isNamed = /%|porcent|percent|\bpct\b/i.test(titles[found.get('line_discount')![0]!]!)
  if (isNamed && sums === 0 && largest >= 1 && largest <= 100) return 'percent'
  const isHeld = amounts.length > 0 && sums === 0 && (shares > 0 || compared === 0)
  return isHeld && largest > 0 && largest < 1 ? 'share' : 'amount'
}

/** Titles that name the order themselves. */
const OF_ORDER = /\b(?:order|orden|pedido|venta|grand|general|cobrado|pagado)\b/

type Rows = readonly (readonly Cell[])[]

/** Blank, a heading («Norte», «Distribuidor:» and «Norte» beside it), or a total. */
function isNoLine(texts: readonly string[]): boolean {
  const [first, ...others] = texts.filter((text) => text !== '')
  const isHeading = others.length === 0 || (others.length === 1 && first!.endsWith(':'))
  return isHeading || texts.some((text) => TOTALS.test(text))
}

/** Orders with several lines. */
function largeOrders(sample: Rows, orderAt: number): Rows[] {
  const byOrder = new Map<string, (readonly Cell[])[]>()
  let last = ''
  for (const row of sample) {
    const order = textOf(row[orderAt] ?? '')
    if (order === '' && isNoLine(row.map(textOf))) continue
    last = order || last
    byOrder.set(last, [...(byOrder.get(last) ?? []), row])
  }
  return [...byOrder.values()].filter((rows) => rows.length > 1)
}

/** Rows of orders with several lines, if there are any: of one line alone, its amount and the order's are the same. */
function severalLines(sample: Rows, orderAt: number | undefined): Rows {
  const several = orderAt === undefined ? [] : largeOrders(sample, orderAt).flat()
  return several.length > 0 ? several : sample
}

/** An amount that every line of an order repeats, whatever its goods, is the order's; one of «below» stands on its first line alone. */
function repeatsOnOrders(at: number, found: ReadonlyMap<Field, readonly number[]>, sample: Rows): boolean {
  const positions = (['order', 'sku', 'product', 'quantity', 'unit_price'] as const).map(
    (field) => found.get(field)?.[0],
  )
  const [orderAt, ...goodsAt] = positions
  if (orderAt === undefined) return false
  const textsAt = (rows: Rows, wanted: readonly (number | undefined)[]) =>
    new Set(rows.map((row) => wanted.map((one) => textOf(row[one ?? -1] ?? '')).join('|')))
  const several = largeOrders(sample, orderAt).filter((rows) => textsAt(rows, goodsAt).size > 1)
  const isOnce = (rows: Rows) => {
    const [first, ...others] = rows.map((row) => textOf(row[at] ?? ''))
    return first !== '' && (others.every((text) => text === first) || others.every((text) => text === ''))
  }
  return several.length > 0 && several.every(isOnce)
}

/** Whether a discount that all rows of an order repeat is the order's: its total takes it off once. */
function repeatsDiscount(found: ReadonlyMap<Field, readonly number[]>, sample: Rows): boolean {
  const sign = decimalSignOf(sample.flatMap((row) => row.map(bareNumber)))
  const read = (row: readonly Cell[], field: Field): number | undefined => {
    const value = numberOf(row[found.get(field)?.[0] ?? -1] ?? '', sign)
    return value && 'text' in value ? Number(value.text) : undefined
  }
  const orderAt = found.get('order')?.[0]
  let [once, each] = [0, 0]
  for (const rows of orderAt === undefined ? [] : largeOrders(sample, orderAt)) {
    const [off, total] = (['line_discount', 'total'] as const).map((field) => read(rows[0]!, field))
    if (!off || total === undefined || rows.some((row) => read(row, 'line_discount') !== off)) continue
    const gross = rows.reduce(
      (sum, row) =>
        sum + (read(row, 'line_total') ?? (read(row, 'quantity') ?? 1) * (read(row, 'unit_price') ?? 0)),
      0,
    )
    const fits = (taken: number) =>
      [0, read(rows[0]!, 'shipping') ?? 0].some((more) => Math.abs(gross - taken + more - total) < 0.02)
    if (fits(Math.abs(off))) once++
    if (fits(Math.abs(off) * rows.length)) each++
  }
  return once > each
}

/** Whether most values of a column are quantity × price before or after the discount of the line. */
function roleOf(
  at: number,
  found: ReadonlyMap<Field, readonly number[]>,
  sample: Rows,
): 'line_total' | 'line_net' | undefined {
  const { rows, before, after, less } = timesPrice(at, found, sample)
  // No column tells the discounts: amounts that are quantity × price or less hold them.
  if (less > 0 && before + less >= rows * 0.95) return 'line_net'
  if (rows === 0 || Math.max(before, after) < rows * 0.6) return undefined
  return after > before ? 'line_net' : 'line_total'
}

/** In how many rows a column is quantity × price, before and after the discount of the line, or less where no column tells one. */
function timesPrice(at: number, found: ReadonlyMap<Field, readonly number[]>, sample: Rows) {
  const sign = decimalSignOf(sample.flatMap((row) => row.map(bareNumber)))
  const counts = { rows: 0, before: 0, after: 0, less: 0 }
  const isTold = found.has('line_discount') || found.has('line_discount_percent')
  for (const row of sample) {
    const read = (field: Field) => {
      const cells = (found.get(field) ?? []).map((position) => row[position] ?? '')
      const value =
        field === 'line_discount_percent'
          ? percentOf(cells.join(CHAIN), sign)
          : numberOf(cells[0] ?? '', sign)
      return value && 'text' in value ? Number(value.text) : undefined
    }
    const written = numberOf(row[at] ?? '', sign)
    const [quantity, price] = [read('quantity'), read('unit_price')]
    if (!written || !('text' in written) || quantity === undefined || price === undefined) continue
    counts.rows++
    const gross = quantity * price
    const off = read('line_discount') ?? (gross * (read('line_discount_percent') ?? 0)) / 100
    const near = (one: number) =>
      Math.abs(one - Number(written.text)) <= Math.max(0.02, Math.abs(quantity) / 200)
    if (near(gross)) counts.before++
    if (near(gross - off)) counts.after++
    else if (!isTold && Number(written.text) / gross > 0.2 && Number(written.text) / gross < 1) counts.less++
  }
  return counts
}

const TIMES: ReadonlySet<string> = new Set(
  'time|hora|hora de venta|hora venta|hora de la venta|hora del pedido|hora pedido|hora de creacion|hora emision|order time|sale time|hoursale|hour sale'.split(
    '|',
  ),
)
const ZONES: ReadonlySet<string> = new Set(
  'time zone|timezone|zona horaria|huso horario|fuso horario'.split('|'),
)

/** A day beside a column with its time, and a time beside one with its zone, are read together. */
export function withTime(
  columns: Columns,
  titles: readonly string[],
  sample: readonly (readonly Cell[])[],
): Columns {
  const date = columns.get('date')
  if (date?.length !== 1) return columns
  const keys = titles.map(titleKey)
  const filled = (at: number) => sample.map((row) => row[at] ?? '').filter((cell) => textOf(cell) !== '')
  const all = (at: number, fits: (text: string) => boolean) =>
    filled(at).length > 0 && filled(at).every((cell) => fits(textOf(cell)))
  const isDay = all(date[0]!, (text) => !/\d:\d\d/.test(text) || text.endsWith(' 00:00:00'))
  const timeAt = isDay
    ? keys.findIndex(
        (key, at) => TIMES.has(key) && all(at, (text) => /^(?:\d{4}-\d\d-\d\d )?\d{1,2}[:.h]\d\d/.test(text)),
      )
    : -1
  if (isDay && timeAt < 0) return columns
  const zoneAt = keys.findIndex((key, at) => ZONES.has(key) && all(at, (text) => zoneOf(text) !== undefined))
  return new Map(columns).set(
    'date',
    [date[0]!, timeAt, zoneAt].filter((at) => at >= 0),
  )
}

/** Fields without which rows are no orders. */
export function missingFields(columns: Columns): Field[] {
  const isNamed = (field: Field) => columns.has(field) || (field === 'order' && columns.has('refund_of'))
  const missing: Field[] = (['order', 'date'] as const).filter((field) => !isNamed(field))
  const hasAmount =
    columns.has('line_total') || columns.has('line_net') || columns.has('unit_price') || columns.has('total')
  return hasAmount ? missing : [...missing, 'line_total']
}
