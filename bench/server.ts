// The app on a data folder, plus a static JSON route as baseline. Exits when stdin closes.
import { fileURLToPath } from 'node:url'
import type { Month } from '#contract/month.ts'
import { buildApp } from '#server/app.ts'
import { Secret } from '#server/config/config.ts'
import { mebibytes, memoryShares } from '#server/config/memory.ts'
import { serverLimits } from '#server/http/load-limits.ts'
import { openConnection } from '#server/shop/connection.ts'
import { addDemoUsers } from '#server/start/demo-users.ts'
import { openStore } from '#server/store/open.ts'
import { sql } from '#server/store/sql.ts'
import { largeList } from './large-list.ts'
import { pathParameters } from './parameters.ts'
import { storeAt } from './processes.ts'

const WEB_ROOT = fileURLToPath(new URL('../dist/web', import.meta.url))

const [, , address, memory] = process.argv
if (address === undefined || memory === undefined) throw new Error('usage: server.ts ADDRESS BYTES')
const { engine, responses } = memoryShares(Number(memory))
const store = await openStore({ ...storeAt(address), memoryLimit: `${mebibytes(engine)}MiB` })
const [user] = await store.transaction(addDemoUsers)
if (user === undefined) throw new Error(`${address} holds no demo data`)

/** A static response of that many bytes. */
const fixed = new Map<number, string>()
function fixedOf(bytes: number): string {
  const known = fixed.get(bytes)
  if (known !== undefined) return known
  const made = JSON.stringify({ data: 'x'.repeat(Math.max(bytes - 11, 0)) })
  fixed.set(bytes, made)
  return made
}

// The months that people view; an enlarged shop has earlier ones too.
const months = await store.all<{ month: Month }>(
  sql`select distinct month from rollup_months order by month desc limit 24`,
)

const app = await buildApp({
  store,
  timeZone: 'America/Argentina/Buenos_Aires',
  webRoot: WEB_ROOT,
  cacheBytes: responses,
  limits: serverLimits(),
  // A known secret, so that the server reads the bodies of webhooks.
  connection: openConnection(store, { webhookSecret: new Secret('of the webhooks') }),
  extend: (server, own) => {
    largeList(own, months.at(-1)?.month ?? '')
    server.get<{ Querystring: { bytes: string } }>('/bench/static.json', async (request, reply) =>
      reply.type('application/json').send(fixedOf(Number(request.query.bytes))),
    )
  },
})
await app.server.listen({ host: '127.0.0.1', port: 0 })

const signedIn = await app.server.inject({
  method: 'POST',
  url: '/api/login',
  payload: { email: user.email, password: user.password, device: 'dashboard-web' },
})
const listening = app.server.server.address()
console.log(
  JSON.stringify({
    port: typeof listening === 'object' && listening ? listening.port : 0,
    token: signedIn.json().data.access_token,
    months: months.map(({ month }) => month).reverse(),
    parameters: await pathParameters(store),
  }),
)
process.stdin.resume().once('end', async () => {
  await app.server.close()
  await store.close()
})
