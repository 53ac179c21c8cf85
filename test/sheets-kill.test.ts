// Fichas are due (by day 32, in nightly runs 120), and the server is killed at set points of making and sending them: each
// distributor gets its own, none is lost, and one that arrives twice has the same Message-ID.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { OrderFacts } from '#server/domain/facts.ts'
import { writeOrders } from '#server/ingest/write.ts'
import { writeDistributors } from '#server/ingest/write-distributors.ts'
import { rebuildDirtyMonths } from '#server/rollups/rebuild.ts'
import { openStore, type StoreOptions } from '#server/store/open.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { orderFacts } from './alert-orders.ts'
import { testApp } from './app.ts'
import { describeOneEngine } from './engines.ts'
import { type MailServer, type ReceivedMail, startMailServer } from './mail-server.ts'
import { NIGHTLY } from './nightly.ts'
import { pdfText } from './pdf-text.ts'
import { unzip } from './unzip.ts'

const COUNT = NIGHTLY ? 120 : 32
const DUE = '2026-06-01T12:00:00Z'
/** Each distributor has its own amounts and order numbers, which no other number contains. */
const DISTRIBUTORS = Array.from({ length: COUNT }, (_, index) => ({
  id: `D${100 + index}X`,
  name: `Distribuidora N${100 + index}X`,
  email: `ventas${100 + index}@norte.example`,
  order: 7_000_000 + index * 1001,
  net: 10_000.25 + index * 1111,
}))

function ordersOf(named: (typeof DISTRIBUTORS)[number]): OrderFacts[] {
  const { id, order, net, name } = named
  return [`2026-05-12`, `2026-04-12`].map((day, at) => {
    const facts = orderFacts({ id: order + at, at: `${day} 10:00:00`, distributor: id, net: net + at })
    const person = { first_name: 'Zulema', last_name: 'Quiroga' }
    return { ...facts, distributor: { dist_id: id, name }, order: { ...facts.order, ...person } }
  })
}

async function fill(store: Store): Promise<void> {
  const at = '2020-01-01 00:00:00'
  const flags = { mp_enabled: 0, lyra_enabled: 0, calendar_enabled: 0, named_at: at, emailed_at: at }
  await store.transaction(async (tx) => {
    await writeOrders(tx, DISTRIBUTORS.flatMap(ordersOf))
    await writeDistributors(
      tx,
      DISTRIBUTORS.map(({ id, name, email }) => ({ ...flags, dist_id: id, name, email })),
    )
  })
  await rebuildDirtyMonths(store)
  const app = await testApp(store, { now: () => new Date('2026-05-20T12:00:00Z') })
  const post = async (path: string, body: object) => {
    const answer = await app.post(path, body, 'superAdmin')
    expect(answer.statusCode, answer.body).toBe(200)
  }
  await post('/api/config/mail-allowances', { target: '@norte.example' })
  await post('/api/sheet-mails/schedules', { dist_ids: null, on_day: 1, at_time: '08:00' })
  await app.close()
}

type Kill =
  | { /** Made mails after which it is killed. */ readonly made: number }
  | {
      /** Received mails after which it is killed, before the last one is answered. */ readonly received: number
    }

/** Returns what the process printed. */
async function run(place: StoreOptions, server: MailServer, kill?: Kill): Promise<string> {
  const program = fileURLToPath(new URL('./sheets-process.ts', import.meta.url))
  const child = spawn(process.execPath, [program, JSON.stringify(place), server.url, DUE], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  let made = 0
  const before = server.received.length
  server.onMail = () => {
    if (kill && 'received' in kill && server.received.length - before === kill.received) child.kill('SIGKILL')
  }
  createInterface(child.stdout).on('line', (line) => {
    output += `${line}\n`
    if (line.includes('"channel":"sheet"') && kill && 'made' in kill && ++made === kill.made)
      child.kill('SIGKILL')
  })
  const [code, signal] = await once(child, 'close')
  expect([code, signal], output.slice(-2000)).toEqual(kill ? [null, 'SIGKILL'] : [0, null])
  return output
}

/** Expires the leases of the dead process. */
async function hurry(place: StoreOptions): Promise<void> {
  const store = await openStore(place)
  await store.run(sql`
    update outbox set leased_at = leased_at - interval '1 hour' where state = 'waiting'`)
  await store.close()
}

/** All that a mail says, with its files as text. */
function wordsOf({ subject, text, html, files }: ReceivedMail): string {
  const read = [...files].map(([name, bytes]) =>
    name.endsWith('.pdf') ? pdfText(bytes).lines.join(' ') : [...unzip(bytes).values()].join(' '),
  )
  return [subject, text, html, ...read].join(' ')
}

const KILLS: readonly Kill[] = NIGHTLY
  ? [
      ...[{ made: 1 }, { made: 40 }, { received: 1 }, { received: 37 }],
      ...[{ received: 9 }, { received: 2 }, { received: 20 }],
    ]
  : [{ made: 10 }, { received: 9 }]

describeOneEngine('Fichas, with a server that is killed', (engine) => {
  test('arrive once each, or again with the same Message-ID, and hold their own distributor alone', async () => {
    const place = await engine.place()
    const store = await openStore(place)
    await fill(store)
    await store.close()
    const server = await startMailServer()
    try {
      for (const kill of KILLS) {
        await run(place, server, kill)
        await hurry(place)
      }
      expect(await run(place, server)).toContain('left 0')
      const { received } = server
      // The last mail of each killed sending was not answered.
      expect(received.length).toBeGreaterThan(COUNT)
      const mails = [...new Map(received.map((mail) => [mail.messageId, mail])).values()]
      expect(mails.flatMap(({ to }) => to).sort()).toEqual(DISTRIBUTORS.map(({ email }) => email).sort())
      for (const [index, { id, order, email, name }] of DISTRIBUTORS.entries()) {
        const mail = mails.find(({ to }) => to.includes(email))!
        const words = wordsOf(mail)
        expect(mail.subject).toBe(`Ficha de ${name}, mayo 2026`)
        expect([...mail.files.keys()]).toEqual([`ficha_${id}_2026-05.pdf`, `ordenes_${id}_2026-05.xlsx`])
        expect(words).toContain(`>${order}<`)
        expect(words).not.toMatch(/Zulema|Quiroga/)
        const found = (pattern: RegExp) => new Set(words.match(pattern) ?? [])
        expect(found(/\bD\d{3}X\b/g)).toEqual(new Set([id]))
        expect(found(/N\d{3}X\b/g)).toEqual(new Set([name.split(' ')[1]]))
        expect(found(/\b7\d{6}\b/g)).toEqual(new Set([`${order}`]))
        const amounts = DISTRIBUTORS.map(({ net }) => amountText(net))
        expect(amounts.filter((amount) => words.includes(amount))).toEqual([amounts[index]])
      }
    } finally {
      await server.close()
    }
  }, 900_000)
})

const amountText = (amount: number): string =>
  amount.toLocaleString('es-AR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
