// What a failed SMTP conversation means: only refusals of the mailbox or of the content end a message.
import { withoutEmails } from '#server/domain/e-mails.ts'
import { SendError } from './send-error.ts'
import { OUTBOX_TEXT } from './text.ts'

/** As nodemailer describes a failure. */
interface SmtpFailure {
  readonly code?: string
  /** Of the system or of TLS. */
  readonly originalCode?: string
  readonly message?: string
  readonly command?: string
  readonly responseCode?: number
  readonly response?: string
}

const LONGEST_ANSWER = 200

const textOf = ({ response = '' }: SmtpFailure) => response.replace(/^\d{3}[ -]?/, '')

/** Refusals because of the size: the announced one (552 5.3.4, and nodemailer's own check) or the sent one. */
export function isTooLarge(failure: SmtpFailure): boolean {
  const { code, responseCode, command, message = '' } = failure
  if (code === 'EMESSAGE' && responseCode === undefined) return /size/i.test(message)
  if (responseCode !== 552 && responseCode !== 523) return false
  return command !== 'RCPT TO' || !/^5\.2\./.test(textOf(failure))
}

/** Enhanced status codes (RFC 3463) about the recipient's address and mailbox, not about the sender or the connection. */
const OF_MAILBOX = /^5\.(1\.([0-6]|10)|2\.\d+)\b/
const OF_SENDER = /^5\.(1\.[78]|5\.\d+|7\.(0|2\d))\b/
const SENDERS_WORDS = /relay|auth|sender|helo|block|denied|dmarc|spf\b|dkim/i

function isFinal(failure: SmtpFailure): boolean {
  const { command = '', responseCode = 0 } = failure
  const text = textOf(failure)
  if (responseCode < 500) return false
  if (/^RCPT/.test(command)) {
    if (/^5\.\d+\.\d+/.test(text)) return OF_MAILBOX.test(text)
    return [550, 551, 552, 553].includes(responseCode) && !SENDERS_WORDS.test(text)
  }
  return /^DATA/.test(command) && !OF_SENDER.test(text) && responseCode !== 530
}

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO|ISSUER|certificate|altname/i
const NO_TLS = /SSL|EPROTO|ERR_TLS|TLS/i

export function sendError(failure: SmtpFailure): SendError {
  const { code = '', originalCode = '', message = '', responseCode } = failure
  if (code === 'EAUTH') return new SendError('temporary', OUTBOX_TEXT.mailKeys)
  if (isTooLarge(failure)) return new SendError('permanent', OUTBOX_TEXT.mailTooLarge)
  // STARTTLS was refused.
  if (code === 'ETLS' && responseCode !== undefined) return new SendError('temporary', OUTBOX_TEXT.mailPlain)
  if (responseCode === undefined) {
    const told = `${originalCode} ${message}`
    if (CERTIFICATE.test(told)) return new SendError('temporary', OUTBOX_TEXT.mailCertificate)
    if (code === 'ETLS') return new SendError('temporary', OUTBOX_TEXT.mailPlain)
    return new SendError('temporary', NO_TLS.test(told) ? OUTBOX_TEXT.mailNoTls : OUTBOX_TEXT.mailAway)
  }
  const answer = withoutEmails(textOf(failure)).slice(0, LONGEST_ANSWER)
  const kind = isFinal(failure) ? 'permanent' : 'temporary'
  return new SendError(kind, OUTBOX_TEXT.mailRefused(responseCode, answer))
}
