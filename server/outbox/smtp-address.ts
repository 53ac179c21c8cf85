// GONDOLA_SMTP_URL: `smtp://user:password@host:port` or `smtps://…`, with `?from=`, `?requireTLS=false` and `?name=`.

import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { entryOf } from '#contract/entry.ts'
import { decoded } from '#server/domain/decoded.ts'

const TIMEOUTS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
  dnsTimeout: 10_000,
}

const OWN = /^(localhost|127\.0\.0\.1|::1)$/
const PORTS: Record<string, number> = { 'smtp:': 587, 'smtps:': 465 }
const IS_FALSE = /^(false|0|no)$/i

export interface SmtpAddress {
  /** Of nodemailer. */
  readonly options: Readonly<Record<string, unknown>>
  readonly credentials: { readonly user: string; readonly pass: string } | undefined
  /** As in a From header; undefined if the address names no sender. */
  readonly from: string | undefined
}

/**
 * STARTTLS with a valid certificate is required, except for a server on this machine, whose certificate nobody vouches for, and
 * if the address says `requireTLS=false`: there TLS is used if offered, with any certificate.
 */
export function smtpAddress(url: string): SmtpAddress {
  const address = new URL(url)
  const { searchParams: given, protocol, username, password } = address
  const host = address.hostname.replace(/^\[|\]$/g, '')
  const user = decoded(username)
  const isLax = OWN.test(host) || IS_FALSE.test(given.get('requireTLS') ?? '')
  const name = given.get('name')
  return {
    options: {
      ...{ host, port: Number(address.port || entryOf(PORTS, protocol)), secure: protocol === 'smtps:' },
      ...(isLax ? { tls: { rejectUnauthorized: false } } : { requireTLS: protocol === 'smtp:' }),
      ...(name !== null && { name }),
      ...TIMEOUTS,
    },
    credentials: user === '' ? undefined : { user, pass: decoded(password) },
    from: [given.get('from') ?? user, user === '' && namesMail(host) ? `gondola@${host}` : ''].find(
      isMailbox,
    ),
  }
}

/** A host whose name can stand in an e-mail. */
const namesMail = (host: string): boolean => isIP(host) === 0 && host.includes('.')

/**
 * `ana@example.com` or `Ana <ana@example.com>`; other texts would make nodemailer send without a sender. Letters outside ASCII stand in
 * domains alone: few servers take a sender with others.
 */
function isMailbox(text: string): boolean {
  const domain = /^[!-;=?A-~]+@([^\s@<>]+)$/.exec(addressIn(text))?.[1]
  return domain !== undefined && isIP(domain) === 0 && /^[\w.-]+$/.test(domainToASCII(domain))
}

/** The e-mail of a mailbox, without its name. */
export const addressIn = (mailbox: string): string => (/<([^<>]*)>\s*$/.exec(mailbox)?.[1] ?? mailbox).trim()
