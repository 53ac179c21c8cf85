// Creates the mail of a delivery for one recipient when its report is due.
import { z } from 'zod'
import { EXPLORE_PATH, pathOf, queryOfAddress } from '#contract/address.ts'
import { scopeWords } from '#contract/coverage.ts'
import { wallClock } from '#server/domain/wall-clock.ts'
import { distributorNames } from '#server/figures/labels.ts'
import type { AdminApp } from '#server/http/app.ts'
import { HttpError } from '#server/http/errors.ts'
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
import { CHART_IDS, reportMail } from './report-mail.ts'
import { momentOf } from './schedule.ts'
import { type ScreenReader, screenMail } from './screen-mail.ts'
import { type Delivery, deliveryById, isSubscribed, setTrouble, unsubscribeToken } from './store.ts'
import { DELIVERY_TEXT } from './text.ts'

export interface ReportDeps {
  /** Base URL of links. */
  readonly publicUrl: string
  readonly ask: Ask
  /** The account in whose name something is read; undefined if it may not at present. */
  readonly ownerOf: (userId: number) => Promise<Principal | undefined>
  /** A view as its reader sees it. */
  readonly viewFor: (
    principal: Principal,
    id: number,
  ) => Promise<{ readonly question: string | null; readonly address: string } | undefined>
  /** The figures of a screen that no question answers, as the reader sees them; undefined: the screen has none. */
  readonly screenOf: ScreenReader
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
    const delivery = await deliveryById(app.store, occasion.delivery)
    const userId = message.user_id ?? 0
    if (!delivery) throw new SendError('dropped', DELIVERY_TEXT.gone)
    if (!occasion.is_test && !(await isSubscribed(app.store, delivery.id, userId)))
      throw new SendError('dropped', DELIVERY_TEXT.unsubscribed)
    const reader = await deps.ownerOf(userId)
    if (!reader) throw new SendError('dropped', DELIVERY_TEXT.noPermission)
    const mail = await mailFor(app, deps, { delivery, reader, occasion })
    return {
      async also(tx) {
        await setTrouble(tx, delivery.id, '')
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

async function mailFor(app: AdminApp, deps: ReportDeps, wanted: Wanted): Promise<MailContent> {
  const { delivery, reader, occasion } = wanted
  const owner = await deps.ownerOf(delivery.user_id)
  if (!owner) throw new SendError('dropped', DELIVERY_TEXT.noOwner)
  const source = await sourceOf(deps, delivery, owner)
  if ('trouble' in source) return tellOwner(app, deps, wanted, source.trouble)
  if ('screen' in source) return screenMailFor(app, deps, wanted, source.screen, owner.name)
  const figures = await figuresFor(app, deps, source.question, wanted)
  const file = may(reader, 'export') && delivery.attachment !== 'none' ? delivery.attachment : undefined
  const attachment = file && (await attachmentOf(figures, file, reader.scope))
  const charts = await chartsOf(figures)
  const unsubscribe = `${deps.publicUrl}${UNSUBSCRIBE_PATH}${unsubscribeToken(delivery, reader.userId)}`
  const onClock = wallClock(app.timeZone)
  const report = {
    ...{ name: delivery.name, figures, unsubscribe, owner: owner.name, isTest: occasion.is_test },
    now: onClock(momentOf(occasion.at).toISOString()),
    isLate: isLate(momentOf(occasion.at), app.now(), onClock),
    hasChart: charts.length > 0,
    coverage: await coverageOf(app.store, figures.question, reader.scope),
    fileNote: noteOf(delivery, { mayExport: may(reader, 'export'), attachment }),
    link: deps.publicUrl + datedAddress(source, figures),
  }
  const { text, html } = reportMail({ ...report, fileNote: DELIVERY_TEXT.fileTooLarge })
  const attachments = [...charts, ...(attachment ? [attachment] : [])]
  const rights = permissionFingerprint(reader)
  const own = { ...reportMail(report), attachments, unsubscribe, rights }
  return attachment ? { ...own, withoutFile: { text, html } } : own
}

async function sourceOf(deps: ReportDeps, { question, view_id, address, every }: Delivery, owner: Principal) {
  if (address !== null) return { screen: address }
  if (question !== null) return { question, address: `${EXPLORE_PATH}?${question}` }
  const view = view_id === null ? undefined : await deps.viewFor(owner, view_id)
  if (!view) return { trouble: DELIVERY_TEXT.noView }
  if (view.question === null) return { screen: view.address }
  if (every === 'week' && pathOf(view.address) !== EXPLORE_PATH)
    return lastWeekOf(view.question, view.address)
  return { question: view.question, address: view.address }
}

/** A weekly mail of a screen that follows the months shows the last closed week. */
function lastWeekOf(question: string, address: string) {
  const asked = new URLSearchParams(question)
  if (asked.has('period') || asked.has('from')) return { question, address }
  asked.set('period', 'last_week')
  if (!asked.has('compare')) asked.set('compare', 'previous')
  return { question: asked.toString(), address: `${EXPLORE_PATH}?${asked}` }
}

/** The mail of a screen, from what its reader sees there. */
async function screenMailFor(
  app: AdminApp,
  deps: ReportDeps,
  wanted: Wanted,
  address: string,
  owner: string,
): Promise<MailContent> {
  const { delivery, reader, occasion } = wanted
  const report = await deps.screenOf(address, reader, momentOf(occasion.at)).catch((error: unknown) => {
    if (error instanceof HttpError && error.status === 403)
      throw new SendError('dropped', DELIVERY_TEXT.noPermission)
    throw error
  })
  if (!report) return tellOwner(app, deps, wanted, DELIVERY_TEXT.noQuestion)
  const isFile = may(reader, 'export') && delivery.attachment !== 'none'
  const attachment = isFile ? await fileOf(report, delivery.attachment) : undefined
  const unsubscribe = `${deps.publicUrl}${UNSUBSCRIBE_PATH}${unsubscribeToken(delivery, reader.userId)}`
  const whose = scopeWords(reader.scope && (await distributorNames(app.store, reader.scope)))
  const mail = {
    ...{ name: delivery.name, report, owner, unsubscribe, isTest: occasion.is_test },
    notes: whose === '' ? [] : [whose],
    fileNote: noteOf(delivery, { mayExport: may(reader, 'export'), attachment }),
    link: deps.publicUrl + address,
  }
  const rights = permissionFingerprint(reader)
  const own = { ...screenMail(mail), attachments: attachment ? [attachment] : [], unsubscribe, rights }
  const { text, html } = screenMail({ ...mail, fileNote: DELIVERY_TEXT.fileTooLarge })
  return attachment ? { ...own, withoutFile: { text, html } } : own
}

/** The screen of a question with the days of the mail, also when it is opened in another month. */
function datedAddress({ address }: { readonly address: string }, { question, current }: Figures): string {
  if (pathOf(address) !== EXPLORE_PATH || typeof question.period !== 'string') return address
  const query = queryOfAddress(address)
  query.delete('period')
  query.set('from', current.from)
  query.set('to', current.to)
  return `${EXPLORE_PATH}?${query}`
}

async function figuresFor(app: AdminApp, deps: ReportDeps, text: string, wanted: Wanted): Promise<Figures> {
  try {
    const { read, ...asked } = await deps.ask(
      text,
      wanted.reader,
      await app.versions(),
      momentOf(wanted.occasion.at),
    )
    return { ...asked, ...(await read()) }
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    if (error.status === 403) throw new SendError('dropped', DELIVERY_TEXT.noPermission)
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
