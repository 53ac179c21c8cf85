// A server that sends Fichas which are due, to be killed by test/sheets-kill.test.ts. Prints its log, and a line at the end.
import { buildApp } from '#server/app.ts'
import { smtpMailer } from '#server/outbox/mail.ts'
import { openStore } from '#server/store/open.ts'
import { sql } from '#server/store/sql.ts'

const [place = '{}', url = '', at = ''] = process.argv.slice(2)
const store = await openStore(JSON.parse(place))
const { outbox, server } = await buildApp({
  ...{ store, timeZone: 'America/Argentina/Buenos_Aires', publicUrl: 'https://gondola.example' },
  ...{ mail: smtpMailer(url), now: () => new Date(at) },
  logger: { level: 'info', stream: process.stdout },
})
outbox.kick()
await outbox.settled()
const left = await store.one<{ left: number }>(
  sql`select count(*) as left from outbox where state = 'waiting'`,
)
console.log(`left ${left?.left}`)
await server.close()
await store.close()
