// The outbox against a real SMTP server, on both engines: what is sent, retried, given up and dropped.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { Secret } from '#server/config/config.ts'
import { openConnection } from '#server/shop/connection.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { ACCOUNTS, type TestApp, testApp } from '#test/app.ts'
import { describeEngines } from '#test/engines.ts'
import { type MailServer, startMailServer } from '#test/mail-server.ts'
import { enqueueMail, type NewMail } from './enqueue.ts'
import { smtpMailer, verifySmtp } from './mail.ts'

describeEngines('the outbox', (engine) => {
  let store: Store
  let app: TestApp
  let server: MailServer
  const lines: string[] = []
  beforeAll(async () => {
    server = await startMailServer()
    store = await engine.open()
    const logger = { level: 'info', stream: { write: (line: string) => void lines.push(line) } }
    const connection = openConnection(store, { secretKey: new Secret('a key that all servers share') })
    app = await testApp(store, { mail: smtpMailer(server.url), logger, connection })
  })
  afterEach(() => server.reset())
  afterAll(async () => {
    await app.close()
    await server.close()
  })

  const mail = { to: 'nora.vega@acme.example', subject: 'Venta neta', text: 'Doce pesos' }
  const write = (key: string, more: Partial<NewMail> = {}) =>
    store.transaction((tx) => enqueueMail(tx, { key, topic: 'test', mail, ...more }, app.now()))
  async function look() {
    app.outbox.kick()
    await app.outbox.settled()
  }
  async function standing(key: string) {
    const row = await store.one<{ message_id: number; state: string; reason: string; content: string }>(
      sql`select message_id, state, reason, content from outbox where dedupe_key = ${key}`,
    )
    const attempts = await store.all<{ outcome: string }>(sql`
      select outcome from outbox_attempts where message_id = ${row?.message_id ?? 0} order by attempt`)
    return { ...row, attempts: attempts.map(({ outcome }) => outcome) }
  }

  test('sends a message once, and erases its content', async () => {
    expect([await write('once'), await write('once')]).toEqual([true, false])
    await look()
    await look()
    expect(server.received).toEqual([
      expect.objectContaining({ to: ['nora.vega@acme.example'], subject: 'Venta neta' }),
    ])
    expect(await standing('once')).toMatchObject({ state: 'sent', content: '', attempts: ['sent'] })
    expect(lines.join('')).not.toMatch(/nora|Doce/)
  })

  test('writes nothing when its transaction fails', async () => {
    const failing = store.transaction(async (tx) => {
      await enqueueMail(tx, { key: 'undone', topic: 'test', mail }, app.now())
      throw new Error('undone')
    })
    await expect(failing).rejects.toThrow('undone')
    await look()
    expect(server.received).toEqual([])
  })

  test('repeats with the same Message-ID after temporary failures and broken connections', async () => {
    await write('repeated')
    for (const trouble of ['451', 'cut', 'cut after data', 'slow'] as const) {
      server.trouble = trouble
      await look()
      app.travel(3600)
    }
    expect((await standing('repeated')).attempts).toEqual(['retry', 'retry', 'retry', 'sent'])
    // One message whose reply was lost, and its repetition, which was acknowledged.
    expect(server.received).toHaveLength(2)
    expect(new Set(server.received.map(({ messageId }) => messageId)).size).toBe(1)
  })

  test('does not repeat before its pause is over', async () => {
    server.trouble = '451'
    await write('early')
    await look()
    await look()
    expect((await standing('early')).attempts).toEqual(['retry'])
    app.travel(60)
    await look()
    expect((await standing('early')).attempts).toEqual(['retry', 'retry'])
  })

  test('gives up after a permanent refusal, with a reason without addresses', async () => {
    server.trouble = '550'
    await write('refused')
    await look()
    expect(await standing('refused')).toMatchObject({
      state: 'failed',
      reason: 'El servidor de correo contestó 550 <[e-mail]> unknown',
      content: '',
      attempts: ['failed'],
    })
  })

  test('sends nothing unencrypted to another machine, unless its address allows it', async () => {
    // Another address of this machine, which represents another machine.
    const elsewhere = server.url.replace('127.0.0.1', '127.0.0.2')
    const plain = { ...mail, ref: 'plain' }
    await expect(smtpMailer(elsewhere)(plain)).rejects.toThrow('no ofrece TLS')
    await expect(verifySmtp(elsewhere)).rejects.toThrow()
    // Not percent-encoded.
    expect(() => smtpMailer('smtp://50%:50%@localhost')).not.toThrow()
    expect(server.received).toEqual([])
    await smtpMailer(`${elsewhere}&requireTLS=false`)(plain)
    expect(server.received).toHaveLength(1)
  })

  test('a line break in a subject adds no header', async () => {
    const subject = 'Ventas\r\nBcc: otra@example.com\nX-Otro: 1'
    await write('broken line', { mail: { ...mail, subject } })
    await look()
    const [received] = server.received
    expect(received?.to).toEqual([mail.to])
    expect(received?.raw.split('\r\n\r\n')[0]).not.toMatch(/^(Bcc|X-Otro)/im)
  })

  test('gives up after the lifetime of the message', async () => {
    server.trouble = '451'
    await write('late', { hours: 1 })
    await look()
    app.travel(3601)
    await look()
    expect(await standing('late')).toMatchObject({ state: 'failed', attempts: ['retry'] })
  })

  test('repeats an attempt whose end could not be written', async () => {
    await write('left')
    const longAgo = sql`cast(now() as timestamp) - interval '16 seconds'`
    await store.run(
      sql`update outbox set lease = 'of nobody', leased_at = ${longAgo}, attempts = 1 where dedupe_key = 'left'`,
    )
    await look()
    expect(server.received).toHaveLength(1)
    expect(await standing('left')).toMatchObject({ state: 'sent' })
  })

  test('drops messages to accounts that lost the right to them', async () => {
    const { user_id } = (await store.one<{ user_id: number }>(
      sql`select user_id from users where email = ${ACCOUNTS.viewer}`,
    ))!
    const { to: _, ...content } = mail
    const forViewer = { userId: user_id, mail: content }
    await write('present', forViewer)
    await write('other rights', { userId: user_id, mail: { ...content, rights: 'of yesterday' } })
    await look()
    expect(server.received.map(({ to }) => to)).toEqual([[ACCOUNTS.viewer]])
    expect((await standing('other rights')).attempts).toEqual(['dropped'])
    await write('removed', forViewer)
    await store.run(sql`update users set deleted_at = created_at where user_id = ${user_id}`)
    await look()
    expect(server.received).toHaveLength(1)
    expect(await standing('removed')).toMatchObject({ state: 'dropped', content: '' })
  })

  test('encrypts a link that sets a password while it waits', async () => {
    server.trouble = '451'
    await app.post('/api/auth/reset-password', { email: ACCOUNTS.admin })
    const waiting = () =>
      store.one<{ content: string }>(sql`select content from outbox where topic = 'password'`)
    await expect.poll(waiting).toBeDefined()
    expect((await waiting())?.content).toMatch(/^v1\.[\w-]+$/)
    await app.outbox.settled()
    server.trouble = undefined
    app.travel(120)
    await look()
    expect(server.received[0]?.text).toContain('/auth/reset-password?token=')
  })
})
