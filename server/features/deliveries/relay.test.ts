// Every kind of mail through a relay that refuses at each step: none is lost in silence, none doubled under another Message-ID, none
// without a sender.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountByEmail } from '#server/features/account/accounts.ts'
import { smtpMailer } from '#server/outbox/mail.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { ACCOUNTS, signIn, type TestApp, testApp } from '#test/app.ts'
import { describeOneEngine } from '#test/engines.ts'
import { scheduleDeliveries, type WrittenMail, writeEachKind } from '#test/mails.ts'
import { type Relay, type Step, startRelay } from '#test/scripted-relay.ts'
import { openSmallShop } from '../../../fixtures/open-small-shop.ts'

const DAY = 86_400
const publicUrl = 'https://gondola.example'

/** What becomes of the mails while the relay answers so: they wait, arrive without their file, or are given up. */
const REFUSALS: readonly (readonly [Step, string, 'waits' | 'given up' | 'lost answer'])[] = [
  ['connect', '', 'waits'],
  ['greeting', '421 4.3.2 too busy', 'waits'],
  ['greeting', '554 5.7.1 no service for you', 'waits'],
  ['STARTTLS', '454 4.7.0 TLS not available', 'waits'],
  ['STARTTLS', '554 5.7.3 no TLS', 'waits'],
  ['AUTH', '421 4.7.0 try later', 'waits'],
  ['AUTH', '454 4.7.0 temporary failure', 'waits'],
  ['AUTH', '535 5.7.8 bad credentials', 'waits'],
  ['AUTH', '554 5.7.0 refused', 'waits'],
  ['MAIL', '421 4.7.0 too many messages', 'waits'],
  ['MAIL', '452 4.3.1 out of storage', 'waits'],
  ['MAIL', '552 5.3.4 message size exceeds fixed limit', 'given up'],
  ['MAIL', '554 5.7.1 sender refused', 'waits'],
  ['RCPT', '421 4.7.0 try later', 'waits'],
  ['RCPT', '452 4.2.2 mailbox full', 'waits'],
  ['RCPT', '550 5.1.1 user unknown', 'given up'],
  ['RCPT', '552 5.2.2 mailbox full', 'given up'],
  ['RCPT', '554 5.7.1 relay access denied', 'waits'],
  ['DATA', '421 4.7.0 try later', 'waits'],
  ['DATA', '452 4.3.1 out of storage', 'waits'],
  ['DATA', '554 5.5.1 no valid recipients', 'waits'],
  ['content', '421 4.7.0 try later', 'waits'],
  ['content', '452 4.3.1 out of storage', 'waits'],
  ['content', '552 5.3.4 message too big', 'given up'],
  ['content', '554 5.6.0 content rejected', 'given up'],
  ['lost', '', 'lost answer'],
]

describeOneEngine('a relay that refuses', (engine) => {
  let store: Store
  let app: TestApp
  let relay: Relay
  let offset = 0
  const now = () => new Date(Date.UTC(2026, 5, 1, 12) + offset * 1000)
  const me = ACCOUNTS.admin
  beforeAll(async () => {
    relay = await startRelay()
    store = await openSmallShop(engine)
    app = await testApp(store, { mail: smtpMailer(relay.url), publicUrl, now })
    await scheduleDeliveries(post(), await idOf(me))
  })
  afterAll(async () => {
    await app.close()
    await relay.close()
  })

  const idOf = async (email: string) => (await accountByEmail(store, email))?.user_id ?? 0
  async function look() {
    app.outbox.kick()
    await app.outbox.settled()
  }
  const post = () => ({ app, store, domain: 'example.com' })
  const states = (written: readonly WrittenMail[]) =>
    store.all<WrittenMail>(
      sql`select dedupe_key as key, topic, state, reason from outbox where dedupe_key in (${written.map(({ key }) => key)})`,
    )
  /** How often the bell told of mails that did not leave. */
  const told = async (email: string) => {
    const headers = { authorization: `Bearer ${await signIn(app, email)}` }
    const { notices } = (await app.get({ url: '/api/notices', headers })).json().data
    return notices.filter(({ kind }: { kind: string }) => kind.endsWith('-failed')).length
  }
  const header = (raw: string, name: string) =>
    new RegExp(`^${name}: (.*)$`, 'm').exec(raw)?.[1]?.trim() ?? ''

  test.each(REFUSALS)('at %s with %s', async (at, answer, becomes) => {
    const before = await told(ACCOUNTS.superAdmin)
    relay.kept.length = 0
    relay.refusal = { at, answer }
    offset += DAY
    const written = await writeEachKind(post(), `${offset}`)
    const topics = written.map(({ topic }) => topic).sort()
    expect(topics).toEqual(['alert', 'delivery', 'delivery', 'password', 'password', 'password'])
    const state = becomes === 'given up' ? 'failed' : 'waiting'
    const first = await states(written)
    expect(first.map((mail) => mail.state)).toEqual(Array(6).fill(state))
    for (const { reason } of first) expect(reason).not.toBe('')
    relay.refusal = undefined
    // Within the hour for which a link to set a password is good.
    for (let attempt = 0; attempt < 3; attempt++) {
      offset += 600
      await look()
    }
    // Of both deliveries and the invitation; nobody but its owner asked for a link to set or confirm a password.
    if (becomes === 'given up') expect(await told(ACCOUNTS.superAdmin)).toBe(before + 3)
    else expect((await states(written)).map((mail) => mail.state)).toEqual(Array(6).fill('sent'))

    const mails = relay.kept.filter(
      ({ raw }) => !/no salió|no lleg/.test(Buffer.from(raw, 'latin1').toString()),
    )
    const references = new Set(mails.map(({ raw }) => header(raw, 'Message-ID')))
    if (becomes === 'lost answer') expect([mails.length, references.size]).toEqual([12, 6])
    if (becomes === 'waits') expect([mails.length, references.size]).toEqual([6, 6])
    expect(new Set(relay.senders)).toEqual(new Set(['gondola@tienda.example']))
    for (const { sender, to, raw } of relay.kept) {
      expect([sender, to]).toEqual(['gondola@tienda.example', expect.stringMatching(/@example\.com$/)])
      expect(header(raw, 'From')).toMatch(/<gondola@tienda\.example>$/)
    }
  })
})
