// Sums over the rows above one, by which a row of sums is known that does not say so.
import type { Cell } from './cell.ts'
import { FIELDS } from './fields.ts'
import { numberOf } from './numbers.ts'

const SUMMED = (['quantity', 'line_total', 'line_net'] as const).map((field) => FIELDS.indexOf(field))

/** With a decimal point, and with a comma: which of them holds is known once the whole file was read. */
type Readings = readonly [number, number]

function readingsOf(cell: Cell): Readings | undefined {
  const read = numberOf(cell, undefined)
  if (read === undefined) return undefined
  if ('text' in read) return [Number(read.text), Number(read.text)]
  const number = (sign: '.' | ',') => {
    const own = numberOf(cell, sign)
    return own && 'text' in own ? Number(own.text) : Number.NaN
  }
  return [number('.'), number(',')]
}

/** Of the order, of the rows since the last sums, and of the table. */
type Scope = 'order' | 'section' | 'table'
const SCOPES: readonly Scope[] = ['order', 'section', 'table']

export interface SumsAbove {
  /** Of the cells of a line, by field. */
  add(order: string, cells: readonly Cell[]): void
  /** A row of sums was there: the next ones begin below it. */
  endSection(): void
  /** Whether all units and amounts of a row are sums of those above; where lines name no goods, of all of them, which are several. */
  are(cells: readonly Cell[], namesGoods: boolean): boolean
}

export function sumsAbove(): SumsAbove {
  const none = () => SUMMED.map((): [number, number] => [0, 0])
  const sums: Record<Scope, [number, number][]> = { order: none(), section: none(), table: none() }
  let last = ''
  let rows = 0
  return {
    add(order, cells) {
      if (order !== last) sums.order = none()
      last = order
      rows++
      for (const [at, field] of SUMMED.entries()) {
        const [point, comma] = readingsOf(cells[field]!) ?? [0, 0]
        for (const scope of SCOPES) {
          sums[scope][at]![0] += point
          sums[scope][at]![1] += comma
        }
      }
    },
    endSection() {
      sums.section = none()
    },
    are(cells, namesGoods) {
      const written = SUMMED.map((field) => readingsOf(cells[field]!))
      const equals = (scope: Scope, sign: 0 | 1) =>
        written.every((one, at) => one === undefined || Math.abs(one[sign] - sums[scope][at]![sign]) < 0.011)
      const isSome = written.some((one) => one?.some((number) => number !== 0))
      const scopes: readonly Scope[] = namesGoods ? SCOPES : rows > 1 ? ['table'] : []
      return isSome && scopes.some((scope) => equals(scope, 0) || equals(scope, 1))
    },
  }
}

/** Whether the row names units, a price or an amount. */
export const hasFigures = (cells: readonly Cell[]): boolean =>
  [...SUMMED, FIELDS.indexOf('unit_price')].some((field) =>
    readingsOf(cells[field]!)?.some((number) => number !== 0),
  )
