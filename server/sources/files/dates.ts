// Dates by content: the order of day and month is that of a column, never of a cell.
import { entryOf } from '#contract/entry.ts'
import { isDateTime } from '#server/domain/date-time.ts'
import { folded } from '#server/domain/folded.ts'
import { type WallClock, wallClock } from '#server/domain/wall-clock.ts'
import { type Cell, isBrokenCell, isDateCell, isNumberCell, textOf, wordsOf } from './cell.ts'
import { serialDate } from './workbook.ts'

export type DateOrder = 'dmy' | 'mdy' | 'ymd'

const MONTHS: Readonly<Record<string, number>> = Object.fromEntries(
  [
    ['ene', 'enero', 'jan', 'january', 'janeiro'],
    ['feb', 'febrero', 'february', 'fev', 'fevereiro'],
    ['mar', 'marzo', 'march', 'marco'],
    ['abr', 'abril', 'apr', 'april'],
    ['may', 'mayo', 'mai', 'maio'],
    ['jun', 'junio', 'june', 'junho'],
    ['jul', 'julio', 'july', 'julho'],
    ['ago', 'agosto', 'aug', 'august'],
    ['sep', 'sept', 'set', 'septiembre', 'setiembre', 'september', 'setembro'],
    ['oct', 'octubre', 'october', 'out', 'outubro'],
    ['nov', 'noviembre', 'november', 'novembro'],
    ['dic', 'diciembre', 'dec', 'december', 'dez', 'dezembro'],
  ].flatMap((names, index) => names.map((name) => [name, index + 1])),
)

const TIME =
  /(?:^|[\sT,|])(\d{1,2})[:.h](\d\d)(?:[:.](\d\d)(?:[.,]\d+)?)?\s*(?:hs?\.?)?\s*([ap]\.?\s?m\.?)?(?=$|[\sZ+-])/i
/** Z, -03:00, GMT-0300 (Argentina Standard Time) of JavaScript, -03 right after the time of PostgreSQL, GMT-3 of Intl. */
const ZONE =
  /\s*(?:(Z|UTC|GMT)|(?:UTC|GMT)?\s*([+-]\d\d):?(\d\d)|(?<=:\d\d(?:\.\d+)?\s*)([+-](?:0\d|1[0-4]))|(?:UTC|GMT)([+-]\d))(?:\s*\([^()]*\))?$/

/** Stands between a time and the name of its zone, where they come from columns of their own. */
export const ZONE_SIGN = ' @ '

/** Zones as Square and Shopify name them. */
const ZONE_NAMES: Readonly<Record<string, string>> = {
  'eastern time us canada': 'America/New_York',
  'central time us canada': 'America/Chicago',
  'mountain time us canada': 'America/Denver',
  'pacific time us canada': 'America/Los_Angeles',
  'buenos aires': 'America/Argentina/Buenos_Aires',
  santiago: 'America/Santiago',
  montevideo: 'America/Montevideo',
  brasilia: 'America/Sao_Paulo',
  bogota: 'America/Bogota',
  lima: 'America/Lima',
  'mexico city': 'America/Mexico_City',
  madrid: 'Europe/Madrid',
  utc: 'UTC',
}

/** The clock of a zone by its name; undefined for a text that names none. */
export function zoneOf(text: string): WallClock | undefined {
  const name =
    entryOf(ZONE_NAMES, folded(text)) ?? (/^[A-Z][a-z]+\/[A-Za-z_/-]+$/.test(text) ? text : undefined)
  try {
    return name === undefined ? undefined : wallClock(name)
  } catch {
    return undefined
  }
}

/** The UTC time at which a zone shows `local`; both 'YYYY-MM-DD HH:MM:SS'. Of a repeated hour one of the two. */
function utcOf(local: string, zone: WallClock): string {
  const read = (moment: string) => Date.parse(`${moment.replace(' ', 'T')}Z`)
  let at = read(local)
  for (let turn = 0; turn < 2; turn++) at += read(local) - read(zone(new Date(at).toISOString().slice(0, 19)))
  return new Date(at).toISOString().slice(0, 19)
}

interface Parts {
  readonly day: string
  readonly rest: string
  readonly offset: string | undefined
}

function offsetOf([, utc, hours, minutes, bare, digit = '']: RegExpExecArray): string {
  if (utc !== undefined) return 'Z'
  if (hours !== undefined) return `${hours}:${minutes}`
  return `${bare ?? `${digit[0]}0${digit[1]}`}:00`
}

