// Exports of a month over HTTP: first byte and rows per second.
import { get } from 'node:http'
import { count, heading, ms, table } from './figures.ts'
import type { Place } from './processes.ts'

export const LISTS = ['/api/orders', '/api/reports/business', '/api/reports/distributor/order-discounts']
const FORMATS = ['csv', 'xlsx'] as const

export async function measureExports(place: Place): Promise<void> {
  const month = place.months.at(-1) ?? ''
  heading(`Exports of ${month}, whole lists`)
  const rows: string[][] = []
  for (const path of LISTS)
    for (const format of FORMATS) {
      const query = `start_date=${month}&export=1`
      // Rows are counted in the CSV; the workbook has the same.
      const plain = await download(place, `${path}?${query}&format=csv`)
      const file = format === 'csv' ? plain : await download(place, `${path}?${query}&format=${format}`)
      const lines = plain.lines - 1
      rows.push([
        `${path} ${format}`,
        count(lines),
        ms(file.first),
        ms(file.row),
        ms(file.whole),
        count((lines / file.whole) * 1000),
      ])
    }
  console.log(table(['file', 'rows', 'first byte', 'first row', 'whole', 'rows/s'], rows))
}

const NEWLINE = 10

function linesOf(piece: Buffer): number {
  let lines = 0
  for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, at + 1)) lines++
  return lines
}

interface Download {
  readonly first: number
  /** Time of the first row after the titles. */
  readonly row: number
  readonly whole: number
  readonly lines: number
}

export function download({ port, token }: Place, path: string): Promise<Download> {
  const start = performance.now()
  const headers = { authorization: `Bearer ${token}` }
  return new Promise((done, fail) => {
    get({ host: '127.0.0.1', port, path, headers }, (response) => {
      if (response.statusCode !== 200) {
        response.resume()
        fail(new Error(`${path} answers ${response.statusCode}`))
        return
      }
      let first = Number.NaN
      let row = Number.NaN
      // Lines are counted at the end, to leave the processor to the server.
      const pieces: Buffer[] = []
      let titles = ''
      response.on('data', (piece: Buffer) => {
        if (Number.isNaN(first)) first = performance.now() - start
        pieces.push(piece)
        if (!Number.isNaN(row)) return
        titles += piece.toString('latin1')
        const end = titles.indexOf('\n')
        if (end >= 0 && titles.length > end + 1) row = performance.now() - start
      })
      response.on('end', () => {
        const whole = performance.now() - start
        done({ first, row, whole, lines: pieces.reduce((sum, piece) => sum + linesOf(piece), 0) })
      })
      response.on('error', fail)
    }).on('error', fail)
  })
}
