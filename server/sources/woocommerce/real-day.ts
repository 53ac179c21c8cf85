// Whether a date that looks like one is in the calendar: databases refuse the 30th of February. Pure.

/** Of a text that begins with YYYY-MM-DD; only days past the 28th need the calendar. */
export function isRealDay(text: string): boolean {
  const day = Number(text.slice(8, 10))
  if (day <= 28) return true
  const [year, month] = [Number(text.slice(0, 4)), Number(text.slice(5, 7))]
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}
