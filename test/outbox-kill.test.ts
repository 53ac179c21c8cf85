// Servers, two of them on PostgreSQL, are killed at random points and restarted, while the mail server is slow, refuses
// temporarily and breaks connections: no mail, notice or delivery is lost, and a mail that arrives twice has the same Message-ID.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Notice } from '#contract/notices.ts'
import { buildApp } from '#server/app.ts'
import { accountByEmail, allRoles } from '#server/features/account/accounts.ts'
import { writeOrders } from '#server/ingest/write.ts'
import { rebuildDirtyMonths } from '#server/rollups/rebuild.ts'
import { openStore, type StoreOptions } from '#server/store/open.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { orderFacts } from './alert-orders.ts'
import { ACCOUNTS, signIn, TIME_ZONE, testApp } from './app.ts'
import { describeOneEngine } from './engines.ts'
import { type MailServer, type MailTrouble, type ReceivedMail, startMailServer } from './mail-server.ts'
import { NIGHTLY } from './nightly.ts'

const DAYS = NIGHTLY ? 25 : 2
/** Number of kills before the undisturbed run of a day; by day, of the first alone. */
const killsOn = (day: number) => (NIGHTLY ? 4 : Number(day === 1))
const MAILS_PER_RUN = 12
/** Approximate duration of a run. */
const RUN_MS = 500
const TROUBLES: readonly (MailTrouble | undefined)[] = [undefined, 'slow', '451', 'cut', 'cut after data']

/** 09:00 on the shop's clock: the previous day is closed and the delivery of 08:00 is due. */
const timeOf = (day: number) => new Date(Date.UTC(2026, 5, 1 + day, 12))

interface Run {
  /** Messages that were committed before the process ended. */
  readonly written: string[]
  readonly output: string
}

interface Wanted {
  readonly day: number
  readonly firstMail: number
  /** Milliseconds after the start of the server; undefined: never. */
  readonly killAfter?: number
}

