// Creates the mail of a delivery for one recipient when its report is due.
import { z } from 'zod'
import { pathOf, queryOfAddress } from '#contract/address.ts'
import { fileSuffix } from '#contract/coverage.ts'
import { wallClock } from '#server/domain/wall-clock.ts'
import { goneText } from '#server/figures/missing-values.ts'
import type { AdminApp } from '#server/http/app.ts'
import { badRequest, HttpError } from '#server/http/errors.ts'
import type { ScreenReport } from '#server/http/mailed.ts'
import { may, type Principal, permissionFingerprint } from '#server/http/principal.ts'
import { enqueueMail } from '#server/outbox/enqueue.ts'
import type { Attachment, MailContent } from '#server/outbox/mail.ts'
import type { Notice } from '#server/outbox/notices.ts'
import { SendError } from '#server/outbox/send-error.ts'
import type { Transport } from '#server/outbox/worker.ts'
import type { Queries } from '#server/store/store.ts'
import { attachmentOf, fileOf } from './attachment.ts'
import { chartOf, DARK, LIGHT } from './chart.ts'
import { coverageOf } from './coverage.ts'
import { troubleKey } from './failures.ts'
import type { Ask, Figures } from './figures.ts'
import { pngOf } from './picture.ts'
import { CHART_IDS, type MailFrame, reportMail } from './report-mail.ts'
import { momentOf } from './schedule.ts'
import { screenMail } from './screen-mail.ts'
import { type Shown, type Source, sourceOf, withDays, withMonth } from './source.ts'
import { type Delivery, setTrouble, unsubscribeToken } from './store.ts'
import { tableReport } from './table-report.ts'
import { DELIVERY_TEXT } from './text.ts'
import { wantedDelivery } from './wanted.ts'

export interface ReportDeps {
  /** Base URL of links. */
  readonly publicUrl: string
  readonly ask: Ask
  /** The account in whose name something is read; undefined if it may not at present. */
  readonly ownerOf: (userId: number) => Promise<Principal | undefined>
  /** The same with all its rights, which decide which views it sees. */
  readonly accountOf: (userId: number) => Promise<Principal | undefined>
  /** A view as its reader sees it. */
  readonly viewFor: (principal: Principal, id: number) => Promise<Shown | undefined>
  readonly notify: (tx: Queries, notice: Notice) => Promise<void>
  /** Sends what was written. */
  readonly kick: () => void
}

const content = z.object({
  delivery: z.number(),
  is_test: z.boolean(),
  /** The moment that the report speaks of, UTC. */
  at: z.string(),
  /** The same text for all recipients of one due time. */
  occasion: z.string(),
})

type Occasion = z.infer<typeof content>

export const UNSUBSCRIBE_PATH = '/api/deliveries/unsubscribe/'

export const reportTransport =
  (app: AdminApp, deps: ReportDeps): Transport =>
  async (message) => {
    const occasion = content.parse(JSON.parse(message.content))
    const userId = message.user_id ?? 0
    const wanted = { id: occasion.delivery, userId, isTest: occasion.is_test }
    const delivery = await wantedDelivery(app.store, wanted)
    const reader = await deps.ownerOf(userId)
    if (!reader) throw new SendError('dropped', DELIVERY_TEXT.noPermission)
    const { mail, trouble } = await mailFor(app, deps, { delivery, reader, occasion })
    return {
      async also(tx) {
        await setTrouble(tx, delivery.id, trouble)
        const written = { key: `${message.dedupe_key}:mail`, topic: 'delivery', userId, mail }
        await enqueueMail(tx, written, app.now())
        deps.kick()
      },
    }
  }

/** Longer than jobs and retries usually take. */
const LATE_MS = 15 * 60_000

/** Also a minute is late where it leads into another day. */
const isLate = (due: Date, now: Date, onClock: (time: string) => string): boolean =>
  now.getTime() - due.getTime() > LATE_MS || dayAt(due, onClock) < dayAt(now, onClock)

const dayAt = (time: Date, onClock: (time: string) => string) => onClock(time.toISOString()).slice(0, 10)

interface Wanted {
  readonly delivery: Delivery
  readonly reader: Principal
  readonly occasion: Occasion
}

