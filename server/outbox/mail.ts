// Sends mails of the outbox through an SMTP server.
import { Readable } from 'node:stream'
import type { SendMailOptions, Transporter } from 'nodemailer'
import type SmtpConnection from 'nodemailer/lib/smtp-connection'
import { printable } from '#contract/markup-text.ts'
import { isInternal } from '#server/domain/internal-address.ts'
import { proxyTo, tunnel } from '#server/domain/proxy.ts'
import { SendError } from './send-error.ts'
import { addressIn, smtpAddress } from './smtp-address.ts'
import { isTooLarge, sendError } from './smtp-failures.ts'
import { OUTBOX_TEXT } from './text.ts'

export interface Attachment {
  readonly filename: string
  readonly type: string
  readonly base64: string
  /** Referenced by an image of the HTML as `cid:…`. */
  readonly cid?: string
}

export interface MailContent {
  /** Absent if the message names an account. */
  readonly to?: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  readonly attachments?: readonly Attachment[]
  /** One click unsubscribes (RFC 8058). */
  readonly unsubscribe?: string
  /** Replaces the text where the server refuses the mail with its file. */
  readonly withoutFile?: { readonly text: string; readonly html: string }
  /** Rights that the content was made with; an account with other rights does not receive it. */
  readonly rights?: string
  /** Goes to an address without an account, which must still be allowed, in the name of an account with these rights. */
  readonly outside?: { readonly sender: number; readonly rights: string }
}

export interface Mail extends MailContent {
  readonly to: string
  /** Random; the same for every attempt of a message. */
  readonly ref: string
}

/** Throws a SendError. */
export type Mailer = (mail: Mail) => Promise<void>

const IS_ASCII = /^[\x20-\x7e]*$/

/** Loaded only where mails are sent. */
const library = () => import('nodemailer')

/** A mail server of the own network is reached directly. */
async function proxyOf(url: string): Promise<URL | undefined> {
  const address = new URL(url)
  const proxy = proxyTo(address.hostname.replace(/^\[|\]$/g, ''))
  return proxy && !(await isInternal(address)) ? proxy : undefined
}

/** Sends from the sender that the address names, see smtpAddress. */
export function smtpMailer(url: string): Mailer {
  const { options, credentials, from } = smtpAddress(url)
  const settings = { ...options, auth: credentials, disableFileAccess: true, disableUrlAccess: true }
  let transport: Transporter | undefined
  const open = async () => {
    const proxy = await proxyOf(url)
    return (await library()).createTransport({ ...settings, ...(proxy && { proxy: proxy.href }) }, { from })
  }
  return async ({ ref, to, unsubscribe, attachments = [], withoutFile, ...mail }) => {
    if (from === undefined) throw new SendError('temporary', OUTBOX_TEXT.noSender)
    transport ??= await open()
    const sender = addressIn(from)
    const headers = {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe && {
        'List-Unsubscribe': `<${unsubscribe}>`,
        // RFC 8058 allows it for https alone.
        ...(unsubscribe.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
      }),
    }
    const send = async (content: Content, files: readonly Attachment[]) => {
      const told = { ...content, subject: printable(content.subject), text: printable(content.text) }
      await transport?.sendMail({
        ...{ to, headers, ...told, messageId: `<${ref}@${sender.split('@')[1]}>` },
        attachments: files.map(attached),
        // The size lets a server refuse before anything is sent.
        envelope: { from: sender, to: [to], size: sizeOf(content, files) },
      } as SendMailOptions)
    }
    try {
      await assertTakesLetters(url, to)
      await send(mail, attachments).catch((error: unknown) => {
        if (!withoutFile || !isTooLarge(Object(error))) throw error
        return send(
          { ...mail, ...withoutFile },
          attachments.filter(({ cid }) => cid !== undefined),
        )
      })
    } catch (error) {
      throw error instanceof SendError ? error : sendError(Object(error))
    }
  }
}

type Content = Pick<MailContent, 'subject' | 'text' | 'html'>

const attached = ({ filename, type, base64, cid }: Attachment) => ({
  ...{ filename, contentType: type, content: base64, encoding: 'base64' },
  ...(cid && { cid, contentDisposition: 'inline' as const }),
})

/** About the bytes that travel: base64 in lines of 76 characters, texts with escapes, headers. */
const sizeOf = ({ text, html = '' }: Content, files: readonly Attachment[]): number =>
  files.reduce(
    (sum, { base64 }) => sum + Math.ceil(base64.length * (78 / 76)) + 400,
    2000 + Math.ceil(1.2 * (Buffer.byteLength(text) + Buffer.byteLength(html))),
  )

/** Runs `work` after the greeting and STARTTLS; the conversation ends with it. */
async function conversing<T>(
  url: string,
  work: (connection: SmtpConnection, call: Call) => Promise<T>,
): Promise<T> {
  const { options } = smtpAddress(url)
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection')
  const proxy = await proxyOf(url)
  const socket = proxy && (await tunnel(proxy, String(options.host), Number(options.port)))
  const connection = new SMTPConnection({ ...options, ...(socket && { connection: socket }) })
  const call: Call = (start) =>
    new Promise<void>((resolve, reject) => {
      connection.once('error', reject)
      start((error) => (error ? reject(error) : resolve()))
    })
  try {
    await call((done) => connection.connect(done))
    return await work(connection, call)
  } finally {
    connection.close()
  }
}

type Call = (start: (done: (error?: Error | null) => void) => void) => Promise<void>

/** Letters outside ASCII before the at sign may only be sent to a server that offers SMTPUTF8 (RFC 6531). */
async function assertTakesLetters(url: string, to: string): Promise<void> {
  if (IS_ASCII.test(to.slice(0, to.lastIndexOf('@')))) return
  const offers = await conversing(url, async ({ lastServerResponse }) => lastServerResponse || '')
  if (!/[ -]SMTPUTF8\b/i.test(offers)) throw new SendError('permanent', OUTBOX_TEXT.mailLetters)
}

/**
 * Throws a SendError unless the server accepts connection, user, password and sender; it may take 10 seconds. Nothing is sent: the
 * conversation breaks off before a message.
 */
export async function verifySmtp(url: string): Promise<void> {
  const { credentials, from } = smtpAddress(url)
  if (from === undefined) throw new SendError('temporary', OUTBOX_TEXT.noSender)
  const sender = addressIn(from)
  try {
    await conversing(url, async (connection, call) => {
      if (credentials) await call((done) => connection.login({ credentials }, done))
      const nothing = new Readable({ read: () => nothing.destroy(new Error('nothing')) })
      await call((done) => connection.send({ from: sender, to: [sender] }, nothing, done))
    })
  } catch (error) {
    const { code, command = '' } = Object(error) as { code?: string; command?: string }
    // The sender was accepted: its own mailbox need not exist here.
    if (code !== 'ESTREAM' && !/^RCPT/.test(command)) throw sendError(Object(error))
  }
}
