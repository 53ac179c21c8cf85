// The real app on a data folder, with one static JSON route beside it to measure against. Ends when its input does.
import { buildApp } from '#server/app.ts'
import { addDemoUsers } from '#server/demo-users.ts'
import { openStore } from '#server/store/open.ts'
import { type Sql, sql } from '#server/store/sql.ts'

const [, , dataDir] = process.argv
if (dataDir === undefined) throw new Error('usage: server.ts DATA_DIR')
const store = await openStore({ dataDir })
const [user] = await addDemoUsers(store)
if (user === undefined) throw new Error(`${dataDir} holds no demo data`)

const fixed = JSON.stringify({
  success: true,
  data: Array.from({ length: 25 }, (_, number) => ({ number, name: `row ${number}`, amount: number * 12.5 })),
})
const app = await buildApp({
  store,
  timeZone: 'America/Argentina/Buenos_Aires',
  extend: (server) => {
    server.get('/bench/static.json', async (_request, reply) => reply.type('application/json').send(fixed))
  },
})
await app.server.listen({ host: '127.0.0.1', port: 0 })

const signedIn = await app.server.inject({
  method: 'POST',
  url: '/api/login',
  payload: { email: user.email, password: user.password, device: 'dashboard-web' },
})
const first = async (query: Sql): Promise<string> => {
  const row = await store.one<{ value: string | number }>(query)
  return String(row?.value ?? '')
}
const months = await store.all<{ month: string }>(
  sql`select distinct month from rollup_months order by month`,
)
const role = await first(
  sql`select role as value from customers where company <> '' group by role order by count(*) desc limit 1`,
)
const address = app.server.server.address()
console.log(
  JSON.stringify({
    port: typeof address === 'object' && address ? address.port : 0,
    token: signedIn.json().data.access_token,
    months: months.map(({ month }) => month),
    parameters: {
      dist_id: await first(
        sql`select dist_id as value from rollup_months where dist_id <> '0' group by dist_id order by sum(orders) desc limit 1`,
      ),
      category_id: await first(sql`select category_id as value from categories order by category_id limit 1`),
      role,
      role_name: role,
    },
  }),
)
process.stdin.resume().once('end', async () => {
  await app.server.close()
  await store.close()
})
