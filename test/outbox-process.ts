// A process that fills the outbox and sends what it holds, to be killed at any point: test/outbox-kill.test.ts. It writes a line
// for each message whose transaction is committed, and one when nothing is left to send.
import { enqueueMail } from '#server/outbox/enqueue.ts'
import { smtpMailer } from '#server/outbox/mail.ts'
import { mailTransport } from '#server/outbox/mail-transport.ts'
import { openWorker } from '#server/outbox/worker.ts'
import { openStore } from '#server/store/open.ts'
import { sql } from '#server/store/sql.ts'

const [place = '{}', url = '', first = '0', count = '0'] = process.argv.slice(2)
const store = await openStore(JSON.parse(place))
const now = () => new Date()
const worker = openWorker({ store, now })
worker.serve('mail', mailTransport({ store, mail: smtpMailer(url), rightsOf: async () => undefined }))
console.log('open')
for (let number = Number(first); number < Number(first) + Number(count); number++) {
  const key = `mail-${number}`
  const mail = { to: 'nora.vega@acme.example', subject: key, text: 'Doce pesos' }
  await store.transaction((tx) => enqueueMail(tx, { key, topic: 'test', mail }, now()))
  console.log(key)
  worker.kick()
}
worker.kick()
await worker.settled()
const left = await store.one<{ left: number }>(
  sql`select count(*) as left from outbox where state = 'waiting'`,
)
console.log(`left ${left?.left}`)
await worker.stop()
await store.close()
