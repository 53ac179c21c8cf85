// Shared by the translations of all records.
import { folded } from '#server/domain/folded.ts'
import { TooLarge } from '#server/domain/too-large.ts'
import { type WallClock, wallClock } from '#server/domain/wall-clock.ts'
import { type Notes, newNotes } from '../../ingest/notes.ts'
import { type Classify, classifier } from './classify.ts'
import { DEFAULT_MAPPING, type Mapping } from './mapping.ts'
import { patternOf } from './pattern.ts'
import type { MetaPayload } from './payloads.ts'
import { RECORD_TEXT } from './text.ts'

export interface TranslateContext {
  readonly mapping: Mapping
  /** The shop's currency; orders in another are not counted. */
  readonly currency: string
  /** IANA name of the shop's zone; `clock` returns its time. */
  readonly timeZone: string
  readonly clock: WallClock
  readonly classify: Classify
  readonly paymentOf: PaymentOf
  readonly notes: Notes
  /** Products of the types that the mapping names as vouchers. */
  readonly voucherProducts: ReadonlySet<number>
}

export function translateContext(options: {
  mapping?: Mapping
  currency: string
  timeZone: string
  notes?: Notes
  voucherProducts?: ReadonlySet<number>
}): TranslateContext {
  const mapping = options.mapping ?? DEFAULT_MAPPING
  return {
    mapping,
    currency: options.currency,
    timeZone: options.timeZone,
    clock: wallClock(options.timeZone),
    classify: classifier(mapping),
    paymentOf: paymentMeans(mapping.payments),
    notes: options.notes ?? newNotes(),
    voucherProducts: options.voucherProducts ?? new Set(),
  }
}

/** A record that cannot become a fact. */
export class Rejected extends Error {}

/** Why a record cannot become a fact; undefined for any other error. */
export function rejectionOf(error: unknown): string | undefined {
  if (error instanceof Rejected) return error.message
  return error instanceof TooLarge ? RECORD_TEXT.tooLarge : undefined
}

/** Local time in the configured zone, from the UTC instant, or without one from the shop's local time. */
export function storeTime(local: string | null, utc: string | null, context: TranslateContext) {
  const time = ownTime(local, utc, context)
  const listed = local === null ? undefined : utcTime(local)
  if (listed !== undefined && time !== undefined && listed !== time)
    context.notes.count('clock', difference(listed, time))
  return time
}

/** The same for times beside the one that decides the month: a clock that differs is noted there. */
export const ownTime = (
  local: string | null,
  utc: string | null,
  { clock }: Pick<TranslateContext, 'clock'>,
) => (utc === null ? (local === null ? undefined : utcTime(local)) : clock(utc))

/** UTC without zone letters: 'YYYY-MM-DD HH:MM:SS'. */
export const utcTime = (utc: string): string => `${utc.slice(0, 10)} ${utc.slice(11, 19)}`

function difference(listed: string, time: string): string {
  const minutes = (Date.parse(`${listed}Z`) - Date.parse(`${time}Z`)) / 60_000
  return `${minutes > 0 ? '+' : ''}${Math.round(minutes)} min`
}

/** The first non-empty value of these keys, trimmed; '' without one. */
export function metaText(meta: readonly MetaPayload[], keys: readonly string[]): string {
  for (const key of keys) {
    for (const entry of meta) {
      if (entry.key !== key) continue
      const { value } = entry
      if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') continue
      const text = String(value).trim()
      if (text !== '') return text
    }
  }
  return ''
}

/** Meta field of an order whose person WooCommerce has erased. */
export const ANONYMIZED = '_anonymized'

const YES = new Set(['1', 'yes', 'true', 'on', 'si', 'y', 's', 'accepted', 'acepto'])

export const metaFlag = (meta: readonly MetaPayload[], keys: readonly string[]): boolean =>
  YES.has(folded(metaText(meta, keys)))

type PaymentOf = (method: string, title: string) => { mp: boolean; lyra: boolean }

/** Classifies payment methods; a shop has few of them, so results are cached. */
function paymentMeans(patterns: { mp: readonly string[]; lyra: readonly string[] }): PaymentOf {
  const [mp, lyra] = [patterns.mp, patterns.lyra].map((list) => list.map(patternOf))
  const known = new Map<string, ReturnType<PaymentOf>>()
  return (method, title) => {
    const text = `${method} ${title}`
    const before = known.get(text)
    if (before) return before
    const means = {
      mp: mp!.some((pattern) => pattern.test(text)),
      lyra: lyra!.some((pattern) => pattern.test(text)),
    }
    if (known.size < 1000) known.set(text, means)
    return means
  }
}
