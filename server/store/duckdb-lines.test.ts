// Files that are written for a download: their lines in order, and nothing left on the disk.
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { testEngine } from '#test/engines.ts'
import { withSignal } from './cancellation.ts'
import { openDuckDb } from './duckdb.ts'
import { type Sql, sql } from './sql.ts'

const engine = testEngine('duckdb')

async function opened(freeBytes = () => Number.MAX_SAFE_INTEGER) {
  const { dataDir = '' } = await engine.place()
  const tempDirectory = join(dataDir, 'tmp')
  const folder = join(tempDirectory, 'exports')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'of-a-crash.csv'), 'Ana')
  const store = await openDuckDb({
    file: join(dataDir, 'lines.duckdb'),
    tempDirectory,
    threads: 2,
    freeBytes,
  })
  async function* lines(query: Sql) {
    const whole = await store.lines!.write(query)
    yield* whole.read()
    await whole.remove()
  }
  return { store, lines, left: () => (existsSync(folder) ? readdirSync(folder) : []) }
}

const ROWS = 300_000
const ENDLESS = sql`select cast(n as varchar) from range(1000000000000) as rows (n)`

it('writes lines of several threads in order, and leaves no file', async () => {
  const { store, lines, left } = await opened()
  expect(left()).toEqual([])
  const file = lines(sql`select concat(n, ${';"x"'}) from range(${ROWS}) as rows (n) order by -n`)
  expect((await text(file)).split('\r\n')).toEqual([
    ...Array.from({ length: ROWS }, (_, row) => `${ROWS - 1 - row};"x"`),
    '',
  ])
  expect(left()).toEqual([])
  await store.close()
})

it('sends a large file whole to a reader that is slower than the disk', async () => {
  const { store, lines } = await opened()
  const filler = 'x'.repeat(60)
  const server = createServer((_request, response) => {
    const query = sql`select concat(n, ${filler}) from range(${ROWS}) as rows (n) order by n`
    Readable.from(lines(query), { objectMode: false }).pipe(response)
  }).listen(0, '127.0.0.1')
  const requested: Promise<[unknown, ServerResponse]> = once(server, 'request') as never
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const [answer]: [IncomingMessage] = (await once(get({ host: '127.0.0.1', port }), 'response')) as never
  const [, response] = await requested
  while (!response.writableNeedDrain) await new Promise(setImmediate)
  const read = (await text(answer)).split('\r\n')
  expect(read.findIndex((line, row) => line !== (row < ROWS ? `${row}${filler}` : ''))).toBe(-1)
  expect(read).toHaveLength(ROWS + 1)
  server.close()
  await store.close()
})

it('writes every line of a query without an order', async () => {
  const { store, lines } = await opened()
  const numbers = (sign: Sql) => sql`select cast(${sign} n as varchar) from range(${ROWS}) as rows (n)`
  const file = lines(sql`${numbers(sql`1 +`)} union all ${numbers(sql`-`)}`)
  expect(new Set((await text(file)).trimEnd().split('\r\n')).size).toBe(2 * ROWS)
  await store.close()
})

it('stops writing when the reader leaves or the disk fills', async () => {
  let free = Number.MAX_SAFE_INTEGER
  const { store, lines, left } = await opened(() => free)
  const leaving = new AbortController()
  const read = (query: Sql) => withSignal(leaving.signal, () => text(lines(query)))
  const filling = read(ENDLESS)
  while (left().length === 0) await new Promise(setImmediate)
  free = 1000
  await expect(filling).rejects.toMatchObject({ code: 'full' })
  await expect(read(sql`select 'x'`)).rejects.toMatchObject({ code: 'full' })
  free = Number.MAX_SAFE_INTEGER
  const abandoned = read(ENDLESS)
  while (left().length === 0) await new Promise(setImmediate)
  leaving.abort()
  await expect(abandoned).rejects.toMatchObject({ code: 'cancelled' })
  expect(left()).toEqual([])
  await store.close()
})
