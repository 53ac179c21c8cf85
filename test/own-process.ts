// Servers in processes of their own, which tests kill, and calls of their superAdmin.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { openStore, type StoreOptions } from '#server/store/open.ts'
import { sql } from '#server/store/sql.ts'
import { KEY, SECRET } from './shop-server/keys.ts'
import type { StoreServer } from './shop-server/server.ts'

export const shopEnv = ({ url }: StoreServer) => ({
  GONDOLA_WOOCOMMERCE_URL: url,
  GONDOLA_WOOCOMMERCE_KEY: KEY,
  GONDOLA_WOOCOMMERCE_SECRET: SECRET,
})

export function serve(place: StoreOptions, shop?: StoreServer) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../server/main.ts')], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: '0',
      GONDOLA_LOG_LEVEL: 'error',
      GONDOLA_DATA_DIR: place.dataDir ?? tmpdir(),
      ...(place.databaseUrl === undefined ? {} : { GONDOLA_DATABASE_URL: place.databaseUrl }),
      GONDOLA_SECRET_KEY: 'a key that all servers of one database share',
      GONDOLA_ADMIN_EMAIL: 'ana@example.com',
      GONDOLA_ADMIN_PASSWORD: 'una clave bien larga',
      ...(shop && shopEnv(shop)),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  const stop = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'close')
    child.kill(signal)
    await ended
  }
  return { child, stop, output: () => output }
}

/** The lease of a dead holder lasts for seconds, which the test need not wait for. */
export async function expireLeases(place: StoreOptions): Promise<void> {
  const store = await openStore(place)
  await store.run(sql`update jobs set heartbeat_at = heartbeat_at - interval '16 seconds' where holder <> ''`)
  await store.close()
}

interface Answered {
  readonly access_token: string
  readonly id: string
  readonly version: number
  readonly state: string
  readonly cancelling: boolean
  readonly undoing: boolean
  readonly changes: object
  readonly progress: { readonly rows: number }
}

/** Calls of the signed-in superAdmin, once the server is ready. */
export async function callsTo({ output }: ReturnType<typeof serve>) {
  const address = () => /http:\/\/127\.0\.0\.1:\d+/.exec(output())?.[0]
  await expect.poll(address, { timeout: 60_000 }).toBeDefined()
  const ask = async (path: string, options: RequestInit = {}) => {
    const answer = await fetch(`${address()}${path}`, options)
    const { data } = (await answer.json()) as { data: Answered }
    return { status: answer.status, data }
  }
  const json = { 'content-type': 'application/json' }
  const body = { email: 'ana@example.com', password: 'una clave bien larga', device: 'dashboard-web' }
  const { data } = await ask('/api/login', { method: 'POST', headers: json, body: JSON.stringify(body) })
  const authorization = `Bearer ${data.access_token}`
  return {
    get: (path: string) => ask(path, { headers: { authorization } }),
    remove: (path: string) => ask(path, { method: 'DELETE', headers: { authorization } }),
    post: (path: string, sent: FormData | object) =>
      sent instanceof FormData
        ? ask(path, { method: 'POST', headers: { authorization }, body: sent })
        : ask(path, { method: 'POST', headers: { authorization, ...json }, body: JSON.stringify(sent) }),
  }
}
