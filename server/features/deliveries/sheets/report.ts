// Makes the mail with the Ficha of a distributor when its message is due, with the rights that its sender has then.
import { z } from 'zod'
import { PROFILE_PATH } from '#contract/address.ts'
import { COMPARED_DAYS, COMPARISONS, isMonth, type Month } from '#contract/month.ts'
import { dataOfMonth } from '#server/figures/period-data.ts'
import type { AdminApp } from '#server/http/app.ts'
import { HttpError } from '#server/http/errors.ts'
import type { ScreenReport } from '#server/http/mailed.ts'
import { may, type Principal, permissionFingerprint } from '#server/http/principal.ts'
import { enqueueMail } from '#server/outbox/enqueue.ts'
import type { Attachment, MailContent } from '#server/outbox/mail.ts'
import { SendError } from '#server/outbox/send-error.ts'
import type { Transport } from '#server/outbox/worker.ts'
import { fileOf } from '../attachment.ts'
import { UNSUBSCRIBE_PATH } from '../report.ts'
import { momentOf } from '../schedule.ts'
import { assertSameAddress } from '../wanted.ts'
import { sheetMail } from './mail.ts'
import { sheetById, shopName, stopToken } from './store.ts'
import { SHEET_MAIL_TEXT as text } from './text.ts'

export interface SheetDeps {
  /** Base URL of links. */
  readonly publicUrl: string
  readonly hasMail: boolean
  /** The account in whose name something is read; undefined if it may not at present. */
  readonly ownerOf: (userId: number) => Promise<Principal | undefined>
  /** Sends what was written. */
  readonly kick: () => void
  /** Encrypts addresses and figures while they wait. */
  readonly seal: ((text: string) => string) | undefined
}

const content = z.object({
  /** Its row; null for a test, which its sender gets. */
  mail: z.number().nullable(),
  sender: z.number(),
  dist_id: z.string(),
  month: z.string().refine((value): value is Month => isMonth(value)),
  compare: z.enum(COMPARISONS).default('previous'),
  days: z.enum(COMPARED_DAYS).default('same'),
  with_names: z.boolean(),
  /** The moment that the Ficha speaks of, UTC. */
  at: z.string(),
})

export type SheetContent = z.infer<typeof content>

export const maySend = (sender: Principal): boolean =>
  may(sender, 'export') && may(sender, 'view:distributors')

export const sheetTransport =
  (app: AdminApp, deps: SheetDeps): Transport =>
  async ({ dedupe_key, content: written }) => {
    const wanted = content.parse(JSON.parse(written))
    const sender = await deps.ownerOf(wanted.sender)
    if (!sender || !maySend(sender)) throw new SendError('dropped', text.noSender)
    const sheet = wanted.mail === null ? undefined : await sheetById(app.store, wanted.mail)
    if (wanted.mail !== null && !sheet) throw new SendError('dropped', text.gone)
    if (sheet) assertSameAddress(sheet)
    const report = await orDrop(() => sheetReport(app, sender, wanted))
    const unsubscribe = sheet && `${deps.publicUrl}${UNSUBSCRIBE_PATH}${stopToken(sheet)}`
    const made = await mailOf(app, { sender, report, unsubscribe })
    const rights = permissionFingerprint(sender)
    const mail: MailContent = sheet
      ? { ...made, to: sheet.email, outside: { sender: sender.userId, rights } }
      : { ...made, rights }
    const message = { key: `${dedupe_key}:mail`, topic: 'sheet', mail, seal: deps.seal }
    return {
      async also(tx) {
        await enqueueMail(tx, sheet ? message : { ...message, userId: sender.userId }, app.now())
        deps.kick()
      },
    }
  }

async function orDrop<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof HttpError && error.status < 500) throw new SendError('dropped', text.notSeen)
    throw error
  }
}

type Wanted = Omit<SheetContent, 'mail' | 'sender'>

/** What the distributor gets to see. Throws a SendError until a closed month has all its orders. */
export async function sheetReport(app: AdminApp, reader: Principal, wanted: Wanted): Promise<ScreenReport> {
  const { dist_id, month, compare, days, with_names: withNames } = wanted
  const read = app.screenReports.get(PROFILE_PATH)
  if (!read) throw new HttpError('not-found')
  const [at, versions] = [momentOf(wanted.at), await app.versions()]
  const report = await read({
    path: PROFILE_PATH.replace('$dist_id', encodeURIComponent(dist_id)),
    query: new URLSearchParams({ month, compare, days }),
    ...{ reader, at, versions, outside: { withNames } },
  })
  // Orders of the end of a closed month were not read yet.
  const { cutAfter } = await dataOfMonth(app, month, versions, at)
  if (!report.sheet || cutAfter !== null) throw new SendError('temporary', text.noData)
  return report
}

interface Made {
  readonly sender: Principal
  readonly report: ScreenReport
  /** Undefined: a test. */
  readonly unsubscribe: string | undefined
}

export async function mailOf(app: AdminApp, { sender, report, unsubscribe }: Made): Promise<MailContent> {
  const { file, sheet } = report
  const isWhole = file && (file.total ?? 0) <= file.rows.length
  const orders = isWhole ? await fileOf({ ...file, file: file.name }, 'xlsx') : undefined
  const frame = { sender: sender.name, shop: await shopName(app.store), isTest: !unsubscribe, unsubscribe }
  const noted = (fileNote: string | undefined) => sheetMail(report, { ...frame, fileNote })
  const { text: words, html } = noted(text.fileTooLarge)
  const pdf = sheet && (await sheet())
  const attachments: Attachment[] = [
    ...(pdf ? [{ filename: pdf.name, type: 'application/pdf', base64: pdf.bytes.toString('base64') }] : []),
    ...(orders ? [orders] : []),
  ]
  return {
    ...noted(file && !orders ? text.fileTooLarge : undefined),
    ...{ attachments, withoutFile: { text: words, html } },
    ...(unsubscribe !== undefined && { unsubscribe }),
  }
}
