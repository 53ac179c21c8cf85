// Rows of costs as people paste them: product, cost and perhaps the day from which it counts.
import { MAX_COST } from '#contract/limits.ts'
import { isDay } from '#contract/month.ts'
import { fold } from '#contract/row-order.ts'
import { numberStyleOf, readNumber } from '#web/text/read-number.ts'
import { dialogText as text } from './text.ts'

export interface CostCell {
  readonly product: string
  /** 'YYYY-MM-DD'. */
  readonly since: string
  readonly cost: number
  /** Of the pasted text, from 1. */
  readonly line: number
}

export interface ReadRows {
  readonly rows: readonly CostCell[]
  /** One sentence per wrong row. */
  readonly problems: readonly string[]
}

/** Tab-separated, as spreadsheets copy, else by semicolons. */
const cellsOf = (line: string): string[] =>
  line.split(line.includes('\t') ? '\t' : ';').map((cell) => cell.replace(/^"(.*)"$/s, '$1').trim())

const DAY = /^(?:(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})|(\d{4})-(\d{2})-(\d{2}))$/

/** 'YYYY-MM-DD' of 1/5/2026 or 2026-05-01; undefined for what is no day. */
export function dayOf(cell: string): string | undefined {
  const [, day = '', month = '', year = '', isoYear, isoMonth, isoDay] = DAY.exec(cell) ?? []
  const found =
    isoYear === undefined
      ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
      : `${isoYear}-${isoMonth}-${isoDay}`
  return isDay(found) ? found : undefined
}

const looksLikeDay = (cell: string) => /^\d{1,4}[/-]\d{1,2}[/-]\d{1,4}$/.test(cell)

interface Line {
  readonly product: string
  readonly cost: string
  readonly day: string
  readonly line: number
}

/** Places of the columns that titles name; -1 for one without a title. */
interface Titles {
  readonly sku: number
  readonly cost: number
  readonly day: number
}

/** Undefined for a row that is no row of titles: one that only fails to be a cost is told, not skipped. */
function titlesIn(cells: readonly string[]): Titles | undefined {
  if (cells.some((cell) => typeof readNumber(cell) === 'number')) return undefined
  const at = (titles: RegExp) => cells.findIndex((cell) => titles.test(fold(cell)))
  const cost = [at(/^(costos?|cost|unit cost)\b/), at(/^(precios?|importe|valor)\b/)].find(
    (place) => place > 0,
  )
  return cost === undefined ? undefined : { sku: at(/^sku\b/), cost, day: at(/^(desde|fecha|dia)\b/) }
}

/** Without titles the first cell is the product; a last one like a day is the day; before it stands the cost. */
function lineOf(cells: readonly string[], line: number, titles: Titles | undefined): Line {
  const filled = cells.filter((cell) => cell !== '')
  const last = filled.at(-1) ?? ''
  const lastDay = filled.length > 2 && looksLikeDay(last) ? last : ''
  const product = filled[0] ?? ''
  if (titles === undefined) {
    const rest = lastDay === '' ? filled : filled.slice(0, -1)
    return { product, cost: rest.length > 1 ? (rest.at(-1) ?? '') : '', day: lastDay, line }
  }
  const { sku, cost, day } = titles
  return {
    product: cells[sku] || product,
    cost: cells[cost] ?? '',
    day: day < 0 ? lastDay : (cells[day] ?? ''),
    line,
  }
}

export function rowsOf(pasted: string, since: string): ReadRows {
  const lines = pasted
    .split(/\r\n?|\n/)
    .map((line, index) => ({ cells: cellsOf(line), line: index + 1 }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  const titles = lines.length > 1 ? titlesIn(lines[0]?.cells ?? []) : undefined
  const filled = (titles ? lines.slice(1) : lines).map(({ cells, line }) => lineOf(cells, line, titles))
  const style = numberStyleOf(filled.map(({ cost }) => cost))
  const rows: CostCell[] = []
  const problems: string[] = []
  for (const { product, cost, day, line } of filled) {
    const read = readNumber(cost, style)
    const from = day === '' ? since : dayOf(day)
    if (read === 'unclear') problems.push(text.line(line, text.unclear(cost)))
    else if (read === undefined || read === null || !isCost(read))
      problems.push(text.line(line, text.noCost(cost)))
    else if (from === undefined) problems.push(text.line(line, text.noDay(day)))
    else rows.push({ product, since: from, cost: read, line })
  }
  return { rows, problems }
}

export const isCost = (value: number): boolean =>
  value >= 0 && value <= MAX_COST && Number(value.toFixed(4)) === value
