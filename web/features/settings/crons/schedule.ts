// Cron patterns and run times in Spanish words.
import { dateTime, instantOf } from '#web/text/format.ts'

const DAYS = ['domingos', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábados']

const two = (value: string) => value.padStart(2, '0')

/** A pattern in words; patterns that no job uses are returned unchanged. */
export function scheduleText(pattern: string): string {
  if (pattern === '') return 'Solo a pedido'
  const often = /^\*\/(\d+) \* \* \* \* \*$/.exec(pattern)
  if (often) return `Cada ${often[1]} segundos o más`
  const every = /^(?:\*|\d-59)\/(\d+) \* \* \* \*$/.exec(pattern)
  if (every) return `Cada ${every[1]} minutos`
  const hourly = /^(\d+) \* \* \* \*$/.exec(pattern)
  if (hourly) return `Cada hora, a los ${hourly[1]} minutos`
  const daily = /^(\d+) (\d+) \* \* (\*|\d)$/.exec(pattern)
  if (!daily) return pattern
  const [, minute = '', hour = '', day = ''] = daily
  const clock = `${two(hour)}:${two(minute)}`
  return day === '*' ? `Todos los días a las ${clock}` : `Los ${DAYS[Number(day) % 7]} a las ${clock}`
}

/** 'en 4 min', 'en 3 h', or the date when it is more than a day away. */
export function untilText(time: string, now: number = Date.now()): string {
  const minutes = Math.ceil((instantOf(time) - now) / 60_000)
  if (minutes <= 1) return 'en 1 min'
  if (minutes < 60) return `en ${minutes} min`
  if (minutes < 24 * 60) return `en ${Math.round(minutes / 60)} h`
  return dateTime(time)
}
