// Webhook requests over real connections: refused before their body arrives if the headers are enough; otherwise bodies are
// limited in memory, number and time.
import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Secret } from '#server/config/config.ts'
import { openConnection } from '#server/shop/connection.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { testEngine } from '#test/engines.ts'
import { beginDelivery, flood, type Unfinished } from '#test/unfinished-bodies.ts'
import { SMALL_SHOP } from '../../../fixtures/open-small-shop.ts'

const SIGNING = 'the secret of the webhooks'
const engine = testEngine('duckdb')
const sign = (body: string | Buffer, by = SIGNING) => createHmac('sha256', by).update(body).digest('base64')
const GUESSED = sign('guessed')

let app: TestApp
/** Without a connected shop. */
let bare: TestApp
beforeAll(async () => {
  const [store, empty] = [await engine.open(), await engine.open()]
  const connection = openConnection(store, { webhookSecret: new Secret(SIGNING) })
  app = await testApp(store, { connection })
  bare = await testApp(empty)
  for (const { server } of [app, bare]) await server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  await bare.close()
})

function portOf({ server }: TestApp): number {
  const [address] = server.addresses()
  return typeof address === 'object' ? address.port : 0
}

const statusOf = async ({ answer }: Unfinished) => Number((await answer).split(' ')[1])
const signed = (signature: string) => ({ 'x-wc-webhook-signature': signature })

test('refuses by the headers without reading the body', async () => {
  const long = { 'content-length': 3 << 20 }
  const refused = async (port: number, headers: Record<string, string | number>) =>
    statusOf(beginDelivery(port, headers))
  expect(await refused(portOf(app), long)).toBe(401)
  expect(await refused(portOf(app), { ...long, ...signed('not a signature') })).toBe(401)
  expect(await refused(portOf(app), { 'content-length': (4 << 20) + 1, ...signed(GUESSED) })).toBe(413)
  expect(await refused(portOf(bare), { ...long, ...signed(GUESSED) })).toBe(401)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  expect(await refused(portOf(bare), { ...long, ...form })).toBe(401)
  expect(await refused(portOf(bare), { ...form, 'transfer-encoding': 'chunked' })).toBe(401)
})

test('a body of any length is verified as it arrives, up to the largest', async () => {
  const send = async (body: Buffer, signature: string, chunked = false) => {
    const length = chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': body.length }
    const delivery = beginDelivery(portOf(app), { connection: 'close', ...length, ...signed(signature) })
    if (chunked) delivery.socket.write(`${body.length.toString(16)}\r\n`)
    delivery.socket.write(body)
    if (chunked) delivery.socket.write('\r\n0\r\n\r\n')
    return statusOf(delivery)
  }
  const largest = Buffer.alloc(4 << 20, ' ')
  expect(await send(largest, sign(largest))).toBe(200)
  expect(await send(largest, sign(largest), true)).toBe(200)
  expect(await send(largest, GUESSED)).toBe(401)
  const longer = Buffer.alloc((4 << 20) + 1, ' ')
  expect(await send(longer, sign(longer), true)).toBe(413)
})

test.each([
  ['32 unfinished bodies', 33, 1000],
  ['8 MiB of unfinished bodies', 3, 3 << 20],
])('beyond %s the oldest is asked to come again', async (_, count, length) => {
  const unfinished = () => beginDelivery(portOf(app), { 'content-length': length, ...signed(GUESSED) })
  const held = Array.from({ length: count }, unfinished)
  const first = await Promise.race(held.map(({ answer }) => answer))
  expect(first).toMatch(/^HTTP\/1\.1 503 /)
  expect(first).toMatch(/^retry-after: 5\r$/m)
  const body = '{"id":1}'
  const whole = beginDelivery(portOf(app), {
    connection: 'close',
    'content-length': body.length,
    ...signed(sign(body)),
  })
  whole.socket.write(body)
  expect(await statusOf(whole)).toBe(200)
  for (const { socket } of held) socket.destroy()
})

test('gives up on a body that does not arrive', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const delivery = beginDelivery(portOf(app), { 'content-length': 1000, ...signed(GUESSED) })
    let status = 0
    void statusOf(delivery).then((told) => {
      status = told
    })
    while (status === 0) {
      await setImmediate()
      if (vi.getTimerCount() > 0) vi.advanceTimersByTime(15_000)
    }
    expect(status).toBe(408)
  } finally {
    vi.useRealTimers()
  }
})

const CLI = join(import.meta.dirname, '../../cli.ts')
const MIB = 1024
/** Without limits they take 900 MiB. Resident memory is noisy; `npm run bench -- --only unfinished` measures it closely. */
const MOST = 100 * MIB

/** In KiB, of a process on Linux. */
const memoryOf = (pid: number) =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

test.runIf(process.platform === 'linux')(
  '300 unfinished bodies of 3 MiB take at most 100 MiB',
  { timeout: 120_000 },
  async () => {
    // The server would fill an empty store with a demo.
    const place = await engine.place(SMALL_SHOP)
    const env = {
      ...{ PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, PORT: '0' },
      ...{ GONDOLA_DATA_DIR: place.dataDir, GONDOLA_WOOCOMMERCE_WEBHOOK_SECRET: SIGNING },
      ...{ GONDOLA_LOG_LEVEL: 'silent', GONDOLA_ADMIN_EMAIL: 'ana@example.com' },
      GONDOLA_ADMIN_PASSWORD: 'una clave bien larga',
    }
    const child = spawn(process.execPath, [CLI, 'start'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    try {
      const port = await portIn(child.stdout)
      const pid = child.pid ?? 0
      await (await flood(port, 100)).end()
      const before = memoryOf(pid)
      const bodies = await flood(port, 300)
      const grown = memoryOf(pid) - before
      expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(200)
      await bodies.end()
      expect(grown).toBeLessThanOrEqual(MOST)
    } finally {
      child.kill()
      await once(child, 'close')
    }
  },
)

async function portIn(output: NodeJS.ReadableStream): Promise<number> {
  let said = ''
  for await (const text of output.setEncoding('utf8')) {
    said += text
    const [, port] = /http:\/\/127\.0\.0\.1:(\d+)/.exec(said) ?? []
    if (port !== undefined) return Number(port)
  }
  throw new Error(`The server did not start: ${said}`)
}
