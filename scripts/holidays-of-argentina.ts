import Holidays from 'date-holidays'

const [FIRST, LAST] = [2010, 2040]

/** Names by day, 'YYYY-MM-DD'; two on one day are joined. */
export function holidaysOfArgentina(): Record<string, string> {
  const calendar = new Holidays('AR', { languages: ['es'] })
  const years = Array.from({ length: LAST - FIRST + 1 }, (_, index) => FIRST + index)
  const days = years.flatMap((year) =>
    calendar
      .getHolidays(year)
      .flatMap(({ date, name, type }) => (type === 'observance' ? [] : [[date.slice(0, 10), name] as const])),
  )
  const named = new Map<string, string>()
  for (const [day, name] of days) named.set(day, named.has(day) ? `${named.get(day)} · ${name}` : name)
  return Object.fromEntries([...named].sort(([one], [other]) => (one < other ? -1 : 1)))
}
