// Which refusals of a mail server end a mail, with a real server that refuses at each step.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startRelay } from '#test/scripted-relay.ts'
import { smtpMailer, verifySmtp } from './mail.ts'

type Step = 'greeting' | 'MAIL' | 'RCPT' | 'DATA'

let server: SMTPServer
let port: number
/** What the server answers at a step. */
let refusal: { readonly at: Step; readonly code: number; readonly text: string } | undefined
let offersTls: boolean
/** Senders of the envelopes, and the messages. */
let senders: string[]
let messages: string[]

const answer = (step: Step) =>
  refusal?.at === step ? Object.assign(new Error(refusal.text), { responseCode: refusal.code }) : null

async function start(options: ConstructorParameters<typeof SMTPServer>[0] = {}) {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: offersTls ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onConnect: (_session, done) => done(answer('greeting')),
    onMailFrom({ address }, _session, done) {
      senders.push(address)
      done(answer('MAIL'))
    },
    onRcptTo: (_address, _session, done) => done(answer('RCPT')),
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const failure = answer('DATA')
        const message = Buffer.concat(chunks).toString()
        // The first refusal of a size is about the file.
        if (failure && !(refusal?.code === 552 && !message.includes('ventas.csv'))) return done(failure)
        messages.push(message)
        done()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  server.listen(0, '0.0.0.0')
  await once(server.server, 'listening')
  port = (server.server.address() as AddressInfo).port
}

beforeEach(() => {
  refusal = undefined
  offersTls = false
  senders = []
  messages = []
})
afterEach(() => new Promise<void>((done) => server.close(done)))

const mail = { to: 'nora.vega@acme.example', ref: 'one', subject: 'Venta neta', text: 'Doce pesos' }
const FROM = '?from=gondola@tienda.example'
const sent = (url: string, more: object = {}) =>
  smtpMailer(url)({ ...mail, ...more }).then(
    () => 'sent',
    ({ kind, message }: { kind: string; message: string }) => `${kind}: ${message}`,
  )

test.each([
  ['greeting', 554, 'no service here', 'temporary'],
  ['greeting', 421, 'too busy', 'temporary'],
  ['MAIL', 530, '5.7.0 Authentication required', 'temporary'],
  ['MAIL', 550, '5.1.8 Sender address rejected', 'temporary'],
  ['RCPT', 554, '5.7.1 Relay access denied', 'temporary'],
  ['RCPT', 550, 'relay not permitted', 'temporary'],
  ['RCPT', 421, '4.7.0 try later', 'temporary'],
  ['RCPT', 452, '4.2.2 mailbox full', 'temporary'],
  ['RCPT', 550, '5.1.1 User unknown', 'permanent'],
  ['RCPT', 550, 'No such user', 'permanent'],
  ['RCPT', 552, '5.2.2 mailbox full', 'permanent'],
  ['DATA', 554, '5.6.0 message content rejected', 'permanent'],
  ['DATA', 550, '5.7.26 unauthenticated sender', 'temporary'],
] as const)('a refusal of %s with %i %s is %s', async (at, code, text, kind) => {
  await start()
  refusal = { at, code, text }
  expect(await sent(`smtp://127.0.0.1:${port}${FROM}`)).toMatch(new RegExp(`^${kind}: .*contestó ${code}`))
  expect(messages).toEqual([])
})

describe('the sender', () => {
  test.each(['smtp://apikey:clave@', 'smtp://'])('must be named for %s', async (address) => {
    await start()
    const url = `${address}127.0.0.1:${port}`
    expect(await sent(url)).toMatch(/^temporary: Falta el remitente/)
    await expect(verifySmtp(url)).rejects.toThrow('Falta el remitente')
    expect([senders, messages]).toEqual([[], []])
  })

  test('is in the envelope and in the header, with its name', async () => {
    await start()
    const from = encodeURIComponent('Ventas <ventas@tienda.example>')
    expect(await sent(`smtp://127.0.0.1:${port}?from=${from}`)).toBe('sent')
    expect(senders).toEqual(['ventas@tienda.example'])
    expect(messages[0]).toMatch(/^From: Ventas <ventas@tienda\.example>\r$/m)
    expect(messages[0]).toMatch(/^Message-ID: <one@tienda\.example>\r$/m)
  })

  test('is tried out without sending anything', async () => {
    await start()
    const url = `smtp://127.0.0.1:${port}${FROM}`
    await verifySmtp(url)
    expect(senders).toEqual(['gondola@tienda.example'])
    refusal = { at: 'RCPT', code: 550, text: '5.1.1 User unknown' }
    await verifySmtp(url)
    refusal = { at: 'MAIL', code: 501, text: '5.1.7 Bad sender address syntax' }
    await expect(verifySmtp(url)).rejects.toThrow('contestó 501')
    expect(messages).toEqual([])
  })
})

