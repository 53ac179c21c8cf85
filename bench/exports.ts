// Files of a whole month over HTTP: rows a second and the first byte, beside what the engine itself writes (COPY).
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
      // Rows are counted in the plain file, whose lines are its rows; the workbook holds the same.
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

interface Download {
  readonly first: number
  /** When the first row had come, which follows the titles. */
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
      let lines = 0
      response.on('data', (piece: Buffer) => {
        if (Number.isNaN(first)) first = performance.now() - start
        for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, at + 1)) lines++
        if (lines > 1 && Number.isNaN(row)) row = performance.now() - start
      })
      response.on('end', () => done({ first, row, whole: performance.now() - start, lines }))
      response.on('error', fail)
    }).on('error', fail)
  })
}
