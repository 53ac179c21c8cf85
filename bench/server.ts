// The app on a data folder, plus a static JSON route as baseline. Exits when stdin closes.
import { fileURLToPath } from 'node:url'
import type { Month } from '#contract/month.ts'
import { buildApp } from '#server/app.ts'
import { Secret } from '#server/config/config.ts'
import { mebibytes, memoryShares } from '#server/config/memory.ts'
import { createAccount, createRole } from '#server/features/account/accounts.ts'
import { generatePassword, hashPassword } from '#server/features/account/passwords.ts'
import { serverLimits } from '#server/http/load-limits.ts'
import { openConnection } from '#server/shop/connection.ts'
import { addDemoUsers } from '#server/start/demo-users.ts'
import { preparations } from '#server/start/prepared-answers.ts'
import { openStore } from '#server/store/open.ts'
import { sql } from '#server/store/sql.ts'
import { FIND_AHEAD, SET_CLOCK } from './found-ahead.ts'
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

const limited = { email: 'tres@demo.example', password: generatePassword() }
await store.transaction(async (tx) => {
  const served = await tx.all<{ dist_id: string }>(
    sql`select dist_id from distributors order by dist_id limit 3`,
  )
  const role = 'Tres distribuidoras'
  await createRole(tx, {
    name: role,
    permissions: ['view:orders', 'view:customers', 'view:products', 'view:distributors', 'personal-data'],
    dist_ids: served.map(({ dist_id }) => dist_id),
  })
  const hash = await hashPassword(limited.password)
  if (await createAccount(tx, { email: limited.email, name: 'Tres', role, hash }, new Date())) return
  await tx.run(sql`update users set password_hash = ${hash} where email = ${limited.email}`)
})

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

/** The time of the system, until a caller sets another. */
let clock = () => new Date()

const app = await buildApp({
  store,
  now: () => clock(),
  timeZone: 'America/Argentina/Buenos_Aires',
  webRoot: WEB_ROOT,
  cacheBytes: responses,
  limits: serverLimits(),
  // A known secret, so that the server reads the bodies of webhooks.
  connection: openConnection(store, { webhookSecret: new Secret('of the webhooks') }),
  extend: (server, own) => {
    largeList(own, months.at(-1)?.month ?? '')
    server.get(FIND_AHEAD, async () => {
      for await (const _ of preparations(own));
      return {}
    })
    server.get<{ Querystring: { at: string } }>(SET_CLOCK, async (request) => {
      clock = () => new Date(request.query.at)
      return {}
    })
    server.get<{ Querystring: { bytes: string } }>('/bench/static.json', async (request, reply) =>
      reply.type('application/json').send(fixedOf(Number(request.query.bytes))),
    )
  },
})
await app.server.listen({ host: '127.0.0.1', port: 0 })

async function tokenOf({ email, password }: { email: string; password: string }): Promise<string> {
  const payload = { email, password, device: 'dashboard-web' }
  const signedIn = await app.server.inject({ method: 'POST', url: '/api/login', payload })
  return signedIn.json().data.access_token
}

const listening = app.server.server.address()
console.log(
  JSON.stringify({
    port: typeof listening === 'object' && listening ? listening.port : 0,
    token: await tokenOf(user),
    limitedToken: await tokenOf(limited),
    months: months.map(({ month }) => month).reverse(),
    parameters: await pathParameters(store),
  }),
)
process.stdin.resume().once('end', async () => {
  await app.server.close()
  await store.close()
})