async function run(place: StoreOptions, server: MailServer, wanted: Wanted): Promise<Run> {
  const { day, firstMail, killAfter } = wanted
  const program = fileURLToPath(new URL('./outbox-process.ts', import.meta.url))
  const mails = [`${firstMail}`, `${MAILS_PER_RUN}`]
  const child = spawn(
    process.execPath,
    [program, JSON.stringify(place), server.url, timeOf(day).toISOString(), ...mails],
    {
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const written: string[] = []
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  createInterface(child.stdout).on('line', (line) => {
    output += `${line}\n`
    if (line.startsWith('mail-')) written.push(line)
    if (line === 'open' && killAfter !== undefined) void pause(killAfter).then(() => child.kill('SIGKILL'))
  })
  await once(child, 'close')
  return { written, output }
}

/** A shop that sells every second day, an alert on the other days with two followers, and a daily delivery to two people. */
async function fill(store: Store): Promise<void> {
  const orders = Array.from({ length: DAYS }, (_, index) => `2026-06-${`${2 * index + 2}`.padStart(2, '0')}`)
    .filter((day) => day <= '2026-06-30')
    .map((day, index) => orderFacts({ id: index + 1, at: `${day} 10:00:00`, distributor: '101', net: 200 }))
  await store.transaction((tx) => writeOrders(tx, orders))
  await rebuildDirtyMonths(store)
  const app = await testApp(store, { now: () => timeOf(0) })
  const post = async (url: string, body: object, who: keyof typeof ACCOUNTS = 'superAdmin') => {
    const answer = await app.post(url, body, who)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().data
  }
  const { id: role } = (await allRoles(store)).find(({ name }) => name === 'scoped')!
  const { id } = await post('/api/alerts', {
    ...{ name: 'Días sin ventas', question: 'measures=net_sale', role_ids: [role] },
    condition: { kind: 'below', value: 100, over: 1 },
  })
  await post(`/api/alerts/${id}/follow`, { follows: true }, 'scoped')
  const people = ['superAdmin', 'admin'] as const
  const recipients = await Promise.all(
    people.map(async (who) => (await accountByEmail(store, ACCOUNTS[who]))?.user_id),
  )
  await post('/api/deliveries', {
    ...{ name: 'Ventas', question: 'measures=net_sale&by=distributor&period=latest_month', recipients },
    ...{ every: 'day', at_time: '08:00', attachment: 'csv' },
  })
  await app.close()
}

/** Expires the leases of dead processes, and ends every pause. */
async function hurry(place: StoreOptions): Promise<void> {
  const store = await openStore(place)
  await store.run(sql`
    update outbox set leased_at = leased_at - interval '1 hour', due_at = created_at where state = 'waiting'`)
  await store.close()
}

const kindOf = ({ subject }: ReceivedMail): string =>
  /^mail-/.test(subject)
    ? 'test'
    : /^Terminó/.test(subject)
      ? 'end'
      : /debajo/.test(subject)
        ? 'start'
        : 'report'

describeOneEngine('servers that are killed', (engine) => {
  test('lose nothing, and repeat a mail only with its Message-ID', async () => {
    const place = await engine.place()
    const store = await openStore(place)
    await fill(store)
    await store.close()
    const server = await startMailServer()
    const written: string[] = []
    let runs = 0
    const runAll = async (day: number, isKilled: boolean) => {
      const servers = Array.from({ length: engine.name === 'postgres' ? 2 : 1 }, () =>
        run(place, server, {
          ...{ day, firstMail: runs++ * MAILS_PER_RUN },
          ...(isKilled && { killAfter: Math.random() * RUN_MS }),
        }),
      )
      const ended = await Promise.all(servers)
      written.push(...ended.flatMap((each) => each.written))
      return ended.map(({ output }) => output).join('')
    }
    try {
      for (let day = 1; day <= DAYS; day++) {
        for (let kill = 0; kill < killsOn(day); kill++) {
          server.trouble = TROUBLES[runs % TROUBLES.length]
          await runAll(day, true)
          await hurry(place)
        }
        server.trouble = undefined
        expect(await runAll(day, false)).toContain('left 0')
      }
      // One of each pair that arrived twice.
      const mails = [...new Map(server.received.map((mail) => [mail.messageId, mail])).values()]
      const keys = mails.filter((mail) => kindOf(mail) === 'test').map(({ subject }) => subject)
      expect(keys.sort()).toEqual(expect.arrayContaining(written))
      expect(new Set(keys).size).toBe(keys.length)
      const [starts, ends] = [Math.ceil(DAYS / 2), Math.floor(DAYS / 2)]
      const received = (who: keyof typeof ACCOUNTS, kind: string) =>
        mails.filter((mail) => mail.to.includes(ACCOUNTS[who]) && kindOf(mail) === kind).length
      for (const who of ['superAdmin', 'admin'] as const) expect(received(who, 'report'), who).toBe(DAYS)
      for (const who of ['superAdmin', 'scoped'] as const)
        expect([received(who, 'start'), received(who, 'end')], who).toEqual([starts, ends])
      await expectNotices(
        place,
        Array.from({ length: DAYS }, (_, day) => (day % 2 ? 'alert-end' : 'alert-start')),
      )
    } finally {
      await server.close()
    }
  }, 900_000)
})

/** The oldest first. */
async function expectNotices(place: StoreOptions, kinds: readonly string[]): Promise<void> {
  const store = await openStore(place)
  const app = await buildApp({ store, timeZone: TIME_ZONE, now: () => timeOf(DAYS) })
  for (const who of ['superAdmin', 'scoped'] as const) {
    const headers = { authorization: `Bearer ${await signIn(app, ACCOUNTS[who])}` }
    const { notices } = (await app.server.inject({ method: 'GET', url: '/api/notices', headers })).json().data
    expect(notices.map(({ kind }: Notice) => kind).reverse(), who).toEqual(kinds)
  }
  await app.server.close()
  await store.close()
}
