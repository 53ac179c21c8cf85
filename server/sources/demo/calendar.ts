// When the demo shop sells: days with their weight, campaigns, prices that rise; touches only the contract.
import { type Month, monthBounds } from '#contract/month.ts'

const DAY = 86_400_000

/** Demand per month of the year, weekday (Sunday first) and hour of the day. */
const SEASON = [0.78, 0.84, 1.04, 1.06, 1.02, 1, 1.02, 1.02, 0.98, 1.06, 1.12, 1.42]
const WEEKDAY = [0.62, 1.16, 1.12, 1.1, 1.06, 1, 0.74]
export const HOURS: readonly number[] = [
  6, 3, 2, 1, 1, 1, 3, 8, 20, 38, 50, 54, 46, 36, 34, 40, 46, 50, 48, 46, 48, 50, 38, 16,
]

export interface Campaign {
  readonly name: string
  /** Coupon code without its year. */
  readonly code: string
  readonly percent: number
  /** How many times the usual orders come in on its days, and how many of them use the coupon. */
  readonly boost: number
  readonly share: number
  readonly from: string
  readonly to: string
}

const campaign = (
  name: string,
  code: string,
  percent: number,
  boost: number,
  share: number,
  from: string,
  to: string,
): Campaign => ({ name, code, percent, boost, share, from, to })

/** Sunday of Easter as 'MM-DD' (Gauss, Gregorian calendar). */
export function easter(year: number): string {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7
  const days = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114
  return `${String(Math.floor(days / 31)).padStart(2, '0')}-${String((days % 31) + 1).padStart(2, '0')}`
}

const shifted = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)

/** The campaigns of a year, each with its own coupon. */
export function campaignsOf(year: number): Campaign[] {
  const sunday = `${year}-${easter(year)}`
  const on = (day: string) => `${year}-${day}`
  return [
    campaign('Vuelta al cole', `cole${year}`, 12, 1.15, 0.16, on('02-20'), on('03-10')),
    campaign('Pascuas', `pascuas${year}`, 15, 1.5, 0.22, shifted(sunday, -16), sunday),
    campaign('Hot Sale', `hotsale${year}`, 30, 3.4, 0.55, on('05-11'), on('05-15')),
    campaign('Invierno', `invierno${year}`, 10, 1.1, 0.14, on('07-01'), on('07-20')),
    campaign('Día de la Niñez', `ninez${year}`, 20, 1.35, 0.24, on('08-05'), on('08-20')),
    campaign('Día de la Madre', `mama${year}`, 18, 1.4, 0.24, on('10-06'), on('10-19')),
    campaign('Cyber Monday', `cyber${year}`, 28, 2.6, 0.5, on('11-02'), on('11-05')),
    campaign('Black Friday', `black${year}`, 25, 1.9, 0.4, on('11-26'), on('11-29')),
    campaign('Navidad', `navidad${year}`, 15, 1.25, 0.2, on('12-05'), on('12-24')),
  ]
}

export interface Day {
  readonly date: string
  readonly weight: number
  readonly campaign: Campaign | undefined
}

/** The days of a month; `age` is the month's place in the history, since the shop grows. */
export function daysOf(month: Month, age: number): Day[] {
  const year = Number(month.slice(0, 4))
  const campaigns = campaignsOf(year)
  const last = Number(monthBounds(month).to_date.slice(8))
  const base = (SEASON[Number(month.slice(5)) - 1] ?? 1) * 1.012 ** age
  return Array.from({ length: last }, (_, index) => {
    const date = `${month}-${String(index + 1).padStart(2, '0')}`
    const running = campaigns.find(({ from, to }) => from <= date && date <= to)
    const weekday = new Date(`${date}T12:00:00Z`).getUTCDay()
    return { date, weight: base * (WEEKDAY[weekday] ?? 1) * (running?.boost ?? 1), campaign: running }
  })
}

/** Prices of a month against those of January 2024: they rise faster at first, slower later. */
export function priceLevel(month: Month): number {
  const months = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - (2024 * 12 + 1)
  return months <= 0 ? 0.97 ** -months : 1.03 ** Math.min(months, 24) * 1.018 ** Math.max(0, months - 24)
}

const DAY_START = 'T00:00:00Z'

/** From wall clock to UTC, both 'YYYY-MM-DD HH:MM:SS'; `later` seconds are added. The offset of a day is that of its noon. */
export type ToUtc = (day: string, second: number, later: number) => string

export function toUtc(timeZone: string): ToUtc {
  const zone = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  const starts = new Map<string, number>()
  const startOf = (day: string): number => {
    const noon = new Date(`${day}T12:00:00Z`)
    const name = zone.formatToParts(noon).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? []
    const offset = (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0))
    return Date.parse(`${day}${DAY_START}`) - offset * 60_000
  }
  return (day, second, later) => {
    let start = starts.get(day)
    if (start === undefined) {
      start = startOf(day)
      starts.set(day, start)
    }
    return instantText(start + (second + later) * 1000)
  }
}

const days = new Map<number, string>()

/** UTC text of an instant; days are looked up, since writing them out is what takes time. */
function instantText(instant: number): string {
  const number = Math.floor(instant / DAY)
  let day = days.get(number)
  if (day === undefined) {
    day = new Date(number * DAY).toISOString().slice(0, 10)
    days.set(number, day)
  }
  return `${day} ${clock(Math.floor((instant - number * DAY) / 1000))}`
}

const TWO = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'))

/** 'HH:MM:SS' of a second of the day. */
export const clock = (second: number): string =>
  `${TWO[Math.floor(second / 3600)]}:${TWO[Math.floor(second / 60) % 60]}:${TWO[second % 60]}`
