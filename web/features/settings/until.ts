// How long until a job runs, in words. Touches text.
import { dateTime, instantOf } from '#web/text/format.ts'

/** A time of the wire → 'en 4 min', 'en 3 h', then the date. */
export function until(time: string, now: number = Date.now()): string {
  const minutes = Math.ceil((instantOf(time) - now) / 60_000)
  if (minutes <= 1) return 'en 1 min'
  if (minutes < 60) return `en ${minutes} min`
  if (minutes < 24 * 60) return `en ${Math.round(minutes / 60)} h`
  return dateTime(time)
}
