// From instants to the wall clock of the store's time zone, fast enough for millions of them; pure.

/** Turns a UTC instant 'YYYY-MM-DDTHH:MM:SS' into the wall clock 'YYYY-MM-DD HH:MM:SS' of a zone. */
export type WallClock = (utc: string) => string

const HOUR = 3_600_000
const REMEMBERED = 20_000

export function wallClock(timeZone: string): WallClock {
  const formatter = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  /** Minutes east of UTC, asked of the formatter. */
  const offsetAt = (instant: number): number => {
    const parts = Object.fromEntries(formatter.formatToParts(instant).map((part) => [part.type, part.value]))
    const local = Date.parse(
      `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:${parts.second}Z`,
    )
    return local - Math.floor(instant / 1000) * 1000
  }
  /** Offset of each UTC day that keeps one the whole day; asking the formatter each time costs 20 times more. */
  const offsets = new Map<string, number | undefined>()
  const offsetOfDay = (day: string): number | undefined => {
    if (offsets.has(day)) return offsets.get(day)
    const start = Date.parse(`${day}T00:00:00Z`)
    const first = offsetAt(start)
    const steady = first === offsetAt(start + 24 * HOUR) ? first : undefined
    offsets.set(day, steady)
    return steady
  }
  /** What hours of UTC are here, where minutes stay as they are; 24 of them are asked for on a day, orders are hundreds. */
  const hours = new Map<string, string>()
  return (utc) => {
    const known = hours.get(utc.slice(0, 13))
    if (known !== undefined) return known + utc.slice(13, 19)
    const offset = offsetOfDay(utc.slice(0, 10))
    const sameDay = offset === undefined ? undefined : withinDay(utc, offset / HOUR)
    if (sameDay !== undefined) {
      if (hours.size >= REMEMBERED) hours.clear()
      hours.set(utc.slice(0, 13), sameDay.slice(0, 13))
      return sameDay
    }
    const instant = Date.parse(`${utc.slice(0, 10)}T${utc.slice(11, 19)}Z`)
    return new Date(instant + (offset ?? offsetAt(instant))).toISOString().slice(0, 19).replace('T', ' ')
  }
}

/** The text with its hour moved, where whole hours lead to another hour of the same day: most of them, without a Date. */
function withinDay(utc: string, hours: number): string | undefined {
  const hour = Number(utc.slice(11, 13)) + hours
  if (!Number.isInteger(hour) || hour < 0 || hour > 23) return undefined
  return `${utc.slice(0, 10)} ${hour < 10 ? '0' : ''}${hour}${utc.slice(13, 19)}`
}
