// A mail of each kind, written through the front door.
import { expect } from 'vitest'
import { accountByEmail } from '#server/features/account/accounts.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { ACCOUNTS, signIn, type TestApp } from './app.ts'
import { callWithToken } from './newcomers.ts'

const QUESTION = 'measures=net_sale&by=distributor&from=2026-05-01&to=2026-05-31'

interface Post {
  readonly app: TestApp
  readonly store: Store
  /** The domain of new people. */
  readonly domain: string
}

export interface WrittenMail {
  readonly key: string
  readonly topic: string
  readonly state: string
  readonly reason: string
}

/** Two daily deliveries to the admin: of a question with a CSV file, and of the goals with a workbook. */
export async function scheduleDeliveries({ app }: Post, recipient: number): Promise<void> {
  const session = await signIn(app, ACCOUNTS.superAdmin)
  const cells = [{ key: '101', month: '2026-06', amount: 400 }]
  const goals = { measure: 'net_sale', by: 'distributor', cells }
  expect((await callWithToken(app, session, 'POST', '/api/goals', goals)).statusCode).toBe(200)
  const daily = { every: 'day', at_time: '08:00', recipients: [recipient] }
  for (const what of [
    { name: 'Ventas', question: QUESTION, attachment: 'csv' },
    { name: 'Metas', address: '/analysis/goals?by=distributor', attachment: 'xlsx' },
  ]) {
    const made = await callWithToken(app, session, 'POST', '/api/deliveries', { ...daily, ...what })
    expect([made.statusCode, made.body]).toEqual([200, expect.anything()])
  }
}

/** Links to set, to choose and to confirm a password, a notice and the deliveries that are due. `name` is of nobody yet. */
export async function writeEachKind(post: Post, name: string): Promise<WrittenMail[]> {
  const { app, store, domain } = post
  const last = await store.one<{ id: number }>(sql`select coalesce(max(message_id), 0) as id from outbox`)
  const session = await signIn(app, ACCOUNTS.superAdmin)
  expect((await app.post('/api/auth/reset-password', { email: ACCOUNTS.admin })).statusCode).toBe(200)
  const invited = { name: 'Nora Vega', email: `invitada-${name}@${domain}`, role: 'viewer' }
  expect((await callWithToken(app, session, 'POST', '/api/users', invited)).statusCode).toBe(200)
  const asked = { firstName: 'Pía', lastName: 'Paz', email: `pedida-${name}@${domain}` }
  const registered = await app.post('/api/register', { ...asked, password: 'mate amargo de las siete' })
  expect([registered.statusCode, registered.body]).toEqual([200, expect.anything()])
  const userId = (await accountByEmail(store, ACCOUNTS.admin))?.user_id ?? 0
  const words = { title: 'Bajó', text: 'Sin órdenes.', path: '/avisos', data: {} }
  const notice = { key: name, topic: 'alert', userId, ...words } as const
  await store.transaction((tx) => app.outbox.notify(tx, notice))
  const written = () =>
    store.all<WrittenMail>(sql`
      select dedupe_key as key, topic, state, reason from outbox
      where channel = 'mail' and dedupe_key not like '%trouble%' and message_id > ${last?.id ?? 0} order by message_id`)
  const attempted = async () => {
    app.outbox.kick()
    await app.outbox.settled()
    return written()
  }
  // Some are written after the response; the last one may be after the attempts of the others.
  await expect.poll(async () => (await attempted()).length, { timeout: 30_000 }).toBe(6)
  return attempted()
}