test('a certificate that nobody vouches for is accepted on this machine and where the address allows it', async () => {
  offersTls = true
  await start()
  expect(await sent(`smtp://127.0.0.1:${port}${FROM}`)).toBe('sent')
  // Another address of this machine, which represents another machine.
  const elsewhere = `smtp://127.0.0.2:${port}${FROM}`
  expect(await sent(elsewhere)).toMatch(/^temporary: El certificado .* no se puede comprobar/)
  await expect(verifySmtp(elsewhere)).rejects.toThrow('certificado')
  expect(await sent(`${elsewhere}&requireTLS=false`)).toBe('sent')
  await verifySmtp(`${elsewhere}&requireTLS=false`)
  expect(messages).toHaveLength(2)
})

describe('letters outside ASCII', () => {
  const to = 'maría@compañía.example'

  test('reach a server that offers SMTPUTF8, and a domain reaches every one', async () => {
    const recipients: string[] = []
    await start({
      onRcptTo({ address }, _session, done) {
        recipients.push(address)
        done()
      },
    })
    expect(await sent(`smtp://127.0.0.1:${port}${FROM}`, { to })).toBe('sent')
    expect(await sent(`smtp://127.0.0.1:${port}${FROM}`, { to: 'ana@compañía.example' })).toBe('sent')
    const from = `?from=${encodeURIComponent('Góndola <ventas@compañía.example>')}`
    expect(await sent(`smtp://127.0.0.1:${port}${from}`)).toBe('sent')
    await verifySmtp(`smtp://127.0.0.1:${port}${from}`)
    // As this server reads them.
    expect(recipients.slice(0, 2)).toEqual([to, 'ana@compañía.example'])
    expect(messages[0]).toMatch(/^To: maría@compañía\.example\r$/m)
    expect(senders.at(-1)).toMatch(/^ventas@(compañía|xn--compaa-7va5a)\.example$/)
  })

  test('end a mail at once where it does not, before anything is sent', async () => {
    await start({ hideSMTPUTF8: true })
    expect(await sent(`smtp://127.0.0.1:${port}${FROM}`, { to })).toMatch(
      /^permanent: El servidor de correo no acepta direcciones con tildes/,
    )
    expect([senders, messages]).toEqual([[], []])
    const relay = await startRelay()
    expect(await sent(relay.url, { to: 'ana@compañía.example' })).toBe('sent')
    expect(relay.kept.map((mail) => mail.to)).toEqual(['ana@xn--compaa-7va5a.example'])
    await relay.close()
  })

  test('do not stand before the at sign of the sender', async () => {
    await start()
    const from = encodeURIComponent('góndola@tienda.example')
    expect(await sent(`smtp://127.0.0.1:${port}?from=${from}`)).toMatch(/^temporary: Falta el remitente/)
  })
})

test('a server without TLS at smtps:// is named as such', async () => {
  await start()
  expect(await sent(`smtps://127.0.0.1:${port}${FROM}`)).toMatch(/^temporary: .*no habla TLS en ese puerto/)
})

describe('a mail that is too large', () => {
  const file = { filename: 'ventas.csv', type: 'text/csv', base64: Buffer.from('a;b\r\n').toString('base64') }
  const large = { ...file, base64: Buffer.alloc(150_000, 'a').toString('base64') }
  const withoutFile = { text: 'Doce pesos. El archivo es muy grande.', html: '<p>Doce pesos</p>' }

  test.each([
    ['announced by the server', { size: 100_000 }, large],
    ['refused by the server', {}, file],
  ])('as %s is sent without its file, and says so', async (_, options, attached) => {
    await start(options)
    if (!('size' in options)) refusal = { at: 'DATA', code: 552, text: '5.3.4 Message size exceeds limit' }
    const more = { attachments: [attached], withoutFile }
    expect(await sent(`smtp://127.0.0.1:${port}${FROM}`, more)).toBe('sent')
    expect(messages).toHaveLength(1)
    expect(messages[0]).toContain('El archivo es muy grande')
    expect(messages[0]).not.toContain('ventas.csv')
  })

  test('ends if it cannot be smaller', async () => {
    await start({ size: 100_000 })
    expect(await sent(`smtp://127.0.0.1:${port}${FROM}`, { attachments: [large] })).toMatch(
      /^permanent: El correo es demasiado grande/,
    )
  })
})