/** Takes time and offset off: the day is what remains. */
function partsOf(text: string): Parts & { readonly time: string } {
  const zone = /\d:?\d\d/.test(text) ? ZONE.exec(text) : null
  const isZone = zone && (zone[1] !== undefined || /\d[:.]\d\d/.test(text.slice(0, zone.index)))
  const local = isZone ? text.slice(0, zone.index) : text
  const offset = isZone ? offsetOf(zone) : undefined
  const hasTime = /\d[:h]\d\d|\s\d{1,2}\.\d\d(?:\.\d\d)?(?:\s*hs?\.?)?$|[ap]\.?\s?m\.?$/i.test(local)
  const found = hasTime ? TIME.exec(local) : null
  if (!found) return { day: local.trim(), rest: '', time: '00:00:00', offset }
  const [whole, hour = '0', minute = '00', second = '00', half = ''] = found
  return {
    day: local.slice(0, found.index).trim(),
    rest: local.slice(found.index + whole.length).trim(),
    time: `${hourOf(Number(hour), half)}:${minute}:${second}`,
    offset,
  }
}

/** «14:05:33 PM» is a 24-hour time. */
function hourOf(hour: number, half: string): string {
  const isPm = /^p/i.test(half)
  const exact = half === '' || hour > 12 ? hour : (hour % 12) + (isPm ? 12 : 0)
  return String(exact).padStart(2, '0')
}

/** The name of a day of the week may stand before it. */
const NUMERIC = /^(?:\p{L}+[.,]? )?(\d{1,4})([/.-])(\d{1,2})\2(\d{1,4})$/u

const fullYear = (year: string): string =>
  year.length > 2 ? year : `${Number(year) < 70 ? '20' : '19'}${year.padStart(2, '0')}`
const dayText = (year: string, month: string, day: string): string =>
  `${fullYear(year)}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`

/** A serial of Excel as text, also with a decimal comma. */
const SERIAL = /^[2-7]\d{4}(?:[.,]\d+)?$/

/** '20251112140533', also with a space. */
const UNMARKED = /^((?:19|20)\d{6}) ?(\d\d)(\d\d)(\d\d)$/

/** What a date cell shows about the order of day and month. */
export interface DateEvidence {
  see(cell: Cell): void
  /** Undefined if no date shows it, or if they differ. */
  order(): DateOrder | undefined
  /** Dates such as '03/04/2025' that only the order explains, at most three. */
  readonly unclear: readonly string[]
  /**
   * Excel took texts of another country for dates wherever that could be, with day and month exchanged, and left the others: no text
   * has a day up to 12, and no date another one.
   */
  areExchanged(): boolean
}

/** Dates and texts from which on chance alone seldom parts them so. */
const FEWEST_EXCHANGED = 2

/** Whether day and month of a date in a workbook can stand for each other. */
export const mayBeExchanged = (cell: Cell): boolean => {
  const [, month, day] = /^\d{4}-(\d\d)-(\d\d)/.exec(textOf(cell)) ?? []
  return isDateCell(cell) && Number(day) <= 12 && day !== month
}

/** Years of two digits in which shops of today sold. */
const SHOP_YEARS = 15

/** '26/03/05' is 5 March 2026 where every first part can be a year in which the shop sold, and not every last one. */
function startWithYear(firsts: ReadonlySet<number>, lasts: ReadonlySet<number>): boolean {
  const now = new Date().getUTCFullYear() % 100
  const isYear = (one: number) => one <= now + 1 && one > now - SHOP_YEARS
  const days = [...lasts]
  return (
    firsts.size > 0 &&
    firsts.size <= lasts.size &&
    [...firsts].every(isYear) &&
    days.some((one) => !isYear(one)) &&
    days.every((one) => one >= 1 && one <= 31)
  )
}

