// Times of these lists are UTC, 'YYYY-MM-DD HH:MM:SS'; people read them on their own clock. Touches text.
import { ago, dateTime } from '#web/text/format.ts'

const instant = (utc: string): string => `${utc.slice(0, 19).replace(' ', 'T')}Z`

/** '2026-11-21 05:10:00' → '21/11/2026, 02:10' in Argentina. */
export const clockTime = (utc: string): string => dateTime(instant(utc))

/** How long ago: 'hace 2 min'. */
export const since = (utc: string): string => ago(instant(utc))

/** How long until then: 'en 4 min', 'en 3 h', then the date. */
export function until(utc: string, now: number = Date.now()): string {
  const minutes = Math.ceil((Date.parse(instant(utc)) - now) / 60_000)
  if (minutes <= 1) return 'en 1 min'
  if (minutes < 60) return `en ${minutes} min`
  if (minutes < 24 * 60) return `en ${Math.round(minutes / 60)} h`
  return clockTime(utc)
}
