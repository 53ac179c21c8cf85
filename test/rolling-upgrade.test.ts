// Two real servers on one PostgreSQL behind a proxy that follows readiness; each one is replaced under a steady load.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openStore } from '#server/store/open.ts'
import type { Store } from '#server/store/store.ts'
import { SMALL_SHOP } from '../fixtures/open-small-shop.ts'
import { PASSWORD, TIME_ZONE } from './app.ts'
import { testEngine } from './engines.ts'
import { ROOT } from './rooms.ts'

/** Takes seconds alone, and longer while other tests run. */
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const ADMIN = { email: 'ana@example.com', password: PASSWORD }
const CALLS_PER_SECOND = 50
const CHECK_MS = 100
const PATHS = [
  '/api/config',
  '/api/notices',
  '/api/boards',
  ...[1, 2, 3, 4, 5].map((month) => `/api/summary/main-page?start_date=2026-0${month}`),
]

interface Backend {
  readonly child: ChildProcess
  readonly port: number
  isReady: boolean
}

const engine = testEngine('postgres')
const folder = mkdtempSync(join(tmpdir(), 'gondola-rolling-'))
const backends = new Set<Backend>()
let store: Store
let databaseUrl: string
let proxy: Server
let address: string

async function startServer(): Promise<Backend> {
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: '0',
      GONDOLA_DATABASE_URL: databaseUrl,
      GONDOLA_DATA_DIR: folder,
      GONDOLA_SECRET_KEY: 'the same key on each of the servers',
      GONDOLA_TIME_ZONE: TIME_ZONE,
      GONDOLA_ADMIN_EMAIL: ADMIN.email,
      GONDOLA_ADMIN_PASSWORD: ADMIN.password,
      GONDOLA_LOG_LEVEL: 'error',
      // Many times the interval of the proxy's checks, which share two cores with everything else.
      GONDOLA_DRAIN_SECONDS: '3',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let words = ''
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      words += chunk.toString()
      const told = /http:\/\/127\.0\.0\.1:(\d+)/.exec(words)?.[1]
      if (told) resolve(Number(told))
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${words}`)))
  })
  const backend = { child, port, isReady: false }
  backends.add(backend)
  void follow(backend)
  return backend
}

/** Checks readiness until the server ends, as a load balancer does. */
async function follow(backend: Backend): Promise<void> {
  while (backends.has(backend)) {
    const answer = await fetch(`http://127.0.0.1:${backend.port}/api/health/ready`).catch(() => undefined)
    backend.isReady = answer?.status === 200 || (await lacksOnlyTheWeb(answer))
    await pause(CHECK_MS)
  }
}

/** Unit tests run without a built web application. */
async function lacksOnlyTheWeb(answer: Response | undefined): Promise<boolean> {
  const { errors = [] } = ((await answer?.json()) ?? {}) as { errors?: { path: string }[] }
  return errors.length > 0 && errors.every(({ path }) => path === 'web')
}

/** Sends each call to one of the ready servers, over open connections, and never twice. */
function startProxy(): Server {
  const agent = new Agent({ keepAlive: true })
  let turn = 0
  return createServer((call, reply) => {
    const ready = [...backends].filter(({ isReady }) => isReady)
    const backend = ready[turn++ % ready.length]
    if (!backend) return reply.writeHead(502).end()
    const { method, url, headers } = call
    const { connection: _, ...sent } = headers
    const onward = request({ agent, port: backend.port, method, path: url, headers: sent }, (answer) => {
      const { connection: __, ...received } = answer.headers
      reply.writeHead(answer.statusCode ?? 502, { ...received, 'x-backend': String(backend.port) })
      answer.pipe(reply)
    })
    onward.on('error', () => (reply.headersSent ? reply.destroy() : reply.writeHead(502).end()))
    call.pipe(onward)
  }).listen(0, '127.0.0.1')
}

async function stopServer(backend: Backend): Promise<number | null> {
  const ended = once(backend.child, 'exit')
  backend.child.kill('SIGTERM')
  const [code] = await ended
  backends.delete(backend)
  return code
}

beforeAll(async () => {
  const place = await engine.place(SMALL_SHOP)
  databaseUrl = place.databaseUrl ?? ''
  store = await openStore(place)
  proxy = startProxy()
  await once(proxy, 'listening')
  address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
})

afterAll(async () => {
  for (const backend of [...backends]) await stopServer(backend)
  proxy.close()
  proxy.closeAllConnections()
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

test('replaces two servers, one after the other, without a failed call', async () => {
  const old = await Promise.all([startServer(), startServer()])
  await expect.poll(() => old.every(({ isReady }) => isReady), { timeout: 60_000 }).toBe(true)
  const signIn = await fetch(`${address}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  })
  const { data } = (await signIn.json()) as { data: { access_token: string } }
  const token = data.access_token

  const outcomes = new Map<string, number>()
  const used = new Set<string>()
  const calls: Promise<void>[] = []
  const one = async (number: number) => {
    const path = PATHS[number % PATHS.length]
    const outcome = await fetch(`${address}${path}`, { headers: { authorization: `Bearer ${token}` } }).then(
      async (reply) => {
        used.add(reply.headers.get('x-backend') ?? '')
        const { success } = (await reply.json()) as { success: boolean }
        return success ? `${reply.status}` : `failed ${reply.status}`
      },
      (error: Error) => `broken ${error.message}`,
    )
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  }
  const load = setInterval(() => calls.push(one(calls.length)), 1000 / CALLS_PER_SECOND)

  const codes: (number | null)[] = []
  const replaced: Backend[] = []
  for (const backend of old) {
    const next = await startServer()
    await expect.poll(() => next.isReady, { timeout: 60_000 }).toBe(true)
    codes.push(await stopServer(backend))
    replaced.push(next)
  }
  const before = calls.length
  await expect.poll(() => calls.length, { timeout: 60_000 }).toBeGreaterThan(before + 100)
  clearInterval(load)
  await Promise.all(calls)

  expect(codes).toEqual([0, 0])
  expect(Object.fromEntries(outcomes)).toEqual({ 200: calls.length })
  expect(used).toEqual(new Set([...old, ...replaced].map(({ port }) => String(port))))
})
