// Links that set a password, sent by mail: for one use, valid for some hours and bound to the e-mail that received them. Using one
// proves that the e-mail belongs to the owner of the account.
import { randomBytes } from 'node:crypto'
import type { AdminApp } from '#server/http/app.ts'
import { badRequest } from '#server/http/errors.ts'
import { hashSecret } from '#server/http/token-secret.ts'
import { notify } from '#server/notices/notify.ts'
import { enqueueMail } from '#server/outbox/enqueue.ts'
import type { FailedHook } from '#server/outbox/worker.ts'
import { insertRow } from '#server/store/rows.ts'
import { sql, utc } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { type Account, accountByEmail, accountById, changePassword, type PasswordFrom } from './accounts.ts'
import { addSeconds } from './clock.ts'
import type { LinkMail } from './mail.ts'
import { INVITATION_TEXT } from './notice-text.ts'
import { assertUncommon } from './password-rules.ts'
import { hashPassword } from './passwords.ts'
import { countAttempt, limitKey, PER_MAILBOX } from './rate-limit.ts'

const HOUR_SECONDS = 3600
const RESET_HOURS = 1
export const INVITATION_HOURS = 7 * 24

export interface MailOptions {
  /** Without it, no link is sent. */
  readonly mail: Mailbox | undefined
  /** Base URL of links in mails. */
  readonly publicUrl: string
}

export interface Mailbox {
  /** Encrypts the link while it waits. */
  readonly seal: ((text: string) => string) | undefined
  /** Sends what was written. */
  kick(): void
}

interface LinkFor {
  /** Only to accounts whose password comes from there. */
  readonly only?: PasswordFrom
  /** How long the link is valid. */
  readonly hours?: number
  /** The account that had it sent, and learns if it cannot be. */
  readonly by?: number
}

type MailOf = (to: string, link: string) => LinkMail

/**
 * Sends links in the background, so that neither content nor time of a response reveals whether an account exists.
 */
export function linkSender({ server, store, now }: AdminApp, { mail, publicUrl }: MailOptions) {
  return (email: string, mailOf: MailOf, { only, hours = RESET_HOURS, by }: LinkFor = {}): void => {
    const send = async (mailbox: Mailbox) => {
      const account = await accountByEmail(store, email)
      if (!account || (only && account.password_from !== only)) return
      const linkMail = (token: string) =>
        mailOf(account.email, `${publicUrl}/auth/reset-password?token=${token}`)
      const link = { linkMail, seal: mailbox.seal, hours, by }
      if (await writeLink(store, account, link, now())) mailbox.kick()
    }
    if (mail)
      send(mail).catch((error: unknown) =>
        server.log.error(
          { reason: error instanceof Error ? error.name : 'unknown' },
          'mail with a link could not be sent',
        ),
      )
  }
}

interface Link {
  readonly linkMail: (token: string) => LinkMail
  readonly seal: Mailbox['seal']
  readonly hours: number
  readonly by: number | undefined
}

/** False if the mailbox has received too many. */
async function writeLink(store: Store, account: Account, { linkMail, seal, hours, by }: Link, now: Date) {
  const attempt = await countAttempt(store, limitKey('mailbox', account.email), PER_MAILBOX, now)
  if ('wait' in attempt) return false
  const token = randomBytes(32).toString('base64url')
  return store.transaction(async (tx) => {
    await tx.run(
      sql`delete from password_resets where user_id = ${account.user_id} or expires_at < ${utc(now)}`,
    )
    const { user_id, email } = account
    const expires_at = addSeconds(now, hours * HOUR_SECONDS)
    await insertRow(tx, 'password_resets', { token_hash: hashSecret(token), user_id, email, expires_at })
    const key = by === undefined ? `password:${hashSecret(token)}` : invitationKey(by, user_id, token)
    const message = { key, topic: 'password', hours, seal }
    return enqueueMail(tx, { ...message, mail: linkMail(token) }, now)
  })
}

const invitationKey = (by: number, userId: number, token: string) =>
  `invitation:${by}:${userId}:${hashSecret(token)}`
const INVITATION = /^invitation:(\d+):(\d+):/

/** Tells who invited somebody that the mail with the link was given up. */
export const tellInviter =
  (now: () => Date): FailedHook =>
  async (tx, { dedupe_key, reason }) => {
    const [, by, invited] = INVITATION.exec(dedupe_key) ?? []
    const account = invited === undefined ? undefined : await accountById(tx, Number(invited))
    if (!account) return
    const notice = {
      userId: Number(by),
      kind: 'invitation-failed',
      source: dedupe_key,
      title: INVITATION_TEXT.failed(account.name),
      body: INVITATION_TEXT.reason(reason),
      links: [{ label: INVITATION_TEXT.see, href: '/settings/users' }],
      sees: { scope: [], permissions: ['settings'] },
    } as const
    await notify(tx, notice, now())
  }

/** Sets the password of the link's account; returns its id. */
export async function confirmReset(store: Store, token: string, password: string, now: Date) {
  const accountOf = (queries: Pick<Store, 'one'>) =>
    queries.one<{ user_id: number; email: string; name: string }>(sql`
      select u.user_id, u.email, u.name from password_resets r join users u on u.user_id = r.user_id and u.email = r.email
      where r.token_hash = ${hashSecret(token)} and r.expires_at > ${utc(now)} and u.deleted_at is null`)
  const owner = await accountOf(store)
  if (!owner) throw badRequest('token', 'is wrong, used or expired')
  assertUncommon(password, owner)
  const hash = await hashPassword(password)
  return store.transaction(async (tx) => {
    const account = await accountOf(tx)
    // Of two simultaneous requests only one deletes the row.
    const deleted =
      account && (await tx.run(sql`delete from password_resets where token_hash = ${hashSecret(token)}`))
    if (!account || deleted !== 1) throw badRequest('token', 'is wrong, used or expired')
    await changePassword(tx, account.user_id, { hash, from: 'owner' }, now)
    await tx.run(sql`update users set email_proven = true where user_id = ${account.user_id}`)
    return account.user_id
  })
}