export function dateEvidence(): DateEvidence {
  let firstIsDay = false
  let secondIsDay = false
  let [told, exchangeable, certain] = [0, 0, 0]
  const unclear: string[] = []
  const short = { firsts: new Set<number>(), lasts: new Set<number>() }
  return {
    unclear,
    see(cell) {
      if (isDateCell(cell)) {
        if (mayBeExchanged(cell)) exchangeable++
        else if (Number(textOf(cell).slice(8, 10)) > 12) certain++
      }
      if (cell.charCodeAt(0) < 4) return
      const { day } = partsOf(wordsOf(cell).split(ZONE_SIGN)[0]!)
      const [, first = '', , second = '', third = ''] = NUMERIC.exec(day) ?? []
      if (first === '' || first.length > 2) return
      if (third.length === 2) {
        short.firsts.add(Number(first))
        short.lasts.add(Number(third))
      }
      if (Number(first) > 12 || Number(second) > 12) told++
      if (Number(first) > 12) firstIsDay = true
      else if (Number(second) > 12) secondIsDay = true
      else if (Number(first) !== Number(second) && unclear.length < 3 && !unclear.includes(day))
        unclear.push(day)
    },
    order() {
      if (!secondIsDay && startWithYear(short.firsts, short.lasts)) return 'ymd'
      return firstIsDay === secondIsDay ? undefined : firstIsDay ? 'dmy' : 'mdy'
    },
    areExchanged: () =>
      certain === 0 && unclear.length === 0 && Math.min(told, exchangeable) >= FEWEST_EXCHANGED,
  }
}

/** 'YYYY-MM-DD HH:MM:SS' on the store's clock; undefined for what is no date. */
export function dateTimeOf(cell: Cell, order: DateOrder, clock: WallClock): string | undefined {
  if (isBrokenCell(cell)) return undefined
  const text = wordsOf(cell).replace(/[\u00a0\u202f]/g, ' ')
  if (isDateCell(cell)) return plausible(text)
  if (isNumberCell(cell) ? /^[2-7]\d{4}(?:\.\d+)?$/.test(text) : SERIAL.test(text))
    return plausible(serialDate(Number(text.replace(',', '.'))))
  const [written = '', zone] = text.replace(UNMARKED, '$1 $2:$3:$4').split(ZONE_SIGN)
  const { day, rest, time, offset } = partsOf(written)
  const local = dayOf(day === '' ? rest : day, order)
  if (local === undefined) return undefined
  const moment = plausible(`${local} ${time}`)
  if (moment === undefined) return undefined
  const inZone = zone === undefined ? undefined : zoneOf(zone)
  if (offset === undefined) return inZone ? clock(utcOf(moment, inZone)) : moment
  const instant = new Date(`${moment.replace(' ', 'T')}${offset}`)
  return Number.isNaN(instant.getTime()) ? undefined : clock(instant.toISOString().slice(0, 19))
}

const plausible = (moment: string): string | undefined =>
  isDateTime(moment) && moment >= '1990' && moment < '2100' ? moment : undefined

function dayOf(text: string, order: DateOrder): string | undefined {
  const bare = text.replace(/(?:[T,]|\s(?:-|at|a las|às))+$/, '').trim()
  const compact = /^(\d{4})(\d\d)(\d\d)$/.exec(bare)
  if (compact) return dayText(compact[1]!, compact[2]!, compact[3]!)
  const [, first = '', , second = '', third = ''] = NUMERIC.exec(bare) ?? []
  if (first.length === 4) return dayText(first, second, third)
  if (first !== '' && first.length < 3 && third.length !== 3 && third.length !== 1) {
    if (order === 'mdy') return dayText(third, first, second)
    if (order === 'ymd' && third.length === 2) return dayText(first, second, third)
    return dayText(third, second, first)
  }
  return first === '' ? namedDay(bare) : undefined
}

/** Of three cells, also from the year to the day; undefined where they are no day, month and year. */
export function dayOfParts(parts: readonly string[]): string | undefined {
  const [first = '', name = '', third = ''] = parts
  const [day, year] = first.length === 4 ? [third, first] : [first, third]
  const month = entryOf(MONTHS, folded(name)) ?? Number(name)
  const isDay = parts.length === 3 && /^\d{1,2}$/.test(day) && /^(?:\d{2}|\d{4})$/.test(year)
  return isDay && month >= 1 && month <= 12 ? dayText(year, String(month), day) : undefined
}

/** «9 de septiembre de 2025», 'Nov 12, 2025', '12-nov-25'. */
function namedDay(text: string): string | undefined {
  const words = folded(text.replace(/(?<=\d)(?:[ºª]|st\b|nd\b|rd\b|th\b)/g, '')).split(' ')
  const month = words.map((word) => entryOf(MONTHS, word)).find((one) => one !== undefined)
  const numbers = words.filter((word) => /^\d+$/.test(word))
  if (month === undefined || numbers.length !== 2) return undefined
  const yearAt = numbers.findIndex((one) => one.length === 4)
  const year = numbers[yearAt < 0 ? 1 : yearAt]!
  const day = numbers[yearAt === 0 ? 1 : 0]!
  if (Number(day) > 31 || day.length > 2) return undefined
  return dayText(year, String(month), day)
}