interface Written {
  readonly mail: MailContent
  /** What its owner should know; else empty. */
  readonly trouble: string
}

async function mailFor(app: AdminApp, deps: ReportDeps, wanted: Wanted): Promise<Written> {
  const { delivery, reader } = wanted
  const owner = await deps.accountOf(delivery.user_id)
  if (!owner) return tellOwner(app, deps, wanted, DELIVERY_TEXT.noOwner)
  const view = delivery.view_id === null ? undefined : await deps.viewFor(owner, delivery.view_id)
  if (delivery.view_id !== null && !view) return tellOwner(app, deps, wanted, DELIVERY_TEXT.noView)
  const source = sourceOf(view ?? delivery, delivery.every, app.screenReports)
  if (!source) return tellOwner(app, deps, wanted, DELIVERY_TEXT.noQuestion)
  const made = { app, deps, wanted, owner: owner.name }
  if ('question' in source) {
    const figures = await orTellOwner(made, () => figuresOf(app, deps, source.question, wanted))
    return { mail: await questionMail(made, source.address, figures), trouble: goneText(figures.gone) }
  }
  const report = await orTellOwner(made, () => reportOf(app, source, wanted))
  const { file } = report
  const name = file && file.name + fileSuffix(reader.scope)
  const isWhole = file && (file.total ?? 0) <= file.rows.length
  const mail = await framed(made, {
    link: withMonth(source.address, report.month),
    coverage: await coverageOf(app.store, report.filters ?? [], reader.scope),
    attach: file && (async (format) => (isWhole ? fileOf({ ...file, file: name ?? '' }, format) : undefined)),
    sheet: report.sheet,
    pictures: [],
    write: (frame) => screenMail(report, frame),
  })
  return { mail, trouble: '' }
}

interface Made {
  readonly app: AdminApp
  readonly deps: ReportDeps
  readonly wanted: Wanted
  readonly owner: string
}

async function questionMail(made: Made, address: string, figures: Figures): Promise<MailContent> {
  const { scope } = made.wanted.reader
  const pictures = await chartsOf(figures)
  return framed(made, {
    link: withDays(address, figures),
    coverage: await coverageOf(made.app.store, figures.question.where, scope),
    attach: (format) => attachmentOf(figures, format, scope),
    pictures,
    write: (frame) => reportMail({ ...frame, figures, hasChart: pictures.length > 0 }),
  })
}

interface Contents {
  /** Path and query of the screen with what the mail shows. */
  readonly link: string
  readonly coverage: readonly string[]
  /** Undefined: nothing to attach; its result is undefined for a file that is too large. */
  readonly attach: ((format: 'csv' | 'xlsx') => Promise<Attachment | undefined>) | undefined
  /** Attached beside the file, where the reader may have one. */
  readonly sheet?: ScreenReport['sheet']
  readonly pictures: readonly Attachment[]
  readonly write: (frame: MailFrame) => {
    readonly subject: string
    readonly text: string
    readonly html: string
  }
}

/** What every mail of a delivery has: its moment, whom it concerns, the file where the reader may have one, the way out. */
async function framed({ app, deps, wanted, owner }: Made, contents: Contents): Promise<MailContent> {
  const { delivery, reader, occasion } = wanted
  const { attach, sheet, pictures, write } = contents
  const mayExport = may(reader, 'export')
  const format = mayExport && delivery.attachment !== 'none' ? delivery.attachment : undefined
  const attachment = format && (await attach?.(format))
  const sheets = format && sheet ? [sheetFile(await sheet())] : []
  const onClock = wallClock(app.timeZone)
  const unsubscribe = `${deps.publicUrl}${UNSUBSCRIBE_PATH}${unsubscribeToken(delivery, reader.userId)}`
  const frame = {
    ...{ name: delivery.name, owner, unsubscribe, isTest: occasion.is_test, coverage: contents.coverage },
    now: onClock(momentOf(occasion.at).toISOString()),
    isLate: isLate(momentOf(occasion.at), app.now(), onClock),
    fileNote: attach && noteOf(delivery, { mayExport, attachment }),
    link: deps.publicUrl + contents.link,
  }
  const { text, html } = write({ ...frame, fileNote: DELIVERY_TEXT.fileTooLarge })
  const attachments = [...pictures, ...sheets, ...(attachment ? [attachment] : [])]
  const own = { ...write(frame), attachments, unsubscribe, rights: permissionFingerprint(reader) }
  return attachment || sheets.length > 0 ? { ...own, withoutFile: { text, html } } : own
}

