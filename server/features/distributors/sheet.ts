// The Ficha as a sheet: its figures in words, for a PDF and for mails.

import { monthWord } from '#contract/cell-words.ts'
import { hasChange, type Reading } from '#contract/known-change.ts'
import { monthBounds } from '#contract/month.ts'
import type { DistributorProfile, ProfileSheet } from '#contract/profile.ts'
import { dayWords } from '#contract/questions/periods.ts'
import { change, days, integer, money, progress, rate, units } from './sheet-numbers.ts'
import { SHEET_TEXT as text } from './sheet-text.ts'

type Fact = ProfileSheet['headline'][number]
type Block = ProfileSheet['blocks'][number]

/** 'octubre 2026'. */
export const monthName = (month: string): string => `${monthWord(`${month}-01`)} ${month.slice(0, 4)}`

interface SheetOf {
  readonly month: string
  /** On the shop's clock, 'YYYY-MM-DD'. */
  readonly today: string
  readonly reading: Reading
}

export function sheetOf(profile: DistributorProfile, { month, today, reading }: SheetOf): ProfileSheet {
  const changed = changedIn(reading)
  const isRunning = month === today.slice(0, 7)
  return {
    title: profile.dist_name,
    subtitle: text.sheetOf(monthName(month), comparedWords(profile)),
    headline: headlineOf(profile, isRunning, changed),
    why: whyOf(profile, month, isRunning),
    months: profile.months.map((each) => ({
      ...{ month: each.month, net_sale: each.net_sale, text: money(each.net_sale) },
    })),
    blocks: [
      customersOf(profile, changed),
      productsOf(profile),
      serviceOf(profile),
      lossesOf(profile, changed),
      benefitsOf(profile, changed),
      opportunitiesOf(profile),
      notesOf(profile),
    ].filter((block) => block !== null),
    foot: [text.distId(profile.dist_id), text.made(dayWords(today))].join(' · '),
  }
}

/** 'septiembre 2026', or its days while the month runs. */
function comparedWords({ prev_month: { 'dates-between': span } }: DistributorProfile): string {
  const month = span.from_date.slice(0, 7)
  return span.to_date === monthBounds(month).to_date
    ? monthName(month)
    : `${dayWords(span.from_date)} al ${dayWords(span.to_date)}`
}

const fact = (
  label: string,
  value: string,
  more: { change?: string | undefined; note?: string } = {},
): Fact => ({
  ...{ label, value, change: more.change ?? null, note: more.note ?? null },
})

const block = (title: string, more: Partial<Block>): Block => ({
  ...{ title, note: null, facts: [], table: null, lines: [] },
  ...more,
})

type Changed = (now: number, before: number) => string | undefined

const changedIn =
  (reading: Reading): Changed =>
  (now, before) => {
    if (before === 0) return now === 0 ? undefined : text.new
    return hasChange(reading, now) ? change(now, before) : undefined
  }

function headlineOf(
  { main_month: now, prev_month: before, preparing_amount }: DistributorProfile,
  isRunning: boolean,
  changed: Changed,
): Fact[] {
  const of = (label: string, key: 'net_sale' | 'orders' | 'units' | 'buyers', write: typeof money) =>
    fact(label, write(now[key]), {
      change: changed(now[key], before[key]),
      note: text.before(write(before[key])),
    })
  const [net, ...rest] = [
    of(text.net, 'net_sale', money),
    of(text.orders, 'orders', integer),
    of(text.units, 'units', units),
    of(text.active, 'buyers', integer),
  ]
  const prepared = !isRunning ? net.note : `${net.note} · ${text.preparing(money(preparing_amount))}`
  return [{ ...net, note: prepared }, ...rest]
}

/** The sentences, then the distributor's place and its goal. */
function whyOf(profile: DistributorProfile, month: string, isRunning: boolean): string[] {
  const { why, rank, ranked, share, goal, main_month } = profile
  const sentences = (why ?? []).map(({ text: words, numbers }) =>
    words.replace(/\{(\d+)\}/g, (_, index: string) => numbers[Number(index)]?.text ?? ''),
  )
  const place = rank === null ? [] : [text.rank(integer(rank), integer(ranked)), text.share(rate(share))]
  const none = sentences.length === 0 && main_month.orders === 0 ? [text.noOrders(monthName(month))] : []
  const lines = [...sentences, ...none, place.join(' · '), goalWords(goal, isRunning)]
  return lines.filter((line) => line !== '')
}

function goalWords(goal: DistributorProfile['goal'], isRunning: boolean): string {
  if (!goal) return ''
  const { goal: amount, so_far, expected_by_now, forecast, low, high } = goal
  return [
    ...(amount ? [text.goal(progress((so_far / amount) * 100), money(amount))] : []),
    ...(amount && isRunning && expected_by_now !== null ? [text.expected(money(expected_by_now))] : []),
    ...(isRunning && forecast !== null && low !== null && high !== null
      ? [text.forecast(money(forecast), money(low), money(high))]
      : []),
  ].join(' · ')
}

