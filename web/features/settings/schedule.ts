// A cron pattern in words, for the patterns the jobs have; any other is shown as it is. Pure.
const DAYS = ['domingos', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábados']

const two = (value: string) => value.padStart(2, '0')

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
