// Sends mails of the outbox through an SMTP server.
import type { Transporter } from 'nodemailer'
import { printable } from '#contract/markup-text.ts'
import { decoded } from '#server/domain/decoded.ts'
import { withoutEmails } from '#server/domain/e-mails.ts'
import { SendError } from './send-error.ts'
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
  /** Rights that the content was made with; an account with other rights does not receive it. */
  readonly rights?: string
}

export interface Mail extends MailContent {
  readonly to: string
  /** Random; the same for every attempt of a message. */
  readonly ref: string
}

/** Throws a SendError. */
export type Mailer = (mail: Mail) => Promise<void>

/** Loaded only where mails are sent. */
const library = () => import('nodemailer')

const TIMEOUTS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
  dnsTimeout: 10_000,
}
const LONGEST_ANSWER = 200

/** Requires STARTTLS, except for a server on this machine or if the address says `requireTLS=false`. */
function securedAddress(url: string): URL {
  const address = new URL(url)
  const isOwn = ['localhost', '127.0.0.1', '[::1]'].includes(address.hostname)
  if (address.protocol === 'smtp:' && !isOwn && !address.searchParams.has('requireTLS'))
    address.searchParams.set('requireTLS', 'true')
  return address
}

/** `smtp://user:password@host:port`, or `smtps://…`; `?from=` names the sender, by default the user. */
export function smtpMailer(url: string): Mailer {
  const address = securedAddress(url)
  const from =
    address.searchParams.get('from') ?? (decoded(address.username) || `gondola@${address.hostname}`)
  address.searchParams.delete('from')
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'gondola.invalid'
  const options = { url: address.href, ...TIMEOUTS, disableFileAccess: true, disableUrlAccess: true }
  let transport: Transporter | undefined
  return async ({ ref, unsubscribe, attachments = [], subject, text, ...mail }) => {
    transport ??= (await library()).createTransport(options, { from })
    const headers = {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe && {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    }
    const files = attachments.map(({ filename, type, base64, cid }) => ({
      ...{ filename, contentType: type, content: base64, encoding: 'base64' },
      ...(cid && { cid, contentDisposition: 'inline' as const }),
    }))
    try {
      const told = { ...mail, subject: printable(subject), text: printable(text) }
      await transport.sendMail({ ...told, messageId: `<${ref}@${domain}>`, headers, attachments: files })
    } catch (error) {
      throw sendError(error)
    }
  }
}

/** 5xx means that the server refuses the message for good; all other failures are temporary. */
function sendError(error: unknown): SendError {
  const { code, responseCode, response } = error as {
    code?: string
    responseCode?: number
    response?: string
  }
  if (code === 'EAUTH') return new SendError('temporary', OUTBOX_TEXT.mailKeys)
  if (code === 'ETLS') return new SendError('temporary', OUTBOX_TEXT.mailPlain)
  if (responseCode === undefined) return new SendError('temporary', OUTBOX_TEXT.mailAway)
  const answer = withoutEmails((response ?? '').replace(/^\d{3}[ -]?/, '')).slice(0, LONGEST_ANSWER)
  const kind = responseCode >= 500 ? 'permanent' : 'temporary'
  return new SendError(kind, OUTBOX_TEXT.mailRefused(responseCode, answer))
}

/** Throws unless the server accepts connection, user and password; it may take 10 seconds. */
export async function verifySmtp(url: string): Promise<void> {
  const address = securedAddress(url)
  address.searchParams.set('connectionTimeout', '10000')
  address.searchParams.delete('from')
  const transport = (await library()).createTransport(address.href)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}
