// A shop whose products carry generated pairs of amounts, and the changes between them in exact integers.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addMonths, monthBounds } from '#contract/month.ts'

const FIRST_MONTH = '2024-01'
export const DISTRIBUTORS = 12
const SEGMENTS = 9
const BUSINESSES = 3
const LINES_PER_ORDER = 40

/** Numerical Recipes' generator: the same shop in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Amounts that divide well, so that a cent more or less is a tie of whole percents, tenths or hundredths. */
const ROUND = [200, 400, 800, 1000, 16_000, 2_000_000]

/** The cents of a product in each month; 0: not sold. */
function courseOf(next: (below: number) => number, product: number, months: number): bigint[] {
  if (product % 25 === 0)
    return Array.from({ length: months }, (_, at) => (at % 2 === 0 ? 12_345n : -12_345n))
  const round = ROUND[next(ROUND.length)] ?? 200
  const cents = () => {
    const kind = next(10)
    const size =
      kind < 4
        ? round
        : kind < 7
          ? round + next(2 * round)
          : kind === 7
            ? 0
            : next([100, 5_000, 1_000_000, 2_000_000_000][next(4)] ?? 100)
    return BigInt(next(5) === 0 ? -size : size)
  }
  return Array.from({ length: months }, cents)
}

export interface ChangesShop {
  readonly months: readonly string[]
  /** Of each product, its cents by month. */
  readonly cents: ReadonlyMap<string, readonly bigint[]>
  readonly businessOf: (name: string) => string
  readonly segmentOf: (name: string) => string
  readonly distributorOf: (name: string) => string
}

const numberOf = (name: string) => Number(name.slice(-4))

export function changesShop(products: number, months: number): ChangesShop {
  const next = numbers(44)
  const names = Array.from({ length: products }, (_, at) => `Producto ${String(at).padStart(4, '0')}`)
  return {
    months: Array.from({ length: months }, (_, at) => addMonths(FIRST_MONTH, at)),
    cents: new Map(names.map((name, at) => [name, courseOf(next, at, months)])),
    segmentOf: (name) => `Segmento ${numberOf(name) % SEGMENTS}`,
    businessOf: (name) => `Negocio ${(numberOf(name) % SEGMENTS) % BUSINESSES}`,
    distributorOf: (name) => String(101 + (numberOf(name) % DISTRIBUTORS)),
  }
}

const decimal = (cents: bigint) => {
  const size = String(sizeOf(cents)).padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${size.slice(0, -2)},${size.slice(-2)}`
}

/** Writes the shop as `gondola import csv` reads it. */
export function writeChangesShop(shop: ChangesShop, folder: string): string {
  const orders = ['orden;fecha;estado;distribuidor;nombre_distribuidor;email']
  const lines = ['orden;producto;nombre;sku;cantidad;importe']
  const sold = new Map<string, number>()
  for (const [at, month] of shop.months.entries())
    for (const [name, course] of shop.cents) {
      const cents = course[at] ?? 0n
      if (cents === 0n) continue
      const distributor = shop.distributorOf(name)
      const place = `${month} ${distributor}`
      const count = sold.get(place) ?? 0
      sold.set(place, count + 1)
      const order = `${month.replace('-', '')}${distributor}${Math.floor(count / LINES_PER_ORDER)}`
      // On the last day: a month that ended before it would be one of which only a part was read.
      if (count % LINES_PER_ORDER === 0)
        orders.push(
          `${order};${monthBounds(month).to_date} 12:00;completed;${distributor};Distri ${distributor};c${distributor}@ejemplo.test`,
        )
      const number = numberOf(name) + 1
      lines.push(`${order};${number};${name};P${number};1;${decimal(cents)}`)
    }
  const products = ['producto;nombre;sku;precio;negocio;segmento']
  for (const name of shop.cents.keys())
    products.push(
      `${numberOf(name) + 1};${name};P${numberOf(name) + 1};1;${shop.businessOf(name)};${shop.segmentOf(name)}`,
    )
  mkdirSync(folder, { recursive: true })
  const write = (file: string, rows: string[]) => writeFileSync(join(folder, file), `${rows.join('\n')}\n`)
  write('ordenes.csv', orders)
  write('lineas.csv', lines)
  write('productos.csv', products)
  return folder
}

/** The cents of some products in the months from `at` on, `length` of them. */
export function sumOver(courses: Iterable<readonly bigint[]>, at: number, length: number): bigint {
  let sum = 0n
  for (const course of courses) for (const cents of course.slice(at, at + length)) sum += cents
  return sum
}

const sizeOf = (value: bigint) => (value < 0n ? -value : value)

/** The change in units of 10^-decimals percent of the size before, half away from zero; null from 0. */
export function exactChange(now: bigint, before: bigint, decimals: number): bigint | null {
  if (before === 0n) return null
  const above = (now - before) * 100n * 10n ** BigInt(decimals)
  const under = sizeOf(before)
  const whole = sizeOf(above) / under
  const left = sizeOf(above) % under
  const rounded = 2n * left >= under ? whole + 1n : whole
  return above < 0n ? -rounded : rounded
}

/** '12,3', of units of 10^-decimals. */
function written(units: bigint, decimals: number): string {
  const digits = String(sizeOf(units)).padStart(decimals + 1, '0')
  const whole = (decimals === 0 ? digits : digits.slice(0, -decimals)).replace(/\B(?=(\d{3})+$)/g, '.')
  return decimals === 0 ? whole : `${whole},${digits.slice(-decimals)}`
}

const signOf = (units: bigint, minus: string) => (units > 0n ? '+' : units < 0n ? minus : '')

/** As screens and *Por qué* say it: '+12,3 %'; null from 0. */
export function shownText(now: bigint, before: bigint): string | null {
  const tenths = exactChange(now, before, 1)
  return tenths === null ? null : `${signOf(tenths, '-')}${written(tenths, 1)} %`
}

/** As mails say it: whole from ten percent on. */
export function mailText(now: bigint, before: bigint): string | null {
  const tenths = exactChange(now, before, 1)
  if (tenths === null) return null
  const whole = exactChange(now, before, 0) ?? 0n
  const text = sizeOf(tenths) >= 100n ? written(whole, 0) : written(tenths, 1).replace(',0', '')
  return `${signOf(tenths, '−')}${text} %`
}