const sheetFile = ({ name, bytes }: { name: string; bytes: Buffer }): Attachment => ({
  ...{ filename: name, type: 'application/pdf', base64: bytes.toString('base64') },
})

/** Reads what the reader of the mail sees on a screen or in a table. */
async function reportOf(
  app: AdminApp,
  source: Exclude<Source, { question: string }>,
  { delivery: { name }, reader, occasion }: Wanted,
): Promise<ScreenReport> {
  const [at, versions] = [momentOf(occasion.at), await app.versions()]
  if ('table' in source)
    return tableReport(app, { table: source.table, name }, { principal: reader, versions, at })
  const read = app.screenReports.get(source.screen)
  if (!read) throw badRequest('address', 'has no figures')
  const { address } = source
  return read({ path: pathOf(address), query: queryOfAddress(address), reader, at, versions })
}

async function figuresOf(app: AdminApp, deps: ReportDeps, text: string, wanted: Wanted): Promise<Figures> {
  const at = momentOf(wanted.occasion.at)
  const moment = { at, isPast: isLate(at, app.now(), wallClock(app.timeZone)) }
  const { read, gone, ...asked } = await deps.ask(text, wanted.reader, await app.versions(), moment)
  return { ...asked, gone: await gone(), ...(await read()) }
}

/** A limited reader is not told whether something is gone or belongs to others. */
const isNotFor = ({ reader }: Wanted, { status }: HttpError): boolean =>
  status === 403 || (status === 404 && reader.scope !== null)

/** Drops the mail of a reader without permission, and tells the owner what nobody can read any more. */
async function orTellOwner<T>({ app, deps, wanted }: Made, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    if (isNotFor(wanted, error)) throw new SendError('dropped', DELIVERY_TEXT.noPermission)
    if (error.status === 404) return tellOwner(app, deps, wanted, DELIVERY_TEXT.nothingLeft)
    if (error.status !== 400) throw error
    const problem = error.errors?.map(({ path, message }) => `${path} ${message}`).join('; ') ?? ''
    return tellOwner(app, deps, wanted, DELIVERY_TEXT.brokenQuestion(problem))
  }
}

/** Records the reason and notifies the owner once per due time, then drops the report. */
async function tellOwner(app: AdminApp, deps: ReportDeps, wanted: Wanted, reason: string): Promise<never> {
  const { delivery, occasion } = wanted
  await app.store.transaction(async (tx) => {
    await setTrouble(tx, delivery.id, reason)
    await deps.notify(tx, {
      key: troubleKey(occasion.occasion),
      topic: 'delivery',
      userId: delivery.user_id,
      title: DELIVERY_TEXT.troubleTitle(delivery.name),
      text: DELIVERY_TEXT.troubleText(reason),
      path: '/analysis/deliveries',
      data: { delivery: delivery.id },
    })
  })
  deps.kick()
  throw new SendError('permanent', reason)
}

async function chartsOf(figures: Figures): Promise<Attachment[]> {
  const [light, dark] = [chartOf(figures, LIGHT), chartOf(figures, DARK)]
  if (!light || !dark) return []
  const picture = async (cid: string, svg: string): Promise<Attachment> => ({
    ...{ cid, filename: `${cid.split('@')[0]}.png`, type: 'image/png' },
    base64: (await pngOf(svg)).toString('base64'),
  })
  return [await picture(CHART_IDS.light, light), await picture(CHART_IDS.dark, dark)]
}

function noteOf(
  { attachment: wanted }: Delivery,
  { mayExport, attachment }: { mayExport: boolean; attachment: Attachment | undefined },
): string | undefined {
  if (wanted === 'none' || attachment) return undefined
  return mayExport ? DELIVERY_TEXT.fileTooLarge : DELIVERY_TEXT.fileNotAllowed
}
