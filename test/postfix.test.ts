// Every kind of mail through a default postfix of Debian: each arrives once, from the address of the operator, with its file.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountByEmail } from '#server/features/account/accounts.ts'
import { smtpMailer, verifySmtp } from '#server/outbox/mail.ts'
import type { Store } from '#server/store/store.ts'
import { openSmallShop } from '../fixtures/open-small-shop.ts'
import { ACCOUNTS, type TestApp, testApp } from './app.ts'
import { testEngine } from './engines.ts'
import { scheduleDeliveries, writeEachKind } from './mails.ts'
import { NIGHTLY } from './nightly.ts'
import { type Postfix, startPostfix } from './postfix.ts'

const DAY = 86_400_000
const ARRIVED = { timeout: 30_000 }
const header = (raw: string, name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(raw)?.[1]?.trim() ?? ''

// Only root starts postfix.
describe.runIf(NIGHTLY && process.getuid?.() === 0)('a default postfix', { timeout: 180_000 }, () => {
  const engine = testEngine('duckdb')
  let store: Store
  let app: TestApp
  let postfix: Postfix
  let day = 0
  const url = () =>
    `smtp://127.0.0.1:${postfix.port}?from=${encodeURIComponent('Góndola <gondola@tienda.example>')}`
  beforeAll(async () => {
    postfix = await startPostfix()
    store = await openSmallShop(engine)
    const now = () => new Date(Date.UTC(2026, 5, 1, 12) + day * DAY)
    app = await testApp(store, { mail: smtpMailer(url()), publicUrl: 'https://gondola.example', now })
  })
  afterAll(async () => {
    await app.close()
    await postfix.close()
  })

  test('takes each kind of mail once, with its sender and its files', async () => {
    await verifySmtp(url())
    const post = { app, store, domain: 'tienda.example' }
    await scheduleDeliveries(post, (await accountByEmail(store, ACCOUNTS.admin))?.user_id ?? 0)
    day++
    const written = await writeEachKind(post, 'una')
    expect(
      written.map(({ state }) => state),
      postfix.log(),
    ).toEqual(Array(6).fill('sent'))
    await expect.poll(() => postfix.delivered().length, ARRIVED).toBe(6)
    const mails = postfix.delivered()
    expect(new Set(mails.map((raw) => header(raw, 'Message-ID'))).size).toBe(6)
    for (const raw of mails) {
      expect(header(raw, 'Return-Path')).toBe('<gondola@tienda.example>')
      expect(header(raw, 'From')).toMatch(/<gondola@tienda\.example>$/)
    }
    const files = mails.flatMap((raw) => raw.match(/filename\*?[^\n]*\.(csv|xlsx)/g) ?? [])
    expect(files.map((name) => name.slice(-4)).sort()).toEqual(['.csv', 'xlsx'])
  })

  test('takes letters outside ASCII, or is not asked to', async () => {
    const mail = { to: 'maría@tienda.example', ref: 'letters', subject: 'Ventas', text: 'Doce pesos' }
    const before = postfix.delivered().length
    await smtpMailer(url())(mail)
    await expect.poll(() => postfix.delivered().length, ARRIVED).toBe(before + 1)
    expect(postfix.delivered().some((raw) => header(raw, 'To') === mail.to)).toBe(true)
    const ascii = await startPostfix(['smtputf8_enable = no'])
    const refused = smtpMailer(url().replace(`:${postfix.port}`, `:${ascii.port}`))(mail)
    await expect(refused).rejects.toMatchObject({
      kind: 'permanent',
      message: expect.stringContaining('SMTPUTF8'),
    })
    expect(ascii.log()).not.toContain('from=')
    await ascii.close()
  })

  test('gets a mail without its file where it takes less', async () => {
    const file = {
      filename: 'ventas.csv',
      type: 'text/csv',
      base64: Buffer.alloc(7.6 * 1024 ** 2, 'a').toString('base64'),
    }
    const mail = {
      to: ACCOUNTS.admin,
      ref: 'large',
      subject: 'Ventas',
      text: 'Doce pesos',
      attachments: [file],
    }
    const before = postfix.delivered().length
    await smtpMailer(url())({
      ...mail,
      withoutFile: { text: 'El archivo es muy grande', html: '<p>Doce</p>' },
    })
    await expect.poll(() => postfix.delivered().length, ARRIVED).toBe(before + 1)
    const [raw = ''] = postfix.delivered().filter((text) => header(text, 'Message-ID').startsWith('<large@'))
    expect(raw).toContain('El archivo es muy grande')
    expect(raw).not.toContain('ventas.csv')
    await expect(smtpMailer(url())(mail)).rejects.toMatchObject({ kind: 'permanent' })
  })

  test('that refuses the sender keeps the mails waiting, and the reason names it', async () => {
    const strict = await startPostfix(['smtpd_sender_restrictions = reject_unlisted_sender, reject'])
    const mailer = smtpMailer(url().replace(`:${postfix.port}`, `:${strict.port}`))
    const refused = mailer({ to: ACCOUNTS.admin, ref: 'strict', subject: 'Ventas', text: 'Doce pesos' })
    await expect(refused).rejects.toMatchObject({
      kind: 'temporary',
      message: expect.stringMatching(/contestó 5\d\d/),
    })
    await strict.close()
  })
})
