// The database goes away and comes back under a running server: 503 with Retry-After meanwhile, and no restart.
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { openStore } from '#server/store/open.ts'
import { testApp } from '#test/app.ts'
import { testEngine } from '#test/engines.ts'

const engine = testEngine('postgres')
const open: Server[] = []
afterAll(() => {
  for (const server of open) server.close()
})

/** A proxy between the pool and PostgreSQL, so that tests can cut the connection. */
async function line(upstream: URL) {
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((socket) => {
    if (isCut) return socket.destroy()
    const there = connect(Number(upstream.port), upstream.hostname)
    for (const [one, other] of [
      [socket, there],
      [there, socket],
    ] as const) {
      sockets.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => sockets.delete(one))
    }
  })
  open.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return {
    url: Object.assign(new URL(upstream), { host: `127.0.0.1:${port}` }).href,
    cut() {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    mend() {
      isCut = false
    },
  }
}

test('answers 503 while the database is away and recovers', async () => {
  const { databaseUrl = '' } = await engine.place()
  const toDatabase = await line(new URL(databaseUrl))
  const store = await openStore({ databaseUrl: toDatabase.url })
  const app = await testApp(store)
  expect((await app.get('/api/config', 'admin')).statusCode).toBe(200)

  toDatabase.cut()
  // Cached values are served until the server notices.
  const status = async () => (await app.get('/api/config', 'admin')).statusCode
  await expect.poll(status, { timeout: 10_000 }).toBe(503)
  for (const url of ['/api/config', '/api/health', '/api/distributors/resume']) {
    const answer = await app.get(url, 'admin')
    expect([answer.statusCode, answer.json()]).toEqual([
      503,
      { success: false, message: 'Service Unavailable' },
    ])
    expect(answer.headers['retry-after']).toBe('5')
  }
  toDatabase.mend()
  expect((await app.get('/api/health')).statusCode).toBe(200)
  expect((await app.get('/api/config', 'admin')).statusCode).toBe(200)
  await app.close()
  await store.close()
})
