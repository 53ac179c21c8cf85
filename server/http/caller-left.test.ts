// The signal of a caller who leaves, over real connections.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createServer } from './server.ts'

const server = await createServer({ version: 'test', logger: false, trustedProxies: [] })
let address: string
/** One entry per call: whether its signal had aborted when it was answered. */
const answered: boolean[] = []
const arrived = Promise.withResolvers<AbortSignal>()

beforeAll(async () => {
  server.post('/answered', async ({ callerLeft }) => {
    // The parser has read the whole body, and says so in a later turn.
    await new Promise((turn) => setImmediate(turn))
    answered.push(callerLeft.aborted)
    return {}
  })
  server.post('/waiting', ({ callerLeft }) => {
    arrived.resolve(callerLeft)
    return new Promise((_, refuse) => callerLeft.addEventListener('abort', () => refuse(new Error('left'))))
  })
  address = await server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.close())

const post = (path: string, signal: AbortSignal | null = null) =>
  fetch(`${address}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"a":1}',
    signal,
  })

test('stays silent while a caller who sent a body waits for the response', async () => {
  const { status } = await post('/answered')
  expect([status, answered]).toEqual([200, [false]])
})

test('aborts when the caller closes the connection', async () => {
  const leaving = new AbortController()
  const call = post('/waiting', leaving.signal).catch(() => 'left')
  const signal = await arrived.promise
  expect(signal.aborted).toBe(false)
  const aborted = new Promise((done) => signal.addEventListener('abort', done))
  leaving.abort()
  expect(await call).toBe('left')
  await aborted
})
