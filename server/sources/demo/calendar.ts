// The demo shop's daily demand, campaigns and inflation.
import { addDays, type Month, monthBounds } from '#contract/month.ts'
import { wallClock } from '#server/domain/wall-clock.ts'

/** Demand per month of the year, weekday (Sunday first) and hour of the day. */
const MONTHS = [0.78, 0.84, 1.04, 1.06, 1.02, 1, 1.02, 1.02, 0.98, 1.06, 1.12, 1.42]
const WEEKDAYS = [0.62, 1.16, 1.12, 1.1, 1.06, 1, 0.74]
export const HOURS: readonly number[] = [
  6, 3, 2, 1, 1, 1, 3, 8, 20, 38, 50, 54, 46, 36, 34, 40, 46, 50, 48, 46, 48, 50, 38, 16,
]

export interface Campaign {
  readonly name: string
  readonly code: string
  readonly percent: number
  /** Orders on its days relative to normal days. */
  readonly boost: number
  /** Share of those orders that use its coupon. */
  readonly share: number
  readonly from: string
  readonly to: string
}

/** Easter Sunday as 'MM-DD' (Gauss, Gregorian calendar). */
function easter(year: number): string {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7
  const days = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114
  return `${String(Math.floor(days / 31)).padStart(2, '0')}-${String((days % 31) + 1).padStart(2, '0')}`
}

/** The campaigns of a year, each with its own coupon. */
export function campaignsOf(year: number): Campaign[] {
  const sunday = easter(year)
  const campaigns = [
    ['Vuelta al cole', 'cole', 12, 1.15, 0.16, '02-20', '03-10'],
    ['Pascuas', 'pascuas', 15, 1.5, 0.22, addDays(`${year}-${sunday}`, -16).slice(5), sunday],
    ['Hot Sale', 'hotsale', 30, 3.4, 0.55, '05-11', '05-15'],
    ['Invierno', 'invierno', 10, 1.1, 0.14, '07-01', '07-20'],
    ['Día de la Niñez', 'ninez', 20, 1.35, 0.24, '08-05', '08-20'],
    ['Día de la Madre', 'mama', 18, 1.4, 0.24, '10-06', '10-19'],
    ['Cyber Monday', 'cyber', 28, 2.6, 0.5, '11-02', '11-05'],
    ['Black Friday', 'black', 25, 1.9, 0.4, '11-26', '11-29'],
    ['Navidad', 'navidad', 15, 1.25, 0.2, '12-05', '12-24'],
  ] as const
  return campaigns.map(([name, code, percent, boost, share, from, to]) => ({
    name,
    code: `${code}${year}`,
    percent,
    boost,
    share,
    from: `${year}-${from}`,
    to: `${year}-${to}`,
  }))
}

export interface Day {
  readonly date: string
  readonly weight: number
  readonly campaign: Campaign | undefined
}

/** The days of a month. `age` counts months since the start of the history, since the shop grows. */
export function daysOf(month: Month, age: number): Day[] {
  const campaigns = campaignsOf(Number(month.slice(0, 4)))
  const last = Number(monthBounds(month).to_date.slice(8))
  const base = MONTHS[Number(month.slice(5)) - 1]! * 1.012 ** age
  return Array.from({ length: last }, (_, index) => {
    const date = `${month}-${String(index + 1).padStart(2, '0')}`
    const campaign = campaigns.find(({ from, to }) => from <= date && date <= to)
    const weekday = new Date(`${date}T12:00:00Z`).getUTCDay()
    return { date, weight: base * WEEKDAYS[weekday]! * (campaign?.boost ?? 1), campaign }
  })
}

/** Prices relative to January 2024: fast inflation for two years, slower afterwards. */
export function priceLevel(month: Month): number {
  const months = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - (2024 * 12 + 1)
  return months <= 0 ? 0.97 ** -months : 1.03 ** Math.min(months, 24) * 1.018 ** Math.max(0, months - 24)
}

const TWO_DIGITS = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'))

/** 'YYYY-MM-DD HH:MM:SS' of a number of seconds after a day began; may lead into later days. */
export function timeText(day: string, seconds: number): string {
  const days = Math.floor(seconds / 86_400)
  const second = seconds - days * 86_400
  const date = days === 0 ? day : addDays(day, days)
  return `${date} ${TWO_DIGITS[Math.floor(second / 3600)]}:${TWO_DIGITS[Math.floor(second / 60) % 60]}:${TWO_DIGITS[second % 60]}`
}

/** Seconds to add to a day's wall clock to get UTC, measured at noon. */
export function secondsToUtc(timeZone: string): (day: string) => number {
  const clock = wallClock(timeZone)
  return (day) => {
    const local = clock(`${day}T12:00:00`).replace(' ', 'T')
    return (Date.parse(`${day}T12:00:00Z`) - Date.parse(`${local}Z`)) / 1000
  }
}
