// A server that evaluates alerts, makes due deliveries and fills the outbox, to be killed at any point by
// test/outbox-kill.test.ts. Prints a line for each committed message, and one at the end.
import { buildApp } from '#server/app.ts'
import { enqueueMail } from '#server/outbox/enqueue.ts'
import { smtpMailer } from '#server/outbox/mail.ts'
import { openStore } from '#server/store/open.ts'
import { sql } from '#server/store/sql.ts'

const [place = '{}', url = '', at = '', first = '0', count = '0'] = process.argv.slice(2)
const store = await openStore(JSON.parse(place))
const started = Date.now()
const now = () => new Date(Date.parse(at) + Date.now() - started)
const timeZone = 'America/Argentina/Buenos_Aires'
const publicUrl = 'https://gondola.example'
const { alerts, outbox, server } = await buildApp({ store, timeZone, publicUrl, mail: smtpMailer(url), now })
console.log('open')
const evaluated = alerts.evaluate()
for (let number = Number(first); number < Number(first) + Number(count); number++) {
  const key = `mail-${number}`
  const mail = { to: 'nora.vega@acme.example', subject: key, text: 'Doce pesos' }
  await store.transaction((tx) => enqueueMail(tx, { key, topic: 'test', mail }, now()))
  console.log(key)
  outbox.kick()
}
await evaluated
outbox.kick()
await outbox.settled()
const left = await store.one<{ left: number }>(
  sql`select count(*) as left from outbox where state = 'waiting'`,
)
console.log(`left ${left?.left}`)
await server.close()
await store.close()
