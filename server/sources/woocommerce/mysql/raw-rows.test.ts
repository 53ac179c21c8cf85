// Rows as the protocol carries them, from a stream that breaks them anywhere, to the cells that are read of them.
import { duplexPair } from 'node:stream'
import { expect, test } from 'vitest'
import { cellReader } from './cell-reader.ts'
import { rawRowsOf } from './raw-rows.ts'

const packet = (number: number, body: Uint8Array) =>
  Buffer.concat([
    Buffer.from([body.length & 0xff, (body.length >> 8) & 0xff, body.length >> 16, number & 0xff]),
    body,
  ])

/** With its length before it, in as many bytes as that takes. */
function cell(text: string | null): Buffer {
  if (text === null) return Buffer.from([0xfb])
  const bytes = Buffer.from(text)
  const { length } = bytes
  if (length < 0xfb) return Buffer.concat([Buffer.from([length]), bytes])
  const size = length < 65_536 ? 2 : 3
  const head = Buffer.alloc(1 + size)
  head[0] = size === 2 ? 0xfc : 0xfd
  head.writeUIntLE(length, 1, size)
  return Buffer.concat([head, bytes])
}

const END = Buffer.from([0xfe, 0, 0, 2, 0])
const COLUMN = Buffer.concat(['def', 'shop', 't', 't', 'name', 'name'].map(cell))

const answer = (rows: readonly (string | null)[][]) =>
  Buffer.concat(
    [Buffer.from([2]), COLUMN, COLUMN, END, ...rows.map((row) => Buffer.concat(row.map(cell))), END].map(
      (body, index) => packet(index + 1, body),
    ),
  )

/** A server that answers each query with the next of these, so many bytes at a time. */
function serverOf(answers: readonly Uint8Array[], step: number) {
  const [client, server] = duplexPair()
  const forDriver: string[] = []
  client.on('data', (chunk: Buffer) => forDriver.push(String(chunk)))
  const queries: string[] = []
  server.on('data', (query: Buffer) => {
    queries.push(query.toString('utf8', 5))
    const bytes = answers[queries.length - 1] ?? new Uint8Array()
    for (let at = 0; at < bytes.length; at += step) server.write(bytes.slice(at, at + step))
  })
  return { client, server, ask: rawRowsOf(client), forDriver, queries }
}

const ROWS = [
  ['1', 'Agre\x1fgado'],
  ['20', null],
  ['300', ''],
  ['-4', 'Ñandú'.repeat(60)],
  ['', 'a'.repeat(70_000)],
]

test.each([5, 9, 1000, 1_000_000])('rows come whole, %i bytes at a time', async (step) => {
  const { ask, queries } = serverOf([answer(ROWS), answer([])], step)
  const cells = cellReader(await ask('select ñ'))
  const read: [number, string][] = []
  while (cells.more()) read.push([cells.number(), cells.name()])
  expect(read).toEqual(ROWS.map(([id, text]) => [Number(id), text ?? '']))
  expect((await ask('select 2')).length).toBe(0)
  expect(queries).toEqual(['select ñ', 'select 2'])
})

test('what nobody asked for past the driver is the driver’s', async () => {
  const { ask, server, forDriver } = serverOf([answer([])], 7)
  server.write('before')
  await expect.poll(() => forDriver).toEqual(['before'])
  await ask('select 1')
  server.write('after')
  await expect.poll(() => forDriver).toEqual(['before', 'after'])
})

test('a refusal among the rows, and a server that is gone', async () => {
  const refused = Buffer.concat([Buffer.from([0xff, 0x25, 0x05]), Buffer.from('#70100Query was killed')])
  const broken = Buffer.concat([answer([['1', 'a']]).subarray(0, -END.length - 4), packet(9, refused)])
  const { client, ask } = serverOf([broken, answer(ROWS)], 3)
  await expect(ask('select 1')).rejects.toMatchObject({ code: 'ER_1317', message: 'Query was killed' })
  expect((await ask('select 2')).length).toBeGreaterThan(70_000)
  const waiting = ask('select 3')
  client.destroy()
  await expect(waiting).rejects.toMatchObject({ code: 'PROTOCOL_CONNECTION_LOST' })
  await expect(ask('select 4')).rejects.toMatchObject({ code: 'PROTOCOL_CONNECTION_LOST' })
})

test('what is no rows ends the connection', async () => {
  const { client, ask } = serverOf([packet(1, Buffer.from([0, 0, 0, 2, 0, 0, 0]))], 3)
  await expect(ask('set a = 1')).rejects.toMatchObject({ code: 'ER_MALFORMED_PACKET' })
  expect(client.destroyed).toBe(true)
})