const customersOf = (
  { main_month: now, prev_month: before, lost_customers }: DistributorProfile,
  changed: Changed,
): Block =>
  block(text.customers, {
    facts: [
      fact(text.active, integer(now.buyers), { change: changed(now.buyers, before.buyers) }),
      fact(text.newcomers, integer(now.new_buyers), { change: changed(now.new_buyers, before.new_buyers) }),
      fact(text.lost, integer(lost_customers), { note: text.lostNote }),
    ],
  })

function productsOf({ products, distribution }: DistributorProfile): Block | null {
  if (!products) return null
  const { sold, gained, lost, gained_net, lost_net } = products
  return block(distribution ? text.products : text.productsAlone, {
    facts: [
      fact(text.sold, integer(sold)),
      fact(text.gained, integer(gained), { note: text.inMonth(money(gained_net)) }),
      fact(text.lostProducts, integer(lost), { note: text.inBefore(money(lost_net)) }),
      ...(distribution && distribution.common > 0
        ? [fact(text.common, text.of(integer(distribution.common_sold), integer(distribution.common)))]
        : []),
    ],
  })
}

const orNone = (value: number | null, write: (value: number) => string): string =>
  value === null ? text.none : write(value)

function serviceOf({ service }: DistributorProfile): Block | null {
  if (!service) return null
  const { median_days, p90_days, on_time_rate, open_orders, oldest_days } = service
  return block(text.service, {
    facts: [
      fact(
        text.medianDays,
        orNone(median_days, days),
        p90_days === null ? {} : { note: text.p90(days(p90_days)) },
      ),
      fact(text.onTime, orNone(on_time_rate, rate)),
      fact(
        text.open,
        integer(open_orders),
        oldest_days === null ? {} : { note: text.oldest(days(oldest_days)) },
      ),
    ],
  })
}

const lossesOf = ({ main_month: now, prev_month: before }: DistributorProfile, changed: Changed): Block =>
  block(text.losses, {
    facts: [
      fact(text.cancelled, integer(now.cancelled_orders), {
        change: changed(now.cancelled_orders, before.cancelled_orders),
        note: money(now.cancelled_amount),
      }),
      fact(text.cancelRate, orNone(now.cancel_rate, rate)),
      fact(text.refunded, money(now.refunded), {
        change: changed(now.refunded, before.refunded),
        ...(now.refund_rate !== null && { note: text.refundRate(rate(now.refund_rate)) }),
      }),
    ],
  })

const MOST_GROUPS = 5

function benefitsOf({ benefits }: DistributorProfile, changed: Changed): Block | null {
  if (!benefits || benefits.groups.length === 0) return null
  const { main_month: now, prev_month: before, groups } = benefits
  return block(text.benefits, {
    facts: [
      fact(text.amount, money(now.benefit_amount), {
        change: changed(now.benefit_amount, before.benefit_amount),
      }),
      fact(text.uses, integer(now.benefit_uses)),
    ],
    table: {
      head: [text.group, text.amount, text.uses],
      rows: groups
        .slice(0, MOST_GROUPS)
        .map(({ label, benefit_amount, benefit_uses }) => [
          label,
          money(benefit_amount),
          integer(benefit_uses),
        ]),
    },
  })
}

function opportunitiesOf({ opportunities }: DistributorProfile): Block | null {
  if (!opportunities) return null
  const { first, first_followed, opportunities: count, estimated_net } = opportunities
  if (first.length === 0 && first_followed.length === 0) return null
  return block(text.opportunities, {
    note: text.found(count, money(estimated_net)),
    table:
      first.length === 0
        ? null
        : {
            head: [text.product, text.estimated, text.peers],
            rows: first.map(({ product_name, estimated_net: net, peers_selling, peers }) => [
              ...[product_name, orNone(net, money)],
              text.of(orNone(peers_selling, integer), orNone(peers, integer)),
            ]),
          },
    lines: first_followed.map(followedWords),
  })
}

type Void = NonNullable<DistributorProfile['opportunities']>['first'][number]

function followedWords({ product_name, since, sold_units, sold_net, sold_days }: Void): string {
  const followed = text.followedSince(product_name, dayWords(since ?? ''))
  if (sold_units === null || sold_net === null || sold_days === null) return `${followed}: ${text.notYet}`
  return `${followed}: ${text.soldSince(units(sold_units), money(sold_net), sold_days)}`
}

const MOST_NOTES = 6

function notesOf({ notes }: DistributorProfile): Block | null {
  if (!notes || notes.length === 0) return null
  return block(text.notes, {
    lines: notes
      .slice(0, MOST_NOTES)
      .map(({ from_date, to_date, text: words }) =>
        from_date === to_date
          ? `${dayWords(from_date)}: ${words}`
          : `${dayWords(from_date)} al ${dayWords(to_date)}: ${words}`,
      ),
  })
}
