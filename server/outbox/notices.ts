// Enqueues a notice for its person by mail and webhooks, as chosen. The notice under the bell is written by the caller.
import { escapeMarkup } from '#contract/markup-text.ts'
import type { NoticeTopic } from '#contract/notice-topics.ts'
import { insertRow } from '#server/store/rows.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { enqueue, enqueueMail } from './enqueue.ts'
import type { MailContent } from './mail.ts'
import { FONT, mailHtml } from './mail-layout.ts'
import { MAIL_TEXT } from './text.ts'
import { targetsOf } from './webhook-targets.ts'

export interface Notice {
  /** Identifies the incident and the event, the same for all recipients: 'alert:12:2026-10-03:start'. */
  readonly key: string
  readonly topic: NoticeTopic
  readonly userId: number
  /** Also sends it to the webhooks of the shop, once regardless of the number of recipients. */
  readonly forShop?: boolean
  /** Spanish, one line: the news. */
  readonly title: string
  /** Spanish, one or a few sentences. */
  readonly text: string
  /** Path of the screen: '/avisos?aviso=12'. */
  readonly path: string
  /** For programs. */
  readonly data: Readonly<Record<string, unknown>>
  /** permissionFingerprint of the rights that the figures were read with. */
  readonly rights?: string
}

/** Writes the messages; call it in the transaction that records the notice. */
export async function enqueueNotice(
  tx: Queries,
  notice: Notice,
  { publicUrl, now }: { readonly publicUrl: string; readonly now: Date },
): Promise<void> {
  const { key, topic, userId, title, text, path, data, rights, forShop = false } = notice
  const link = `${publicUrl}${path}`
  const readWith = rights === undefined ? {} : { rights }
  if (!(await isMuted(tx, userId, topic))) {
    const mail = { ...noticeMail({ title, text, link }), ...readWith }
    await enqueueMail(tx, { key: `${key}:mail:${userId}`, topic, userId, mail }, now)
  }
  for (const { id } of await targetsOf(tx, userId, { withShop: forShop })) {
    const told = { text: `*${title}*\n${text}\n${link}`, title, topic, link, data }
    const content = { target: id, notice: told, ...readWith }
    await enqueue(tx, { channel: 'webhook', key: `${key}:webhook:${id}`, topic, userId, content }, now)
  }
}

const isMuted = async (tx: Queries, userId: number, topic: NoticeTopic): Promise<boolean> =>
  (await tx.one(sql`select 1 as muted from muted_mails where user_id = ${userId} and topic = ${topic}`)) !==
  undefined

export const mutedTopics = async (queries: Queries, userId: number): Promise<string[]> =>
  (await queries.all<{ topic: string }>(sql`select topic from muted_mails where user_id = ${userId}`)).map(
    ({ topic }) => topic,
  )

export async function setMuted(tx: Queries, userId: number, topic: NoticeTopic, muted: boolean) {
  await tx.run(sql`delete from muted_mails where user_id = ${userId} and topic = ${topic}`)
  if (muted) await insertRow(tx, 'muted_mails', { user_id: userId, topic })
}

function noticeMail({ title, text, link }: Record<'title' | 'text' | 'link', string>): MailContent {
  const paragraphs = text.split('\n').filter((line) => line.trim() !== '')
  const body = paragraphs
    .map(
      (line) =>
        `<p class="gd-ink" style="${FONT};margin:14px 0 0;font-size:15px;line-height:1.55;color:#1a1d23">${escapeMarkup(line)}</p>`,
    )
    .join('')
  return {
    subject: title,
    text: `${title}\n\n${text}\n\n${MAIL_TEXT.open}: ${link}\n\n${MAIL_TEXT.noticeFooter}\n`,
    html: mailHtml({ title, preview: text, body, link, footer: escapeMarkup(MAIL_TEXT.noticeFooter) }),
  }
}
